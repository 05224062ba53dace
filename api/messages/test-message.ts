import { findTemplate } from '../../db/channels/templates.js';
import { isKnownClosed } from '../../db/channels/whatsapp-windows.js';
import { findSuppression } from '../../db/leads/suppressions.js';
import { findTest } from '../../db/messages/user-mails.js';
import type { UserMailRow, WhatsAppNumberRow } from '../../db/tables.js';
import { parsePhone } from '../../domain/values/phone.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { getTestMessageContract, sendTestMessageContract, type TestMessage } from '../../schemas/messages/render.js';
import { findSender, type Sender } from '../../services/channels/senders.js';
import type { MailText } from '../../services/messages/mail-access.js';
import { createUnsubscribeLinks } from '../../services/messages/mail-links.js';
import { mailUser, type WhatsAppText } from '../../services/messages/user-mails.js';
import { signedIn } from '../accounts/session.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { renderInMemory, senderFor } from './render-in-memory.js';

/** A test that isn't sent within the hour has no use. */
const LASTS_MS = 3_600_000;

type Input = RouteInput<typeof sendTestMessageContract>;

const toTest = (row: UserMailRow): TestMessage => ({
  id: row.id,
  to: row.to_address,
  email_sender_id: row.kind === 'test' ? row.sender_id : null,
  whatsapp_number_id: row.kind === 'whatsapp_test' ? row.sender_id : null,
  status: row.status === 'sending' ? 'queued' : row.status,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
});

export const sendTestMessageRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return route(sendTestMessageContract).handle(async (input) => {
    const { account, work, body, now } = input;
    const { id, email } = signedIn(input);
    const sender = await senderOf(input);
    const to_address = sender.channel === 'whatsapp' ? await phoneOf(input, sender.row) : email;
    const content = await contentFor(input, sender, links);
    const row = await mailUser(work, box, {
      account_id: account.id,
      kind: sender.channel === 'whatsapp' ? 'whatsapp_test' : 'test',
      user_id: id,
      lead_id: body.lead_id?.toLowerCase() ?? null,
      to_address,
      sender: sender.row,
      content,
      expires_at: new Date(now.getTime() + LASTS_MS),
    });
    return { status: 202, body: { success: true, test: toTest(row) } };
  });
};

/** Writes the test as the lead would get it. */
async function contentFor(
  input: Input,
  sender: Sender,
  links: ReturnType<typeof createUnsubscribeLinks>,
): Promise<MailText | WhatsAppText> {
  const { to: _to, email_sender_id: _sender, whatsapp_number_id: _number, ...written } = input.body;
  // A click in a test must not unsubscribe the lead for which it was rendered.
  const unsubscribeUrl = () => links.urlFor(input.account.id, newId());
  const { shown, errors } = await renderInMemory(input, written, { sender, unsubscribeUrl });
  if (shown?.channel === 'email') return { subject: shown.subject, text: shown.text, html: shown.html };
  if (shown?.channel === 'whatsapp') {
    const { channel: _channel, ...whatsapp } = shown;
    return { whatsapp };
  }
  const { field = '', message = "The message can't be rendered." } = errors[0] ?? {};
  throw new ApiError('VALIDATION_ERROR', { message, field, details: { errors } });
}

const OF = {
  email: { field: '/email_sender_id', unknown: 'SENDER_NOT_FOUND', none: 'Add an email sender first.' },
  whatsapp: { field: '/whatsapp_number_id', unknown: 'NUMBER_NOT_FOUND', none: 'Add a WhatsApp number first.' },
} as const;

/** The sender that the request names, else the one that the message would leave by. */
async function senderOf({ account, db, body }: Input): Promise<Exclude<Sender, { channel: 'call' }>> {
  const { channel } = body;
  const named = (channel === 'email' ? body.email_sender_id : body.whatsapp_number_id)?.toLowerCase();
  const sender = named
    ? await findSender(db, channel, account.id, named)
    : (await senderFor(db, account.id, body)).sender;
  if (sender && sender.channel !== 'call') return sender;
  const { field, unknown, none } = OF[channel];
  if (named) throw new ApiError(unknown, { field });
  throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: none, field });
}

/** The phone that a WhatsApp test goes to, where it would be taken there as far as is known. */
async function phoneOf({ account, db, body, now }: Input, number: WhatsAppNumberRow): Promise<string> {
  const phone = body.to === undefined ? undefined : parsePhone(body.to, account.country ?? undefined);
  if (!phone) throw new ApiError('VALIDATION_ERROR', { field: '/to', message: 'Specify the phone number to send to.' });
  if (!phone.ok) throw new ApiError('INVALID_PHONE', { field: '/to', message: phone.message });
  const address = { accountId: account.id, channel: 'whatsapp', address: phone.value } as const;
  if (await findSuppression(db, address)) throw new ApiError('SUPPRESSED', { field: '/to' });
  if (body.template_id) {
    const template = await findTemplate(db, account.id, body.template_id.toLowerCase());
    if (template?.channel === 'whatsapp' && template.status !== 'APPROVED') {
      const message = `WhatsApp hasn't approved this template (${template.status.toLowerCase()}). Choose another template.`;
      throw new ApiError('TEMPLATE_NOT_APPROVED', { field: '/template_id', message });
    }
    return phone.value;
  }
  if (!body.content && !body.media && !body.interactive) {
    throw new ApiError('VALIDATION_ERROR', { field: '/content', message: 'Enter a text or choose a template.' });
  }
  if (await isKnownClosed(db, now, { accountId: account.id, numberId: number.id, phone: phone.value })) {
    const message =
      `WhatsApp takes free text only for 24 hours after this phone has written to ${number.phone_number}: ` +
      'write to it first, or choose a template.';
    throw new ApiError('WINDOW_CLOSED', { field: '/content', message });
  }
  return phone.value;
}

export const getTestMessageRoute = (_deps: ApiDependencies) =>
  route(getTestMessageContract).handle(async (input) => {
    const { account, db, params } = input;
    const id = pathId(params.id, 'MESSAGE_NOT_FOUND');
    const which = { id, account_id: account.id, user_id: signedIn(input).id };
    const row = found(await findTest(db, which), 'MESSAGE_NOT_FOUND');
    return { status: 200, body: { success: true, test: toTest(row) } };
  });
