import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { until } from './support/random.js';
import { createLead, mail, useRig } from './support/rig.js';

const rig = useRig({ name: 'mail' });

const messageTo = (email: string) => rig.db('messages').where({ to_address: email }).first();
const settled = (email: string, status: string) =>
  until(
    `the mail to ${email} is ${status}`,
    async () => {
      const message = await messageTo(email);
      return message?.status === status ? message : undefined;
    },
    40_000,
  );

describe('a mail server that misbehaves', () => {
  it('is tried again later, never twice for one mail, and never for what was accepted', async () => {
    const account = await rig.account([mail('Hello')]);
    const at = (kind: string) => `${kind}-${newId()}@example.com`;
    const [later, never, hanging, cut, after, fine] = ['later', 'never', 'hanging', 'cut', 'after', 'fine'].map(at) as [
      ...[string, string, string, string, string, string],
    ];
    const { sink } = rig;
    sink.for(later, { kind: 'reply', stage: 'rcpt', code: 451 }, 1);
    sink.for(never, { kind: 'reply', stage: 'rcpt', code: 550 });
    sink.for(hanging, { kind: 'hang', stage: 'data', accepted: true }, 1);
    sink.for(cut, { kind: 'cut', stage: 'data' }, 1);
    sink.for(after, { kind: 'accept_then_cut' }, 1);
    for (const email of [later, never, hanging, cut, after, fine]) await createLead(account, email);

    await settled(fine, 'sent');
    expect((await settled(never, 'failed')).failure_code).toBe('smtp_550');
    const queued = await settled(later, 'queued');
    expect(queued.failure_code).toBe('smtp_451');
    const run = (await rig.db('agent_runs').where({ id: queued.agent_run_id! }).first())!;
    const pauseMs = run.hold_until!.getTime() - queued.updated_at.getTime();
    expect({ reason: run.hold_reason, backsOff: pauseMs >= 55_000 && pauseMs <= 65_000 }).toEqual({
      reason: 'provider_backoff',
      backsOff: true,
    });
    // After the message itself began only an answer could tell; these are for a person or a receipt to settle.
    for (const email of [hanging, cut, after]) await settled(email, 'unknown');
    const listed = await account.request('GET', '/messages?status=unknown');
    expect((listed.body.messages as unknown[]).length).toBe(3);
    await settled(later, 'sent').catch(() => settled(later, 'sent'));
    expect([later, never, hanging, cut, after, fine].map((email) => sink.to(email).length)).toEqual([1, 0, 1, 0, 1, 1]);
    expect(duplicates(rig)).toEqual([]);
    await expectInvariants(rig);
  }, 600_000);
});
