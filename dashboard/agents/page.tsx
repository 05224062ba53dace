import { Link } from '@tanstack/react-router';
import { usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { wordOf } from '../words/fields.js';
import { NewAgent } from './new-agent.js';
import { AgentState } from './state.js';

/** The agents of the account. */
export function AgentsPage() {
  const may = useMay();
  const pages = usePages('listWorkflows', { query: { is_active: 'all', limit: 50 } });
  return (
    <Page title="Agents" actions={may('workflows:write') && <NewAgent />}>
      <Listed
        pages={pages}
        rows={(page) => page.workflows}
        label="Agents"
        empty={
          <Empty title="No agent yet">
            <p>An agent writes to leads, waits, branches and answers, as its cadence says. Begin from one of ours.</p>
          </Empty>
        }
      >
        {(agent) => (
          <Link to="/agents/$id" params={{ id: agent.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{agent.name}</strong>
              <span className="faint cut">
                {wordOf(agent.goal_type)} · {agent.total_steps} {agent.total_steps === 1 ? 'step' : 'steps'}
                {agent.version > 0 && ` · version ${agent.version}`}
              </span>
            </span>
            <AgentState {...agent} />
          </Link>
        )}
      </Listed>
    </Page>
  );
}
