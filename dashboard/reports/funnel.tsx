import type { StopReason } from '../../schemas/agents/agents.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { addressOf } from '../api/request.js';
import { Asked } from '../parts/asked.js';
import { Empty } from '../parts/page.js';
import { Select } from '../parts/select.js';
import { upper } from '../parts/upper.js';
import { wordOf } from '../words/fields.js';
import { METRICS, numberOf, shareOf } from '../words/reports.js';
import { STOPS } from '../words/states.js';
import { AgentChoice, useAgents } from './agent-choice.js';
import { AsFile } from './as-file.js';
import { AsOf } from './as-of.js';
import { Counted } from './counted.js';
import type { Change, Days } from './search.js';

type Funnel_ = Answer<'getWorkflowFunnel'>;

const COUNTS = ['entered', 'sent', 'delivered', 'opened', 'clicked', 'replied', 'failed', 'skipped'] as const;

const Variants = ({ steps }: { steps: Funnel_['steps'] }) => (
  <section className="card" aria-labelledby="variants">
    <header className="card-head">
      <h2 id="variants">Variants</h2>
    </header>
    <Counted
      label="Counts of each variant"
      places={['Step', 'Variant']}
      counts={[METRICS.sent, METRICS.replied, METRICS.converted]}
      rest={['Share answered, 95 %', 'Share converted, 95 %']}
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

/** Where leads stand now, and why runs ended. */
const Standing = ({ statuses, exits }: Pick<Funnel_, 'statuses' | 'exits'>) => (
  <div className="pairs tops">
    <section className="card" aria-labelledby="statuses">
      <header className="card-head">
        <h2 id="statuses">Where leads stand now</h2>
      </header>
      <Counted
        label="Leads of each status"
        places={['Status']}
        counts={['Leads']}
        rows={statuses.map(({ key, leads }) => ({ key, places: [wordOf(key)], counts: [leads] }))}
      />
    </section>
    <section className="card" aria-labelledby="exits">
      <header className="card-head">
        <h2 id="exits">Why runs ended</h2>
      </header>
      <Counted
        label="Runs that ended"
        places={['Because']}
        counts={['Runs']}
        rows={exits.map(({ reason, leads }) => ({
          key: reason,
          places: [upper(STOPS[reason as StopReason] ?? reason)],
          counts: [leads],
        }))}
      />
    </section>
  </div>
);

/** Which version's runs are looked at. */
export function VersionChoice({ id, value, onChange }: { id: string; value: string | undefined; onChange: Change }) {
  const { data } = useAsk('listWorkflowVersions', { params: { id }, query: { limit: 200 } });
  return (
    <Select
      label="Version"
      placeholder="All"
      data={data?.versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` })) ?? []}
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

/** What came of each step of an agent, of its variants, and where its leads stand. */
export function StepResults({ id, days, version }: StepsProps) {
  const query = { ...days, ...(version ? { version: Number(version) } : {}) };
  const asked = useAsk('getWorkflowFunnel', { params: { id }, query });
  return (
    <Asked asked={asked} lines={8}>
      {({ steps, statuses, exits, as_of }) => (
        <div className="stack">
          <section className="card" aria-labelledby="funnel">
            <header className="card-head">
              <h2 id="funnel">Step by step</h2>
              <AsOf at={as_of} />
              <AsFile address={addressOf('getWorkflowFunnel', { id }, query)} name={`funnel-${days.from}-${days.to}`} />
            </header>
            <Counted
              label="Counts of each step"
              places={['Step']}
              counts={COUNTS.map((name) => METRICS[name])}
              rest={['There now', 'Held']}
              rows={steps.map((step) => ({
                key: step.step_key,
                places: [step.step_key],
                counts: COUNTS.map((name) => step[name]),
                rest: [numberOf(step.here_now), numberOf(step.held_now)],
              }))}
            />
          </section>
          {steps.some(({ variants }) => variants.length > 0) && <Variants steps={steps} />}
          <Standing statuses={statuses} exits={exits} />
        </div>
      )}
    </Asked>
  );
}

interface Props {
  days: Days;
  chosen: string | undefined;
  version: string | undefined;
  onChange: Change;
}

/** What came of each step of an agent, of the one that is chosen or of the first, in one version or in all. */
export function Funnel({ days, chosen, version, onChange }: Props) {
  const agents = useAgents();
  return (
    <Asked asked={agents}>
      {({ workflows: [first] }) => {
        const id = chosen ?? first?.id;
        if (!id) {
          return (
            <Empty title="No agent yet">
              <p>The funnel tells what came of each step of an agent.</p>
            </Empty>
          );
        }
        return (
          <>
            <div className="filters">
              <AgentChoice value={id} onChange={(workflow_id) => onChange({ workflow_id, version: undefined })} />
              <VersionChoice id={id} value={version} onChange={onChange} />
            </div>
            <StepResults id={id} days={days} version={version} />
          </>
        );
      }}
    </Asked>
  );
}
