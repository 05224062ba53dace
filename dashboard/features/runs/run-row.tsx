import { Link } from '@tanstack/react-router';
import type { AgentRun } from '../../../schemas/agent-runs/agent-runs.js';
import { RunChip } from '../../components/run-chip.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/runs.js';
import { STOPS } from '../../words/states.js';

interface Props {
  run: AgentRun;
  lead: string | undefined;
  agent: string | undefined;
  /** Undefined: it can't be chosen. */
  choice?: { chosen: boolean; onToggle: () => void } | undefined;
}

/** Shows what a run waits for, what holds it or how it ended. */
function RunState({ run }: { run: AgentRun }) {
  if (!run.is_active) return <>{run.stop_reason ? words.ended4(STOPS[run.stop_reason]) : ''}</>;
  const why = run.hold_detail ?? run.pause_reason;
  const next = run.next_at && (
    <>
      {' '}
      {words.continues}
      <Timestamp at={run.next_at} />
    </>
  );
  return (
    <>
      {why}
      {next}
    </>
  );
}

/** A lead's way through an agent, as a line of the list. */
export function RunRow({ run, lead, agent, choice }: Props) {
  const name = lead ?? words.deletedLead;
  return (
    <div className="line key">
      {choice && (
        <input
          type="checkbox"
          aria-label={words.select(name)}
          checked={choice.chosen}
          onChange={choice.onToggle}
          disabled={!run.is_active}
        />
      )}
      <div className="grow">
        <Link to="/leads/$id" params={{ id: run.lead_id }} className="lead-name cut">
          {name}
        </Link>
        <div className="cut">
          <Link to="/runs/$id" params={{ id: run.id }} className="quiet">
            {agent}
            {run.is_active && run.total_steps > 0 && words.stepOf(run.step_index + 1, run.total_steps)}
          </Link>
        </div>
        <div className="faint cut">
          <RunState run={run} />
        </div>
      </div>
      <span className="faint wide-only">{run.current_status.label}</span>
      <RunChip run={run} />
    </div>
  );
}
