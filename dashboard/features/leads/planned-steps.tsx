import { useQuery } from '@tanstack/react-query';
import type { NextStep } from '../../../schemas/agent-runs/agent-runs.js';
import { request } from '../../api/request.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon, type IconName } from '../../components/icons.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { capitalize } from '../../words/capitalize.js';
import * as labels from '../../words/en/lead.js';
import { holdInWords } from '../../words/hold-reasons.js';
import { noteInWords } from '../../words/notes.js';
import { STOPS } from '../../words/states.js';
import { type PlannedItem, planFrom } from './run-plan.js';
import { idOfAhead } from './run-ribbon-layout.js';
import { clockInOtherZone } from './viewer-time-zone.js';

const ICONS: Readonly<Record<string, IconName>> = { email: 'mail', whatsapp: 'brand-whatsapp', call: 'phone' };

function Coming({ id, item }: { id: string; item: PlannedItem }) {
  const there = clockInOtherZone(item.at, item.timezone);
  return (
    <li className="moment ahead" id={id}>
      <span className="moment-mark">
        <Icon name={ICONS[item.channel ?? ''] ?? 'clock'} size={16} />
      </span>
      <div className="grow">
        <div className="row">
          <strong className="quiet">{item.subject ?? capitalize(item.type.replaceAll('_', ' '))}</strong>
          {item.step_key && <code className="faint">{item.step_key}</code>}
          <span className="faint">
            <Timestamp at={item.at} plain />
            {there && ` (${there})`}
          </span>
        </div>
        {item.holds.map((hold) => (
          <p key={`${hold.reason}${hold.until}`} className="quiet">
            {holdInWords(hold)}
          </p>
        ))}
        {item.text ? <p className="said cut-lines">{item.text}</p> : <p className="faint">{noteInWords(item.note)}</p>}
      </div>
    </li>
  );
}

/** Ends of a plan that aren't the end of its run. */
const OPEN_ENDS: Readonly<Record<string, string>> = {
  held: labels.afterThatTheRunIsOn,
  paused: labels.afterThatTheRunIsPaused,
  unfinished: labels.moreStepsFollow,
};

const endOf = (reason: string): string => {
  const stop = (STOPS as Readonly<Record<string, string>>)[reason];
  return stop ? labels.plannedEnd(stop) : (OPEN_ENDS[reason] ?? labels.moreStepsFollow);
};

/** Queries what comes after a run's next step; no plan without one. */
const usePlan = (leadId: string, next: NextStep | undefined, enrolledAt: string | undefined) =>
  useQuery({
    queryKey: ['simulateWorkflow', leadId, next?.workflow_run_id, next?.step_key, next?.earliest_at],
    queryFn: async ({ signal }) =>
      (next &&
        enrolledAt &&
        (await planFrom(next, enrolledAt, (starts_at) =>
          request(
            'simulateWorkflow',
            { params: { id: next.workflow_id }, body: { lead_id: leadId, starts_at } },
            { signal },
          ),
        ))) ||
      null,
    enabled: next !== undefined && enrolledAt !== undefined,
    staleTime: 60_000,
  }).data;

const useRuns = (leadId: string) =>
  useApiQuery('listWorkflowRuns', { query: { lead_id: leadId, include: 'workflow', limit: 20 } });

/**
 * Queries when the agent of a run may write, and on which clock; undefined until that is known, or where it always may.
 */
export function useWindowOfRun(leadId: string, runId: string, leadZone: string) {
  const run = useRuns(leadId).data?.workflow_runs.find(({ id }) => id === runId);
  const params = { id: run?.workflow_id ?? '', version: String(run?.workflow_version) };
  const { data } = useApiQuery('getWorkflowVersion', { params }, { enabled: run !== undefined });
  const window = data?.definition.cadence.window;
  if (!data || !window?.days || window.mode === 'none') return undefined;
  const { timezone = 'lead' } = window;
  const zone = timezone === 'lead' ? leadZone : timezone === 'workflow' ? data.definition.timezone : timezone;
  return { days: window.days, zone };
}

/** Queries what comes next for a lead, and when each of its runs began. */
function useComing(leadId: string) {
  const next = useApiQuery('getLeadNext', { params: { id: leadId } });
  const runs = useRuns(leadId);
  return {
    next: next.data?.runs ?? [],
    enrolled: new Map(runs.data?.workflow_runs.map((run) => [run.id, run.enrolled_at])),
  };
}

/** Queries what a run plans. */
export function usePlanOfRun(leadId: string, runId: string) {
  const { next, enrolled } = useComing(leadId);
  return usePlan(
    leadId,
    next.find(({ workflow_run_id }) => workflow_run_id === runId),
    enrolled.get(runId),
  );
}

function AfterNext({ leadId, next, enrolledAt }: { leadId: string; next: NextStep; enrolledAt: string }) {
  const plan = usePlan(leadId, next, enrolledAt);
  if (!plan) return null;
  return (
    <div className="plan">
      <p className="faint idle">
        {endOf(plan.outcome.reason)} {plan.exact ? labels.thisIsThePlanIfNothing : labels.thisIsTheApproximatePlanIf}
      </p>
      <ol aria-label={labels.planOf(next.workflow_name)}>
        {plan.items
          .map((item, place) => {
            // A step may come twice: its place in the plan tells it apart.
            const id = idOfAhead(next.workflow_run_id, place);
            return <Coming key={id} id={id} item={item} />;
          })
          .toReversed()}
      </ol>
    </div>
  );
}

/** The planned steps of the lead's agents, or of one run, latest first. */
export function PlannedSteps({ id, runId }: { id: string; runId: string | undefined }) {
  const { next, enrolled } = useComing(id);
  const shown = next.filter((each) => runId === undefined || each.workflow_run_id === runId);
  return shown.map((each) => {
    const at = enrolled.get(each.workflow_run_id);
    return at && <AfterNext key={each.workflow_run_id} leadId={id} next={each} enrolledAt={at} />;
  });
}
