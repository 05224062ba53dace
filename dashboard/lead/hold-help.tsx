import { Link, useLocation } from '@tanstack/react-router';
import type { NextStep } from '../../schemas/agent-runs/agent-runs.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import { useAsk } from '../api/ask.js';
import { useMay, useSession } from '../api/session.js';
import { ActionButton } from '../parts/action-button.js';
import { actOfHold, placeOfHold } from '../words/holds.js';
import { Settle } from './settle.js';

/** Asks what became of the message that a run waits for. */
function SettleOf({ runId }: { runId: string }) {
  const { data } = useAsk('listMessages', { query: { workflow_run_id: runId, status: 'unknown', limit: 1 } });
  const message = data?.messages[0];
  return message ? <Settle messageId={message.id} /> : null;
}

interface Props {
  reason: HoldReason;
  next: NextStep;
  leadId: string;
}

/** What can be done about a hold: at once, or on the page of its cause. */
export function HoldHelp({ reason, next, leadId }: Props) {
  const may = useMay();
  const { account } = useSession();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const act = actOfHold(reason, next, leadId, account.sending_enabled);
  if (act && may(act.scope)) return <ActionButton {...act} />;
  if (reason === 'outcome_unknown' && may('messages:send')) return <SettleOf runId={next.workflow_run_id} />;
  const { to, search, label } = placeOfHold(reason, next, leadId);
  if (to === here) return null;
  return (
    <Link to={to} search={(search ?? {}) as never}>
      {label}
    </Link>
  );
}
