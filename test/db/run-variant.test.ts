import { expect, it } from '@jest/globals';
import { addSender } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { LOST_AFTER_MS } from '../support/claims.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';

const api = useApi();
const cadence = mailCadence(api);

const STEPS = [
  {
    key: 'ask',
    type: 'message',
    channel: 'email',
    subject: 'Hello',
    variants: [
      { key: 'a', weight: 1, content: 'One' },
      { key: 'b', weight: 1, content: 'Another' },
    ],
  },
  {
    key: 'which',
    type: 'branch',
    then: 'for_a',
    else: 'for_b',
    conditions: [
      { field: 'run.variant', operator: 'eq', value: 'a' },
      { field: 'run.cadence_state', operator: 'eq', value: 'active' },
    ],
  },
  { key: 'for_a', type: 'message', channel: 'email', subject: 'A', content: 'A' },
  { key: 'for_b', type: 'message', channel: 'email', subject: 'B', content: 'B' },
];

it('a branch on run.variant goes by the variant that the lead was sent, also where a worker was lost over it', async () => {
  const account = await api.account();
  await addSender(api.db, account.accountId, 2525);
  const agentId = await addAgent(api, account, { cadence: { steps: STEPS } });
  const went: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const lead = await addLead(api.db, account.accountId);
    const { id } = await addRun(api.db, lead, agentId);
    if (n % 2 === 0) await cadence.act(id);
    else {
      await cadence.advance(id);
      await cadence.advance(id, new Date(Date.now() + LOST_AFTER_MS));
      const message = (await api.db('messages').where({ agent_run_id: id }).first())!;
      await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'sent' }).expect(200);
    }
    await cadence.act(id);
    const sent = await api.db('messages').where({ agent_run_id: id }).orderBy('id').select('variant', 'step_key');
    went.push(sent.map(({ variant, step_key }) => variant ?? step_key).join(' '));
  }
  expect([...new Set(went)].sort()).toEqual(['a for_a', 'b for_b']);
});
