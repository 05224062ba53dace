import { describe, expect, it } from '@jest/globals';
import { mailStep, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
const minimal = (more: object = {}) => ({ name: 'Follow up', cadence: { steps: [mailStep('One')] }, ...more });

const create = async (account: TestAccount, body: object = minimal()) => {
  const answer = await account.request('post', '/workflows').send(body);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.workflow as { id: string };
};

describe('POST /workflows/{id}/publish', () => {
  it('counts versions up, and an unchanged draft makes none', async () => {
    const account = await api.account();
    await makeSender(account);
    const { id } = await create(account);
    const publish = () => account.request('post', `/workflows/${id}/publish`);
    const first = await publish();
    expect([first.status, first.body.workflow.version]).toEqual([201, 1]);
    const again = await publish();
    expect([again.status, again.body.workflow.version]).toEqual([200, 1]);
    await account.request('patch', `/workflows/${id}`).send({ goal_type: 'sale' });
    const second = await publish();
    expect([second.status, second.body.workflow.version]).toEqual([201, 2]);
  });

  it('makes one version of ten publications at once', async () => {
    const account = await api.account();
    await makeSender(account);
    const { id } = await create(account);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => account.request('post', `/workflows/${id}/publish`).then((answer) => answer)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(answers.every((answer) => answer.body.workflow.version === 1)).toBe(true);
  });

  it('is needed before leads can be enrolled', async () => {
    const account = await api.account();
    const { id } = await create(account);
    const answer = await account.request('post', '/leads').send({ first_name: 'A', workflow_id: id });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('WORKFLOW_NOT_PUBLISHED');
  });

  describe('422', () => {
    it('names the step whose channel has no sender', async () => {
      const account = await api.account();
      const { id } = await create(account, minimal({ cadence: { steps: [mailStep('One', { key: 'hello' })] } }));
      const answer = await account.request('post', `/workflows/${id}/publish`);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 'CHANNEL_NOT_CONFIGURED', field: '/cadence/steps/0/channel' });
      expect(answer.body.message).toContain('hello');
      expect((await account.request('get', `/workflows/${id}`)).body.workflow.version).toBe(0);
    });

    it.each([
      ['WhatsApp', { type: 'message', channel: 'whatsapp', content: 'Hi' }],
      ['calls', { type: 'call', begin_message: 'Hi' }],
    ])('says so for %s also where email has a sender', async (_name, step) => {
      const account = await api.account();
      await makeSender(account);
      const { id } = await create(account, minimal({ cadence: { steps: [mailStep('One'), step] } }));
      const answer = await account.request('post', `/workflows/${id}/publish`);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 'CHANNEL_NOT_CONFIGURED', field: '/cadence/steps/1/channel' });
    });
  });

  describe('400', () => {
    const publishWith = async (part: (ids: { own: string; foreign: string }) => object) => {
      const account = await api.account();
      await makeSender(account);
      const own = (await create(account)).id;
      const foreign = (await create(await api.account())).id;
      const { id } = await create(account, minimal(part({ own, foreign })));
      return account.request('post', `/workflows/${id}/publish`);
    };

    it('names a template, a sender, a workflow that is not the account’s own', async () => {
      const steps = (more: object) => ({ cadence: { steps: [mailStep('One', more)] } });
      const cases: [(ids: { own: string; foreign: string }) => object, string][] = [
        [({ foreign }) => steps({ template_id: foreign }), '/cadence/steps/0/template_id'],
        [({ foreign }) => ({ channels: { email_sender_id: foreign } }), '/channels/email_sender_id'],
        [
          ({ foreign }) => ({
            statuses: [{ key: 'new' }, { key: 'lost', category: 'lost', transfer_to_workflow_id: foreign }],
          }),
          '/statuses/1/transfer_to_workflow_id',
        ],
        [
          ({ foreign }) => ({
            cadence: {
              steps: [{ type: 'set', actions: [{ type: 'assign_workflow', params: { workflow_id: foreign } }] }],
            },
          }),
          '/cadence/steps/0/actions/0/params/workflow_id',
        ],
      ];
      for (const [part, field] of cases) {
        const answer = await publishWith(part);
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field });
      }
    });

    it('takes the account’s own workflow as a target, in capitals too', async () => {
      const answer = await publishWith(({ own }) => ({
        statuses: [{ key: 'new' }, { key: 'lost', category: 'lost', transfer_to_workflow_id: own.toUpperCase() }],
      }));
      expect(answer.status).toBe(201);
      expect(answer.body.workflow.statuses[1].transfer_to_workflow_id).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('shows the line of a fault in a text', async () => {
      const answer = await publishWith(() => ({
        cadence: { steps: [mailStep('One', { content: 'Hi\n{% if lead.email %}there' })] },
      }));
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/cadence/steps/0/content' });
      expect(answer.body.message).toContain('line 2');
    });

    it('asks for a text and a subject', async () => {
      const answer = await publishWith(() => ({
        cadence: { steps: [{ type: 'message' }, { type: 'message', content: 'x' }] },
      }));
      expect(answer.status).toBe(400);
      expect(answer.body.details.errors.map(({ field }: { field: string }) => field)).toEqual([
        '/cadence/steps/0/content',
        '/cadence/steps/1/subject',
      ]);
    });
  });
});
