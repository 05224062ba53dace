import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LeadRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { addNumber, addSender, openWindow } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { addLead } from '../../support/messaging.js';

const api = useApi();

async function setUp(columns: Partial<LeadRow> = {}) {
  const account = await api.account();
  await addSender(api.db, account.accountId);
  await addNumber(api.db, account.accountId);
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222', ...columns });
  const send = (body: object) => account.request('post', '/messages').send({ lead_id: lead.id, ...body });
  return { account, lead, send };
}

const IMAGE = {
  channel: 'whatsapp',
  media: { type: 'image', link: 'https://example.com/a.png', caption: 'Our house' },
};
const button = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const asking = (...buttons: object[]) => ({
  type: 'button',
  header: { type: 'text', text: 'A question' },
  body: { text: 'Shall we?' },
  footer: { text: 'Example Ltd' },
  action: { buttons },
});
const row = (id: string) => ({ id, title: `Row ${id}` });
const list = (...sections: object[]) => ({
  type: 'list',
  body: { text: 'When?' },
  action: { button: 'Choose', sections },
});
const ASK = { channel: 'whatsapp', interactive: asking(button('yes', 'Yes'), button('no', 'No')) };
const CTA = {
  type: 'cta_url',
  body: { text: 'Pick a day' },
  action: { name: 'cta_url', parameters: { display_text: 'Book', url: 'https://example.com/book' } },
};
const FLOW = {
  type: 'flow',
  body: { text: 'Your data' },
  action: { name: 'flow', parameters: { flow_message_version: '3', flow_cta: 'Sign up', flow_id: '1' } },
};
const PRODUCT = { type: 'product', action: { catalog_id: '1', product_retailer_id: 'tea-1' } };
const tea = (count: number) => Array.from({ length: count }, (_, n) => ({ product_retailer_id: `tea-${n}` }));
const shelf = (...sections: object[]) => ({
  type: 'product_list',
  header: { type: 'text', text: 'Teas' },
  body: { text: 'Ours' },
  action: { catalog_id: '1', sections },
});
const PRODUCTS = shelf({ title: 'Green', product_items: tea(2) }, { title: 'Black', product_items: tea(1) });
const CATALOGUE = {
  type: 'catalog_message',
  body: { text: 'All of it' },
  footer: { text: 'Ltd' },
  action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'tea-1' } },
};

describe('files and buttons on WhatsApp', () => {
  it('202: each kind within 24 hours of the lead’s last message, and shown as what it is', async () => {
    const { account, lead, send } = await setUp();
    await openWindow(api.db, lead);
    const sent = async (body: object, type: string) => {
      const answer = await send({ channel: 'whatsapp', ...body });
      expect([answer.status, answer.body.type]).toEqual([202, type]);
      return (await account.request('get', `/messages/${answer.body.message_id}`).expect(200)).body.message;
    };
    const link = 'https://example.com/file';
    expect(await sent(IMAGE, 'media')).toMatchObject({
      message_type: 'image',
      content: 'Our house',
      media_url: 'https://example.com/a.png',
      buttons: [],
      attachments: [{ id: null, type: 'image', mime_type: null, file_name: null, url: 'https://example.com/a.png' }],
    });
    expect(
      await sent({ media: { type: 'document', id: '4490709327384033', filename: 'offer.pdf' } }, 'media'),
    ).toMatchObject({
      message_type: 'document',
      content: '',
      attachments: [{ id: '4490709327384033', type: 'document', file_name: 'offer.pdf' }],
    });
    for (const type of ['video', 'audio', 'sticker']) {
      expect((await sent({ media: { type, link } }, 'media')).message_type).toBe(type);
    }
    expect(await sent(ASK, 'interactive')).toMatchObject({
      message_type: 'interactive',
      content: 'A question\n\nShall we?\n\nExample Ltd',
      attachments: [],
      buttons: [
        { type: 'reply', text: 'Yes', url: null },
        { type: 'reply', text: 'No', url: null },
      ],
    });
    const rows = list({ title: 'Morning', rows: [row('9'), row('10')] }, { title: 'Evening', rows: [row('17')] });
    expect((await sent({ interactive: rows }, 'interactive')).buttons).toHaveLength(3);
    const action = { name: 'cta_url', parameters: { display_text: 'Book', url: 'https://example.com/book' } };
    const linked = {
      type: 'cta_url',
      header: { type: 'image', image: { link } },
      body: { text: 'Pick a day' },
      action,
    };
    expect((await sent({ interactive: linked }, 'interactive')).buttons).toEqual([
      { type: 'url', text: 'Book', url: 'https://example.com/book' },
    ]);
    const where = { type: 'location_request_message', body: { text: 'Where?' }, action: { name: 'send_location' } };
    await sent({ interactive: where }, 'interactive');
    for (const interactive of [FLOW, PRODUCT, PRODUCTS, CATALOGUE]) await sent({ interactive }, 'interactive');
  });

  it('422: WINDOW_CLOSED outside those 24 hours', async () => {
    const { send } = await setUp();
    for (const [body, field] of [
      [IMAGE, '/media'],
      [ASK, '/interactive'],
    ] as const) {
      const answer = await send(body);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([422, 'WINDOW_CLOSED', field]);
    }
  });
});

