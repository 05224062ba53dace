import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { signSession } from '../../api/http/auth/session.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import type { Program } from '../faults/support/program.js';
import { bound } from '../faults/support/random.js';
import { mail, type RigAccount, useRig } from '../faults/support/rig.js';
import { OPERATOR, TEST_SECRET, testConfig } from '../support/api.js';
import { BAD, type Bad, filling, JSON_TYPE } from '../support/bad-bodies.js';

const rig = useRig({ name: 'bodies', workers: 0, env: { LAS_SECRET: TEST_SECRET } });
const api = () => rig.apis[0] as Program;

const MiB = 1024 * 1024;
/**
 * The compiler optimizes during the first rounds, and any process can stall while the machine is busy. A body that
 * blocked for too long is therefore sent again, and counts only if it blocks in every round. There are many rounds,
 * because they send little, and a random stall that affects two of three rounds doesn't affect thirty.
 */
const ROUNDS = 30;
/** Rounds that send everything, where it took memory. */
const WHOLE_ROUNDS = 6;
const MAX_BLOCKED_MS = 100;
const MAX_GROWTH = 100 * MiB;
const SAMPLE_MS = 200;

/** Every route that accepts a body, for any caller, whether or not it reads one. */
const contracts = routes({ config: testConfig({ DATABASE_URL: 'mysql://las.test/las' }) } as ApiDependencies)
  .map(({ contract }) => contract)
  .filter(({ method }) => method !== 'get');
const TOO_MUCH = 'too much';
/** One body in so many is sent to a route, a different one to the next: each body still meets routes of every kind. */
const ONE_OF = Number(process.env.BODIES_ONE_OF ?? 1);
const limitOf = ({ maxBytes = MiB }: Contract) => maxBytes;

/** The bodies of which each goes to every `ONE_OF`th route. */
function* onePart(all: Iterable<Cell>): Generator<Cell> {
  let n = 0;
  let route = 0;
  let contract: Contract | undefined;
  for (const cell of all) {
    if (cell.contract !== contract) [n, route, contract] = [0, route + 1, cell.contract];
    if ((n + route) % ONE_OF === 0) yield cell;
    n += 1;
  }
}

interface Cell {
  contract: Contract;
  what: string;
  body: string | Buffer;
  headers: Record<string, string>;
  /** The status, if it is independent of the path and the fields. */
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

/**
 * Returns the process's own measurements: the longest block of its event loop since the last sample, and its memory.
 */
async function sample(): Promise<{ blockedMs: number; bytes: number }> {
  const text = await (await fetch(`${api().url}/metrics`, { headers: OPERATOR })).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    blockedMs: value('nodejs_eventloop_lag_max_seconds') * 1_000,
    bytes: value('process_resident_memory_bytes'),
  };
}

const nameOf = ({ contract, what }: Cell): string => `${contract.operationId}, ${what}`;

/**
 * Sends every body to every route, or those that are named, one after the other. Returns what was answered wrongly, how
 * much memory it took, and what was sent when the process stood still for too long, with the milliseconds.
 */
async function sendAll(all: () => Iterable<Cell>, round: number, only: ReadonlyMap<string, number> | undefined) {
  const before = await sample();
  const wrong: string[] = [];
  const blocking = new Map<string, number>();
  let most = before.bytes;
  let n = 0;
  let sampledAt = performance.now();
  let since: string[] = [];
  const look = async () => {
    const now = await sample();
    sampledAt = performance.now();
    most = Math.max(most, now.bytes);
    if (now.blockedMs > bound(MAX_BLOCKED_MS)) for (const name of since) blocking.set(name, Math.round(now.blockedMs));
    since = [];
  };
  for (const cell of onePart(all())) {
    const name = nameOf(cell);
    if (only && !only.has(name)) continue;
    const chunked = (n + round) % 2 === 1;
    // A client that keeps sending long after the response may lose it with the connection, such as on a stalled
    // machine.
    const status = (await send(cell, chunked)) || (await send(cell, chunked));
    n += 1;
    since.push(name);
    const lost = status === 0 && cell.what === TOO_MUCH;
    if (!lost && (status === 0 || status >= 500 || (cell.status !== undefined && status !== cell.status)))
      wrong.push(`${name}: ${status}`);
    if (performance.now() - sampledAt >= SAMPLE_MS) await look();
  }
  await look();
  return { wrong, requests: n, blocking, growth: most - before.bytes };
}

describe('senseless bodies, sent to every route of a process', () => {
  it.each([
    ['whatever they are', cells, 3_000],
    ['also where they fill the limit of their route', fillingCells, 900],
  ])(
    'block it for no longer than 100 ms, fill no memory, and are never its error, %s',
    async (_, all, atLeast) => {
      let blocking: Map<string, number> | undefined;
      let growth = Number.POSITIVE_INFINITY;
      const holds = () => blocking?.size === 0 && growth < MAX_GROWTH;
      for (let round = 0; round < ROUNDS && !holds(); round += 1) {
        const only = growth < MAX_GROWTH || round >= WHOLE_ROUNDS ? blocking : undefined;
        const sent = await sendAll(all, round, only);
        expect(sent.wrong).toEqual([]);
        if (!only) expect(sent.requests).toBeGreaterThan(atLeast / ONE_OF);
        const still = [...(blocking ?? sent.blocking)].filter(([name]) => sent.blocking.has(name));
        blocking = new Map(still);
        growth = Math.min(growth, sent.growth);
      }
      expect([...(blocking ?? [])]).toEqual([]);
      expect(growth).toBeLessThan(MAX_GROWTH);
    },
    900_000,
  );
});
