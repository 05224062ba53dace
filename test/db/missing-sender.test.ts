import { expect, it } from '@jest/globals';
import { listAttention } from '../../services/operations/attention.js';
import { addSender } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun } from '../support/messaging.js';

const api = useApi();
const cadence = mailCadence(api);

it('a cadence without a sender waits, is shown to operators, and resumes when there is one', async () => {
  const account = await api.account();
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const now = new Date();
  expect(await cadence.act(run.id, now)).toBe('waiting');
  expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({
    open_slot: 1,
    cadence_state: 'held',
    hold_reason: 'provider_backoff',
    hold_detail: 'The account has no sender for email. Add one.',
  });
  expect(await listAttention(api.db, now, account.accountId)).toMatchObject([
    { what: 'run without a sender', id: run.id },
  ]);
  await addSender(api.db, account.accountId);
  const later = new Date(now.getTime() + 600_000);
  expect(await cadence.act(run.id, later)).toBe('send');
  expect(await listAttention(api.db, later, account.accountId)).toEqual([]);
});
