import { Link } from '@tanstack/react-router';
import type { StopReason } from '../../../schemas/agents/agents.js';
import type { Answer } from '../../api/operation-types.js';
import { addressOf } from '../../api/request.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { AsOf } from '../../components/as-of.js';
import { CountsTable } from '../../components/counts-table.js';
import { Empty } from '../../components/page.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Select } from '../../components/select.js';
import { capitalize } from '../../words/capitalize.js';
import * as words from '../../words/en/reports.js';
import { wordOf } from '../../words/fields.js';
import { METRICS, numberOf, shareOf } from '../../words/reports.js';
import { STOPS } from '../../words/states.js';
import { AgentSelect, useAgents } from './agent-select.js';
import { DownloadReport } from './download-report.js';
import type { Change, Days, ResultsChange } from './report-search.js';

type Funnel_ = Answer<'getWorkflowFunnel'>;

const COUNTS = ['entered', 'sent', 'delivered', 'opened', 'clicked', 'replied', 'failed', 'skipped'] as const;

const Variants = ({ steps }: { steps: Funnel_['steps'] }) => (
  <section className="card" aria-labelledby="variants">
    <header className="card-head">
      <h2 id="variants">{words.variants}</h2>
    </header>
    <CountsTable
      label={words.resultsByVariant}
      places={[words.step, words.variant]}
      counts={[METRICS.sent, METRICS.replied, METRICS.converted]}
      rest={[words.replyRate95Interval, words.conversionRate95Interval]}
      rows={steps.flatMap(({ step_key, variants }) =>
        variants.map(({ key, sent, replied, converted, ...shares }) => ({
          key: `${step_key} ${key}`,
          places: [step_key, key],
          counts: [sent, replied, converted],
          rest: [shareOf(shares.share_low, shares.share_high), shareOf(shares.converted_low, shares.converted_high)],
        })),
      )}
    />
  </section>
);

/** The current statuses of leads, and the reasons why runs ended. */
const CurrentCounts = ({ statuses, exits }: Pick<Funnel_, 'statuses' | 'exits'>) => (
  <div className="pairs tops">
    <section className="card" aria-labelledby="statuses">
      <header className="card-head">
        <h2 id="statuses">{words.leadsByStatus}</h2>
      </header>
      <CountsTable
        label={words.leadsByStatus}
        places={[words.statusLabel]}
        counts={[words.leads]}
        rows={statuses.map(({ key, leads }) => ({ key, places: [wordOf(key)], counts: [leads] }))}
      />
    </section>
    <section className="card" aria-labelledby="exits">
      <header className="card-head">
        <h2 id="exits">{words.whyRunsEnded}</h2>
      </header>
      <CountsTable
        label={words.endedRunsByReason}
        places={[words.reason]}
        counts={[words.runs]}
        rows={exits.map(({ reason, leads }) => ({
          key: reason,
          places: [capitalize(STOPS[reason as StopReason] ?? reason)],
          counts: [leads],
        }))}
      />
    </section>
  </div>
);

interface VersionProps {
  id: string;
  value: string | undefined;
  onChange: ResultsChange;
}

/** Selects the version whose runs are counted. */
export function VersionChoice({ id, value, onChange }: VersionProps) {
  const { data } = useApiQuery('listWorkflowVersions', { params: { id }, query: { limit: 200 } });
  return (
    <Select
      label={words.version}
      placeholder={words.all}
      data={data?.versions.map(({ version }) => ({ value: String(version), label: words.version2(version) })) ?? []}
      value={value ?? null}
      onChange={(version) => onChange({ version: version ?? undefined })}
      clearable
    />
  );
}

interface StepsProps {
  id: string;
  days: Days;
  version: string | undefined;
}

/** The results of an agent's steps and variants, and the current steps of its leads. */
export function StepResults({ id, days, version }: StepsProps) {
  const query = { ...days, ...(version ? { version: Number(version) } : {}) };
  const funnelQuery = useApiQuery('getWorkflowFunnel', { params: { id }, query });
  return (
    <QueryBoundary query={funnelQuery} lines={8}>
      {({ steps, statuses, exits, as_of }) => (
        <div className="stack">
          <section className="card" aria-labelledby="funnel">
            <header className="card-head">
              <h2 id="funnel">{words.resultsByStep}</h2>
              <AsOf at={as_of} />
              <DownloadReport
                address={addressOf('getWorkflowFunnel', { id }, query)}
                name={`funnel-${days.from}-${days.to}`}
              />
            </header>
            <CountsTable
              label={words.resultsByStep}
              places={[words.step]}
              counts={COUNTS.map((name) => METRICS[name])}
              rest={[words.currentlyHere, words.onHold]}
              rows={steps.map((step) => ({
                key: step.step_key,
                places: [step.step_key],
                counts: COUNTS.map((name) => step[name]),
                rest: [numberOf(step.here_now), numberOf(step.held_now)],
              }))}
            />
          </section>
          {steps.some(({ variants }) => variants.length > 0) && <Variants steps={steps} />}
          <CurrentCounts statuses={statuses} exits={exits} />
        </div>
      )}
    </QueryBoundary>
  );
}

interface Props {
  days: Days;
  chosen: string | undefined;
  version: string | undefined;
  onChange: Change;
}

/** The results of the steps of the selected or first agent, in one version or in all. */
export function Funnel({ days, chosen, version, onChange }: Props) {
  const agents = useAgents();
  return (
    <QueryBoundary query={agents}>
      {({ workflows: [first] }) => {
        const id = chosen ?? first?.id;
        if (!id) {
          return (
            <Empty title={words.noAgentsYet}>
              <p>{words.createAnAgentToSeeThe}</p>
              <Link to="/agents">{words.openAgents}</Link>
            </Empty>
          );
        }
        return (
          <>
            <div className="filters">
              <AgentSelect value={id} onChange={(workflow_id) => onChange({ workflow_id, version: undefined })} />
              <VersionChoice id={id} value={version} onChange={onChange} />
            </div>
            <StepResults id={id} days={days} version={version} />
          </>
        );
      }}
    </QueryBoundary>
  );
}
