import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { signSession } from '../../api/http/session.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import type { Program } from '../faults/support/program.js';
import { bound } from '../faults/support/random.js';
import { mail, type RigAccount, useRig } from '../faults/support/rig.js';
import { TEST_SECRET, testConfig } from '../support/api.js';
import { BAD, type Bad, filling, JSON_TYPE } from '../support/bad-bodies.js';

const rig = useRig({ name: 'bodies', workers: 0, env: { LAS_SECRET: TEST_SECRET } });
const api = () => rig.apis[0] as Program;

const MiB = 1024 * 1024;
/**
 * The first rounds are what the compiler learns from: one of them has to hold. It stands in this suite since nothing else
 * of the project runs beside it; what else the machine does, its bound follows.
 */
const ROUNDS = 6;
const MAX_BLOCKED_MS = 100;
const MAX_GROWTH = 100 * MiB;
const SAMPLE_MS = 200;

/** Every route that a body can be sent to, whoever may call it and whether or not it reads one. */
const contracts = routes({ config: testConfig({ DATABASE_URL: 'mysql://las.test/las' }) } as ApiDependencies)
  .map(({ contract }) => contract)
  .filter(({ method }) => method !== 'get');
const TOO_MUCH = 'too much';
const limitOf = ({ maxBytes = MiB }: Contract) => maxBytes;

interface Cell {
  contract: Contract;
  what: string;
  body: string | Buffer;
  headers: Record<string, string>;
  /** Where it is known whatever the path and the fields are. */
  status?: number | undefined;
}

let account: RigAccount;
let cookie: string;
let hookPath: string;
beforeAll(async () => {
  account = await rig.account([mail('Later', 3_600)]);
  cookie = `las_session=${signSession(TEST_SECRET, newId(), newId(), new Date())}`;
  const { body } = await account.request('POST', '/hooks', { body: { provider: 'email' } });
  hookPath = new URL(String(body.url)).pathname;
});

function* cells(): Generator<Cell> {
  for (const contract of contracts) {
    const exact = contract.body !== undefined && (contract.auth ?? 'key') === 'key';
    for (const { what, body, headers = JSON_TYPE, status } of BAD as Bad[])
      yield { contract, what, body, headers, status: exact ? status : undefined };
    const limit = limitOf(contract);
    const tooMuch = Buffer.alloc(2 * limit, 0x20);
    yield { contract, what: TOO_MUCH, body: tooMuch, headers: JSON_TYPE, status: exact ? 413 : undefined };
  }
}

function* fillingCells(): Generator<Cell> {
  for (const contract of contracts)
    for (const { what, body } of filling(limitOf(contract))) yield { contract, what, body, headers: JSON_TYPE };
}

/** Sends a body with its length, or in chunks without one; the status of the answer, 0 where there is none. */
const send = ({ contract, body, headers }: Cell, chunked: boolean): Promise<number> =>
  new Promise((resolve) => {
    const path = contract.operationId === 'receiveHook' ? hookPath : contract.path.replaceAll(/\{\w+\}/g, newId());
    const sized = chunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const caller = { 'x-api-key': account.apiKey, cookie };
    const sent = request(
      new URL(path, api().url),
      { method: contract.method.toUpperCase(), headers: { ...headers, ...sized, ...caller } },
      (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    );
    // An answer that came before the whole body was sent counts.
    sent.once('error', () => resolve(0));
    sent.write(body);
    sent.end();
  });

/** What the process says of itself: the longest its event loop stood still since it was last asked, and its memory. */
async function sample(): Promise<{ blockedMs: number; bytes: number }> {
  const text = await (await fetch(`${api().url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    blockedMs: value('nodejs_eventloop_lag_max_seconds') * 1_000,
    bytes: value('process_resident_memory_bytes'),
  };
}

/** Sends every body to every route, one after the other; what was answered wrongly, and what it cost. */
async function sendAll(all: () => Iterable<Cell>, round: number) {
  const before = await sample();
  const wrong: string[] = [];
  let blockedMs = 0;
  let most = before.bytes;
  let n = 0;
  let sampledAt = performance.now();
  for (const cell of all()) {
    const status = await send(cell, (n + round) % 2 === 1);
    n += 1;
    // Who goes on sending long after the answer may lose it with the connection.
    const lost = status === 0 && cell.what === TOO_MUCH;
    if (!lost && (status === 0 || status >= 500 || (cell.status !== undefined && status !== cell.status)))
      wrong.push(`${cell.contract.operationId}, ${cell.what}: ${status}`);
    if (performance.now() - sampledAt < SAMPLE_MS) continue;
    const now = await sample();
    sampledAt = performance.now();
    blockedMs = Math.max(blockedMs, now.blockedMs);
    most = Math.max(most, now.bytes);
  }
  return { wrong, requests: n, blockedMs: Math.round(blockedMs), growth: most - before.bytes };
}

describe('bodies that nobody can mean, sent to every route of a process', () => {
  it.each([
    ['whatever they are', cells, 3_000],
    ['also where they fill the limit of their route', fillingCells, 900],
  ])(
    'block it for no longer than 100 ms, fill no memory, and are never its error, %s',
    async (_, all, atLeast) => {
      const costs: { blockedMs: number; growth: number }[] = [];
      const holds = () =>
        costs.some(({ blockedMs, growth }) => blockedMs <= bound(MAX_BLOCKED_MS) && growth < MAX_GROWTH);
      for (let round = 0; round < ROUNDS && !holds(); round += 1) {
        const { wrong, requests, ...cost } = await sendAll(all, round);
        expect(wrong).toEqual([]);
        expect(requests).toBeGreaterThan(atLeast);
        costs.push(cost);
        rig.note('api', JSON.stringify(cost));
      }
      expect(holds() ? [] : costs).toEqual([]);
    },
    900_000,
  );
});
