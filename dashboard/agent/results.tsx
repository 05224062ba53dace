import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Agent } from '../../schemas/agents/agents.js';
import { useSession } from '../api/session.js';
import { dayKeyIn, shiftDay } from '../meetings/days.js';
import { Empty } from '../parts/page.js';
import { DaysChoice } from '../reports/days.js';
import { StepResults, VersionChoice } from '../reports/funnel.js';
import { type Change, changedBy, readReportsSearch } from '../reports/search.js';

const USUAL_DAYS = 30;

/** What came of each step of an agent and of its variants, in some days, of one version or of all. */
export function Results({ agent }: { agent: Agent }) {
  const { account } = useSession();
  const search = readReportsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const today = dayKeyIn(new Date(), account.timezone);
  const to = search.to ?? today;
  const days = { from: search.from ?? shiftDay(to, 1 - USUAL_DAYS), to };
  const onChange: Change = (change) => void navigate({ to: '.', search: changedBy(change) as never, replace: true });
  if (agent.version === 0)
    return (
      <Empty title="Nothing came of it yet">
        <p>Publish it and enrol leads: what each step comes to stands here.</p>
      </Empty>
    );
  return (
    <div className="stack">
      <div className="filters ends">
        <DaysChoice days={days} today={today} onChange={onChange} />
        <VersionChoice id={agent.id} value={search.version} onChange={onChange} />
        <Link to="/runs" search={{ workflow_id: agent.id } as never}>
          All its runs
        </Link>
      </div>
      <StepResults id={agent.id} days={days} version={search.version} />
    </div>
  );
}
