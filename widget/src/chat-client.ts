import { newId } from './capture.js';
import type { Context } from './context.js';
import { createPoll, type Poll } from './poll.js';
import { createProofs, type Proofs } from './proof.js';
import { createSession, type Session } from './session.js';
import { keep, nameOf } from './storage.js';
import { joinTabs, type TabMessage } from './tabs.js';
import { createTelemetry } from './telemetry.js';
import { createThread, type Item, type Thread } from './thread.js';
import { type Choice, createTurns, type Unsent } from './turns.js';
import { createUnread, type Unread } from './unread.js';

const MOST_TEXT = 1_000;
const cut = (text: string | null | undefined) => text?.slice(0, MOST_TEXT);

/** Returns what goes along with each turn. */
const extrasOf = ({ options, page, setup }: Context, opening: string | null | undefined) => ({
  client_prompt: cut(options.clientPrompt),
  opening_message_shown: cut(opening),
  user: options.user,
  page: page(),
  locale: setup.config.locale,
});

/** Makes what tells the page that the visitor is a lead: once, whether by the form or by what was said. */
const notifyLeadCaptured =
  ({ memory, notify }: Context) =>
  (leadId: string): void => {
    if (memory.read().lead_told) return;
    memory.write({ lead_told: true });
    notify('onLeadCaptured', leadId);
  };

/** Takes what another tab said or heard. */
function onTabMessage(what: TabMessage, { thread, news, poll }: { thread: Thread; news: Unread; poll: Poll }): void {
  if (what.type === 'forgot') {
    thread.clear();
    return;
  }
  if (what.type === 'said') {
    thread.add(what.turnId, what.text, what.at);
    thread.mark(what.turnId, 'sent');
  } else poll.heard();
  news.take(what.messages, false);
}

interface Wiring {
  openingText(): string | null | undefined;
  isShown(): boolean;
  /** Called after each change of what is to be shown. */
  onChange(): void;
  /** Describes who has the conversation. */
  onHuman(isHuman: boolean): void;
}

/** The conversation as this tab has it, and its lines to the service and to the other tabs. */
export interface ChatClient {
  session: Session;
  proofs: Proofs;
  items(): readonly Item[];
  /** Returns whether an answer is on its way. */
  isTyping(): boolean;
  isDone(): boolean;
  send(what: { text?: string; action?: Choice; shown: string }): void;
  retry(turnId: string): void;
  draft(): string;
  keepDraft(draft: string): void;
  tellLead(leadId: string): void;
  /** The visitor sees all now. */
  seen(): void;
  /** Continues after a reload. */
  begin(): void;
  end(forget: boolean): void;
}

/**
 * Opens the conversation: turns are sent one by one, replies arrive with responses, by polling and from other tabs.
 * In one piece because its parts call one another.
 */
export function createChatClient(shell: Context, { openingText, isShown, onChange, onHuman }: Wiring): ChatClient {
  const { setup, notify, site } = shell;
  const { config } = setup;
  const unsent = keep<Unsent>('session', nameOf(site.key), { draft: '', turns: [] });
  const session = createSession(shell);
  const telemetry = createTelemetry(shell);
  const proofs = createProofs(session, config, (ms) => telemetry.note('pow_ms', { ms }));
  const tellLead = notifyLeadCaptured(shell);
  let isDone = setup.done;
  let isTyping = false;

  const thread = createThread(onChange);
  const news = createUnread(shell, thread, isShown);
  const poll = createPoll({
    session,
    polling: config.polling,
    after: () => thread.lastKnown()?.id ?? undefined,
    isSeen: () => isShown() && document.visibilityState === 'visible',
    onAnswer({ messages, typing, human_active, done }) {
      isTyping = typing;
      isDone = done;
      onHuman(human_active);
      news.take(messages, true);
      telemetry.answered(messages);
      tabs.post({ type: 'polled', messages });
    },
  });
  const tabs = joinTabs(nameOf(site.key), (what) => onTabMessage(what, { thread, news, poll }));
  const turns = createTurns({
    session,
    proofs,
    unsent,
    notify,
    extras: () => extrasOf(shell, openingText()),
    onState: (turnId, state) => thread.mark(turnId, state),
    onAnswer({ turn_id, shown, at }, { status, messages, lead_id, done, poll_after_ms }) {
      isDone = done;
      isTyping = status === 'pending';
      thread.mark(turn_id, 'sent');
      onHuman(status === 'handoff');
      news.take(messages, true);
      telemetry.answered(messages);
      tabs.post({ type: 'said', turnId: turn_id, text: shown, at, messages });
      if (lead_id) tellLead(lead_id);
      if (poll_after_ms !== null) poll.wake(poll_after_ms);
    },
  });

  return {
    session,
    proofs,
    tellLead,
    items: thread.items,
    retry: turns.retry,
    isTyping: () => isTyping || (turns.isBusy() && thread.items().at(-1)?.delivery === 'sending' && navigator.onLine),
    isDone: () => isDone,
    send({ text, action, shown }) {
      const turn = { turn_id: newId(), ...(text === undefined ? {} : { text }), ...(action ? { action } : {}) };
      const at = new Date().toISOString();
      thread.add(turn.turn_id, shown, at);
      notify('onMessage', { role: 'user', text: shown });
      telemetry.asked(turn.turn_id);
      turns.send({ ...turn, shown, at });
    },
    draft: () => unsent.read().draft,
    keepDraft: (draft) => unsent.write({ draft }),
    seen() {
      news.seen();
      poll.look();
      telemetry.note('open');
    },
    begin() {
      news.begin(setup.history);
      for (const { turn_id, shown, at } of unsent.read().turns) thread.add(turn_id, shown, at);
      if (setup.history.length > 0) poll.wake(0);
      telemetry.note('load');
    },
    end(forget) {
      turns.stop();
      poll.stop();
      telemetry.stop();
      if (forget) {
        unsent.clear();
        tabs.post({ type: 'forgot' });
      }
      tabs.close();
    },
  };
}
