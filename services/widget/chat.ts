import { fromJson } from '../../db/connection.js';
import type { Seat } from '../../db/conversations/seats.js';
import type { WidgetRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { KeptPage } from '../../domain/widget/said.js';
import type { ChatOpening } from '../conversations/open.js';
import { type ChatInput, type Reception, receiveInput } from '../conversations/receive.js';
import { openChatOf, type SiteUser } from './visitors.js';

/** A turn of a visitor in the chat of a widget. */
export interface WidgetTurn {
  widget: WidgetRow;
  sessionId: string;
  /** The chat as it was found before, where there is one. */
  seat: Seat | undefined;
  input: ChatInput;
  locale: string | null;
  /** Where it is said, what the page says of itself and showed first: all of it is what a browser tells. */
  page: KeptPage | null;
  clientPrompt: string | null;
  openingMessage: string | null;
  /** Proven. */
  user: SiteUser | undefined;
}

/** Takes a turn, and answers it where the agent does so at once. Undefined: nobody is there to answer. */
export async function takeWidgetTurn(work: Work, turn: WidgetTurn): Promise<Reception | undefined> {
  const { widget, sessionId, input, locale, user } = turn;
  const whose = { accountId: widget.account_id, agentId: widget.agent_id, widgetId: widget.id };
  // Whoever proves to be somebody may have a chat of theirs.
  const found = user ? undefined : turn.seat;
  const isNew = !user && !found;
  const opening: ChatOpening = {
    ...whose,
    sessionId,
    locale,
    page: pageOf(undefined, turn),
    turnId: input.turnId,
    isNew,
  };
  const seat = found ?? (await openChatOf(work, opening, user));
  return seat && receiveInput(work, seat, { ...input, page: JSON.stringify(pageOf(seat, turn)) });
}

/** What is known of the page with what this turn tells of it: a page goes on while its chat stands. */
const pageOf = (
  seat: Seat | undefined,
  { page, clientPrompt, openingMessage }: WidgetTurn,
): Record<string, unknown> => ({
  ...fromJson<Record<string, unknown> | null>(seat?.page ?? null),
  ...page,
  ...(clientPrompt === null ? {} : { client_prompt: clientPrompt }),
  ...(openingMessage === null ? {} : { opening_message: openingMessage }),
});
