import { describe, expect, it } from '@jest/globals';
import { readWhatsAppMessage } from '../../domain/inbound/inbound-whatsapp.js';
import { readMetaWebhook } from '../../domain/inbound/meta.js';
import { metaBody, written, writtenBy } from '../support/meta-webhooks.js';

const FROM = '34600111222';
const NOW = new Date();
const read = (says: { type: string } & Record<string, unknown>) => {
  const [event] = readMetaWebhook(metaBody(written({ from: FROM, says })))!;
  return readWhatsAppMessage(event!.payload, NOW)!;
};
const form = (fields: unknown) => ({
  type: 'interactive',
  interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(fields) } },
});

const CARD = {
  name: { formatted_name: 'Eva Ruiz', first_name: 'Eva' },
  org: { company: 'Acme' },
  phones: [{ phone: '+34 600 33 39 99', wa_id: '34600333999', type: 'CELL' }, { phone: '+34 910 00 00 00' }],
  emails: [{ email: 'eva@example.com' }],
};

/** The texts of each kind, and its fields. */
const SAYS: [string, { type: string } & Record<string, unknown>, string, unknown][] = [
  ['text', { type: 'text', text: { body: 'Hola' } }, 'Hola', null],
  ['a caption', { type: 'video', video: { id: '1', caption: 'Mira' } }, 'Mira', null],
  ['a sticker', { type: 'sticker', sticker: { id: '1', mime_type: 'image/webp' } }, '', null],
  ['a button', { type: 'button', button: { text: 'Sí', payload: 'yes' } }, 'Sí', null],
  [
    'a chosen row',
    { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'Mañana' } } },
    'Mañana',
    null,
  ],
  [
    'the answers of a form',
    form({
      flow_token: 'x',
      budget: '5000',
      preferred_day: 'Tuesday',
      rooms: 3,
      pets: false,
      areas: ['Sol', 'Retiro'],
    }),
    'budget: 5000\npreferred day: Tuesday\nrooms: 3\npets: no\nareas: Sol, Retiro',
    { form: { budget: '5000', preferred_day: 'Tuesday', rooms: 3, pets: false, areas: ['Sol', 'Retiro'] } },
  ],
  [
    'a form within a form',
    form({ home: { city: 'Madrid', zip: '28001' } }),
    'home: city Madrid, zip 28001',
    {
      form: { home: { city: 'Madrid', zip: '28001' } },
    },
  ],
  ['a form without answers', form({}), 'Sent', null],
  [
    'a form that is no JSON',
    {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: '{"a":' } },
    },
    'Sent',
    null,
  ],
  [
    'a permission to call',
    {
      type: 'interactive',
      interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
    },
    'response: accept',
    { call_permission_reply: { response: 'accept' } },
  ],
  [
    'a location',
    { type: 'location', location: { latitude: 40.4, longitude: -3.7, name: 'Sol', address: 'Madrid' } },
    'Sol, Madrid, 40.4, -3.7',
    { location: { latitude: 40.4, longitude: -3.7, name: 'Sol', address: 'Madrid' } },
  ],
  [
    'contact cards',
    {
      type: 'contacts',
      contacts: [CARD, { name: { first_name: 'Leo' }, vcard: 'BEGIN:VCARD\nTEL;TYPE=CELL:+34600\nEND:VCARD' }],
    },
    'Eva Ruiz, Acme, +34 600 33 39 99, +34 910 00 00 00, eva@example.com\nLeo, +34600',
    {
      contacts: [
        {
          name: 'Eva Ruiz',
          phones: ['+34 600 33 39 99', '+34 910 00 00 00'],
          emails: ['eva@example.com'],
          company: 'Acme',
        },
        { name: 'Leo', phones: ['+34600'], emails: [], company: null },
      ],
    },
  ],
  [
    'an order',
    {
      type: 'order',
      order: {
        catalog_id: 'c1',
        text: 'By Friday please',
        product_items: [{ product_retailer_id: 'sku-1', quantity: 2, item_price: 10.5, currency: 'EUR' }],
      },
    },
    'By Friday please\n2 × sku-1, 10.5 EUR each',
    {
      order: {
        catalog_id: 'c1',
        product_items: [{ product_retailer_id: 'sku-1', quantity: 2, item_price: 10.5, currency: 'EUR' }],
      },
    },
  ],
  [
    'a question about a product',
    {
      type: 'text',
      text: { body: 'Is it blue?' },
      context: { referred_product: { catalog_id: 'c1', product_retailer_id: 'sku-9' } },
    },
    'Is it blue?\nProduct: sku-9',
    { product: { catalog_id: 'c1', product_retailer_id: 'sku-9' } },
  ],
  [
    'what an ad led to',
    { type: 'text', text: { body: 'Hi' }, referral: { source_type: 'ad', source_id: '7', ctwa_clid: 'abc' } },
    'Hi',
    { referral: { source_type: 'ad', source_id: '7', ctwa_clid: 'abc' } },
  ],
  [
    'a poll',
    { type: 'poll_creation', poll_creation: { name: 'When?', options: ['Mon', { name: 'Tue' }] } },
    'When?\n- Mon\n- Tue',
    {
      poll: { name: 'When?', options: ['Mon', { name: 'Tue' }] },
    },
  ],
  [
    'what is unsupported',
    { type: 'unsupported', unsupported: { type: 'poll_creation' } },
    'Unsupported message (poll creation)',
    null,
  ],
  ['an unknown type', { type: 'hologram', hologram: { x: 1 } }, 'Unsupported message (hologram)', null],
  ['a kind called like a method', { type: 'constructor' }, 'Unsupported message (constructor)', null],
];

