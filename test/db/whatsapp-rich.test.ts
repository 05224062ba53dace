import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import type { WhatsAppInteractive } from '../../schemas/channels/whatsapp-content.js';
import { addNumber, addWhatsAppTemplate, openWindow } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { runNewJob } from '../support/jobs.js';
import { createWhatsAppFixture, useMeta, type WhatsAppFixture } from '../support/whatsapp-fixture.js';

const api = useApi();
const meta = useMeta(api);
afterEach(() => expect(meta.meta.violations.splice(0)).toEqual([]));

const button = (id: string, title: string) => ({ type: 'reply' as const, reply: { id, title } });
const STEPS: CadenceStepRequest[] = [
  {
    type: 'message',
    channel: 'whatsapp',
    media: {
      type: 'document',
      link: 'https://example.com/{{lead.id}}.pdf',
      caption: 'For {{ lead.first_name }}',
      filename: 'offer.pdf',
    },
  },
  {
    type: 'message',
    channel: 'whatsapp',
    interactive: {
      type: 'button',
      header: { type: 'image', image: { link: 'https://example.com/a.png' } },
      body: { text: 'Shall we talk, {{ lead.first_name }}?' },
      footer: { text: 'Example Ltd' },
      action: { buttons: [button('yes', 'Yes'), button('no', 'Not now')] },
    },
  },
  {
    type: 'message',
    channel: 'whatsapp',
    interactive: {
      type: 'list',
      body: { text: 'When?' },
      action: {
        button: 'Choose',
        sections: [{ rows: [{ id: '9', title: 'At nine', description: 'In the morning' }] }],
      },
    },
  },
];

