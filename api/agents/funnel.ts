import { draftOf, findAgent, findDefinition, listAgentsByIds } from '../../db/agents/agents.js';
import {
  countEndedRuns,
  countOpenRuns,
  findCountedAt,
  type SummedCount,
  sumCounts,
} from '../../db/operations/report-counts.js';
import { stepsOf } from '../../domain/cadence/steps.js';
import { shareInterval } from '../../domain/values/share.js';
import { getAgentFunnelContract, getAgentStatsContract, type ReportMetric } from '../../schemas/operations/reports.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idsFilter } from '../http/request/fields.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { csvAnswer, wantsCsv } from '../operations/csv-answer.js';
import { reportDays } from '../operations/report-days.js';

const OF_STEPS = ['entered', 'sent', 'delivered', 'opened', 'clicked', 'replied', 'skipped', 'failed'] as const;
type StepFigures = Record<(typeof OF_STEPS)[number], number>;
const OF_AGENTS = ['sent', 'replied', 'meetings'] as const;

const sumOf = (counts: readonly SummedCount[], metric: ReportMetric): number =>
  counts.reduce((sum, count) => sum + (count.metric === metric ? count.n : 0), 0);

export const getAgentFunnelRoute = (_deps: ApiDependencies) =>
  route(getAgentFunnelContract).handle(async ({ account, db, params, query, now, req }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const { version } = query;
    if (version !== undefined && version > agent.version) {
      const message = `The latest version is ${agent.version}.`;
      throw new ApiError('VALIDATION_ERROR', { field: '/version', message });
    }
    const { from, to, since, until } = reportDays(query, account, now);
    const shown = version ?? agent.version;
    const published = shown > 0 ? await findDefinition(db, agent.id, shown) : undefined;
    const filter = { accountId: account.id, from, to, metrics: [...OF_STEPS, 'converted'], agentId: agent.id, version };
    const counts = (await sumCounts(db, filter, ['step_key', 'variant'])).filter(({ step_key }) => step_key !== '');
    const open = await countOpenRuns(db, account.id, [agent.id], version);
    const ended = await countEndedRuns(db, account.id, [agent.id], { since, until, version });
    const asOf = await findCountedAt(db);
    const keys = stepsOf(published ?? draftOf(agent)).map(({ key }) => key);
    const removedSteps = [...counts, ...open]
      .flatMap(({ step_key }) => step_key || [])
      .filter((key) => !keys.includes(key));
    const steps = [...keys, ...new Set(removedSteps)].map((step_key) => {
      const own = counts.filter((count) => count.step_key === step_key);
      const here = open.filter((run) => run.step_key === step_key);
      const figures = Object.fromEntries(OF_STEPS.map((metric) => [metric, sumOf(own, metric)])) as StepFigures;
      return {
        step_key,
        ...figures,
        here_now: runsOf(here),
        variants: variantsOf(own),
        held_now: runsOf(here.filter(({ cadence_state }) => cadence_state === 'held')),
      };
    });
    if (wantsCsv(req)) return csvAnswer(`funnel-${from}-${to}`, stepLines(steps));
    const statuses = [...Map.groupBy(open, ({ status_key }) => status_key)].map(([key, runs]) => ({
      key,
      leads: runsOf(runs),
    }));
    const exits = [...Map.groupBy(ended, ({ run_status, stop_reason }) => stop_reason ?? run_status)].map(
      ([reason, runs]) => ({ reason, leads: runsOf(runs) }),
    );
    const about = { from, to, version: version ?? null };
    return {
      status: 200,
      body: { success: true, ...about, steps, statuses, exits, as_of: asOf?.toISOString() ?? null },
    };
  });

type Step = StepFigures & {
  step_key: string;
  here_now: number;
  held_now: number;
  variants: ReturnType<typeof variantsOf>;
};
const OF_VARIANTS = ['converted', 'share_low', 'share_high', 'converted_low', 'converted_high'] as const;

/** Each step on a line, and below it each of its variants; what is not known of one is left empty. */
function* stepLines(steps: readonly Step[]): Generator<unknown[]> {
  yield ['step_key', 'variant', ...OF_STEPS, 'here_now', 'held_now', ...OF_VARIANTS];
  for (const step of steps) {
    yield [step.step_key, '', ...OF_STEPS.map((name) => step[name]), step.here_now, step.held_now];
    for (const variant of step.variants) {
      const { sent, replied } = variant;
      const known: Partial<StepFigures> = { sent, replied };
      const own = OF_VARIANTS.map((name) => variant[name]);
      yield [step.step_key, variant.key, ...OF_STEPS.map((name) => known[name]), '', '', ...own];
    }
  }
}

function variantsOf(counts: readonly SummedCount[]) {
  return [...new Set(counts.flatMap(({ variant }) => variant || []))].map((key) => {
    const own = counts.filter(({ variant }) => variant === key);
    const [sent, replied, converted] = [sumOf(own, 'sent'), sumOf(own, 'replied'), sumOf(own, 'converted')];
    const answers = shareInterval(replied, sent);
    const conversions = shareInterval(converted, sent);
    return {
      key,
      sent,
      replied,
      share_low: answers.low,
      share_high: answers.high,
      converted,
      converted_low: conversions.low,
      converted_high: conversions.high,
    };
  });
}

const runsOf = (counts: readonly { n: number }[]): number => counts.reduce((sum, { n }) => sum + Number(n), 0);

export const getAgentStatsRoute = (_deps: ApiDependencies) =>
  route(getAgentStatsContract).handle(async ({ account, db, query, now }) => {
    const agents = await listAgentsByIds(db, account.id, idsFilter(query.ids, 'workflows', '/ids') ?? []);
    const known = agents.map(({ id }) => id);
    const { from, to, since, until } = reportDays({}, account, now);
    const filter = { accountId: account.id, from, to, metrics: OF_AGENTS };
    const counts = await sumCounts(db, filter, ['agent_id']);
    const open = await countOpenRuns(db, account.id, known);
    const ended = await countEndedRuns(db, account.id, known, { since, until });
    const asOf = await findCountedAt(db);
    const stats = known.map((workflow_id) => {
      const runs = open.filter(({ agent_id }) => agent_id === workflow_id);
      const own = counts.filter(({ agent_id }) => agent_id === workflow_id);
      const inState = (...states: string[]) =>
        runsOf(runs.filter(({ cadence_state }) => states.includes(cadence_state)));
      const failed = ended.filter((run) => run.agent_id === workflow_id && run.run_status === 'failed');
      return {
        workflow_id,
        open: runsOf(runs),
        waiting: inState('pending', 'waiting', 'active'),
        held: inState('held'),
        paused: inState('paused'),
        failed_7d: runsOf(failed),
        sent_7d: sumOf(own, 'sent'),
        replied_7d: sumOf(own, 'replied'),
        meetings_7d: sumOf(own, 'meetings'),
      };
    });
    return { status: 200, body: { success: true, stats, as_of: asOf?.toISOString() ?? null } };
  });
