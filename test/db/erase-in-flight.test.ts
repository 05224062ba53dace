import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { inWork } from '../../db/work.js';
import { createEmailProviders } from '../../providers/email/index.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { newId } from '../../runtime/ids.js';
import type { PreparedSend } from '../../services/cadence/claim-step-message.js';
import { applyReceipt, lockMessageAndRun } from '../../services/messages/receipts.js';
import { addSender } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { finishErasure } from '../support/erasures.js';
import { inTime } from '../support/in-time.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addAgent, addLead, addRun, workInbound } from '../support/messaging.js';
import { workOn } from '../support/work.js';

const api = useApi();
const cadence = mailCadence(api);

/** A lead whose first email is with its provider. `found` lists the places of its mark. */
async function sending() {
  const account = await api.account();
  await addSender(api.db, account.accountId);
  const mark = newId().slice(-12);
  const email = `${mark}@example.com`;
  const lead = await addLead(api.db, account.accountId, { email });
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const row = { force_first_message: `Hello ${mark}` };
  const cadenceBefore = JSON.parse((await api.db('agent_runs').where({ id: run.id }).first())!.cadence);
  await api
    .db('agent_runs')
    .where({ id: run.id })
    .update({ cadence: JSON.stringify({ ...cadenceBefore, ...row }) });
  const advanced = await cadence.advance(run.id);
  if (!('send' in advanced)) throw new Error('not claimed');
  const found = async () => {
    const places: string[] = [];
    for (const [table, filter] of [
      ['messages', { lead_id: lead.id }],
      ['agent_runs', { lead_id: lead.id }],
      ['sandbox_deliveries', { account_id: account.accountId }],
      ['inbound_events', { account_id: account.accountId }],
    ] as const) {
      if (
        JSON.stringify(await api.db(table).where(filter))
          .toLowerCase()
          .includes(mark)
      )
        places.push(table);
    }
    return places;
  };
  const erase = () => account.request('post', `/leads/${lead.id}/erase`).send().expect(200);
  return { account, lead, run, email, mark, erase, found, send: advanced.send };
}

const mailOf = ({ prepared }: PreparedSend) => {
  if (prepared.channel !== 'email') throw new Error('not a mail');
  return prepared.email;
};

describe('erasing a lead whose mail is with its provider', () => {
  it('keeps nothing of what the provider answers afterwards', async () => {
    const answers = ['refused_final', 'refused_retry', 'unknown', 'accepted'] as const;
    const answer = async (kind: (typeof answers)[number]) => {
      const { send, email, erase, found, lead, mark } = await sending();
      await erase();
      const outcome: SendOutcome =
        kind === 'accepted'
          ? { kind, providerMessageId: `<${mark}@example.com>` }
          : { kind, code: 'no_mailbox', message: `550 5.1.1 <${email}> unknown` };
      await cadence.record(send, new Date(), outcome);
      expect([kind, await found()]).toEqual([kind, []]);
      const [message] = await api.db('messages').where({ lead_id: lead.id });
      expect([kind, message!.status]).toEqual([
        kind,
        { refused_final: 'failed', refused_retry: 'cancelled', unknown: 'unknown', accepted: 'sent' }[kind],
      ]);
    };
    // Each waits two seconds for the mail that may still leave.
    await Promise.all(answers.map(answer));
  });

  it('keeps nothing of what its provider says of it later', async () => {
    for (const status of ['delivered', 'failed'] as const) {
      const { run, send, email, erase, found, mark } = await sending();
      await erase();
      const failure = { code: 'no_mailbox', provider_code: null, retryable: false, message: `550 <${email}> unknown` };
      await inWork(workOn(api.db), async (work) =>
        applyReceipt(work, (await lockMessageAndRun(work.tx, { id: send.messageId, agent_run_id: run.id }))!, {
          status,
          at: new Date(),
          settledBy: 'receipt',
          origin: { kind: 'provider', id: 'email' },
          providerMessageId: `<${mark}@example.com>`,
          failure,
        }),
      );
      expect([status, await found()]).toEqual([status, []]);
      expect(await api.db('messages').where({ id: send.messageId }).first('status')).toEqual({ status });
    }
  });

  it('keeps nothing in the sandbox that delivers it afterwards, or at the same moment', async () => {
    const provider = createEmailProviders(api.db, { privateHosts: ['127.0.0.1:*'] }).for({ provider: 'sandbox' });
    const late = await sending();
    await late.erase();
    expect((await provider.send(mailOf(late.send), inTime())).kind).toBe('accepted');
    expect(await late.found()).toEqual([]);
    const fixtures = await Promise.all(Array.from({ length: 10 }, sending));
    await Promise.all(fixtures.flatMap((fixture) => [fixture.erase(), provider.send(mailOf(fixture.send), inTime())]));
    for (const fixture of fixtures) expect(await fixture.found()).toEqual([]);
  });

  it('keeps nothing of what was received of the person and not worked yet, or is received afterwards', async () => {
    const { account, lead, email, erase, found, send } = await sending();
    const receive = (type: string, more: object) =>
      api.db('inbound_events').insert({
        id: newId(),
        account_id: account.accountId,
        provider: 'email',
        event_key: createHash('sha256').update(newId()).digest(),
        type,
        payload: JSON.stringify({ event_id: newId(), type, occurred_at: new Date().toISOString(), ...more }),
        received_at: new Date(),
      });
    const about = { message_id: `<${send.messageId}@example.com>`, to: email };
    const bounce = { ...about, bounce: { kind: 'hard', diagnostic: `550 <${email}> unknown` } };
    const answer = { from: email.toUpperCase(), in_reply_to: about.message_id, text: 'It is me' };
    await receive('reply', { from: email.toUpperCase(), text: 'It is me' });
    await receive('bounce', bounce);
    await erase();
    await finishErasure(api.db, lead.id);
    expect(await found()).toEqual([]);
    await receive('reply', answer);
    await receive('bounce', bounce);
    await workInbound(api.db, account.accountId);
    expect(await found()).toEqual([]);
    const rows = await api
      .db('inbound_events')
      .where({ account_id: account.accountId })
      .orderBy('id')
      .select('outcome');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['erased', 'erased', 'no_lead', 'no_lead']);
    expect(await api.db('suppressions').where({ account_id: account.accountId })).toEqual([]);
  });
});