describe('a cadence on WhatsApp', () => {
  it('sends files, buttons and lists, filled in for the lead and shown in its history', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => STEPS);
    for (const _step of STEPS) expect(await setup.act()).toBe('accepted');
    const { id } = setup.lead;
    expect(meta.meta.taken.slice(-3).map(({ body }) => body)).toMatchObject([
      {
        type: 'document',
        document: { link: `https://example.com/${id}.pdf`, caption: 'For Ada', filename: 'offer.pdf' },
      },
      {
        type: 'interactive',
        interactive: {
          body: { text: 'Shall we talk, Ada?' },
          action: { buttons: [button('yes', 'Yes'), button('no', 'Not now')] },
        },
      },
      { type: 'interactive', interactive: { type: 'list', action: { button: 'Choose' } } },
    ]);
    const { body } = await setup.account.request('get', `/leads/${id}/history?types=message`).expect(200);
    expect(body.history).toMatchObject([
      {
        message_type: 'document',
        content: 'For Ada',
        media_url: `https://example.com/${id}.pdf`,
        attachments: [{ type: 'document', file_name: 'offer.pdf' }],
      },
      {
        message_type: 'interactive',
        content: 'Shall we talk, Ada?\n\nExample Ltd',
        buttons: [{ text: 'Yes' }, { text: 'Not now' }],
      },
      { message_type: 'interactive', buttons: [{ type: 'list_row', text: 'At nine', url: null }] },
    ]);
  });

  it('cuts what came out longer than WhatsApp takes, and holds where an address came out as none', async () => {
    const long = await createWhatsAppFixture(api, meta, () => [
      {
        type: 'message',
        channel: 'whatsapp',
        interactive: {
          type: 'button',
          body: { text: '{{lead.id}} '.repeat(80) },
          action: { buttons: [button('a', 'A')] },
        },
      },
    ]);
    expect(await long.act()).toBe('accepted');
    expect(meta.meta.taken.at(-1)?.body).toMatchObject({
      interactive: { body: { text: expect.stringMatching(/^.{1024}$/) } },
    });
    const lost = await createWhatsAppFixture(api, meta, () => [
      { type: 'message', channel: 'whatsapp', media: { type: 'image', link: 'https://[{{lead.owner_id}}]/a.png' } },
    ]);
    expect(await lost.act()).toBe('waiting');
    expect(await lost.runRow()).toMatchObject({ run_status: 'running', hold_reason: 'error' });
  });

  it('sends each further kind as WhatsApp’s reference has it', async () => {
    const body = { text: 'Have a look, {{ lead.first_name }}' };
    const items = [{ product_retailer_id: 'tea-1' }];
    const kinds: WhatsAppInteractive[] = [
      {
        type: 'cta_url',
        body,
        action: {
          name: 'cta_url',
          parameters: { display_text: 'For {{ lead.first_name }}', url: 'https://example.com/{{lead.id}}' },
        },
      },
      { type: 'location_request_message', body, action: { name: 'send_location' } },
      {
        type: 'flow',
        body,
        action: {
          name: 'flow',
          parameters: {
            flow_message_version: '3',
            flow_name: 'sign-up',
            flow_cta: 'Sign up',
            flow_token: '{{ kept }}',
            flow_action_payload: { screen: 'START', data: { plan: 'gold' } },
          },
        },
      },
      { type: 'product', action: { catalog_id: '1', product_retailer_id: 'tea-1' } },
      {
        type: 'product_list',
        header: { type: 'text', text: 'Teas' },
        body,
        action: { catalog_id: '1', sections: [{ title: 'Green', product_items: items }] },
      },
      { type: 'catalog_message', body, action: { name: 'catalog_message' } },
    ];
    const setup = await createWhatsAppFixture(api, meta, () =>
      kinds.map((interactive) => ({ type: 'message', channel: 'whatsapp', interactive })),
    );
    for (const _kind of kinds) expect(await setup.act()).toBe('accepted');
    const sent = meta.meta.taken.slice(-kinds.length).map(({ body: taken }) => taken);
    expect(sent.map((each) => each.interactive)).toMatchObject([
      {
        body: { text: 'Have a look, Ada' },
        action: { parameters: { display_text: 'For Ada', url: `https://example.com/${setup.lead.id}` } },
      },
      { type: 'location_request_message' },
      { type: 'flow', action: { parameters: { flow_token: '{{ kept }}' } } },
      ...[{ type: 'product' }, { type: 'product_list' }, { type: 'catalog_message' }],
    ]);
  });

  it('cuts a button to what a button may say, and holds where two came out the same', async () => {
    const asking = (...titles: string[]): CadenceStepRequest => ({
      type: 'message',
      channel: 'whatsapp',
      interactive: {
        type: 'button',
        body: { text: 'Shall we?' },
        action: { buttons: titles.map((title, n) => button(String(n), title)) },
      },
    });
    const setup = await createWhatsAppFixture(api, meta, () => [asking('{{lead.company}}')]);
    await api
      .db('leads')
      .where({ id: setup.lead.id })
      .update({ company: 'x'.repeat(22) });
    expect(await setup.act()).toBe('accepted');
    expect(meta.meta.taken.at(-1)?.body).toMatchObject({
      interactive: { action: { buttons: [{ reply: { title: 'x'.repeat(20) } }] } },
    });
    const twice = await createWhatsAppFixture(api, meta, () => [asking('Ada', '{{lead.first_name}}')]);
    expect(await twice.act()).toBe('waiting');
    expect(await twice.runRow()).toMatchObject({ hold_reason: 'error' });
  });

  it('sends a refused file again as it was made by its step', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => STEPS);
    await setup.act();
    const [message] = await setup.messages();
    const [first] = setup.taken(message?.id ?? '');
    if (!message || !first) throw new Error('Nothing was sent.');
    await meta.meta.tell(first, 'failed', { code: 131056 });
    await setup.work();
    setup.pass(2);
    expect(await setup.actOn(message.id)).toBe('accepted');
    expect(setup.taken(message.id).map(({ body }) => body)).toEqual([first.body, first.body]);
  });
});

