import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Setup } from './stand.js';

const SITE = 'https://shop.example.com';
/** A limit that is never reached; it is kept all the same. */
const PLENTY = 1_000_000_000;

/** The data that a page sends with each request of a visitor, and a turn that is ready to send. */
export interface Visitor {
  sessionId: string;
  headers: Record<string, string>;
}
export type ReadyTurn = { headers: Record<string, string>; body: string };

/** A widget of a published agent, with visitors who each come from an address of their own. */
export interface ChatSetup {
  accountId: string;
  agentId: string;
  key: string;
  visitor(): Promise<Visitor>;
  /** Makes a turn ready; its proof is solved before anything is measured. */
  turnOf(visitor: Visitor, text: string): Promise<ReadyTurn>;
  send(turn: ReadyTurn): Promise<string>;
  close(): Promise<void>;
}

let visitors = 0;

/** A model on this machine that answers the same after so many milliseconds; tells how long each answer took it. */
export async function startModel(ms: () => number) {
  const took: number[] = [];
  const server = createServer((request, response) => {
    const asked = performance.now();
    request.resume();
    request.once('end', async () => {
      await sleep(ms());
      // Unique, and without anything that looks like a phone number.
      const mark = randomUUID().replace(/[\d-]/g, '');
      const message = { role: 'assistant', content: `Thank you, I have noted that (${mark}).` };
      const answer = {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_772_442_000,
        model: 'bench',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 500, completion_tokens: 20, total_tokens: 520 },
      };
      took.push(performance.now() - asked);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, took, close: () => server.close() };
}

/** Solves a challenge by trying, as a browser does. */
function solve({
  id,
  salt,
  challenge,
  max_number,
}: Record<'id' | 'salt' | 'challenge', string> & { max_number: number }) {
  for (let number = 0; number <= max_number; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return { id, number };
  }
  throw new Error('A challenge has no solution.');
}

/** Opens a widget whose agent answers by rules, or with a model. */
export async function openChatSetup(
  setup: Setup,
  {
    modelUrl,
    asksProof,
    domains = ['shop.example.com'],
  }: { modelUrl?: string; asksProof: boolean; domains?: string[] },
): Promise<ChatSetup> {
  const pool = new Pool(await setup.api(), { connections: 256, pipelining: 1 });
  const call = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) => {
    const answer = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const post = (path: string, body: object) => call('POST', `/api/public${path}`, setup.headers, JSON.stringify(body));
  const model = modelUrl && `bench-${randomUUID().slice(0, 8)}`;
  if (model) await post('/models', { key: model, base_url: modelUrl, model: 'bench' });
  const definition = {
    name: 'Chat',
    fields: [{ key: 'rooms', type: 'number', required: true, ask_prompt: 'How many rooms?' }],
    cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
    ai: { enabled: true, ...(model ? { model, budget: { per_day_tokens: PLENTY } } : {}) },
    handoff: { on: { low_confidence_turns: 10 } },
  };
  const { workflow } = await post('/workflows', definition);
  await post(`/workflows/${workflow.id}/publish`, {});
  const { widget } = await post('/widgets', {
    name: 'Shop',
    workflow_id: workflow.id,
    allowed_domains: domains,
    pow: { required: asksProof, base_number: 1_000 },
    limits: { turns_per_day: 10_000_000 },
  });
  const { key } = widget;
  await setup.db('api_keys').where({ public_key: key }).update({ rate_limit: 1_000_000_000 });
  return {
    accountId: setup.accountId,
    agentId: workflow.id,
    key,
    async visitor() {
      visitors += 1;
      const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
      const from = { origin: SITE, 'x-forwarded-for': address };
      const { session_id, session_token } = await call('GET', `/api/public/chat/config?key=${key}`, from);
      const headers = { ...from, 'x-widget-session': session_token, 'content-type': 'application/json' };
      return { sessionId: session_id, headers };
    },
    async turnOf({ sessionId, headers }, text) {
      const path = `/api/widget/v1/pow-challenge?key=${key}&purpose=turn&session_id=${sessionId}`;
      const pow = asksProof ? solve((await call('GET', path, headers)).challenge) : undefined;
      return { headers, body: JSON.stringify({ session_id: sessionId, turn_id: randomUUID(), text, pow }) };
    },
    async send({ headers, body }) {
      // The same turn is taken once, however often it is sent.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await call('POST', `/api/widget/v1/turn?key=${key}`, headers, body)).status;
        } catch (error) {
          if (attempt === 20 || !/answered (429|503)/.test((error as Error).message)) throw error;
          await sleep(250);
        }
      }
    },
    close: () => pool.close(),
  };
}
