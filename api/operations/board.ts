import { listAgentNames } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import {
  countTouchedLeads,
  listPipeline,
  listTouchedLeads,
  type TouchCounts,
  type TouchDimension,
  type TouchFilter,
} from '../../db/operations/board.js';
import { listWriters } from '../../db/operations/reply-waits.js';
import { findCountedAt, type SummedCount, sumCounts, WAIT_METRICS } from '../../db/operations/report-counts.js';
import { beginOfDay, dayAfter } from '../../domain/time/local-day.js';
import { waitOfShare } from '../../domain/values/waits.js';
import {
  BOARD_OUTCOMES,
  type BoardFigures,
  type BoardRow,
  getBoardContract,
  listBoardLeadsContract,
} from '../../schemas/operations/board.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf } from '../http/request/paging.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';
import { csvAnswer, wantsCsv } from './csv-answer.js';
import { reportDays } from './report-days.js';

const LEADS = 'board_leads';
const LEAST_SENT = 30;

/** Keys of steps are unique within an agent only. */
const DIMENSIONS: Record<'workflow' | 'owner' | 'sender' | 'channel' | 'step', TouchDimension[]> = {
  workflow: ['agent_id'],
  owner: ['owner_id'],
  sender: ['sender_id'],
  channel: ['channel'],
  step: ['agent_id', 'step_key'],
};
const MISSING = { workflow: 'agent_id', owner: 'owner_id', sender: 'sender_id', step: 'step_key' } as const;

interface Filters {
  workflow_id?: string;
  owner_id?: string;
  sender_id?: string;
  channel?: string;
  step_key?: string;
  without?: keyof typeof MISSING;
}

const valuesOf = ({
  workflow_id,
  owner_id,
  sender_id,
  channel,
  step_key,
  without,
}: Filters): TouchFilter['values'] => ({
  agent_id: workflow_id?.toLowerCase(),
  owner_id: owner_id?.toLowerCase(),
  sender_id: sender_id?.toLowerCase(),
  channel,
  step_key,
  ...(without === undefined ? {} : { [MISSING[without]]: '' }),
});

const NONE = { sent: 0, delivered: 0, replied: 0, met: 0, won: 0 };

const rateOf = (hits: number, all: number): number | null =>
  all === 0 ? null : Math.round((hits / all) * 10_000) / 10_000;

function figuresOf({ sent, delivered, replied, met, won }: typeof NONE = NONE): BoardFigures {
  return {
    sent,
    delivered,
    replied,
    met,
    won,
    delivery_rate: rateOf(delivered, sent),
    reply_rate: rateOf(replied, sent),
    meeting_rate: rateOf(met, sent),
    win_rate: rateOf(won, sent),
  };
}

function replyTimeOf(counts: readonly SummedCount[]) {
  const sizes = new Map<number, number>();
  for (const { metric, n } of counts) {
    const size = WAIT_METRICS.indexOf(metric);
    sizes.set(size, (sizes.get(size) ?? 0) + n);
  }
  return {
    first_replies: counts.reduce((sum, { n }) => sum + n, 0),
    median_seconds: waitOfShare(sizes, 0.5),
    p90_seconds: waitOfShare(sizes, 0.9),
  };
}

const keyOf = (counts: TouchCounts, dimensions: readonly TouchDimension[]): string =>
  JSON.stringify(dimensions.map((name) => counts[name]));

/** Pairs the groups of two periods. A group that is in one of them has zeros in the other. */
function pairs(now: readonly TouchCounts[], before: readonly TouchCounts[], dimensions: readonly TouchDimension[]) {
  const grouped = Map.groupBy(
    [...now.map((counts) => ({ counts, isNow: true })), ...before.map((counts) => ({ counts, isNow: false }))],
    ({ counts }) => keyOf(counts, dimensions),
  );
  return [...grouped.values()].map((both) => ({
    place: both[0]?.counts ?? { ...NONE },
    now: figuresOf(both.find(({ isNow }) => isNow)?.counts),
    before: figuresOf(both.find(({ isNow }) => !isNow)?.counts),
  }));
}

/** Returns the steps with the highest and the lowest reply rate of those that were sent to enough leads. */
function extremes(steps: readonly TouchCounts[], leastSent: number) {
  const ranked = steps
    .filter(({ step_key, sent }) => step_key !== '' && sent >= leastSent)
    .sort((one, other) => other.replied / other.sent - one.replied / one.sent);
  return { best: ranked[0], worst: ranked.length > 1 ? ranked.at(-1) : undefined };
}

/** Finds the names of agents and users. */
async function namesOf(db: Db, accountId: string, agentIds: readonly string[], userIds: readonly string[]) {
  const agents = await listAgentNames(db, accountId, [...new Set(agentIds)]);
  const users = await listWriters(db, accountId, [...new Set(userIds)]);
  return {
    agents: new Map(agents.map(({ id, name }) => [id, name])),
    users: new Map([...users.values()].filter(({ kind }) => kind === 'user').map(({ id, name }) => [id, name])),
  };
}

/** Returns the results of each user. Agents and keys reply too, but they aren't members of the team. */
const teamOf = (
  ids: readonly string[],
  {
    users,
    owned,
    answers,
  }: { users: ReadonlyMap<string, string>; owned: readonly TouchCounts[]; answers: readonly SummedCount[] },
) =>
  ids
    .filter((id) => users.has(id) || owned.some(({ owner_id }) => owner_id === id))
    .map((id) => ({
      user_id: id,
      name: users.get(id) ?? null,
      reply_time: replyTimeOf(answers.filter(({ writer_id }) => writer_id === id)),
      leads: figuresOf(owned.find(({ owner_id }) => owner_id === id)),
    }));

