import { expect } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { Answer } from './client.js';
import { expectInvariants, runningSince } from './invariants.js';
import type { Program } from './program.js';
import type { Watcher } from './proxy.js';
import { bound, inParallel, pass, until } from './random.js';
import { mail, type Rig, type RigAccount } from './rig.js';

/** A request that is under way when the API is killed. */
interface Sent {
  key: string;
  emails: string[];
  body: object;
  answer: Promise<Answer>;
}

/** The state by which a watcher holds a request at its place: `hold` counts the caught ones. */
interface Trap {
  /** Lets `first` bytes pass and keeps the rest until the API is dead. */
  hold(first?: number): { first: number; until: Promise<void> };
}

/** A place on a line of the API's at which a request can be held. */
export interface Place {
  line: 'mysql' | 'temporal';
  watch(trap: Trap): Watcher;
}

interface KillPoint extends Place {
  /** The state that the caller of a request that was caught here may find. */
  leaves: 'nothing' | 'a lead, unanswered' | 'a lead, answered';
  /** For a line that all requests share: what has to be seen before the kill, in place of each request being caught. */
  seen?(rig: Rig, sent: Sent[]): Promise<unknown>;
  /** Leads of one request; more than one goes as a bulk. */
  leads?: number;
}

/**
 * The statement that a packet to the database begins with. Before it come four bytes of header and one of command, and
 * where the server takes attributes of queries, as MySQL does, two more that tell of none.
 */
const statementOf = (bytes: Buffer): string => bytes.toString('latin1', bytes[5] === 0 ? 7 : 5, 200);

/** Holds the first statement of a connection that begins like this. */
const atStatement =
  (begins: RegExp, share = 0): KillPoint['watch'] =>
  (trap) =>
  (bytes, to) =>
    to === 'server' && begins.test(statementOf(bytes)) ? trap.hold(Math.floor(bytes.length * share)) : undefined;

/** Finds the commit of a transaction in which such a statement was made, or the answer to it. */
const atCommit =
  (statement: RegExp, side: 'server' | 'client'): KillPoint['watch'] =>
  (trap) => {
    const within = new WeakSet<object>();
    const committing = new WeakSet<object>();
    return (bytes, to, pair) => {
      if (to === 'client') return committing.has(pair) ? trap.hold() : undefined;
      const text = statementOf(bytes);
      if (statement.test(text)) within.add(pair);
      if (!/^COMMIT/i.test(text) || !within.has(pair)) return undefined;
      if (side === 'server') return trap.hold();
      committing.add(pair);
      return undefined;
    };
  };

/** Returns the points around the commit of a statement that starts with `statement`, and whether its row exists. */
export const placesAround = (statement: RegExp): [string, Place & { stands: boolean }][] => [
  ['before it is written', { line: 'mysql', watch: atStatement(statement), stands: false }],
  ['before the commit', { line: 'mysql', watch: atCommit(statement, 'server'), stands: false }],
  [
    'after the commit, before the API hears of it',
    { line: 'mysql', watch: atCommit(statement, 'client'), stands: true },
  ],
];

const BULK = 10;
const CADENCE = /cadence\/[0-9a-f]{8}-/g;

/** Returns whether every request was answered with a yes: what is looked at happens behind the answers. */
const answered = async (_rig: Rig, sent: Sent[]): Promise<void> => {
  for (const { answer } of sent) expect([201, 207]).toContain((await answer).status);
};

