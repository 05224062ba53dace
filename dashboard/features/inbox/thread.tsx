import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { asProblem } from '../../api/problem.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/inbox.js';
import { ExplainAnswer } from '../turns/explain-answer.js';
import { useTurns } from '../turns/use-turns.js';
import { bubbleOf, type MessageBubble, MessageBubbles } from './message-bubbles.js';

const ROLES = { user: words.visitor, bot: words.agent, agent: words.teamMember, system: words.system } as const;
const NEAR_PX = 80;

/** Reads what was said with an entry, the oldest first, and how to read on. */
function useConversation(entry: InboxEntry) {
  const { lead, conversation_id } = entry;
  const history = useApiList(
    'getLeadHistory',
    { params: { id: lead?.id ?? '' }, query: { order: 'desc', limit: 50, types: 'message,call,call_missed' } },
    { enabled: lead !== null },
  );
  const chat = useApiQuery(
    'listConversationMessages',
    { params: { id: conversation_id ?? '' } },
    { enabled: conversation_id !== null },
  );
  const messages = useMemo((): MessageBubble[] | undefined => {
    if (lead) return history.data?.pages.flatMap((page) => page.history.map(bubbleOf)).toReversed();
    return chat.data?.messages.map(({ id, role, text, created_at }) => ({
      id,
      text,
      at: created_at,
      by: ROLES[role],
      side: role === 'user' ? 'them' : role === 'system' ? 'aside' : 'us',
    }));
  }, [lead, history.data, chat.data]);
  const threadQuery = lead ? history : chat;
  return { talk: messages, error: threadQuery.error, again: () => void threadQuery.refetch(), history };
}

/** The conversation. New messages don't move the reading position. */
export function Thread({ entry }: { entry: InboxEntry }) {
  const { talk: messages, error, again, history } = useConversation(entry);
  const turns = useTurns(entry);
  const aboutTurn = (id: string) => {
    const at = turns.get(id);
    return (
      at && (
        <>
          <ExplainAnswer
            conversationId={at.conversationId}
            no={at.turn.no}
            label={at.turn.reply ? words.whyThisReply : words.whyNoReply}
          />
          {at.turn.reply && at.turn.reply.offers.length > 0 && (
            <span>{words.offered(at.turn.reply.offers.join(' · '))}</span>
          )}
        </>
      )
    );
  };
  const frame = useRef<HTMLElement>(null);
  const [below, setBelow] = useState(false);
  const newest = messages?.at(-1)?.id;
  const isNear = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = frame.current ?? {};
    return scrollHeight - scrollTop - clientHeight < NEAR_PX;
  };
  const near = useRef(true);
  const toEnd = () => {
    frame.current?.scrollTo({ top: frame.current.scrollHeight });
    setBelow(false);
  };
  useEffect(() => {
    if (!newest) return;
    if (near.current) frame.current?.scrollTo({ top: frame.current.scrollHeight });
    else setBelow(true);
  }, [newest]);
  return (
    <section
      className="thread"
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
      tabIndex={0}
      aria-label={words.conversation}
      onScroll={() => {
        near.current = isNear();
        if (near.current) setBelow(false);
      }}
    >
      {error && <ProblemNote problem={asProblem(error)} again={again} />}
      {!messages && !error && <Skeleton lines={6} />}
      {entry.lead && history.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {words.showEarlier}
        </Button>
      )}
      {messages && <MessageBubbles talk={messages} about={aboutTurn} />}
      {below && (
        <Button className="to-end" size="compact-sm" onClick={toEnd}>
          {words.newMessages}
        </Button>
      )}
    </section>
  );
}
