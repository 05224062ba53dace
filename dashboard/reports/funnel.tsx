import type { StopReason } from '../../schemas/agents/agents.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { Asked } from '../parts/asked.js';
import { Empty } from '../parts/page.js';
import { upper } from '../parts/upper.js';
import { wordOf } from '../words/fields.js';
import { METRICS, numberOf, shareOf } from '../words/reports.js';
import { STOPS } from '../words/states.js';
import { AgentChoice, useAgents } from './agent-choice.js';
import { AsOf } from './as-of.js';
import { Counted } from './counted.js';
import type { Change, Days } from './search.js';

type Funnel_ = Answer<'getWorkflowFunnel'>;

const COUNTS = ['sent', 'delivered', 'opened', 'clicked', 'replied', 'failed', 'skipped'] as const;

const Variants = ({ steps }: { steps: Funnel_['steps'] }) => (
  <section className="card" aria-labelledby="variants">
    <header className="card-head">
      <h2 id="variants">Variants</h2>
    </header>
    <Counted
      label="Counts of each variant"
      places={['Step', 'Variant']}
      counts={[METRICS.sent, METRICS.replied]}
      rest={['Share answered, 95 %']}
      rows={steps.flatMap(({ step_key, variants }) =>
        variants.map(({ key, sent, replied, share_low, share_high }) => ({
          key: `${step_key} ${key}`,
          places: [step_key, key],
          counts: [sent, replied],
          rest: [shareOf(share_low, share_high)],
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

function Steps({ id, days }: { id: string; days: Days }) {
  const asked = useAsk('getWorkflowFunnel', { params: { id }, query: { ...days } });
  return (
    <Asked asked={asked} lines={8}>
      {({ steps, statuses, exits, as_of }) => (
        <div className="stack">
          <section className="card" aria-labelledby="funnel">
            <header className="card-head">
              <h2 id="funnel">Step by step</h2>
              <AsOf at={as_of} />
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

/** What came of each step of an agent: of the one that is chosen, or of the first. */
export function Funnel({ days, chosen, onChange }: { days: Days; chosen: string | undefined; onChange: Change }) {
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
              <AgentChoice value={id} onChange={(workflow_id) => onChange({ workflow_id })} />
            </div>
            <Steps id={id} days={days} />
          </>
        );
      }}
    </Asked>
  );
}
