import { expect, it } from '@jest/globals';
import { addSender } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent } from '../support/messaging.js';

const api = useApi();
const cadence = mailCadence(api);
const DAY_MS = 86_400_000;

const mail = (key: string, amount: number) => ({
  key,
  type: 'message',
  channel: 'email',
  subject: 'Hello',
  content: 'Hello',
  delay: { type: 'after', amount, unit: 'days' },
});

it('a step that is scheduled for later is reported once, with its date, from the enrolment on', async () => {
  const account = await api.account();
  await addSender(api.db, account.accountId);
  const { delay: _, ...atOnce } = mail('now', 0);
  const workflow_id = await addAgent(api, account, { cadence: { steps: [mail('one', 1), atOnce, mail('two', 2)] } });
  const body = { first_name: 'Ada', email: 'ada@example.com', workflow_id };
  const answer = await account.request('post', '/leads').send(body);
  expect(answer.status).toBe(201);
  const lead = answer.body.lead;
  const run = (await api.db('agent_runs').where({ lead_id: lead.id }).first())!;
  const told = async () => {
    const rows = await api.db('events').where({ lead_id: lead.id, type: 'cadence.step_scheduled' }).orderBy('seq');
    return rows.map(({ data, agent_run_id }) => {
      expect(agent_run_id).toBe(run.id);
      const { step_key, channel, scheduled_at } = JSON.parse(data);
      return [step_key, channel, scheduled_at];
    });
  };
  const first = ['one', 'email', run.wake_at!.toISOString()];
  expect(await told()).toEqual([first]);
  expect(await cadence.act(run.id, run.enrolled_at)).toBe('waiting');
  expect(await told()).toEqual([first]);
  for (let looks = 0; looks < 3; looks += 1) await cadence.act(run.id, run.wake_at!);
  const second = new Date(run.wake_at!.getTime() + 2 * DAY_MS).toISOString();
  expect(await told()).toEqual([first, ['two', 'email', second]]);
});
