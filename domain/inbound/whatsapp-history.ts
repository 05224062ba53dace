import { type InboundWhatsApp, readMessage } from './inbound-whatsapp.js';
import { asObject, asObjects, asText, type Json } from './provider-event.js';
import { digitsOf, readSender, type WhatsAppPerson } from './whatsapp-sender.js';

/** A message from before a number was connected. */
export interface HistoryMessage {
  message: InboundWhatsApp;
  /** True if the business wrote it. */
  isOurs: boolean;
  /** The delivery status of a message from the business. */
  status: 'sent' | 'delivered' | 'read' | 'failed';
}

/** A part of a chat from before a number was connected, oldest message first. */
export interface HistoryChat {
  person: WhatsAppPerson;
  messages: HistoryMessage[];
}

const STATUSES: Readonly<Record<string, HistoryMessage['status']>> = {
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  ERROR: 'failed',
};

/** Reads a stored `whatsapp.history` without edits, deletions and system messages; undefined where nothing names the person. */
export function readHistory(payload: unknown, receivedAt: Date): HistoryChat | undefined {
  const around = asObject(payload);
  const { metadata, waba_id, thread, messages } = around;
  const { id, context } = asObject(thread);
  const named = asObject(context);
  const contact = { ...named, profile: { username: named.username } };
  const person = readSender({ waba_id, contact }, { from: id, user_id: id });
  if (!person) return undefined;
  const ours = digitsOf(asText(asObject(metadata).display_phone_number));
  const read = asObjects(messages).flatMap((raw): HistoryMessage[] => {
    const message = readMessage({ metadata, message: raw }, receivedAt);
    if (message?.act.kind !== 'says' || message.kind === 'system') return [];
    return [{ message, isOurs: isOurs(raw, ours), status: statusOf(raw) }];
  });
  return { person, messages: read.sort((a, b) => a.message.occurredAt.getTime() - b.message.occurredAt.getTime()) };
}

/** Only messages of the business say whom they were sent to. */
const isOurs = (raw: Json, ours: string | null): boolean =>
  (ours !== null && digitsOf(asText(raw.from)) === ours) || asText(raw.to) !== null || asText(raw.to_user_id) !== null;

const statusOf = ({ history_context }: Json): HistoryMessage['status'] =>
  STATUSES[(asText(asObject(history_context).status) ?? '').toUpperCase()] ?? 'sent';
