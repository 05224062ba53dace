import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAsk, usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Why } from '../turn/why.js';
import { type Said, saidOf, Talk } from './said.js';
import { useTurns } from './turns.js';

const ROLES = { user: 'Visitor', bot: 'Agent', agent: 'A person', system: 'Service' } as const;
const NEAR_PX = 80;

/** Reads what was said with an entry, the oldest first, and how to read on. */
function useTalk(entry: InboxEntry) {
  const { lead, conversation_id } = entry;
  const history = usePages(
    'getLeadHistory',
    { params: { id: lead?.id ?? '' }, query: { order: 'desc', limit: 50, types: 'message,call,call_missed' } },
    { when: lead !== null },
  );
  const chat = useAsk(
    'listConversationMessages',
    { params: { id: conversation_id ?? '' } },
    { when: conversation_id !== null },
  );
  const talk = useMemo((): Said[] | undefined => {
    if (lead) return history.data?.pages.flatMap((page) => page.history.map(saidOf)).toReversed();
    return chat.data?.messages.map(({ id, role, text, created_at }) => ({
      ...{ id, text, at: created_at, by: ROLES[role] },
      side: role === 'user' ? 'them' : role === 'system' ? 'aside' : 'us',
    }));
  }, [lead, history.data, chat.data]);
  const asked = lead ? history : chat;
  return { talk, error: asked.error, again: () => void asked.refetch(), history };
}

/** What was said, which stays where it is read while more comes in. */
export function Thread({ entry }: { entry: InboxEntry }) {
  const { talk, error, again, history } = useTalk(entry);
  const turns = useTurns(entry);
  const aboutTurn = (id: string) => {
    const at = turns.get(id);
    return (
      at && (
        <>
          <Why
            conversationId={at.conversationId}
            no={at.turn.no}
            label={at.turn.reply ? 'Why' : 'Why the agent said nothing'}
          />
          {at.turn.reply && at.turn.reply.offers.length > 0 && <span>Offered: {at.turn.reply.offers.join(' · ')}</span>}
        </>
      )
    );
  };
  const frame = useRef<HTMLElement>(null);
  const [below, setBelow] = useState(false);
  const newest = talk?.at(-1)?.id;
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
      aria-label="Conversation"
      onScroll={() => {
        near.current = isNear();
        if (near.current) setBelow(false);
      }}
    >
      {error && <ProblemNote problem={asProblem(error)} again={again} />}
      {!talk && !error && <Bones lines={6} />}
      {entry.lead && history.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Earlier
        </Button>
      )}
      {talk && <Talk talk={talk} about={aboutTurn} />}
      {below && (
        <Button className="to-end" size="compact-sm" onClick={toEnd}>
          New below
        </Button>
      )}
    </section>
  );
}
