import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { When } from '../parts/when.js';
import { ENDS, STATES, STOPS } from '../words/states.js';

/** Every time an agent had the lead. */
export function Runs({ id }: { id: string }) {
  const runs = useAsk('listWorkflowRuns', { query: { lead_id: id, include: 'workflow', limit: 20 } });
  return (
    <section className="card" aria-labelledby="runs">
      <header className="card-head">
        <h2 id="runs">Runs</h2>
      </header>
      <Asked asked={runs} lines={2}>
        {({ workflow_runs: rows, included }) => {
          const names = new Map(included?.workflows?.map((agent) => [agent.id, agent.name]));
          return rows.length === 0 ? (
            <p className="calm">None.</p>
          ) : (
            <ul>
              {rows.map((run) => (
                <li key={run.id} className="line">
                  <span className="grow">
                    <Link to="/runs/$id" params={{ id: run.id }} className="cut">
                      {names.get(run.workflow_id) ?? 'An agent'}
                    </Link>
                    <span className="faint">
                      {' '}
                      <When at={run.enrolled_at} />
                      {run.stop_reason && ` · ${STOPS[run.stop_reason]}`}
                    </span>
                  </span>
                  {run.is_active ? <Chip {...STATES[run.cadence_state]} /> : <Chip {...ENDS[run.run_status]} />}
                </li>
              ))}
            </ul>
          );
        }}
      </Asked>
    </section>
  );
}
