import { describe, expect, it } from '@jest/globals';
import { SmtpSink } from '../../demo/smtp-sink.js';
import { newId } from '../../runtime/ids.js';
import { addSender, publishAgent } from '../support/agents.js';
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
    const run = await rig.db('agent_runs').where({ id: queued.agent_run_id }).first();
    const pauseMs = run.hold_until.getTime() - queued.updated_at.getTime();
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

  it('that refuses, hangs or is gone holds back its own sender only', async () => {
    const good = await rig.account([mail('Good')]);
    const broken = await rig.account([mail('Broken')]);
    const hanging = await SmtpSink.start();
    hanging.rule(() => ({ kind: 'hang', stage: 'rcpt' }));
    const senderId = await addSender(rig.db, broken.accountId, hanging.port);
    await rig.db('email_senders').where({ account_id: broken.accountId }).whereNot({ id: senderId }).delete();
    const agentId = await publishAgent(rig.db, broken.accountId, [mail('Broken')]);
    try {
      for (let n = 0; n < 20; n += 1) {
        await createLead({ ...broken, agentId }, `broken-${n}-${newId()}@example.com`);
        await createLead(good, `good-${n}-${newId()}@example.com`);
      }
      await until(
        'the good sender has sent everything',
        () => (rig.sink.mails.filter(({ headers }) => headers.subject === 'Good').length === 20 ? true : undefined),
        20_000,
      );
      await until(
        'the broken one is held back',
        async () => {
          const held = await rig
            .db('agent_runs')
            .where({ agent_id: agentId, hold_reason: 'provider_backoff' })
            .count({ n: '*' })
            .first();
          return Number(held?.n) === 20 ? true : undefined;
        },
        60_000,
      );
      expect(hanging.mails).toHaveLength(0);
    } finally {
      await hanging.stop();
    }
    expect(duplicates(rig)).toEqual([]);
    await expectInvariants(rig);
  }, 600_000);
});
