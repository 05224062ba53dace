import { newId } from '../../../runtime/ids.js';
import { type ChatRequest, completion, type ModelTurn } from '../../support/model-server.js';
import { type Asked, type StandIn, startStandIn } from '../../support/stand-in.js';
import { solve, type TestChallenge } from '../../support/widgets.js';
import { SITE, WHEN } from './chat-fixture.js';
import { type Answer, call } from './client.js';
import type { Program } from './program.js';
import { pass, until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

const PATIENCE_MS = 180_000;
const POLL_MS = 400;
/** A user's message in between. */
export const BY_HAND = 'Hanna here, one moment.';
const OPEN_QUESTION = 'Is Hanna still there?';

/** A message that a visitor was shown. */
interface Shown {
  id: string;
  seq: number;
  role: string;
  text: string;
  turn_id: string | null;
  actions: { type: string; slots?: { slot_id: string }[] }[];
}

/** The behavior of a visitor. */
export interface Habits {
  /** True if the first two things are said without waiting in between. */
  bursts: boolean;
  /** True if a person takes over in the middle, and gives back. */
  isHelped: boolean;
  /** Which of the times on offer is picked. */
  picks: number;
}

/** The messages of a visitor and those shown to the visitor by the end. */
export interface Talked {
  email: string;
  sessionId: string;
  said: string[];
  shown: Map<string, Shown>;
  history: Shown[];
  handedOver: boolean;
}

/**
 * A model that does what the last words ask for, by code: it notes addresses, looks for times, books the one that was
 * picked, and says no two things alike. `fails` says how a request ends instead.
 */
export function startThinker(fails: () => 'no' | 'status' | 'cut' | 'slow'): Promise<StandIn> {
  let answered = 0;
  return startStandIn(async ({ request, response, bytes }: Asked) => {
    const how = fails();
    if (how === 'cut') return request.socket.destroy();
    if (how === 'status') return response.writeHead(500).end('{}');
    await pass(how === 'slow' ? 2_500 : 150);
    const asked = JSON.parse(bytes.toString()) as ChatRequest;
    const tool_calls = wishesOf(asked);
    // Letters only, because text that looks like a phone number isn't sent.
    const text = `Noted (${newId().replace(/[\d-]/g, '')}).`;
    answered += 1;
    const answer = completion(tool_calls.length > 0 ? { tool_calls } : { text }, asked, answered);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
}

type Wish = NonNullable<ModelTurn['tool_calls']>[number];

/** Returns the tool calls of a model before it answers: none after their results. */
function wishesOf({ messages }: ChatRequest): Wish[] {
  const since = messages.slice(
    messages.findLastIndex(({ role, tool_calls }) => role === 'assistant' && !tool_calls) + 1,
  );
  if (since.some(({ role }) => role === 'tool')) return [];
  const words = since.flatMap(({ role, content }) => (role === 'user' ? [content ?? ''] : []));
  const offered = /"offered_times":(\[.*?\])/.exec(messages[1]?.content ?? '')?.[1] ?? '[]';
  const times = JSON.parse(offered) as { slot_id: string; label: string }[];
  return words.flatMap((text): Wish[] => {
    const email = /visitor-[\w-]+@example\.com/.exec(text)?.[0];
    if (text === `I am ${email}`)
      return [{ name: 'capture_field', arguments: { key: 'email', value: email, confidence: 0.9, evidence: email } }];
    if (text === WHEN) return [{ name: 'get_availability', arguments: {} }];
    const picked = times.find(({ label }) => label === text);
    return picked ? [{ name: 'book_meeting', arguments: { slot_id: picked.slot_id } }] : [];
  });
}

/** A visitor's browser that behaves like the widget. It repeats unanswered requests and polls for missed messages. */
class Browser {
  readonly shown = new Map<string, Shown>();
  readonly said: string[] = [];
  readonly #rig: Rig;
  readonly #key: string;
  readonly #headers: Record<string, string>;
  sessionId = '';

  constructor(rig: Rig, key: string, at: number) {
    this.#rig = rig;
    this.#key = key;
    this.#headers = { origin: SITE, 'x-forwarded-for': `10.1.${at >> 8}.${at & 255}` };
  }

  /** Asks one of the processes after the other until one answers as it should. */
  #ask(what: string, method: string, path: string, body?: object): Promise<Answer> {
    return until(
      what,
      async () => {
        const { apis } = this.#rig;
        const api = apis[Math.floor(Math.random() * apis.length)] as Program;
        const mark = path.includes('?') ? '&' : '?';
        const answer = await call(api.url, method, `${path}${mark}key=${this.#key}`, { body, headers: this.#headers });
        if (answer.status === 200) return answer;
        if (answer.status >= 500 && answer.status !== 503) this.#rig.crashes.push(`${path}: ${answer.text}`);
        if (answer.status > 0 && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`);
        return undefined;
      },
      PATIENCE_MS,
    );
  }

  /** Opens or reopens the page. A reopened chat continues with its history. */
  async open(): Promise<Shown[]> {
    const { body } = await this.#ask('the page was opened', 'GET', '/api/public/chat/config');
    if (this.sessionId !== '' && body.session_id !== this.sessionId) throw new Error('The chat did not continue.');
    this.sessionId = String(body.session_id);
    this.#headers['x-widget-session'] = String(body.session_token);
    return body.history as Shown[];
  }

  /** Says something, under one id until it is taken. */
  async say(turn: { text?: string; action?: object }): Promise<void> {
    const turn_id = newId();
    this.said.push(turn_id);
    const path = `/api/widget/v1/pow-challenge?purpose=turn&session_id=${this.sessionId}`;
    let pow: object | undefined;
    const answer = await until(
      `${JSON.stringify(turn)} was taken`,
      async () => {
        pow ??= solve((await this.#ask('a challenge', 'GET', path)).body.challenge as TestChallenge);
        try {
          return await this.#ask('it', 'POST', '/api/widget/v1/turn', {
            session_id: this.sessionId,
            turn_id,
            pow,
            ...turn,
          });
        } catch (error) {
          // One that has run out, as a browser finds too.
          pow = undefined;
          throw error;
        }
      },
      PATIENCE_MS,
    );
    this.#show(answer.body.messages as Shown[]);
  }

  /** Waits until no reply is due. Returns whether a person has the chat. */
  settled(): Promise<boolean> {
    return until(
      'nothing is about to be answered',
      async () => {
        const after = [...this.shown.values()].sort((a, b) => a.seq - b.seq).at(-1)?.id;
        const path = `/api/widget/v1/pending?session_id=${this.sessionId}${after ? `&after=${after}` : ''}`;
        const { body } = await this.#ask('poll for missed messages', 'GET', path);
        this.#show(body.messages as Shown[]);
        if (!body.typing) return Boolean(body.human_active);
        await pass(POLL_MS);
        return undefined;
      },
      PATIENCE_MS,
    );
  }

  /** The times that were offered last. */
  offered(): { slot_id: string }[] {
    const actions = [...this.shown.values()].sort((a, b) => a.seq - b.seq).flatMap(({ actions: all }) => all);
    return actions.findLast(({ type }) => type === 'book_meeting')?.slots ?? [];
  }

  #show(messages: readonly Shown[]): void {
    for (const message of messages) {
      const before = this.shown.get(message.id);
      if (before && before.text !== message.text) throw new Error(`${message.id} says something else now.`);
      this.shown.set(message.id, message);
    }
  }
}

/** A person of ours takes a chat over, and gives it back once the visitor has asked something. */
async function helpOut(rig: Rig, account: RigAccount, browser: Browser): Promise<boolean> {
  const thread = `chat/${browser.sessionId}`;
  const find = async () => (await rig.db('conversations').where({ thread }).first('id'))?.id as string | undefined;
  const id = await until('the chat is there', find, PATIENCE_MS);
  const ask = async (path: string, body: object, status: number) => {
    const headers = { 'Idempotency-Key': newId() };
    await until(
      path,
      async () => {
        const answer = await account.request('POST', `/conversations/${id}${path}`, { body, headers });
        return answer.status === status ? true : undefined;
      },
      PATIENCE_MS,
    );
  };
  await ask('/messages', { text: BY_HAND }, 201);
  await browser.say({ text: OPEN_QUESTION });
  const handedOver = await browser.settled();
  await ask('/give-back', {}, 200);
  await browser.settled();
  return handedOver;
}

/** Has a visitor tell an address, ask, pick a time and thank, and read it all again. */
export async function talk(
  rig: Rig,
  { account, key, at }: { account: RigAccount; key: string; at: number },
  { bursts, isHelped, picks }: Habits,
): Promise<Talked> {
  const email = `visitor-${at}-${newId()}@example.com`;
  const browser = new Browser(rig, key, at);
  await browser.open();
  const name = () => browser.say({ text: `I am ${email}` });
  const ask = () => browser.say({ text: 'Do you work on Sundays?' });
  if (bursts) await Promise.all([name(), ask()]);
  else {
    await name();
    await browser.settled();
    await ask();
  }
  await browser.settled();
  const handedOver = isHelped && (await helpOut(rig, account, browser));
  await browser.say({ text: WHEN });
  await browser.settled();
  await browser.open();
  const times = browser.offered();
  const picked = times[picks % Math.max(1, times.length)];
  if (picked) await browser.say({ action: { type: 'book_meeting', slot_id: picked.slot_id } });
  await browser.settled();
  await browser.say({ text: 'Thanks, see you then' });
  await browser.settled();
  const history = await browser.open();
  return { email, sessionId: browser.sessionId, said: browser.said, shown: browser.shown, history, handedOver };
}
