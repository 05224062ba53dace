import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { whatsAppUserId } from '../../domain/values/whatsapp-user.js';
import { newId } from '../../runtime/ids.js';
import { receiveEvent } from './hooks.js';

/** The lead's reaction to a message that the sandbox delivered. */
export type SandboxAct = { kind: 'reply'; text: string } | { kind: 'read' } | { kind: 'bounce' };

/**
 * Takes what a lead does in the sandbox as its provider would tell it, so that all that follows is as with any other.
 * Returns the id under which it came in.
 */
export async function actInSandbox(
  work: Work,
  message: MessageRow,
  addresses: { from: string; to: string },
  act: SandboxAct,
): Promise<string> {
  const eventId = `sandbox/${newId()}`;
  const { account_id: accountId } = message;
  const eventOf = message.channel === 'email' ? mailEvent : whatsAppEvent;
  const { provider, type, payload } = eventOf(work.now, eventId, message, addresses, act);
  await receiveEvent(work, { accountId, provider, eventId, type, payload: JSON.stringify(payload) });
  return eventId;
}

const sentAs = ({ provider_message_id }: MessageRow): string => provider_message_id?.toString() ?? '';

function mailEvent(
  now: Date,
  eventId: string,
  message: MessageRow,
  { from, to }: { from: string; to: string },
  act: SandboxAct,
) {
  const common = { event_id: eventId, occurred_at: now.toISOString() };
  switch (act.kind) {
    case 'reply': {
      const own = { message_id: `<${newId()}@sandbox.invalid>`, in_reply_to: sentAs(message) };
      const parts = { from: to, to: from, subject: `Re: ${message.subject ?? ''}`, text: act.text };
      return { provider: 'email' as const, type: 'reply', payload: { ...common, type: 'reply', ...own, ...parts } };
    }
    case 'read':
      return {
        provider: 'email' as const,
        type: 'opened',
        payload: { ...common, type: 'opened', message_id: sentAs(message) },
      };
    case 'bounce': {
      const bounce = { kind: 'hard', code: '5.1.1', diagnostic: 'A bounce was requested in the sandbox.' };
      const payload = { ...common, type: 'bounce', message_id: sentAs(message), to, bounce };
      return { provider: 'email' as const, type: 'bounce', payload };
    }
  }
}

const digits = (phone: string): string => phone.replaceAll(/\D/g, '');

function whatsAppEvent(
  now: Date,
  eventId: string,
  message: MessageRow,
  { from, to }: { from: string; to: string },
  act: SandboxAct,
) {
  const provider = 'meta_cloud' as const;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const metadata = { display_phone_number: digits(from) };
  if (act.kind !== 'reply') {
    const status = { id: sentAs(message), status: 'read', timestamp, biz_opaque_callback_data: message.id };
    return { provider, type: 'whatsapp.status', payload: { status, metadata } };
  }
  const who = whatsAppUserId(to) === null ? { from: digits(to) } : { from_user_id: to };
  const own = { id: eventId, ...who, timestamp, context: { id: sentAs(message) } };
  const textMessage = { ...own, type: 'text', text: { body: act.text } };
  return { provider, type: 'whatsapp.message', payload: { message: textMessage, contact: null, metadata } };
}