describe('publishing a cadence with files and buttons', () => {
  const link = 'https://example.com/a.png';
  it.each<[string, object, string]>([
    ['by e-mail', { channel: 'email', media: { type: 'image', link } }, 'media'],
    ['next to a template', { template_id: newId(), media: { type: 'image', link } }, 'media'],
    [
      'two at once',
      {
        media: { type: 'image', link },
        interactive: STEPS[1] && 'interactive' in STEPS[1] ? STEPS[1].interactive : {},
      },
      'interactive',
    ],
    ['words on a sticker', { media: { type: 'sticker', link, caption: 'x' } }, 'media/caption'],
    ['a template that does not parse', { media: { type: 'image', link, caption: '{{ lead.' } }, 'media/caption'],
    [
      'an id twice, in a variant',
      {
        content: 'Hi',
        variants: [
          {
            key: 'a',
            interactive: {
              type: 'button',
              body: { text: 'x' },
              action: { buttons: [button('a', 'A'), button('a', 'B')] },
            },
          },
        ],
      },
      'variants/0/interactive/action/buttons/1/reply/id',
    ],
  ])('is refused with %s', async (_what, step, place) => {
    const account = await api.account();
    await addNumber(api.db, account.accountId);
    const steps = [{ type: 'message', channel: 'whatsapp', ...step }];
    const made = await account.request('post', '/workflows').send({ name: newId(), cadence: { steps } });
    const answer =
      made.status === 201
        ? await account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({})
        : made;
    expect([answer.status, answer.body.field]).toEqual([400, `/cadence/steps/0/${place}`]);
  });
});

describe('a background job on WhatsApp', () => {
  const media = { type: 'document', link: 'https://example.com/{{lead.id}}.pdf', caption: 'For {{ lead.first_name }}' };
  const interactive = {
    type: 'button',
    body: { text: 'Shall we talk, {{ lead.first_name }}?' },
    action: { buttons: [button('yes', '{{lead.first_name}}')] },
  };
  const send = (params: object) => ({ action: { type: 'send_message', params: { channel: 'whatsapp', ...params } } });

  it('sends files and buttons within the 24 hours, filled in for the lead, once', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => STEPS);
    const made = await runJob(setup, [send({ media }), send({ interactive })]);
    expect(made.effects).toMatchObject([
      { type: 'send_message', applied: true },
      { type: 'send_message', applied: true },
    ]);
    const [file, buttons] = await setup.messages();
    setup.pass(1);
    for (const message of [file, buttons]) expect(await setup.actOn(message?.id ?? '')).toBe('accepted');
    expect(setup.taken(file?.id ?? '').map(({ body }) => body)).toMatchObject([
      { type: 'document', document: { link: `https://example.com/${setup.lead.id}.pdf`, caption: 'For Ada' } },
    ]);
    expect(setup.taken(buttons?.id ?? '').map(({ body }) => body)).toMatchObject([
      {
        interactive: {
          body: { text: 'Shall we talk, Ada?' },
          action: { buttons: [button('yes', 'Ada')] },
        },
      },
    ]);
  });

  it('outside of them sends the fallback template instead, or nothing and says so', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => STEPS);
    await openWindow(api.db, setup.lead, new Date(Date.now() - 86_460_000));
    const { id } = await addWhatsAppTemplate(api.db, setup.accountId, {
      name: 'plain',
      components: JSON.stringify([{ type: 'BODY', text: 'Hello again.' }]),
    });
    const made = await runJob(setup, [
      send({ interactive, if_window_closed: 'use_template', fallback_template_id: id }),
      send({ media }),
    ]);
    expect(made.effects).toMatchObject([{ applied: true }, { applied: false }]);
    const [message, none] = await setup.messages();
    expect(none).toBeUndefined();
    expect(await setup.actOn(message?.id ?? '')).toBe('accepted');
    expect(setup.taken(message?.id ?? '').map(({ body }) => body)).toMatchObject([
      { type: 'template', template: { name: 'plain' } },
    ]);
  });

  async function runJob(fixture: WhatsAppFixture, steps: object[]): Promise<{ effects: object[] }> {
    const job = { lead_filters: [{ workflow_id: fixture.agentId }], steps };
    const done = await runNewJob(api.db, fixture.account, job, { lead_ids: [fixture.lead.id] });
    return { effects: done.steps.flatMap(({ effects }) => effects) };
  }
});
