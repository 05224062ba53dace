import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { inParallel, pass, randomFrom, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'storm', apis: 2, workers: 2 });

const MAILS = ['One', 'Two', 'Three'];
/** Activities a worker runs at once: what a single kill can leave open at most. */
const IN_FLIGHT = 40;

interface Unknown {
  id: string;
  lead_id: string;
  subject: string;
}

/** Every message whose outcome is unknown, as the API lists them. */
async function unknowns(account: RigAccount): Promise<Unknown[]> {
  const all: Unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await until(
      'the unknown messages were listed',
      async () => {
        const answer = await account.request(
          'GET',
          `/messages?status=unknown&limit=200${cursor ? `&cursor=${cursor}` : ''}`,
        );
        return answer.status === 200 ? answer : undefined;
      },
      20_000,
    );
    all.push(...(page.body.messages as Unknown[]));
    const next = (page.body.pagination as { next_cursor?: string | null }).next_cursor;
    if (!next) return all;
    cursor = encodeURIComponent(next);
  }
}

/** What an operator does with them: looks at the mail server, and says for each what became of it. */
async function settle(account: RigAccount, emails: Map<string, string>, messages: Unknown[]): Promise<void> {
  await inParallel(5, messages, (message) =>
    until(
      'the message was resolved',
      async () => {
        const arrived = rig.sink
          .to(emails.get(message.lead_id) ?? '')
          .some(({ headers }) => headers.subject === message.subject);
        const answer = await account.request('POST', `/messages/${message.id}/resolve`, {
          body: { as: arrived ? 'sent' : 'resend' },
        });
        return answer.status === 200 || answer.status === 409 ? true : undefined;
      },
      20_000,
    ),
  );
}

async function storm(kills: number, lastingMs: number): Promise<void> {
  const random = randomFrom(size('SEED', 42));
  const targets = [...rig.workers, ...rig.workers, ...rig.apis, rig.temporal, rig.mysql];
  const gap = lastingMs / kills;
  for (let kill = 0; kill < kills; kill += 1) {
    const due = pass(gap * (0.5 + random()));
    const target = targets[
      kill < targets.length ? kill : Math.floor(random() * targets.length)
    ] as (typeof targets)[number];
    rig.note('name' in target ? target.name : target === rig.mysql ? 'mysql' : 'temporal', 'SIGKILL');
    if ('name' in target) target.signal('SIGKILL');
    else {
      await target.kill();
      await target.start();
    }
    await due;
  }
}

describe('processes that are killed at any moment', () => {
  it('lose no lead and send nothing twice; what is unknown is listed, and settling it finishes every cadence', async () => {
    const account = await rig.account([mail('One'), mail('Two', 15), mail('Three', 15)]);
    rig.sink.rule(() => ({ kind: 'accept', afterMs: 40 }));
    const emails = new Map<string, string>();
    const kills = size('KILLS', 20);
    const pace = size('STORM_MS', 90_000) / size('LEADS', 500);
    const creating = inParallel(8, Array.from({ length: size('LEADS', 500) }), async (_, at) => {
      const email = `storm-${at}-${newId()}@example.com`;
      const { leadId } = await createLead(account, email, {}, 120_000);
      emails.set(leadId, email);
      await pass(pace * 4);
    });
    await storm(kills, size('STORM_MS', 90_000));
    await creating;
    await Promise.all([...rig.apis, ...rig.workers].map((one: Program) => one.ready()));
    expect(emails.size).toBe(size('LEADS', 500));

    let unknown = 0;
    await until(
      'every cadence came to its end',
      async () => {
        const listed = await unknowns(account);
        unknown += listed.length;
        await settle(account, emails, listed);
        const open = await rig.db('agent_runs').where({ open_slot: 1 }).count({ n: '*' }).first();
        return Number(open?.n) === 0 ? true : undefined;
      },
      240_000,
    );
    expect(duplicates(rig)).toEqual([]);
    const incomplete = [...emails.values()].filter((email) => rig.sink.to(email).length !== MAILS.length);
    expect(incomplete).toEqual([]);
    expect(unknown).toBeLessThanOrEqual(kills * IN_FLIGHT);
    const states: { status: string }[] = await rig.db('messages').distinct('status');
    expect(states.map(({ status }) => status)).toEqual(['sent']);
    await expectInvariants(rig);
  }, 900_000);

  it('that stood still for longer than their claim change nothing when they go on', async () => {
    const account = await rig.account([mail('Frozen'), mail('After', 1)]);
    let frozen: Program | undefined;
    const emails = new Map<string, string>();
    const remove = rig.sink.rule((to) => {
      if (!to.startsWith('frozen') || frozen) return undefined;
      // The process whose mail this is stops with its answer outstanding; both are stopped, and the other goes on.
      frozen = rig.workers[0] as Program;
      rig.note('workers', 'SIGSTOP');
      for (const worker of rig.workers) worker.signal('SIGSTOP');
      return { kind: 'accept', afterMs: 100 };
    });
    for (let n = 0; n < 6; n += 1) {
      const email = `frozen-${n}-${newId()}@example.com`;
      emails.set((await createLead(account, email)).leadId, email);
    }
    await until('a mail stands at its server', () => (frozen ? true : undefined), 30_000);
    await pass(1_000);
    (rig.workers[1] as Program).signal('SIGCONT');
    await pass(size('FROZEN_MS', 30_000));
    rig.note('workers', 'SIGCONT');
    (rig.workers[0] as Program).signal('SIGCONT');
    remove();
    await until(
      'every cadence came to its end',
      async () => {
        await settle(account, emails, await unknowns(account));
        const open = await rig.db('agent_runs').where({ open_slot: 1 }).count({ n: '*' }).first();
        return Number(open?.n) === 0 ? true : undefined;
      },
      120_000,
    );
    expect(duplicates(rig)).toEqual([]);
    for (const email of emails.values()) expect(rig.sink.to(email)).toHaveLength(2);
    await expectInvariants(rig);
  }, 900_000);
});
