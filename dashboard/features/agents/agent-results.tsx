import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Agent } from '../../../schemas/agents/agents.js';
import { useSession } from '../../api/session.js';
import { Empty } from '../../components/page.js';
import { dayKeyIn, shiftDay } from '../../components/time/days.js';
import * as words from '../../words/en/agent.js';
import { DayRangeSelect } from '../reports/day-range.js';
import { StepResults, VersionChoice } from '../reports/funnel.js';
import type { ResultsChange } from '../reports/report-search.js';

const USUAL_DAYS = 30;

/** The results of an agent's steps and variants in some days, of one version or of all. */
export function AgentResults({ agent }: { agent: Agent }) {
  const { account } = useSession();
  const search = useSearch({ from: '/shell/agents/$id' });
  const navigate = useNavigate({ from: '/agents/$id' });
  const today = dayKeyIn(new Date(), account.timezone);
  const to = search.to ?? today;
  const days = { from: search.from ?? shiftDay(to, 1 - USUAL_DAYS), to };
  const onChange: ResultsChange = (change) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  if (agent.version === 0)
    return (
      <Empty title={words.noResultsYet}>
        <p>{words.publishTheAgentAndEnrollLeads}</p>
      </Empty>
    );
  return (
    <div className="stack">
      <div className="filters ends">
        <DayRangeSelect days={days} today={today} onChange={onChange} />
        <VersionChoice id={agent.id} value={search.version} onChange={onChange} />
        <Link to="/runs" search={{ workflow_id: agent.id }}>
          {words.viewAllRuns}
        </Link>
      </div>
      <StepResults id={agent.id} days={days} version={search.version} />
    </div>
  );
}
