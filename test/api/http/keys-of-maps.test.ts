import { describe, expect, it } from '@jest/globals';
import { mailStep } from '../../support/agent-requests.js';
import { useApi } from '../../support/api.js';

const api = useApi();
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

describe('keys that the sender makes up', () => {
  const webhook = (headers: object) => ({
    name: 'Job',
    steps: [{ action: { type: 'call_webhook', params: { url: 'https://example.com/', headers } } }],
  });
  const at = '/steps/0/action/params/headers';

  it.each(['', ' ', 'X Name', 'X-Name:', 'X-Name\r\nHost', 'X-Name\n', 'Ünicode', 'a/b', 'x'.repeat(65), '.'])(
    'the header name %j of a webhook is refused',
    async (name) => {
      const account = await api.account();
      const answer = await account.request('post', '/background-jobs').send(webhook({ [name]: 'x' }));
      expect([answer.status, answer.body.field]).toEqual([400, `${at}/${escaped(name)}`]);
    },
  );

  it.each(['a\r\nHost: evil', 'a\nb', 'a\rb', 'a\0b', 'a\n', '日本', 'x'.repeat(1001)])(
    'the header value %j of a webhook is refused',
    async (value) => {
      const account = await api.account();
      const answer = await account.request('post', '/background-jobs').send(webhook({ 'X-Name': value }));
      expect([answer.status, answer.body.field]).toEqual([400, `${at}/X-Name`]);
    },
  );

  it.each(['Host', 'host', 'Content-Length', 'Transfer-Encoding', 'CONNECTION', 'Expect', 'Proxy-Authorization'])(
    'the header %s of a webhook is not the account’s to set, in a job as in a cadence',
    async (name) => {
      const account = await api.account();
      const job = await account.request('post', '/background-jobs').send(webhook({ [name]: '1' }));
      expect([job.status, job.body.field]).toEqual([400, `${at}/${name}`]);
      const params = { url: 'https://example.com/', headers: { [name]: '1' } };
      const cadence = { steps: [{ type: 'set', actions: [{ type: 'call_webhook', params }] }] };
      const { body } = await account.request('post', '/workflows').send({ name: 'Agent', cadence }).expect(201);
      const agent = await account.request('post', `/workflows/${body.workflow.id}/publish`);
      expect([agent.status, agent.body.field]).toEqual([400, `/cadence/steps/0/actions/0/params/headers/${name}`]);
    },
  );

  it('other headers are kept as they came', async () => {
    const account = await api.account();
    const headers = { Authorization: 'Bearer x', 'content-type': 'application/json; charset=utf-8', 'X-Tab': 'a\tb' };
    const made = await account.request('post', '/background-jobs').send(webhook(headers)).expect(201);
    const read = await account.request('get', `/background-jobs/${made.body.data.id}`).expect(200);
    expect(read.body.data.steps[0].action.params.headers).toEqual(headers);
  });

  it.each(['', 'a b', 'a\nb', '{{x}}', 'x'.repeat(65)])(
    'the variable name %j of a message is refused',
    async (name) => {
      const account = await api.account();
      const variables = { [name]: 'x' };
      const message = { channel: 'email', lead_id: account.accountId, subject: 'S', content: 'C', variables };
      const sent = await account.request('post', '/messages').send(message);
      expect([sent.status, sent.body.field]).toEqual([400, `/variables/${escaped(name)}`]);
      const cadence = { steps: [mailStep('Hi', { variables })] };
      const agent = await account.request('post', '/workflows').send({ name: 'Agent', cadence });
      expect([agent.status, agent.body.field]).toEqual([400, `/cadence/steps/0/variables/${escaped(name)}`]);
    },
  );
});
