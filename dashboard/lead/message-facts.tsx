import { Button } from '@mantine/core';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { useTurns } from '../inbox/turns.js';
import { AsLead } from '../parts/as-lead.js';
import { Asked } from '../parts/asked.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { Why } from '../turn/why.js';
import { HOLDS } from '../words/states.js';

const Time = ({ name, at }: { name: string; at: string | null }) =>
  at && (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        <When at={at} plain />
      </dd>
    </div>
  );

const Word = ({ name, value }: { name: string; value: string | null | undefined }) =>
  value ? (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

const holdOf = (reason: string | null): string | undefined =>
  reason === null ? undefined : ((HOLDS as Record<string, { label: string }>)[reason]?.label ?? reason);

/** Why an agent wrote it, where it was one's answer. */
function WhyWritten({ id, leadId }: { id: string; leadId: string }) {
  const at = useTurns({ lead: { id: leadId }, conversation_id: null }).get(id);
  return at ? <Why conversationId={at.conversationId} no={at.turn.no} label="Why" /> : null;
}

/** How a message went, to the minute, and what can still be done about it. */
export function MessageFacts({ id }: { id: string }) {
  const may = useMay();
  const asked = useAsk('getMessage', { params: { id } });
  const cancel = useAct('cancelMessage');
  return (
    <Asked asked={asked} lines={2}>
      {({ message }) => (
        <>
          <dl className="message-facts">
            <Word name="To" value={message.to} />
            <Word name="Step" value={message.step_key} />
            <Word name="Variant" value={message.variant} />
            <Time name="Written" at={message.created_at} />
            <Time name="Sent" at={message.sent_at} />
            <Time name="Delivered" at={message.delivered_at} />
            <Time name="Read" at={message.read_at} />
            <Word name="Held by" value={holdOf(message.hold_reason)} />
            <Time name="Until" at={message.hold_until} />
            <Word name="Failed" value={message.failure && `${message.failure.message} (${message.failure.code})`} />
          </dl>
          {may('conversations:read') && message.step_key === null && message.channel !== 'call' && (
            <WhyWritten id={id} leadId={message.lead_id} />
          )}
          {may('messages:send') && (message.status === 'held' || message.status === 'queued') && (
            <Button
              variant="default"
              size="compact-sm"
              loading={cancel.busy}
              onClick={() => void cancel.do({ params: { id } }).catch(() => undefined)}
            >
              Cancel it
            </Button>
          )}
          {may('messages:send') && message.provider === 'sandbox' && message.sent_at && message.channel !== 'call' && (
            <AsLead messageId={id} channel={message.channel} />
          )}
          {cancel.problem && <ProblemNote problem={cancel.problem} />}
        </>
      )}
    </Asked>
  );
}