/**
 * The content that WhatsApp would reject, with its place. A text is one character too long unless it says otherwise.
 */
const long = (limit: number) => 'x'.repeat(limit + 1);
const rich = (interactive: object) => ({ channel: 'whatsapp', interactive });
const buttons = (parts: object) => rich({ ...asking(button('a', 'A')), ...parts });
const listed = (parts: object) => rich({ ...list({ rows: [row('1')] }), ...parts });
const cta = (parameters: object) =>
  rich({ ...CTA, action: { name: 'cta_url', parameters: { ...CTA.action.parameters, ...parameters } } });
const flow = (parameters: object) =>
  rich({ ...FLOW, action: { name: 'flow', parameters: { ...FLOW.action.parameters, ...parameters } } });
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(String(n)));
const image = (media: object) => ({ channel: 'whatsapp', media: { ...IMAGE.media, ...media } });
const text = (limit: number) => ({ text: long(limit) });
const I = '/interactive';
const A = `${I}/action`;
const P = `${A}/parameters`;

const REFUSED: [string, string, object][] = [
  ['two things at once', '/media', { ...IMAGE, content: 'And a text' }],
  ['a file and a template', '/media', { ...IMAGE, template_id: newId() }],
  ['a file by email', '/media', { channel: 'email', subject: 'x', content: 'y', media: IMAGE.media }],
  ['buttons in a call', I, { channel: 'call', begin_message: 'Hi', interactive: ASK.interactive }],
  ['a file from nowhere', '/media/link', { channel: 'whatsapp', media: { type: 'image' } }],
  ['a file from two places', '/media/link', image({ id: '1' })],
  ['an address that is none', '/media/link', image({ link: 'https://' })],
  ['another scheme', '/media/link', image({ link: 'file:///etc/passwd' })],
  ['an unknown kind of file', '/media/type', image({ type: 'gif' })],
  ['words on audio', '/media/caption', image({ type: 'audio' })],
  ['words on a sticker', '/media/caption', image({ type: 'sticker' })],
  ['long words on an image', '/media/caption', image({ caption: long(1024) })],
  ['an image with a name', '/media/filename', image({ filename: 'x' })],
  ['an unknown kind', `${I}/type`, rich({ type: 'poll' })],
  ['an unknown key', `${I}/colour`, buttons({ colour: 'red' })],
  ['no text', `${I}/body`, rich({ type: 'button', action: { buttons: [button('a', 'A')] } })],
  ['an empty text', `${I}/body/text`, buttons({ body: { text: '' } })],
  ['a long text', `${I}/body/text`, buttons({ body: text(1024) })],
  ['a long foot', `${I}/footer/text`, buttons({ footer: text(60) })],
  ['a long head', `${I}/header/text`, buttons({ header: { type: 'text', ...text(60) } })],
  ['a head without its file', `${I}/header/image/link`, buttons({ header: { type: 'image', image: {} } })],
  ['a head of sound', `${I}/header/type`, buttons({ header: { type: 'audio', audio: { id: '1' } } })],
  ['no buttons', `${A}/buttons`, rich(asking())],
  ['four buttons', `${A}/buttons`, rich(asking(...['a', 'b', 'c', 'd'].map((id) => button(id, id))))],
  ['a long button', `${A}/buttons/0/reply/title`, rich(asking(button('a', long(20))))],
  ['a button without words', `${A}/buttons/0/reply/title`, rich(asking(button('a', '')))],
  ['a button with a long id', `${A}/buttons/0/reply/id`, rich(asking(button(long(256), 'A')))],
  ['a button twice', `${A}/buttons/1/reply/id`, rich(asking(button('a', 'Yes'), button('a', 'No')))],
  ['a title twice', `${A}/buttons/1/reply/title`, rich(asking(button('a', 'Yes'), button('b', 'Yes')))],
  ['a picture above a list', `${I}/header/text`, listed({ header: { type: 'image', image: { id: '1' } } })],
  ['a long text above a list', `${I}/body/text`, listed({ body: text(4096) })],
  ['a list without its button', `${A}/button`, listed({ action: { sections: [{ rows: rows(1) }] } })],
  ['a list with a long button', `${A}/button`, listed({ action: { button: long(20), sections: [{ rows: rows(1) }] } })],
  ['a list of nothing', `${A}/sections`, rich(list())],
  ['an empty section', `${A}/sections/0/rows`, rich(list({ rows: [] }))],
  ['eleven rows', `${A}/sections/0/rows`, rich(list({ rows: rows(11) }))],
  [
    'eleven rows in two sections',
    `${A}/sections`,
    rich(list({ title: 'A', rows: rows(10) }, { title: 'B', rows: [row('b')] })),
  ],
  ['eleven sections', `${A}/sections`, rich(list(...rows(11).map((each) => ({ title: 'x', rows: [each] }))))],
  ['a row twice', `${A}/sections/0/rows/1/id`, rich(list({ rows: [row('1'), row('1')] }))],
  ['a long row', `${A}/sections/0/rows/0/title`, rich(list({ rows: [{ id: '1', title: long(24) }] }))],
  ['a row with a long id', `${A}/sections/0/rows/0/id`, rich(list({ rows: [{ id: long(200), title: 'x' }] }))],
  [
    'a row with many words',
    `${A}/sections/0/rows/0/description`,
    rich(list({ rows: [{ ...row('1'), description: long(72) }] })),
  ],
  ['a long section', `${A}/sections/0/title`, rich(list({ title: long(24), rows: rows(1) }))],
  [
    'sections without titles',
    `${A}/sections/0/title`,
    rich(list({ rows: [row('1')] }, { title: 'B', rows: [row('2')] })),
  ],
  ['a link with a long button', `${P}/display_text`, cta({ display_text: long(20) })],
  ['a link to nowhere', `${P}/url`, cta({ url: 'javascript:alert(1)' })],
  ['a link without an address', `${P}/url`, cta({ url: null })],
  ['a flow of no id', `${P}/flow_id`, flow({ flow_id: null })],
  ['a flow of id and name', `${P}/flow_id`, flow({ flow_name: 'x' })],
  ['a flow with a long button', `${P}/flow_cta`, flow({ flow_cta: long(30) })],
  ['a flow with an emoji', `${P}/flow_cta`, flow({ flow_cta: 'Go \u{1F680}' })],
  ['a flow of another version', `${P}/flow_message_version`, flow({ flow_message_version: '2' })],
  ['a flow in an unknown mode', `${P}/mode`, flow({ mode: 'test' })],
  [
    'a flow that starts twice',
    `${P}/flow_action_payload`,
    flow({ flow_action: 'data_exchange', flow_action_payload: { screen: 'A' } }),
  ],
  ['a flow that starts on no screen', `${P}/flow_action_payload/screen`, flow({ flow_action_payload: {} })],
  ['a product of no catalogue', `${A}/catalog_id`, rich({ ...PRODUCT, action: { product_retailer_id: 'x' } })],
  ['a head above a product', `${I}/header`, rich({ ...PRODUCT, header: { type: 'text', text: 'x' } })],
  ['products without a head', `${I}/header`, rich({ ...PRODUCTS, header: undefined })],
  [
    'a picture above products',
    `${I}/header/text`,
    rich({ ...PRODUCTS, header: { type: 'image', image: { id: '1' } } }),
  ],
  [
    'too many products',
    `${A}/sections`,
    rich(shelf({ title: 'A', product_items: tea(30) }, { title: 'B', product_items: tea(1) })),
  ],
  [
    'products in sections without titles',
    `${A}/sections/1/title`,
    rich(shelf({ title: 'A', product_items: tea(1) }, { product_items: tea(1) })),
  ],
  ['a catalogue by another name', `${A}/name`, rich({ ...CATALOGUE, action: { name: 'catalogue' } })],
];

