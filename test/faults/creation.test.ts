import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { Answer } from './support/client.js';
import { expectInvariants, isRunning } from './support/invariants.js';
import { inParallel, until } from './support/random.js';
import { mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'creation', apis: 2, workers: 2 });

const LATER = [mail('Later', 3_600)];
const emailOf = (name: string | number) => `lead-${name}-${newId()}@example.com`;

const create = (account: RigAccount, email: string, key = newId(), api?: number): Promise<Answer> =>
  account.request('POST', '/leads', {
    body: { first_name: 'Ada', email, workflow_id: account.agentId },
    headers: { 'Idempotency-Key': key },
    ...(api === undefined ? {} : { api }),
  });

const runOf = ({ body }: Answer): string => (body.workflow_run as { id: string }).id;

describe('a lead and its cadence are created together', () => {
  it('an instruction that Temporal refuses is parked after 20 tries, while others pass it by', async () => {
    const account = await rig.account(LATER);
    const id = newId();
    await rig.db('outbox').insert({
      id,
      account_id: account.accountId,
      kind: 'workflow',
      workflow_id: `poison/${id}`,
      args: JSON.stringify({ workflow: '', kind: 'poison', summary: 'x', accountId: account.accountId, input: {} }),
      next_at: new Date(),
      created_at: new Date(),
    });
    let tries = 0;
    await until(
      'the instruction was parked',
      async () => {
        const row = (await rig.db('outbox').where({ id }).first())!;
        if (row.parked_at) return true;
        if (row.attempts > tries) {
          tries = row.attempts;
          const answer = await create(account, emailOf(tries));
          expect(answer.status).toBe(201);
          await until('the lead walks', async () => ((await isRunning(rig, runOf(answer))) ? true : undefined), 3_000);
          // Its pauses grow to five minutes; here the next try is due at once.
          await rig.db('outbox').where({ id }).update({ next_at: new Date() });
        }
        return undefined;
      },
      60_000,
    );
    const parked = (await rig.db('outbox').where({ id }).first())!;
    expect(parked.attempts).toBe(20);
    expect(parked.last_error).toContain('WorkflowType');
    await rig.db('outbox').where({ id }).delete();
    await expectInvariants(rig);
  }, 600_000);

  it('when it is enrolled 200 times at once, one enrolment is made and every other answer names the rule', async () => {
    const account = await rig.account(LATER);
    const { body } = await account.request('POST', '/leads', { body: { first_name: 'Ada', email: emailOf('many') } });
    const leadId = (body.lead as { id: string }).id;
    const answers = await inParallel(200, Array.from({ length: 200 }), () =>
      until(
        'the enrolment was answered',
        async () => {
          const answer = await account.request('POST', `/leads/${leadId}/assign-workflow`, {
            body: { workflow_id: account.agentId },
          });
          return answer.status === 503 ? undefined : answer;
        },
        30_000,
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(1);
    expect(new Set(refused.map(({ status, body: { code } }) => `${status} ${code}`))).toEqual(
      new Set(['409 ALREADY_ENROLLED']),
    );
    expect(await rig.db('agent_runs').where({ lead_id: leadId })).toHaveLength(1);
    await expectInvariants(rig);
  }, 600_000);
});