/** Places between the first byte of a write and the last, each found on the wire alone. */
const KILL_POINTS: Record<string, KillPoint> = {
  'before the lead is written': { leaves: 'nothing', line: 'mysql', watch: atStatement(/^insert into `leads`/i) },
  'before its instruction to Temporal is written': {
    leaves: 'nothing',
    line: 'mysql',
    watch: atStatement(/^insert into `outbox`/i),
  },
  'with half of the instruction on its way': {
    leaves: 'nothing',
    line: 'mysql',
    watch: atStatement(/^insert into `outbox`/i, 0.5),
  },
  'before the commit': { leaves: 'nothing', line: 'mysql', watch: atStatement(/^COMMIT/i) },
  'after the commit, before the API hears of it': {
    leaves: 'a lead, unanswered',
    line: 'mysql',
    watch: atCommit(/^insert into `outbox`/i, 'client'),
  },
  'after the commit, before Temporal is asked': {
    leaves: 'a lead, answered',
    line: 'temporal',
    watch: (trap) => (bytes, to) =>
      to === 'server' && bytes.toString('latin1').search(CADENCE) >= 0 ? trap.hold() : undefined,
    seen: answered,
  },
  'after Temporal began, before the API hears of it': {
    leaves: 'a lead, answered',
    line: 'temporal',
    watch: (trap) => {
      const asked = new WeakSet<object>();
      return (bytes, to, pair) => {
        if (to === 'client') return asked.has(pair) ? trap.hold() : undefined;
        if (bytes.toString('latin1').search(CADENCE) >= 0) asked.add(pair);
        return undefined;
      };
    },
    seen: answered,
  },
  'before the instruction that was carried out is removed': {
    leaves: 'a lead, answered',
    line: 'mysql',
    watch: atStatement(/^(update `agent_runs` set `started_at`|delete from `outbox`)/i),
    seen: answered,
  },
  'with half of the instructions of a bulk carried out, and none of others': {
    leaves: 'a lead, answered',
    line: 'temporal',
    leads: BULK,
    watch: (trap) => {
      let asked = 0;
      return (bytes, to) => {
        if (to === 'client') return undefined;
        for (const { index } of bytes.toString('latin1').matchAll(CADENCE)) {
          asked += 1;
          if (asked > BULK / 2) return trap.hold(index);
        }
        return undefined;
      };
    },
    seen: answered,
  },
};

/** The places at which the API is killed while it creates leads. */
export const killPoints = Object.keys(KILL_POINTS);

function send(account: RigAccount, base: string, leads: number): Sent {
  const emails = Array.from({ length: leads }, () => `${newId()}@example.com`);
  const one = (email: string) => ({ first_name: 'Ada', email, workflow_id: account.agentId });
  const body = leads > 1 ? emails.map(one) : one(emails[0] as string);
  const key = newId();
  const answer = account.request('POST', '/leads', {
    body,
    base,
    headers: { 'Idempotency-Key': key },
    timeoutMs: 30_000,
  });
  return { key, emails, body, answer };
}

/**
 * Holds the traffic of `ask` to the watched API at a point, triggers `fault` once `enough` of it is held, and closes
 * its connections. Returns the result of `ask`.
 */
export async function atPlace<T>(
  { watched }: Rig,
  { line, watch }: Place,
  ask: (base: string) => T,
  fault: (asked: T) => Promise<unknown>,
  { enough = 1 } = {},
): Promise<T> {
  await watched.api.ready();
  let caught = 0;
  let cut = () => {};
  const over = new Promise<void>((resolve) => (cut = resolve));
  const hold = (first = 0) => {
    caught += 1;
    return { first, until: over };
  };
  watched[line].watch(watch({ hold }));
  const asked = ask(watched.api.url);
  await until('the requests stand at their place', () => (caught >= enough ? true : undefined), 20_000);
  await fault(asked);
  watched[line].watch();
  cut();
  return asked;
}

/**
 * Kills the API while each of `width` requests is held at the named point, `rounds` times. A request that succeeded has
 * a lead whose cadence starts within five seconds. One that failed has none, or, if the commit was done, the one that a
 * repetition under the same key returns.
 */
export async function expectKillsToHarmNobody(
  rig: Rig,
  point: string,
  { rounds, width }: { rounds: number; width: number },
): Promise<void> {
  const { line, watch, seen, leads = 1 } = KILL_POINTS[point] as KillPoint;
  const account = await rig.account([mail('Later', 3_600)]);
  const { watched } = rig;
  const checks: Promise<void>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sent = await atPlace(
      rig,
      { line, watch },
      (base) => Array.from({ length: width }, () => send(account, base, leads)),
      async (requests) => {
        await seen?.(rig, requests);
        rig.note('api-watched', `SIGKILL ${point}`);
        await watched.api.kill();
      },
      { enough: seen ? 1 : width },
    );
    const check = expectDoneOrUndone(rig, account, point, sent);
    // The next round starts concurrently, because another process recovers the rest.
    check.catch(() => undefined);
    checks.push(check);
  }
  await Promise.all(checks);
  const runs: { id: string }[] = await rig.db('agent_runs').where({ account_id: account.accountId });
  expect(runs).toHaveLength(rounds * width * leads);
  await inParallel(10, runs, ({ id }) => walking(rig, id));
}

