import { describe, expect, it } from '@jest/globals';
import { outcomeOfError } from '../../providers/email/smtp-outcome.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { useApi } from '../support/api.js';
import { mailCadence } from '../support/mail-cadence.js';
import { workInbound } from '../support/messaging.js';

const api = useApi();
const STEPS = ['one', 'two'].map((key) =>
  mailStep(key, { key, delay: { type: 'after', amount: key === 'one' ? 0 : 1, unit: 'days' } }),
);

/** A run whose first mail its mail server answers like this. */
async function answered(command: string, response: string) {
  const account = await api.account();
  await makeSender(account);
  const { leadId, runId } = await makeEnrolledLead(account, await makePublishedAgent(account, STEPS));
  const cadence = mailCadence(api);
  const advanced = await cadence.advance(runId);
  if (!('send' in advanced)) throw new Error(`Nothing was claimed: ${advanced.kind}`);
  const fault = { code: 'EENVELOPE', command, responseCode: Number(response.slice(0, 3)), response };
  await cadence.record(advanced.send, new Date(), outcomeOfError(fault, { dataStarted: false }) as never);
  const outcomes = await workInbound(api.db, account.accountId);
  const message = await api.db('messages').where({ lead_id: leadId }).first();
  const run = await api.db('agent_runs').where({ id: runId }).first();
  const suppressions = await api.db('suppressions').where({ account_id: account.accountId });
  const events: string[] = await api.db('events').where({ lead_id: leadId }).pluck('type');
  return { outcomes, message, run, suppressions, events };
}

describe('a mail whose recipient the mail server refuses', () => {
  it('counts as a hard bounce: address, event and exit rule', async () => {
    const { outcomes, message, run, suppressions, events } = await answered(
      'RCPT TO',
      '550 5.1.1 <ana@corp.example>: Recipient address rejected: User unknown',
    );
    expect(outcomes).toEqual(['hard_bounce']);
    expect(message).toMatchObject({ status: 'failed', failure_code: 'smtp_550' });
    expect(suppressions).toMatchObject([{ reason: 'hard_bounce' }]);
    expect(events).toContain('email.bounced');
    expect(JSON.parse(run?.cadence ?? '').channels_off).toEqual(['email']);
  });

  it('keeps lead and step where the sender is the cause', async () => {
    const { outcomes, message, run, suppressions } = await answered(
      'MAIL FROM',
      '550-5.4.5 Daily user sending limit exceeded.',
    );
    expect([outcomes, suppressions]).toEqual([[], []]);
    expect(message).toMatchObject({ status: 'queued', failure_code: 'smtp_550' });
    expect(run).toMatchObject({ open_slot: 1, hold_reason: 'sender_throttle' });
    expect(Number(run?.wake_at) - Date.now()).toBeGreaterThan(5 * 3_600_000);
  });
});
