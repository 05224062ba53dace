import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { castOf, EVALS, leadOf, type Script, stage, stageClock, takeIn } from '../../support/conversations.js';
import { useThinking } from '../../support/thinking.js';

const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock });
const thinking = useThinking(api);
beforeEach(() => {
  stage.now = Date.parse(EVALS.reading.defaults.now);
});

const JONAS = { first_name: 'Jonas', email: 'jonas@example.de' };
const SCRIPT = { agent: 'umzug', channel: 'email', lead: JONAS } as unknown as Script;

/** A lead to whose mail an agent's answer is queued. */
async function answered({ model = false } = {}) {
  const before = model ? { before: thinking.addModel, ai: { model: 'stand-in' } } : {};
  const cast = await castOf(api, SCRIPT, before);
  const { lead } = (await leadOf(api, cast, SCRIPT))!;
  const { accountId, request } = cast.account;
  const payload = {
    event_id: newId(),
    type: 'reply',
    message_id: `<${newId()}@example.de>`,
    from: lead.email,
    subject: 'Umzug',
    text: 'Wir ziehen um.',
  };
  await takeIn(api, accountId, { provider: 'email', type: 'reply', payload }, 'once');
  await thinking.settle(accountId);
  const row = async () => (await api.db('conversations').where({ account_id: accountId }).first())!;
  const path = `/conversations/${(await row()).id}`;
  return {
    lead,
    row,
    request,
    settle: () => thinking.settle(accountId),
    act: (what: string, body: object = {}) => request('post', `${path}/${what}`).send(body),
    replies: async () =>
      (await request('get', `${path}/messages`).expect(200)).body.messages
        .filter(({ role }: { role: string }) => role !== 'user')
        .map((message: { role: string; message_status: string }) => [message.role, message.message_status]),
    texts: () =>
      api.db('messages').where({ account_id: accountId, direction: 'outbound' }).orderBy('id').pluck('content'),
  };
}

describe('an answer that was cancelled before it left', () => {
  it('is shown in the conversation and in the lead’s history as cancelled', async () => {
    const { act, replies, request, lead } = await answered();
    expect(await replies()).toEqual([['bot', 'queued']]);
    await act('take-over').expect(200);
    expect(await replies()).toEqual([['bot', 'cancelled']]);
    const { history } = (await request('get', `/leads/${lead.id}/history?types=message`).expect(200)).body;
    expect(history.map(({ status }: { status: string }) => status).toSorted()).toEqual(['cancelled', 'received']);
  });

  it.each([
    ['the conversation', (by: Awaited<ReturnType<typeof answered>>) => by.act('take-over').expect(200)],
    [
      'the lead’s automation',
      async ({ request, lead, row }: Awaited<ReturnType<typeof answered>>) =>
        request('post', `/leads/${lead.id}/automation/stop`)
          .send({ workflow_run_id: (await row()).agent_run_id })
          .expect(200),
    ],
  ])('needs a reply again once a person has %s, until someone replies', async (_what, take) => {
    const talk = await answered();
    await take(talk);
    expect(await talk.row()).toMatchObject({ handler: 'person', owed: true });
    await talk.act('give-back').expect(200);
    await talk.settle();
    expect(await talk.replies()).toEqual([
      ['bot', 'cancelled'],
      ['bot', 'queued'],
    ]);
    expect(await talk.row()).toMatchObject({ handler: 'agent', owed: false });
  });

  it('is owed no more once the person who took over has written, or has closed', async () => {
    for (const [act, body] of [
      ['messages', { text: 'Guten Tag, hier ist Eva.' }],
      ['close', {}],
    ] as const) {
      const talk = await answered();
      await talk.act(act, body);
      expect(await talk.row()).toMatchObject({ owed: false });
      expect((await talk.replies())[0]).toEqual(['bot', 'cancelled']);
    }
  });

  it('says with the next one what the first answer has to say of the agent', async () => {
    const talk = await answered();
    await talk.act('take-over').expect(200);
    await talk.act('give-back').expect(200);
    await talk.settle();
    const [first, second] = await talk.texts();
    const notice = String(first).split('\n')[0] as string;
    expect(second).toContain(notice);
  });

  it('is not among what a model is shown as said', async () => {
    thinking.server.play([{ text: 'Wohin ziehen Sie denn?' }, { text: 'Darf ich fragen, wohin?' }]);
    const talk = await answered({ model: true });
    expect(await talk.replies()).toEqual([['bot', 'queued']]);
    await talk.act('take-over').expect(200);
    await talk.act('give-back').expect(200);
    await talk.settle();
    const [, again] = thinking.server.requests;
    expect(JSON.stringify(again)).toContain('Wir ziehen um.');
    expect(JSON.stringify(again)).not.toContain('Wohin ziehen Sie denn?');
  });
});
