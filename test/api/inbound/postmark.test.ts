import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { MessageRow } from '../../../db/tables.js';
import { useApi } from '../../support/api.js';
import { addAgent, addHook, addLead, addMessage, addRun, workInbound } from '../../support/messaging.js';
import { postmark } from '../../support/postmark.js';

const api = useApi();

async function createFixture() {
  const account = await api.account();
  const hook = await addHook(account, 'postmark');
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const message = await addMessage(api.db, lead, run, { status: 'sent', sent_at: new Date() });
  const password = (secret: string) => `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}`;
  const stored = () => api.db('inbound_events').where({ account_id: account.accountId });
  return {
    lead,
    run,
    said: postmark(message.id, lead.email ?? ''),
    stored,
    post: (body: object, authorization: string | null = password(hook.secret)) => {
      const request = supertest(api.app).post(hook.path);
      return (authorization === null ? request : request.set('Authorization', authorization)).send(body);
    },
    password,
    work: () => workInbound(api.db, account.accountId),
    message: async (): Promise<MessageRow> => (await api.db('messages').where({ id: message.id }).first())!,
    suppressions: () => api.db('suppressions').where({ account_id: account.accountId }),
    runRow: () => api.db('agent_runs').where({ id: run.id }).first(),
  };
}

describe('Postmark’s door', () => {
  it('accepts only the password, and stores nothing without it', async () => {
    const { post, said, stored, password } = await createFixture();
    for (const wrong of [null, '', 'Basic', 'Basic !!!', 'Bearer x', password('wrong'), password('')]) {
      const answer = await post(said.delivery, wrong);
      expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_SIGNATURE']);
    }
    expect(await stored()).toEqual([]);
    expect((await post(said.delivery)).body).toEqual({ success: true, duplicate: false });
    expect((await post(said.delivery)).body).toEqual({ success: true, duplicate: true });
    expect(await stored()).toHaveLength(1);
  });

  it('refuses what is no webhook of Postmark’s', async () => {
    const { post, stored } = await createFixture();
    const answer = await post({ hello: 'world' });
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', '']);
    expect(await stored()).toEqual([]);
  });
});

describe('what Postmark tells of a mail', () => {
  it('finds it by the metadata it left with: delivered, then read', async () => {
    const { post, said, work, message } = await createFixture();
    for (const body of [said.open, said.delivery]) await post(body).expect(200);
    expect(await work()).toEqual(['opened', 'delivered']);
    expect(await message()).toMatchObject({ status: 'read', read_at: new Date('2026-03-01T12:05:00Z') });
  });

  it('a hard bounce fails it and suppresses the address', async () => {
    const { post, said, work, message, suppressions, lead } = await createFixture();
    await post(said.bounce('HardBounce', 1, 'smtp;550 5.1.1 no such user')).expect(200);
    expect(await work()).toEqual(['hard_bounce']);
    expect(await message()).toMatchObject({ status: 'failed', failure_code: 'hard_bounce' });
    expect(await suppressions()).toMatchObject([{ address: lead.email, reason: 'hard_bounce' }]);
  });

  it('a complaint ends the run, also where only the address says whose', async () => {
    const { post, said, work, runRow, suppressions } = await createFixture();
    await post({ ...said.complaint, Metadata: {} }).expect(200);
    expect(await work()).toEqual(['complaint']);
    expect(await runRow()).toMatchObject({ open_slot: null, stop_reason: 'opted_out' });
    expect(await suppressions()).toMatchObject([{ reason: 'complaint' }]);
  });

  it('an out-of-office answer rests the run until its writer is back', async () => {
    const { post, said, work, runRow } = await createFixture();
    const back = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const away = {
      Date: new Date().toUTCString(),
      Subject: 'Automatic reply: Hello',
      TextBody: `I am out of the office, back on ${back}.`,
    };
    await post(said.inbound(away, { 'Auto-Submitted': 'auto-replied' })).expect(200);
    // Postmark may also report the same automatic reply as a bounce.
    await post(said.bounce('AutoResponder', 32, 'Out of office')).expect(200);
    expect(await work()).toEqual(['auto_reply', 'ignored']);
    expect((await runRow())!.hold_until!.toISOString()).toBe(`${back}T09:00:00.000Z`);
    expect(await runRow()).toMatchObject({ open_slot: 1 });
  });

  it('a person’s answer stops it', async () => {
    const { post, said, work, runRow, lead } = await createFixture();
    await post(said.inbound({ TextBody: 'Tell me more.\n\nOn Sun, 1 Mar 2026 Sales wrote:\n> Hello' })).expect(200);
    expect(await work()).toEqual(['reply']);
    expect(await runRow()).toMatchObject({ stop_reason: 'replied' });
    const received = await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' });
    expect(received).toHaveLength(1);
  });
});
