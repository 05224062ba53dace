import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import type { InboundContext } from './context.js';
import { notify } from './notices.js';

/** The type of the event of a mail that can't be read at all. */
export const UNREADABLE_MAIL = 'imap.unreadable';
/** The additional data of an event whose email is cut off. */
export const CUT_MAIL = { is_cut: true } as const;

const isCut = (event: EmailHookEvent): boolean => 'is_cut' in event && event.is_cut === true;

/** Lists a mail that was read in part or not at all: its mailbox still has all of it. */
export async function noteMailLimits(context: InboundContext, event: EmailHookEvent): Promise<void> {
  if (context.row.type === UNREADABLE_MAIL) {
    await notify(context, {
      kind: 'unreadable_mail',
      detail: "An email exceeds the limits for headers or nesting and wasn't read. Read it in the mailbox.",
    });
  } else if (isCut(event)) {
    await notify(context, {
      kind: 'cut_mail',
      detail: 'An email exceeds the limits for lines or parts and was truncated. Read it in the mailbox.',
    });
  }
}
