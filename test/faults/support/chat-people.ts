import { newId } from '../../../runtime/ids.js';
import type { Answer } from './client.js';
import { pass, until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

/** A message that a user wrote in a chat. */
export interface Written {
  conversationId: string;
  text: string;
  /** Its message, where it was to be said later. */
  plannedId: string | null;
}

/** The actions of users by the end. */
export interface Meddled {
  written: Written[];
  /** The scheduled messages that were cancelled. */
  cancelled: Set<string>;
  counts: Record<string, number>;
}

const ALLOWED = [200, 201, 404, 409, 503];

/** The users who work on an account's chats. */
class People {
  readonly meddled: Meddled = { written: [], cancelled: new Set(), counts: {} };
  readonly #rig: Rig;
  readonly #account: RigAccount;
  readonly #random: () => number;

  constructor(rig: Rig, account: RigAccount, random: () => number) {
    this.#rig = rig;
    this.#account = account;
    this.#random = random;
  }

  /** Does one thing that people may do, with one of the chats. */
  async act(): Promise<void> {
    const chats = await this.#rig
      .db('conversations')
      .where({ account_id: this.#account.accountId })
      .select('id', 'lead_id', 'agent_id');
    const chat = this.#oneOf(chats);
    if (!chat) return pass(100);
    const { id, lead_id, agent_id: workflow_id } = chat;
    const on = (path: string, body: object = {}) => this.#ask(`/conversations/${id}${path}`, body);
    const lead = (path: string) =>
      lead_id === null ? undefined : this.#ask(`/leads/${lead_id}/automation/${path}`, { workflow_id });
    const deeds: [string, number, () => unknown][] = [
      ['write', 3, () => this.#write(id, {})],
      ['write later', 2, () => this.#write(id, { send_at: new Date(Date.now() + 1_500).toISOString() })],
      ['cancel', 2, () => this.#cancel()],
      ['take over', 2, () => on('/take-over')],
      ['give back', 6, () => on('/give-back')],
      ['close', 1, () => on('/close')],
      ['reopen', 1, () => on('/reopen')],
      ['stop', 1, () => lead('stop')],
      ['resume', 2, () => lead('resume')],
    ];
    const [name, , deed] = this.#oneOf(
      deeds.flatMap((each) => Array.from({ length: each[1] }, () => each)),
    ) as (typeof deeds)[number];
    this.meddled.counts[name] = (this.meddled.counts[name] ?? 0) + 1;
    await deed();
  }

  #oneOf<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  async #ask(path: string, body: object): Promise<Answer> {
    const headers = { 'Idempotency-Key': newId() };
    const answer = await this.#account.request('POST', path, { body, headers });
    if (!ALLOWED.includes(answer.status)) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async #write(conversationId: string, more: { send_at?: string }): Promise<void> {
    const text = `By hand ${newId()}`;
    const { status, body } = await this.#ask(`/conversations/${conversationId}/messages`, { text, ...more });
    if (status !== 201) return;
    const { id } = body.message as { id: string };
    this.meddled.written.push({ conversationId, text, plannedId: more.send_at ? id : null });
  }

  async #cancel(): Promise<void> {
    const { written, cancelled } = this.meddled;
    const one = this.#oneOf(
      written.filter(({ plannedId }) => plannedId !== null && !cancelled.has(plannedId)).slice(-8),
    );
    if (!one?.plannedId) return;
    const { status } = await this.#ask(`/conversations/${one.conversationId}/messages/${one.plannedId}/cancel`, {});
    if (status === 200) cancelled.add(one.plannedId);
  }

  /** Hands everything back, until no user has a conversation and no message is scheduled. */
  leave(): Promise<true> {
    const { db } = this.#rig;
    const own = { account_id: this.#account.accountId };
    return until(
      'everything is the agent’s again',
      async () => {
        const held = await db('conversations')
          .where(own)
          .where({ handler: 'person' })
          .select('id', 'lead_id', 'agent_id');
        for (const { id, lead_id, agent_id: workflow_id } of held) {
          if (lead_id !== null) await this.#ask(`/leads/${lead_id}/automation/resume`, { workflow_id });
          await this.#ask(`/conversations/${id}/give-back`, {});
        }
        const due = await db('conversations')
          .where(own)
          .where((any) => any.whereNotNull('due_at').orWhereNotNull('planned_at'))
          .first('id');
        return held.length === 0 && due === undefined ? true : undefined;
      },
      60_000,
    );
  }
}

/** Has several users act on an account's chats during some work, and then hand all of them back. */
export async function meddleWhile(
  rig: Rig,
  account: RigAccount,
  { random, people }: { random: () => number; people: number },
  work: Promise<unknown>,
): Promise<Meddled> {
  const all = new People(rig, account, random);
  let isOver = false;
  const busy = Array.from({ length: people }, async () => {
    while (!isOver) {
      await all.act();
      await pass(random() * 150);
    }
  });
  try {
    await Promise.race([work, Promise.all(busy)]);
  } finally {
    isOver = true;
  }
  await Promise.all([work, ...busy]);
  await all.leave();
  return all.meddled;
}
