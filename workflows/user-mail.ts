import { continueAsNew } from '@temporalio/workflow';
import { messaging } from './activity-profiles.js';
import { workRow } from './row.js';
import type { UserMailInput, UserMailResult } from './user-mail.protocol.js';

/**
 * Sends one email to a user of the account: a test of a message, an invitation or a password reset. It starts on
 * request. The database decides what is due, and this workflow keeps the time. Id: `user-mail/<user_mail_id>`.
 */
export const userMailWorkflow = ({ userMailId, plan }: UserMailInput): Promise<UserMailResult> =>
  workRow(plan, {
    what: 'the mail',
    look: (summary) => messaging.advanceUserMail.executeWithOptions({ summary }, [{ userMailId }]),
    continueAsNew: (rest) => continueAsNew<typeof userMailWorkflow>({ userMailId, ...rest }),
  });
