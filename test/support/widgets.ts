import { createHash, randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { TestAccount, TestApi } from './api.js';
import { addAgent } from './messaging.js';

/** The site of the tests' widgets. */
export const SITE = 'https://shop.example.com';

export interface TestWidget {
  id: string;
  key: string;
  agentId: string;
  identitySecret: string;
}

/** Makes a widget of a published agent, allowed at `SITE`. */
export async function addWidget(api: TestApi, account: TestAccount, more: object = {}): Promise<TestWidget> {
  const agentId = await addAgent(api, account, { ai: { enabled: true } });
  const body = { name: 'Shop', workflow_id: agentId, allowed_domains: ['shop.example.com'], ...more };
  const answer = await account.request('post', '/widgets').send(body).expect(201);
  const { widget, identity_secret } = answer.body;
  // As with the accounts of tests: how many requests a key may make has tests of its own.
  await api.db('api_keys').where({ public_key: widget.key }).update({ rate_limit: 1_000_000 });
  return { id: widget.id, key: widget.key, agentId, identitySecret: identity_secret };
}

/** A visitor of `SITE` with a session. */
export interface TestChat {
  key: string;
  sessionId: string;
  token: string;
  /** The headers of each of the page's requests. */
  headers: Record<string, string>;
}

/** Begins a session on a page of `SITE`. */
export async function openChat(api: TestApi, { key }: Pick<TestWidget, 'key'>, from?: string): Promise<TestChat> {
  const forwarded: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from };
  const { body } = await supertest(api.app)
    .get(`/api/public/chat/config?key=${key}`)
    .set({ origin: SITE, ...forwarded })
    .expect(200);
  const headers = { origin: SITE, 'x-widget-session': body.session_token, ...forwarded };
  return { key, sessionId: body.session_id, token: body.session_token, headers };
}

/** A challenge of the service. */
export interface TestChallenge {
  id: string;
  salt: string;
  challenge: string;
  max_number: number;
}

/** Solves a challenge by trying. */
export function solve({ id, salt, challenge, max_number }: TestChallenge): { id: string; number: number } {
  for (let number = 0; number <= max_number; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return { id, number };
  }
  throw new Error('The challenge has no solution.');
}

/** Gets a challenge and solves it. */
export async function proofFor(api: TestApi, chat: TestChat, purpose: 'turn' | 'visitor' = 'turn') {
  const { body } = await supertest(api.app)
    .get(`/api/widget/v1/pow-challenge?key=${chat.key}&purpose=${purpose}&session_id=${chat.sessionId}`)
    .set(chat.headers)
    .expect(200);
  return solve(body.challenge);
}

/** Sends a body to one of the routes that write, as the page does. */
export const sendFrom = (api: TestApi, chat: TestChat, route: 'turn' | 'visitor', body: object) =>
  supertest(api.app)
    .post(`/api/widget/v1/${route}?key=${chat.key}`)
    .set(chat.headers)
    .send({ session_id: chat.sessionId, ...body });

/** Says something in a chat, with a proof of its own. */
export const say = async (api: TestApi, chat: TestChat, text: string, more: object = {}) =>
  sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text, pow: await proofFor(api, chat), ...more });
