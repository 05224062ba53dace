import { Link, useLocation } from '@tanstack/react-router';
import type { NextStep } from '../../../schemas/agent-runs/agent-runs.js';
import type { HoldReason } from '../../../schemas/agents/agents.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ActionButton } from '../../components/action-button.js';
import { actOfHold, placeOfHold } from '../../words/holds.js';
import { RecordConsentButton } from './record-consent-button.js';
import { SettleMessage } from './settle-message.js';

/** Requests the outcome of the message that a run waits for. */
function SettleOf({ runId }: { runId: string }) {
  const { data } = useApiQuery('listMessages', { query: { workflow_run_id: runId, status: 'unknown', limit: 1 } });
  const message = data?.messages[0];
  return message ? <SettleMessage messageId={message.id} /> : null;
}

interface Props {
  reason: HoldReason;
  next: NextStep;
  leadId: string;
}

/** The remedies of a hold: an action, or the page of its cause. */
export function HoldHelp({ reason, next, leadId }: Props) {
  const may = usePermission();
  const { account } = useSession();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const act = actOfHold(reason, next, leadId, account.sending_enabled);
  if (act && may(act.scope)) return <ActionButton {...act} />;
  if (reason === 'consent_missing' && may('leads:write')) {
    return <RecordConsentButton leadId={leadId} channel={next.channel ?? undefined} />;
  }
  if (reason === 'outcome_unknown' && may('messages:send')) return <SettleOf runId={next.workflow_run_id} />;
  const { to, search, label } = placeOfHold(reason, next, leadId);
  if (to === here) return null;
  return (
    <Link to={to} search={search ?? {}}>
      {label}
    </Link>
  );
}
