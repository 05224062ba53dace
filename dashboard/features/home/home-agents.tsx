import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/home.js';
import { numberOf } from '../../words/reports.js';
import { AgentState } from '../agents/agent-state.js';

const SHOWN = 8;

type Stats = Answer<'getWorkflowStats'>['stats'][number];

/** Describes the number of an agent's leads, and their holds. */
const standing = ({ open, held, paused, failed_7d }: Stats): string =>
  [
    words.openLabel(numberOf(open)),
    ...(held > 0 ? [words.onHold(numberOf(held))] : []),
    ...(paused > 0 ? [words.paused(numberOf(paused))] : []),
    ...(failed_7d > 0 ? [words.failedThisWeek(numberOf(failed_7d))] : []),
  ].join(' · ');

/** The agents, whether they work, and how many leads they have. */
export function HomeAgents() {
  const agents = useApiQuery('listWorkflows', { query: { limit: SHOWN } });
  const ids = agents.data?.workflows.map(({ id }) => id).join(',') ?? '';
  const stats = useApiQuery('getWorkflowStats', { query: { ids } }, { enabled: ids !== '', everyMs: 60_000 });
  const of = new Map(stats.data?.stats.map((each) => [each.workflow_id, each]));
  return (
    <section className="card" aria-labelledby="agents">
      <header className="card-head">
        <h2 id="agents" className="grow">
          {words.agents}
        </h2>
        <Link to="/runs">{words.allRuns}</Link>
      </header>
      <QueryBoundary query={agents}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <p className="calm">
              <span>
                {words.noAgentsYet}
                <Link to="/agents">{words.createYourFirstAgent}</Link>.
              </span>
            </p>
          ) : (
            <ul>
              {workflows.map((agent) => {
                const counted = of.get(agent.id);
                return (
                  <li key={agent.id} className="line">
                    <div className="grow">
                      <Link to="/agents/$id" params={{ id: agent.id }} className="lead-name cut">
                        {agent.name}
                      </Link>
                      {counted && <div className="faint cut numbers">{standing(counted)}</div>}
                    </div>
                    <AgentState {...agent} />
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
