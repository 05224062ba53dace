import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { Answer } from '../faults/support/client.js';
import { expectInvariants, isRunning } from '../faults/support/invariants.js';
import type { Program } from '../faults/support/program.js';
import { inParallel, pass, randomFrom, size, until } from '../faults/support/random.js';
import { mail, type RigAccount, useRig } from '../faults/support/rig.js';

const rig = useRig({ name: 'creation', apis: 2, workers: 2 });

const LATER = [mail('Later', 3_600)];

const create = (account: RigAccount, email: string, key: string, api?: number): Promise<Answer> =>
  account.request('POST', '/leads', {
    body: { first_name: 'Ada', email, workflow_id: account.agentId },
    headers: { 'Idempotency-Key': key },
    ...(api === undefined ? {} : { api }),
  });

const leadsWith = (email: string) => rig.db('leads').where({ email });

describe('a lead and its cadence are created together', () => {
  it('while the API is killed around the commit: no answer that said no left a lead, none that said yes lost one', async () => {
    const account = await rig.account(LATER);
    const random = randomFrom(size('SEED', 7));
    const made: { email: string; key: string; answer: Answer }[] = [];
    for (let kill = 0; kill < size('API_KILLS', 12); kill += 1) {
      const at = kill % 2;
      const victim = rig.apis[at] as Program;
      await victim.ready();
      const batch = Array.from({ length: 5 }, (_, n) => ({
        email: `lead-${kill}-${n}-${newId()}@example.com`,
        key: newId(),
      }));
      const answers = batch.map(({ email, key }) => create(account, email, key, at));
      // Half of the kills come when a row is first seen, which is between commit and the call to Temporal.
      if (kill % 4 < 2) await pass(random() * 40);
      else
        await until(
          'a lead was committed',
          async () => ((await leadsWith(batch[0]?.email ?? '').first('id')) ? true : undefined),
          3_000,
        );
      rig.note(victim.name, 'SIGKILL');
      victim.signal('SIGKILL');
      for (const [n, answer] of (await Promise.all(answers)).entries())
        made.push({ ...(batch[n] as (typeof batch)[number]), answer });
    }
    const unanswered = made.filter(({ answer }) => answer.status === 0);
    expect(unanswered.length).toBeGreaterThan(0);
    for (const { email, answer } of made) {
      const rows = await leadsWith(email);
      if (answer.status === 201) expect(rows).toHaveLength(1);
      else if (answer.status !== 0) expect(rows).toHaveLength(0);
    }
    // A client without a response repeats the request with the same key, and there is one lead and one enrollment.
    for (const { email, key } of unanswered) {
      const again = await until(
        'the repeat was answered',
        async () => {
          const answer = await create(account, email, key);
          return answer.status === 0 || answer.status === 503 || answer.status === 409 ? undefined : answer;
        },
        20_000,
      );
      expect(again.status).toBe(201);
    }
    const runs: { id: string }[] = await rig.db('agent_runs').where({ account_id: account.accountId });
    expect(runs).toHaveLength(made.filter(({ answer }) => answer.status === 201).length + unanswered.length);
    await inParallel(10, runs, ({ id }) =>
      until(`${id} walks`, async () => ((await isRunning(rig, id)) ? true : undefined), 10_000),
    );
    await expectInvariants(rig);
  }, 600_000);
});
