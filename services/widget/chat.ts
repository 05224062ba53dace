import { fromJson } from '../../db/connection.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import type { WidgetRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { KeptPage } from '../../domain/widget/visitor-text.js';
import type { ChatOpening } from '../conversations/open.js';
import { type ChatInput, type ReceiveResult, receiveInput } from '../conversations/receive.js';
import { openChatOf, type SiteUser } from './visitors.js';

/** A turn of a visitor in the chat of a widget. */
export interface WidgetTurn {
  widget: WidgetRow;
  sessionId: string;
  /** The chat as it was found before, where there is one. */
  conversation: ConversationWithAgent | undefined;
  input: ChatInput;
  locale: string | null;
  /** The page of the message, its data and what it showed first, all as reported by the browser. */
  page: KeptPage | null;
  clientPrompt: string | null;
  openingMessage: string | null;
  /** Proven. */
  user: SiteUser | undefined;
}

/**
 * Accepts a turn, and answers it if the agent does so immediately. Returns undefined if neither an agent nor a person
 * can answer.
 */
export async function takeWidgetTurn(work: Work, turn: WidgetTurn): Promise<ReceiveResult | undefined> {
  const { widget, sessionId, input, locale, user } = turn;
  const whose = { accountId: widget.account_id, agentId: widget.agent_id, widgetId: widget.id };
  // A visitor with a proven identity may already have a chat.
  const found = user ? undefined : turn.conversation;
  const isNew = !user && !found;
  const opening: ChatOpening = {
    ...whose,
    sessionId,
    locale,
    page: pageOf(undefined, turn),
    turnId: input.turnId,
    isNew,
  };
  const conversation = found ?? (await openChatOf(work, opening, user));
  return (
    conversation && receiveInput(work, conversation, { ...input, page: JSON.stringify(pageOf(conversation, turn)) })
  );
}

/** Merges the known data of the page with this turn's data. The page can change during a chat. */
const pageOf = (
  conversation: ConversationWithAgent | undefined,
  { page, clientPrompt, openingMessage }: WidgetTurn,
): Record<string, unknown> => ({
  ...fromJson<Record<string, unknown> | null>(conversation?.page ?? null),
  ...page,
  ...(clientPrompt === null ? {} : { client_prompt: clientPrompt }),
  ...(openingMessage === null ? {} : { opening_message: openingMessage }),
});
