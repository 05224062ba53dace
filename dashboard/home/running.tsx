import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';

/** The agents, and whether they work. */
export function Agents() {
  const agents = useAsk('listWorkflows', { query: { limit: 8 } });
  return (
    <section className="card" aria-labelledby="agents">
      <header className="card-head">
        <h2 id="agents">Agents</h2>
      </header>
      <Asked asked={agents}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <p className="calm">
              <span>
                None yet. <a href="docs/quick-start">The quick start</a> makes the first one.
              </span>
            </p>
          ) : (
            <ul>
              {workflows.map((agent) => (
                <li key={agent.id} className="line">
                  <span className="grow cut">{agent.name}</span>
                  {agent.is_active && !agent.paused ? (
                    <Chip who="ok" label="Works" />
                  ) : (
                    <Chip who="off" label="Paused" />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </section>
  );
}