describe('what a message says', () => {
  it.each(SAYS)('is readable, and fields are kept: %s', (_name, says, text, values) => {
    expect([read(says).text, read(says).values]).toEqual([text, values]);
  });

  it('holds no more than fits, however much is sent', () => {
    const huge = read(form(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 'x'.repeat(9)]))));
    expect(huge.text.length).toBeLessThanOrEqual(8_000);
    expect(JSON.stringify(huge.values ?? '').length).toBeLessThanOrEqual(20_000);
  });

  it('is an act upon an earlier message where it edits, deletes or withdraws', () => {
    const edit = { original_message_id: 'wamid.1', message: { type: 'text', text: { body: 'STOP' } } };
    expect(read({ type: 'edit', edit })).toMatchObject({
      act: { kind: 'edits', message: 'wamid.1' },
      text: 'STOP',
      intent: 'opt_out',
    });
    expect(read({ type: 'revoke', revoke: { original_message_id: 'wamid.1' } }).act).toEqual({
      kind: 'deletes',
      message: 'wamid.1',
    });
    for (const emoji of [undefined, '', null]) {
      expect(read({ type: 'reaction', reaction: { message_id: 'wamid.1', emoji } }).act).toEqual({
        kind: 'withdraws_reaction',
        from: 'wamid.1',
      });
    }
  });
});

describe('who a message is from', () => {
  const sender = (value: Record<string, unknown>) => {
    const [event] = readMetaWebhook(metaBody(value))!;
    return readWhatsAppMessage(event!.payload, NOW)?.sender;
  };

  it('is named by number, by user ID or by both, and a user ID is never read as a number', () => {
    const userId = 'ES.13491208655302741918';
    expect(sender(writtenBy({ phone: FROM }, { says: 'x' }))).toMatchObject({ waId: FROM, userIds: [] });
    expect(sender(writtenBy({ userId, username: '@berta' }, { says: 'x' }))).toMatchObject({
      waId: null,
      userIds: [userId],
      username: 'berta',
      name: 'Berta Sol',
    });
    // Some programs in between put the ID where the number was.
    expect(sender(writtenBy({ phone: userId }, { says: 'x' }))).toMatchObject({ waId: null, userIds: [userId] });
    const parentId = 'ES.ENT.11815799212886844830';
    expect(sender(writtenBy({ userId, parentId }, { says: 'x' }))?.userIds).toEqual([userId, parentId]);
  });

  it('is never another person of the same batch', () => {
    const [a, b] = [
      writtenBy({ userId: 'ES.1', name: 'A' }, { says: 'a' }),
      writtenBy({ userId: 'ES.2' }, { says: 'b' }),
    ];
    const events = readMetaWebhook(
      metaBody({ ...a, contacts: a.contacts, messages: [...b.messages, ...a.messages] }),
    )!.map(({ payload }) => readWhatsAppMessage(payload, NOW)!.sender);
    expect(events.map(({ userIds, name }) => [userIds, name])).toEqual([
      [['ES.2'], null],
      [['ES.1'], 'A'],
    ]);
  });
});

describe('what has no known form', () => {
  it.each([
    ['a message without an ID', 'messages', { messages: [{ type: 'text' }] }, 'whatsapp.unreadable'],
    ['a status without a word', 'messages', { statuses: [{ id: 'wamid.1' }] }, 'whatsapp.unreadable'],
    ['errors of the account', 'messages', { errors: [{ code: 130429 }] }, 'whatsapp.errors'],
    ['a value that is no object', 'messages', 'x', 'whatsapp.messages'],
    ['an empty value', 'messages', {}, 'whatsapp.messages'],
    ['a new list', 'messages', { holograms: [{ id: '1' }] }, 'whatsapp.holograms'],
    ['a new field', 'group_lifecycle_update', { groups: [] }, 'whatsapp.group_lifecycle_update'],
    ['a field called like a method', 'constructor', {}, 'whatsapp.constructor'],
  ])('becomes an event of its own: %s', (_name, field, value, type) => {
    const events = readMetaWebhook(metaBody(value as Record<string, unknown>, field))!;
    expect(events.map((event) => event.type)).toEqual([type]);
  });
});
