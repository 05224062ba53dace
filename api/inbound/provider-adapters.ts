import type { Request } from 'express';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { mailgunSignature, readMailgunWebhook } from '../../domain/inbound/mailgun.js';
import { readMetaWebhook } from '../../domain/inbound/meta.js';
import { readPostmarkWebhook } from '../../domain/inbound/postmark.js';
import { asObject, asText, type ProviderEvent } from '../../domain/inbound/provider-event.js';
import { readResendWebhook } from '../../domain/inbound/resend.js';
import { readRetellWebhook } from '../../domain/inbound/retell.js';
import { readSendGridWebhook } from '../../domain/inbound/sendgrid.js';
import { readSesWebhook } from '../../domain/inbound/ses.js';
import { readTwilioWebhook } from '../../domain/inbound/twilio.js';
import { readMail } from '../../providers/email/read-mail.js';
import type { Sns } from '../../providers/email/sns.js';
import { jsonObject } from '../../providers/http.js';
import {
  type SignatureCheck,
  verifyBasicPassword,
  verifyHook,
  verifyMetaSignature,
  verifyRetellSignature,
  verifyTwilioSignature,
} from '../../runtime/hook-signature.js';
import {
  sendGridKey,
  standardWebhookKey,
  verifyMailgunSignature,
  verifySendGridSignature,
  verifyStandardWebhook,
} from '../../runtime/mail-hook-signatures.js';
import { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { AnyHookEvent, type HookProvider, isEmailEventType } from '../../schemas/inbound/provider-hooks.js';
import { isVoiceEventType, VoiceHookEvent } from '../../schemas/inbound/voice-hooks.js';
import { ApiError } from '../http/errors.js';
import { bodyChecker } from '../http/request/validation.js';
import { isForm, receiveForm } from './receive-form.js';

/** The surroundings of a request. */
interface CallContext {
  /** The address that was called, as the outside knows it. */
  url: string;
  sns: Sns;
}

/** The verification and parsing of one provider's requests. */
interface WebhookAdapter {
  /** Reads a body that isn't sent as JSON into JSON; undefined for one that is. */
  receive?(req: Request): Promise<Buffer> | undefined;
  verify(
    req: Request,
    bytes: Buffer,
    secret: string,
    now: Date,
    context: CallContext,
  ): SignatureCheck | Promise<SignatureCheck>;
  /** Parses a body that isn't JSON. */
  parse?(text: string, req: Request): unknown;
  /** The token of a signature that doesn't cover the body; it is accepted for one event only. */
  tokenOf?(body: unknown): string;
  /** Responds to a provider that checks the address before it sends events. */
  confirm?(body: unknown, context: CallContext): Promise<void>;
  /** The events in a body; throws what is wrong with it. */
  read(body: unknown, req: Request): ProviderEvent[] | Promise<ProviderEvent[]>;
}

const checkAny = bodyChecker(AnyHookEvent);
const checkEmail = bodyChecker(EmailHookEvent);
const checkVoice = bodyChecker(VoiceHookEvent);

/** Our own shape, for those who speak no vendor's: signed with a time, one event a request. */
const generic = (check: (type: string, body: unknown) => void): WebhookAdapter => ({
  verify: (req, bytes, secret, now) => verifyHook(secret, req.get('x-signature'), bytes, now),
  read(body) {
    const { event_id: eventId, type } = checkAny(body) as { event_id: string; type: string };
    // Only kinds that have an effect are held to a shape: the others are kept as they are.
    check(type, body);
    return [{ eventId, type, payload: body }];
  },
});

const shapeOf = <T>(events: T | undefined, vendor: string): T => {
  if (events === undefined) {
    throw new ApiError('VALIDATION_ERROR', { message: `The body isn't a webhook from ${vendor}.`, field: '' });
  }
  return events;
};

const standardHeaders = (req: Request) => {
  const header = (name: string) => req.get(`svix-${name}`) ?? req.get(`webhook-${name}`);
  return { id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
};

/** Reads an inbound mail that a route of Mailgun's forwards unparsed; undefined for any other body. */
async function readForwardedMail(body: unknown): Promise<ProviderEvent | undefined> {
  const fields = asObject(body);
  const raw = asText(fields['body-mime']);
  if (raw === null) return undefined;
  const mail = await readMail(Buffer.from(raw)).catch(() => undefined);
  const to = asText(fields.recipient);
  const id = mail?.headers['message-id'] ?? asText(fields.token) ?? '';
  const eventId = `Inbound/${to ?? ''}/${id}`.slice(0, 255);
  const payload = shapeOf(mail && { ...mailToEvent(mail, eventId), to: to ?? mail.to }, 'Mailgun');
  return { eventId, type: payload.type, payload };
}

/** The adapter of each provider: a new provider is a line here. */
export const WEBHOOK_ADAPTERS: Record<HookProvider | 'twilio', WebhookAdapter> = {
  email: generic((type, body) => {
    if (isEmailEventType(type)) checkEmail(body);
  }),
  postmark: {
    verify: (req, _bytes, secret) => verifyBasicPassword(secret, req.get('authorization')),
    read: (body) => [shapeOf(readPostmarkWebhook(body), 'Postmark')],
  },
  ses: {
    verify: (_req, bytes, topic, now, { sns }) => sns.verify(jsonObject(bytes) ?? {}, topic, now),
    async confirm(body, { sns }) {
      const message = asObject(body);
      if (message.Type === 'SubscriptionConfirmation') await sns.confirm(message);
    },
    read: (body) => [shapeOf(readSesWebhook(body), 'Amazon SNS')],
  },
  sendgrid: {
    verify(req, bytes, secret, now) {
      const header = (name: string) => req.get(`x-twilio-email-event-webhook-${name}`);
      const headers = { signature: header('signature'), timestamp: header('timestamp') };
      return verifySendGridSignature(secret, headers, bytes, now);
    },
    read: (body) => shapeOf(readSendGridWebhook(body), 'SendGrid'),
  },
  mailgun: {
    receive: (req) =>
      isForm(req) ? receiveForm(req).then((fields) => Buffer.from(JSON.stringify(fields))) : undefined,
    verify: (_req, bytes, secret, now) => verifyMailgunSignature(secret, mailgunSignature(jsonObject(bytes)), now),
    tokenOf: (body) => mailgunSignature(body).token ?? '',
    read: async (body) => [(await readForwardedMail(body)) ?? shapeOf(readMailgunWebhook(body), 'Mailgun')],
  },
  resend: {
    verify: (req, bytes, secret, now) => verifyStandardWebhook(secret, standardHeaders(req), bytes, now),
    read: (body, req) => [shapeOf(readResendWebhook(standardHeaders(req).id ?? '', body), 'Resend')],
  },
  voice: generic((type, body) => {
    if (isVoiceEventType(type)) checkVoice(body);
  }),
  retell: {
    verify: (req, bytes, secret, now) => verifyRetellSignature(secret, req.get('x-retell-signature'), bytes, now),
    read: (body) => [shapeOf(readRetellWebhook(body), 'Retell')],
  },
  meta_cloud: {
    verify: (req, bytes, secret) => verifyMetaSignature(secret, req.get('x-hub-signature-256'), bytes),
    read: (body) => shapeOf(readMetaWebhook(body), 'the WhatsApp Cloud API'),
  },
  twilio: {
    verify: (req, bytes, authToken, _now, { url }) =>
      verifyTwilioSignature(authToken, req.get('x-twilio-signature'), url, new URLSearchParams(bytes.toString('utf8'))),
    parse: (text, { query }) => ({ form: Object.fromEntries(new URLSearchParams(text)), message_id: query.message_id }),
    read(body) {
      const { form, message_id } = body as { form: Record<string, string>; message_id?: unknown };
      const ourId = typeof message_id === 'string' ? message_id : undefined;
      return [shapeOf(readTwilioWebhook(form, ourId), 'Twilio')];
    },
  },
};

/** The format of the secret, for providers that define one. */
const SECRETS: Partial<Record<HookProvider, { isValid: (secret: string) => boolean; message: string }>> = {
  ses: {
    isValid: (secret) => /^arn:aws(-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/.test(secret),
    message: 'The secret must be the ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:ses-events.',
  },
  sendgrid: {
    isValid: (secret) => sendGridKey(secret) !== undefined,
    message: "The secret must be the verification key of SendGrid's event webhook.",
  },
  resend: {
    isValid: (secret) => standardWebhookKey(secret) !== undefined,
    message: 'The secret must be the signing secret of the webhook at Resend, which starts with whsec_.',
  },
};

/** Refuses a secret that the provider can't have given. */
export function checkHookSecret(provider: HookProvider, secret: string): void {
  const rule = SECRETS[provider];
  if (rule && !rule.isValid(secret))
    throw new ApiError('VALIDATION_ERROR', { field: '/secret', message: rule.message });
}
