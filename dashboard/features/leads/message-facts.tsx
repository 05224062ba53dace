import { Button } from '@mantine/core';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { SimulateLead } from '../../components/simulate-lead.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/lead.js';
import { translated } from '../../words/sentences.js';
import { HOLDS } from '../../words/states.js';
import { ExplainAnswer } from '../turns/explain-answer.js';
import { useTurns } from '../turns/use-turns.js';

const Time = ({ name, at }: { name: string; at: string | null }) =>
  at && (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        <Timestamp at={at} plain />
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

/** Shows why an agent wrote it, where it was one's answer. */
function WhyWritten({ id, leadId }: { id: string; leadId: string }) {
  const at = useTurns({ lead: { id: leadId }, conversation_id: null }).get(id);
  return at ? <ExplainAnswer conversationId={at.conversationId} no={at.turn.no} label={words.whyThisReply} /> : null;
}

/** The exact times of a message, and the actions on it. */
export function MessageFacts({ id }: { id: string }) {
  const may = usePermission();
  const messageQuery = useApiQuery('getMessage', { params: { id } });
  const cancel = useApiMutation('cancelMessage');
  return (
    <QueryBoundary query={messageQuery} lines={2}>
      {({ message }) => (
        <>
          <dl className="message-facts">
            <Word name={words.to} value={message.to} />
            <Word name={words.step} value={message.step_key} />
            <Word name={words.variant} value={message.variant} />
            <Time name={words.created} at={message.created_at} />
            <Time name={words.sent} at={message.sent_at} />
            <Time name={words.delivered} at={message.delivered_at} />
            <Time name={words.read} at={message.read_at} />
            <Word name={words.onHold} value={holdOf(message.hold_reason)} />
            <Time name={words.until} at={message.hold_until} />
            <Word
              name={words.failed}
              value={message.failure && `${translated(message.failure.message)} (${message.failure.code})`}
            />
          </dl>
          {may('conversations:read') && message.step_key === null && message.channel !== 'call' && (
            <WhyWritten id={id} leadId={message.lead_id} />
          )}
          {may('messages:send') && (message.status === 'held' || message.status === 'queued') && (
            <Button
              variant="default"
              size="compact-sm"
              loading={cancel.isPending}
              onClick={() => void cancel.mutateAsync({ params: { id } }).catch(() => undefined)}
            >
              {words.cancelMessage}
            </Button>
          )}
          {may('messages:send') && message.provider === 'sandbox' && message.sent_at && message.channel !== 'call' && (
            <SimulateLead messageId={id} channel={message.channel} />
          )}
          {cancel.problem && <ProblemNote problem={cancel.problem} />}
        </>
      )}
    </QueryBoundary>
  );
}