export const getBoardRoute = (_deps: ApiDependencies) =>
  route(getBoardContract).handle(async ({ account, db, query, now, req }) => {
    const { from, to, count, since, until } = reportDays(query, account, now);
    const previous = { from: dayAfter(from, -count), to: dayAfter(to, -count) };
    const agentId = query.workflow_id?.toLowerCase();
    const shared = { accountId: account.id, values: valuesOf(query) };
    const inPeriod: TouchFilter = { ...shared, since, until };
    const inPrevious: TouchFilter = { ...shared, since: beginOfDay(previous.from, account.timezone), until: since };
    const dimensions = DIMENSIONS[query.group ?? 'workflow'];
    const rows = pairs(
      await countTouchedLeads(db, inPeriod, dimensions),
      await countTouchedLeads(db, inPrevious, dimensions),
      dimensions,
    );
    const [all] = await countTouchedLeads(db, inPeriod, []);
    const [allBefore] = await countTouchedLeads(db, inPrevious, []);
    const steps = await countTouchedLeads(db, inPeriod, DIMENSIONS.step);
    const { best, worst } = extremes(steps, query.min_sent ?? LEAST_SENT);
    const waits = (days: { from: string; to: string }) =>
      sumCounts(db, { accountId: account.id, ...days, metrics: WAIT_METRICS, agentId }, ['writer_id']);
    const answers = await waits({ from, to });
    const answersBefore = await waits(previous);
    const owned = await countTouchedLeads(db, inPeriod, DIMENSIONS.owner);
    const pipeline = await listPipeline(db, { accountId: account.id, now, agentId });
    const members = [
      ...new Set([
        ...owned.flatMap(({ owner_id }) => owner_id || []),
        ...answers.flatMap((row) => row.writer_id || []),
      ]),
    ];
    const { agents, users } = await namesOf(
      db,
      account.id,
      [...rows.map(({ place }) => place), ...steps, ...pipeline].flatMap(({ agent_id }) => agent_id || []),
      [...members, ...rows.flatMap(({ place }) => place.owner_id || [])],
    );
    const placeOf = ({ agent_id, step_key }: Partial<TouchCounts>) => ({
      workflow_id: agent_id || null,
      workflow_name: agents.get(agent_id ?? '') ?? null,
      step_key: step_key || null,
    });
    const stepOf = (step: TouchCounts | undefined) =>
      step ? { ...placeOf(step), sent: step.sent, reply_rate: rateOf(step.replied, step.sent) ?? 0 } : null;
    const shown: BoardRow[] = rows.map((row) => ({
      ...placeOf(row.place),
      owner_id: row.place.owner_id || null,
      owner_name: users.get(row.place.owner_id ?? '') ?? null,
      sender_id: row.place.sender_id || null,
      channel: row.place.channel || null,
      now: row.now,
      before: row.before,
    }));
    if (wantsCsv(req)) return csvAnswer(`board-${from}-${to}`, lines(shown));
    const asOf = await findCountedAt(db, 'touches');
    return {
      status: 200,
      body: {
        success: true,
        from,
        to,
        previous,
        now: figuresOf(all),
        before: figuresOf(allBefore),
        rows: shown,
        best_step: stepOf(best),
        worst_step: stepOf(worst),
        reply_time: { now: replyTimeOf(answers), before: replyTimeOf(answersBefore) },
        pipeline: pipeline.map(({ status_key, runs, median_seconds, oldest_seconds, agent_id }) => ({
          workflow_id: agent_id,
          workflow_name: agents.get(agent_id) ?? null,
          status: status_key,
          runs,
          median_seconds,
          oldest_seconds,
        })),
        team: teamOf(members, { users, owned, answers }),
        as_of: asOf?.toISOString() ?? null,
      },
    };
  });

const PLACES = ['workflow_id', 'workflow_name', 'step_key', 'owner_id', 'owner_name', 'sender_id', 'channel'] as const;

function* lines(rows: readonly BoardRow[]): Generator<unknown[]> {
  const shown = PLACES.filter((name) => rows.some((row) => row[name] !== null));
  yield [...shown, ...BOARD_OUTCOMES, ...BOARD_OUTCOMES.map((name) => `${name}_before`)];
  for (const row of rows) {
    yield [
      ...shown.map((name) => row[name]),
      ...BOARD_OUTCOMES.map((name) => row.now[name]),
      ...BOARD_OUTCOMES.map((name) => row.before[name]),
    ];
  }
}

export const listBoardLeadsRoute = (_deps: ApiDependencies) =>
  route(listBoardLeadsContract).handle(async (input) => {
    const { account, db, query, now } = input;
    const { since, until } = reportDays(query, account, now);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const found = await listTouchedLeads(
      db,
      { accountId: account.id, since, until, values: valuesOf(query) },
      { outcome: query.outcome ?? 'sent', limit, after: decodeCursor(query.cursor, LEADS)?.[0] },
    );
    const { rows, pagination } = pageOf(found, limit, (last) => encodeCursor(LEADS, [last.lead_id]));
    const leads = rows.map(({ lead_id, first_sent_at, outcome_at }) => ({
      lead_id,
      first_sent_at: first_sent_at.toISOString(),
      outcome_at: outcome_at.toISOString(),
    }));
    return { status: 200, body: { success: true, leads, ...(await includedFor(input, rows)), pagination } };
  });
