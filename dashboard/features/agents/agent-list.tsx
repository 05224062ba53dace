import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import * as words from '../../words/en/agents.js';
import { wordOf } from '../../words/fields.js';
import { AgentState } from './agent-state.js';
import { NewAgent } from './new-agent.js';

/** The agents of the account. */
export function AgentsPage() {
  const may = usePermission();
  const pages = useApiList('listWorkflows', { query: { is_active: 'all', limit: 50 } });
  return (
    <Page title={words.agents} create={may('workflows:write') && <NewAgent />}>
      <PagedList
        pages={pages}
        rows={(page) => page.workflows}
        label={words.agents}
        empty={
          <Empty title={words.noAgentsYet} first>
            <p>{words.anAgentFollowsACadenceIt}</p>
          </Empty>
        }
      >
        {(agent) => (
          <Link to="/agents/$id" params={{ id: agent.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{agent.name}</strong>
              <span className="faint cut">
                {wordOf(agent.goal_type)} · {words.step(agent.total_steps)}
                {agent.version > 0 && words.version(agent.version)}
              </span>
            </span>
            <AgentState {...agent} />
          </Link>
        )}
      </PagedList>
    </Page>
  );
}