describe('400: what WhatsApp would not take is refused before it is sent', () => {
  let fixture: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    fixture = await setUp();
    await openWindow(api.db, fixture.lead);
  });

  it.each(REFUSED)('%s', async (_what, field, body) => {
    const answer = await fixture.send(body);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('and in the params of a background job’s message', async () => {
    const steps = REFUSED.map(([, field, params]) => ({
      field: `/steps/0/action/params${field}`,
      body: { steps: [{ action: { type: 'send_message', params } }] },
    }));
    for (const { field, body } of steps) {
      const answer = await fixture.account.request('post', '/background-jobs').send(body);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    }
  });

  it('while what is just short enough is taken', async () => {
    const wide = (limit: number) => 'é'.repeat(limit);
    const taken = [
      buttons({ body: { text: wide(1024) }, footer: { text: wide(60) }, header: { type: 'text', text: wide(60) } }),
      rich(asking(...['a', 'b', 'c'].map((id) => button(id.repeat(256), `${id}${wide(19)}`)))),
      rich({
        type: 'list',
        body: { text: wide(4096) },
        action: {
          button: wide(20),
          sections: rows(10).map(({ id }) => ({
            title: wide(24),
            rows: [{ id: id.repeat(200), title: wide(24), description: wide(72) }],
          })),
        },
      }),
      cta({ display_text: wide(20) }),
      flow({ flow_cta: wide(30), flow_action: 'navigate', flow_action_payload: { screen: 'A', data: { a: 1 } } }),
      rich(shelf({ product_items: tea(30) })),
      image({ caption: wide(1024) }),
    ];
    for (const body of taken) expect((await fixture.send(body)).body).toMatchObject({ success: true });
  });
});