/** Expects that each request of one kill was done as a whole, or not at all. */
async function expectDoneOrUndone(rig: Rig, account: RigAccount, point: string, sent: Sent[]): Promise<void> {
  const { leaves, leads = 1 } = KILL_POINTS[point] as KillPoint;
  const killed = Date.now();
  await inParallel(sent.length, sent, async (request) => {
    const { status } = await request.answer;
    // No answer, or one that says no: a statement that hangs for long is given up.
    if (leaves === 'nothing') return expect([0, 503]).toContain(status);
    expect({ point, answered: status !== 0 }).toEqual({ point, answered: leaves === 'a lead, answered' });
    const runs = await runsOf(rig, account, request);
    expect(runs).toHaveLength(leads);
    // One after the other: asked for all of them at once, Temporal is kept from the very starts that are waited for.
    for (const id of runs) expect((await walking(rig, id)).getTime() - killed).toBeLessThan(bound(5_000));
  });
  if (leaves === 'nothing') await expectNothingLeft(rig, sent);
  // A client without a response repeats the request with the same key. There is one lead and one enrollment in every
  // case.
  await inParallel(sent.length, sent, async ({ key, body, emails }) => {
    const again = await until(
      'the repeat was answered',
      async () => {
        const answer = await account.request('POST', '/leads', { body, headers: { 'Idempotency-Key': key } });
        // The database may still hold what a dead connection had begun.
        return [0, 409, 503].includes(answer.status) ? undefined : answer;
      },
      20_000,
    );
    expect([201, 207]).toContain(again.status);
    expect(again.headers['idempotent-replayed']).toBe(leaves === 'nothing' ? undefined : 'true');
    expect(await rig.db('leads').whereIn('email', emails)).toHaveLength(emails.length);
  });
}

/** Since when the lead of an enrolment walks, by Temporal's own record; waits until it does. */
const walking = (rig: Rig, runId: string): Promise<Date> =>
  until(`${runId} walks`, () => runningSince(rig, runId), 10_000);

async function runsOf(rig: Rig, account: RigAccount, { emails }: Sent): Promise<string[]> {
  const rows: { id: string }[] = await rig
    .db('agent_runs')
    .join('leads', 'leads.id', 'agent_runs.lead_id')
    .where('leads.account_id', account.accountId)
    .whereIn('leads.email', emails)
    .select('agent_runs.id');
  return rows.map(({ id }) => id);
}

async function expectNothingLeft(rig: Rig, sent: Sent[]): Promise<void> {
  const emails = sent.flatMap((request) => request.emails);
  expect(await rig.db('leads').whereIn('email', emails)).toEqual([]);
}

/** While Temporal is away every lead is accepted at once; each walks within five seconds of its return. */
export async function expectLeadsWhileTemporalIsAway(rig: Rig, awayMs: number): Promise<void> {
  const account = await rig.account([mail('Later', 3_600)]);
  rig.note('temporal', 'SIGKILL');
  await rig.temporal.kill();
  const ends = performance.now() + awayMs;
  const answers: Answer[] = [];
  while (performance.now() < ends) {
    const { url } = rig.apis[answers.length % rig.apis.length] as Program;
    answers.push(await send(account, url, 1).answer);
    await pass(500);
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(bound(1_500));
  rig.note('temporal', 'start');
  await rig.temporal.start();
  const back = Date.now();
  await inParallel(10, answers, async ({ body }) => {
    const { id } = body.workflow_run as { id: string };
    expect((await walking(rig, id)).getTime() - back).toBeLessThan(bound(5_000));
  });
  await expectInvariants(rig);
}
