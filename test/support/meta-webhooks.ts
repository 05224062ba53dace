import { createHmac } from 'node:crypto';
import supertest from 'supertest';
import type { TestApi } from './api.js';
import type { TestHook } from './messaging.js';

export const PHONE_NUMBER_ID = '106540352242922';

/** The business account that webhooks are about unless a test says otherwise. */
export const WABA_ID = '102290129340398';

/** A webhook body as Meta sends it: one change of a field, of one business account. */
export const metaBody = (
  value: Record<string, unknown>,
  field = 'messages',
  time = 1_767_000_000,
  wabaId: string = WABA_ID,
) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: wabaId, time, changes: [{ field, value }] }],
});

const metadata = { display_phone_number: '15550783881', phone_number_id: PHONE_NUMBER_ID };
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

let counter = 0;
/** An id of Meta's form that no other call answers. */
export const wamid = (): string => {
  counter += 1;
  return `wamid.${Buffer.from(`${process.pid}-${Date.now()}-${counter}`).toString('base64')}`;
};

export interface Written {
  from: string;
  id?: string;
  name?: string;
  at?: Date;
  answers?: string;
  /** Text, or the message's own part such as `{type: 'image', image: {...}}`. */
  says: string | ({ type: string } & Record<string, unknown>);
}

/** The value of a change in which people wrote to us. */
export const written = (...messages: Written[]) => ({
  messaging_product: 'whatsapp',
  metadata,
  contacts: messages.map(({ from, name = 'Ana Pérez' }) => ({ profile: { name }, wa_id: from })),
  messages: messages.map(({ from, id = wamid(), at = new Date(), answers, says }) => ({
    from,
    id,
    timestamp: seconds(at),
    ...(answers ? { context: { from: '15550783881', id: answers } } : {}),
    ...(typeof says === 'string' ? { type: 'text', text: { body: says } } : says),
  })),
});

export interface Told {
  id: string;
  status: string;
  to?: string;
  ours?: string;
  at?: Date;
  error?: { code: number; title: string };
}

/** The value of a change with statuses of outgoing messages. */
export const told = (...statuses: Told[]) => ({
  messaging_product: 'whatsapp',
  metadata,
  statuses: statuses.map(({ id, status, to = '34600111222', ours, at = new Date(), error }) => ({
    id,
    status,
    timestamp: seconds(at),
    recipient_id: to,
    ...(ours ? { biz_opaque_callback_data: ours } : {}),
    ...(error ? { errors: [{ ...error, message: error.title }] } : {}),
  })),
});

export const metaSignature = (secret: string, body: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Posts a webhook as Meta does, signed with the app's secret. */
export function postMeta(api: Pick<TestApi, 'app'>, hook: TestHook, body: unknown): supertest.Test {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return supertest(api.app)
    .post(hook.path)
    .set('Content-Type', 'application/json')
    .set('X-Hub-Signature-256', metaSignature(hook.secret, text))
    .send(text);
}

/** A person on WhatsApp, by what is shown of them. */
export interface Shown {
  phone?: string;
  userId?: string;
  parentId?: string;
  name?: string;
  username?: string;
}

/** The value of a change in which a person wrote who may hide their number. */
export const writtenBy = (
  { phone, userId, parentId, name = 'Berta Sol', username }: Shown,
  { id = wamid(), says, at = new Date(), answers }: Omit<Written, 'from' | 'name'>,
) => ({
  messaging_product: 'whatsapp',
  metadata,
  contacts: [
    {
      profile: { name, ...(username ? { username } : {}) },
      ...(phone ? { wa_id: phone } : {}),
      ...(userId ? { user_id: userId } : {}),
      ...(parentId ? { parent_user_id: parentId } : {}),
    },
  ],
  messages: [
    {
      ...(phone ? { from: phone } : {}),
      ...(userId ? { from_user_id: userId } : {}),
      ...(parentId ? { from_parent_user_id: parentId } : {}),
      id,
      timestamp: seconds(at),
      ...(answers ? { context: { from: '15550783881', id: answers } } : {}),
      ...(typeof says === 'string' ? { type: 'text', text: { body: says } } : says),
    },
  ],
});

/** The value of a change in which WhatsApp tells that a person has another number or user ID. */
export const changedFrom = (before: Shown, after: Shown) => ({
  messaging_product: 'whatsapp',
  metadata,
  messages: [
    {
      ...(before.phone ? { from: before.phone } : {}),
      id: wamid(),
      timestamp: seconds(new Date()),
      type: 'system',
      system: {
        body: 'User A changed',
        type: after.phone ? 'user_changed_number' : 'user_changed_user_id',
        ...(after.phone ? { wa_id: after.phone } : {}),
        ...(after.userId ? { user_id: after.userId } : {}),
        ...(before.userId ? { previous_user_id: before.userId } : {}),
      },
    },
  ],
});
