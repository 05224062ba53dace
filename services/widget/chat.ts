import type { Seat } from '../../db/conversations/seats.js';
import type { WidgetRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { KeptPage } from '../../domain/widget/said.js';
import { openChat } from '../conversations/open.js';
import { type ChatInput, type Reception, receiveInput } from '../conversations/receive.js';

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
}

/** Takes a turn, and answers it where the agent does so at once. Undefined: nobody is there to answer. */
export async function takeWidgetTurn(work: Work, turn: WidgetTurn): Promise<Reception | undefined> {
  const { widget, sessionId, input, locale, page, clientPrompt, openingMessage } = turn;
  const said = { ...page, client_prompt: clientPrompt, opening_message: openingMessage };
  const whose = { accountId: widget.account_id, agentId: widget.agent_id, widgetId: widget.id };
  const opening = { ...whose, sessionId, locale, page: said, turnId: input.turnId };
  const seat = turn.seat ?? (await openChat(work, opening));
  return seat && receiveInput(work, seat, input);
}
