import { Link } from '@tanstack/react-router';
import { AgentState } from '../agents/state.js';
import { useAsk } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { Asked } from '../parts/asked.js';
import { numberOf } from '../words/reports.js';

const SHOWN = 8;

type Stats = Answer<'getWorkflowStats'>['stats'][number];

/** How many leads an agent has, and what holds them, as far as something does. */
const standing = ({ open, held, paused, failed_7d }: Stats): string =>
  [
    `${numberOf(open)} open`,
    ...(held > 0 ? [`${numberOf(held)} held`] : []),
    ...(paused > 0 ? [`${numberOf(paused)} paused`] : []),
    ...(failed_7d > 0 ? [`${numberOf(failed_7d)} failed this week`] : []),
  ].join(' · ');

/** The agents, whether they work, and how many leads they have. */
export function Agents() {
  const agents = useAsk('listWorkflows', { query: { limit: SHOWN } });
  const ids = agents.data?.workflows.map(({ id }) => id).join(',') ?? '';
  const stats = useAsk('getWorkflowStats', { query: { ids } }, { when: ids !== '', everyMs: 60_000 });
  const of = new Map(stats.data?.stats.map((each) => [each.workflow_id, each]));
  return (
    <section className="card" aria-labelledby="agents">
      <header className="card-head">
        <h2 id="agents" className="grow">
          Agents
        </h2>
        <Link to="/runs">All runs</Link>
      </header>
      <Asked asked={agents}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <p className="calm">
              <span>
                None yet. <Link to="/agents">Make the first one</Link>.
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
      </Asked>
    </section>
  );
}
