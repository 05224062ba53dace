import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/lead.js';
import { ENDS, STATES, STOPS } from '../../words/states.js';

/** Every time an agent had the lead. */
export function LeadRuns({ id }: { id: string }) {
  const runs = useApiQuery('listWorkflowRuns', { query: { lead_id: id, include: 'workflow', limit: 20 } });
  return (
    <section className="card" aria-labelledby="runs">
      <header className="card-head">
        <h2 id="runs">{words.runs}</h2>
      </header>
      <QueryBoundary query={runs} lines={2}>
        {({ workflow_runs: rows, included }) => {
          const names = new Map(included?.workflows?.map((agent) => [agent.id, agent.name]));
          return rows.length === 0 ? (
            <p className="calm">{words.noRunsYet}</p>
          ) : (
            <ul>
              {rows.map((run) => (
                <li key={run.id} className="line">
                  <span className="grow">
                    <Link to="/runs/$id" params={{ id: run.id }} className="cut">
                      {names.get(run.workflow_id) ?? words.unnamedAgent}
                    </Link>
                    <span className="faint">
                      {' '}
                      <Timestamp at={run.enrolled_at} />
                      {run.stop_reason && ` · ${STOPS[run.stop_reason]}`}
                    </span>
                  </span>
                  {run.is_active ? <Chip {...STATES[run.cadence_state]} /> : <Chip {...ENDS[run.run_status]} />}
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
    </section>
  );
}
