import { findUserMail } from '../../db/messages/user-mails.js';
import type { UserMailRow } from '../../db/tables.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { getTestMessageContract, sendTestMessageContract, type TestMessage } from '../../schemas/messages/render.js';
import { findSender } from '../../services/channels/senders.js';
import { createUnsubscribeLinks } from '../../services/messages/unsubscribe-links.js';
import { mailUser } from '../../services/messages/user-mails.js';
import { signedIn } from '../accounts/session.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { onPaper, senderFor } from './on-paper.js';

/** A test that could not leave within the hour is of no use to whoever waits for it. */
const LASTS_MS = 3_600_000;

const toTest = (row: UserMailRow): TestMessage => ({
  id: row.id,
  to: row.to_address,
  email_sender_id: row.sender_id,
  status: row.status === 'sending' ? 'queued' : row.status,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
});

export const sendTestMessageRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return route(sendTestMessageContract).handle(async (input) => {
    const { account, work, body, now } = input;
    const { email_sender_id: _id, ...written } = body;
    const sender = await senderOf(input);
    // Whoever clicks in a test must not end the mails of the lead that it was written for.
    const unsubscribeUrl = () => links.urlFor(account.id, newId());
    const { shown, errors } = await onPaper(input, written, { sender, unsubscribeUrl });
    if (shown?.channel !== 'email') {
      const { field = '', message = 'It can not be rendered.' } = errors[0] ?? {};
      throw new ApiError('VALIDATION_ERROR', { message, field, details: { errors } });
    }
    const { id, email } = signedIn(input);
    const row = await mailUser(work, box, {
      ...{ account_id: account.id, kind: 'test', user_id: id, lead_id: body.lead_id?.toLowerCase() ?? null },
      ...{ to_address: email, sender: sender.row, expires_at: new Date(now.getTime() + LASTS_MS) },
      content: { subject: shown.subject, text: shown.text, html: shown.html },
    });
    return { status: 202, body: { success: true, test: toTest(row) } };
  });
};

/** The sender that the request names, else the one that the message would leave by. */
async function senderOf({ account, db, body }: RouteInput<typeof sendTestMessageContract>) {
  const named = body.email_sender_id?.toLowerCase();
  const sender = named
    ? await findSender(db, 'email', account.id, named)
    : (await senderFor(db, account.id, body)).sender;
  if (sender?.channel === 'email') return sender;
  if (named) throw new ApiError('SENDER_NOT_FOUND', { field: '/email_sender_id' });
  throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: 'Add an e-mail sender first.', field: '/email_sender_id' });
}

export const getTestMessageRoute = (_deps: ApiDependencies) =>
  route(getTestMessageContract).handle(async (input) => {
    const { account, db, params } = input;
    const id = pathId(params.id, 'MESSAGE_NOT_FOUND');
    const which = { id, account_id: account.id, user_id: signedIn(input).id, kind: 'test' } as const;
    const row = found(await findUserMail(db, which), 'MESSAGE_NOT_FOUND');
    return { status: 200, body: { success: true, test: toTest(row) } };
  });
