import { listAgentNames } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import {
  countTouchedLeads,
  listPipeline,
  type PipelineRow,
  type TouchCounts,
  type TouchDimension,
  type TouchFilter,
} from '../../db/operations/performance.js';
import { listWriters } from '../../db/operations/reply-waits.js';
import { findCountedAt, type SummedCount, sumCounts, WAIT_METRICS } from '../../db/operations/report-counts.js';
import { dayAfter, startOfDay } from '../../domain/time/local-day.js';
import { waitOfShare } from '../../domain/values/waits.js';
import type {
  PERFORMANCE_GROUPS,
  PerformanceFigures,
  PerformanceReport,
} from '../../schemas/operations/performance.js';

/** Keys of steps are unique within an agent only. */
const DIMENSIONS: Record<(typeof PERFORMANCE_GROUPS)[number], TouchDimension[]> = {
  workflow: ['agent_id'],
  owner: ['owner_id'],
  sender: ['sender_id'],
  channel: ['channel'],
  step: ['agent_id', 'step_key'],
};

const NONE = { sent: 0, delivered: 0, replied: 0, met: 0, won: 0 };

const rateOf = (hits: number, all: number): number | null =>
  all === 0 ? null : Math.round((hits / all) * 10_000) / 10_000;

function figuresOf({ sent, delivered, replied, met, won }: typeof NONE = NONE): PerformanceFigures {
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

/** The days of the report, the instants at which they begin and end, and what the rows are grouped by. */
export interface PerformanceRequest {
  account: { id: string; timezone: string };
  days: { from: string; to: string; count: number; since: Date; until: Date };
  filter: Pick<TouchFilter, 'values' | 'missing'>;
  group: (typeof PERFORMANCE_GROUPS)[number];
  /** The number of leads below which a step is neither best nor worst. */
  minSent: number;
  now: Date;
}

/** What is read from the database for the report. */
async function readCounts(db: Db, { account, days, filter, group, now }: PerformanceRequest) {
  const { from, to, count, since, until } = days;
  const previous = { from: dayAfter(from, -count), to: dayAfter(to, -count) };
  const shared = { accountId: account.id, ...filter };
  const inPeriod: TouchFilter = { ...shared, since, until };
  const inPrevious: TouchFilter = { ...shared, since: startOfDay(previous.from, account.timezone), until: since };
  const dimensions = DIMENSIONS[group];
  const agentId = filter.values.agent_id;
  const waits = (period: { from: string; to: string }) =>
    sumCounts(db, { accountId: account.id, ...period, metrics: WAIT_METRICS, agentId }, ['writer_id']);
  const [all] = await countTouchedLeads(db, inPeriod, []);
  const [allBefore] = await countTouchedLeads(db, inPrevious, []);
  const grouped = await countTouchedLeads(db, inPeriod, dimensions);
  const groupedBy = (name: 'step' | 'owner') =>
    group === name ? grouped : countTouchedLeads(db, inPeriod, DIMENSIONS[name]);
  return {
    previous,
    all,
    allBefore,
    rows: pairs(grouped, await countTouchedLeads(db, inPrevious, dimensions), dimensions),
    steps: await groupedBy('step'),
    owned: await groupedBy('owner'),
    answers: await waits({ from, to }),
    answersBefore: await waits(previous),
    pipeline: await listPipeline(db, { accountId: account.id, now, agentId }),
  };
}

/** Compares the results of a period with those of the same number of days before. */
export async function readPerformance(db: Db, request: PerformanceRequest): Promise<PerformanceReport> {
  const counts = await readCounts(db, request);
  const members = [
    ...new Set([
      ...counts.owned.flatMap(({ owner_id }) => owner_id || []),
      ...counts.answers.flatMap(({ writer_id }) => writer_id || []),
    ]),
  ];
  const { agents, users } = await namesOf(
    db,
    request.account.id,
    [...counts.rows.map(({ place }) => place), ...counts.steps, ...counts.pipeline].flatMap(
      (row) => row.agent_id || [],
    ),
    [...members, ...counts.rows.flatMap(({ place }) => place.owner_id || [])],
  );
  const placeOf = ({ agent_id, step_key }: Partial<TouchCounts>) => ({
    workflow_id: agent_id || null,
    workflow_name: agents.get(agent_id ?? '') ?? null,
    step_key: step_key || null,
  });
  const stepOf = (step: TouchCounts | undefined) =>
    step ? { ...placeOf(step), sent: step.sent, reply_rate: rateOf(step.replied, step.sent) ?? 0 } : null;
  const { best, worst } = extremes(counts.steps, request.minSent);
  const asOf = await findCountedAt(db, 'touches');
  return {
    from: request.days.from,
    to: request.days.to,
    previous: counts.previous,
    now: figuresOf(counts.all),
    before: figuresOf(counts.allBefore),
    rows: counts.rows.map(({ place, now, before }) => ({
      ...placeOf(place),
      owner_id: place.owner_id || null,
      owner_name: users.get(place.owner_id ?? '') ?? null,
      sender_id: place.sender_id || null,
      channel: place.channel || null,
      now,
      before,
    })),
    best_step: stepOf(best),
    worst_step: stepOf(worst),
    reply_time: { now: replyTimeOf(counts.answers), before: replyTimeOf(counts.answersBefore) },
    pipeline: counts.pipeline.map((row) => pipelineRow(row, agents)),
    team: teamOf(members, { users, owned: counts.owned, answers: counts.answers }),
    as_of: asOf?.toISOString() ?? null,
  };
}

const pipelineRow = ({ agent_id, status_key, ...ages }: PipelineRow, agents: ReadonlyMap<string, string>) => ({
  workflow_id: agent_id,
  workflow_name: agents.get(agent_id) ?? null,
  status: status_key,
  ...ages,
});
