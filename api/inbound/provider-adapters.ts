import type { Request } from 'express';
import { readMetaWebhook } from '../../domain/inbound/meta.js';
import { readPostmarkWebhook } from '../../domain/inbound/postmark.js';
import type { ProviderEvent } from '../../domain/inbound/provider-event.js';
import { readRetellWebhook } from '../../domain/inbound/retell.js';
import { readTwilioWebhook } from '../../domain/inbound/twilio.js';
import {
  type SignatureCheck,
  verifyBasicPassword,
  verifyHook,
  verifyMetaSignature,
  verifyRetellSignature,
  verifyTwilioSignature,
} from '../../runtime/hook-signature.js';
import { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { AnyHookEvent, type HookProvider, isEmailEventType } from '../../schemas/inbound/provider-hooks.js';
import { isVoiceEventType, VoiceHookEvent } from '../../schemas/inbound/voice-hooks.js';
import { ApiError } from '../http/errors.js';
import { bodyChecker } from '../http/request/validation.js';

/** The verification and parsing of one provider's requests. */
interface WebhookAdapter {
  /** `url` is the address that was called, as the outside knows it. */
  verify(req: Request, bytes: Buffer, secret: string, now: Date, url: string): SignatureCheck;
  /** Parses a body that isn't JSON. */
  parse?(text: string, req: Request): unknown;
  /** The events in a body; throws what is wrong with it. */
  read(body: unknown): ProviderEvent[];
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

/** The adapter of each provider: a new provider is a line here. */
export const WEBHOOK_ADAPTERS: Record<HookProvider | 'twilio', WebhookAdapter> = {
  email: generic((type, body) => {
    if (isEmailEventType(type)) checkEmail(body);
  }),
  postmark: {
    verify: (req, _bytes, secret) => verifyBasicPassword(secret, req.get('authorization')),
    read: (body) => [shapeOf(readPostmarkWebhook(body), 'Postmark')],
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
    verify: (req, bytes, authToken, _now, url) =>
      verifyTwilioSignature(authToken, req.get('x-twilio-signature'), url, new URLSearchParams(bytes.toString('utf8'))),
    parse: (text, { query }) => ({ form: Object.fromEntries(new URLSearchParams(text)), message_id: query.message_id }),
    read(body) {
      const { form, message_id } = body as { form: Record<string, string>; message_id?: unknown };
      const ourId = typeof message_id === 'string' ? message_id : undefined;
      return [shapeOf(readTwilioWebhook(form, ourId), 'Twilio')];
    },
  },
};
