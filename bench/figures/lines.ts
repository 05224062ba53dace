import { openWork } from '../../db/work.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { findSender } from '../../services/channels/senders.js';
import { callLines } from '../../services/messages/call-lines.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { type Figure, require } from '../support/figure.js';
import { inParallel } from '../support/load.js';
import type { Setup } from '../support/stand.js';

const LEADS = 2_000;
const A_MINUTE = 60;
const MINUTES = 5;
const AT_ONCE = 8;
const MINUTE_MS = 60_000;
/** Frames of transactions aside. */
const FRAME = /^(BEGIN|COMMIT|ROLLBACK|SET )/i;

/** The cost of the messages that were sent: how often runs were read, and all statements. */
interface Cost {
  sent: number;
  looks: number;
  statements: number;
}

/**
 * P21: what a message costs that leaves from behind a limit, against one of a sender without limits. Runs are advanced
 * as activities do it, at instants that are made up: minutes take seconds.
 */
export async function waitInLine(setup: Setup): Promise<Figure> {
  await setup.stopWorkers();
  const { db } = setup;
  const deps: SendDependencies = {
    links: createMailLinks(['bench-secret-that-is-long-enough'], 'http://bench.test'),
    senderOf: (channel, accountId, id) => findSender(db, channel, accountId, id),
    heldBack: async () => undefined,
  };
  const cost: Cost = { sent: 0, looks: 0, statements: 0 };
  const count = ({ sql }: { sql: string }) => {
    if (!FRAME.test(sql)) cost.statements += 1;
  };
  const look = (runIds: readonly string[], at: Date) =>
    inParallel(runIds, AT_ONCE, async (id) => {
      cost.looks += 1;
      const first = await db.transaction((tx) => advanceRun(openWork(tx, at), id, deps));
      if (!('send' in first)) return;
      const taken = { kind: 'accepted' as const, providerMessageId: `<${id}@example.com>` };
      await db.transaction((tx) => recordOutcome(openWork(tx, at), first.send, taken));
      cost.sent += 1;
    });
  /** The first look at each lead, and then what each minute brings. */
  const work = async (perMinute: number | null): Promise<{ first: Cost; then: Cost }> => {
    const runs = await enrolled(setup, perMinute);
    const noon = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000 + 12 * 3_600_000);
    Object.assign(cost, { sent: 0, looks: 0, statements: 0 });
    db.on('query', count);
    try {
      await look(runs, noon);
      const first = { ...cost };
      for (let n = 1; n <= MINUTES; n += 1) {
        const at = new Date(noon.getTime() + n * MINUTE_MS);
        for (let told = await call(setup, at); told.length > 0; told = await call(setup, at)) await look(told, at);
      }
      const { sent, looks, statements } = cost;
      const then = { sent: sent - first.sent, looks: looks - first.looks, statements: statements - first.statements };
      return { first, then };
    } finally {
      db.off('query', count);
    }
  };
  const free = await work(null);
  const { first, then } = await work(A_MINUTE);
  await db('line_places').where({ account_id: setup.accountId }).delete();
  await db('email_senders').where({ account_id: setup.accountId }).update({ per_minute: null });
  const theirs = free.first.statements / free.first.sent;
  // A held message costs one read, when it is due.
  const held = (first.statements - first.sent * theirs) / (first.looks - first.sent);
  const ours = held + then.statements / then.sent;
  const figure: Figure = {
    id: 'P21',
    name: `a message behind a limit, ${LEADS} leads`,
    reference: 'the same from a sender without limits',
    unit: 'statements',
    ours,
    theirs,
    ratio: ours / theirs,
    target: '< 3.00',
    met: ours / theirs < 3,
    notes: [`${held.toFixed(1)} of them when it was held`],
    rounds: { ours: [ours], theirs: [theirs] },
  };
  require(figure, then.sent === MINUTES * A_MINUTE, `${then.sent} left in ${MINUTES} minutes at ${A_MINUTE} a minute`);
  require(figure, then.looks <= 1.2 * then.sent, `woken ${(then.looks / then.sent).toFixed(2)} times each`);
  return figure;
}

/** Those who are called at an instant. */
async function call({ db }: Setup, at: Date): Promise<string[]> {
  const told: string[] = [];
  const dispatch = (items: readonly { workflowId: string }[]) =>
    void told.push(...items.map(({ workflowId }) => workflowId.split('/')[1] ?? ''));
  await callLines({ db, clock: { now: () => at }, dispatch }, new Map(), (_line, error) => {
    throw error;
  });
  return told;
}

/** New leads of an agent whose sender has this limit; nothing but the caller looks at them. */
async function enrolled(
  { db, agents, accountId, apiAlone, headers }: Setup,
  perMinute: number | null,
): Promise<string[]> {
  const workflow_id = await agents.withSteps([0]);
  await db('email_senders').where({ account_id: accountId }).update({ per_minute: perMinute });
  const api = await apiAlone();
  for (let from = 0; from < LEADS; from += 1_000) {
    const leads = Array.from({ length: 1_000 }, (_, n) => ({
      first_name: 'Lead',
      email: `line-${workflow_id}-${from + n}@example.com`,
      workflow_id,
    }));
    const answer = await fetch(`${api}/api/public/leads`, { method: 'POST', headers, body: JSON.stringify(leads) });
    if (!answer.ok) throw new Error(`The leads were not created: ${answer.status}`);
  }
  await db('outbox').where({ account_id: accountId }).delete();
  return db('agent_runs').where({ agent_id: workflow_id }).orderBy('id').pluck('id');
}
