import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ERASERS } from '../../../db/leads/erase.js';
import { SEARCHES } from '../../../db/leads/erasure-searches.js';
import { insertSuppression } from '../../../db/leads/suppressions.js';
import { identitiesOf, identityKey } from '../../../domain/values/identity.js';
import { newId } from '../../../runtime/ids.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { finishErasure } from '../../support/erasures.js';
import { imported, leadsOf } from '../../support/imports.js';
import { insertMessage, openRun } from '../../support/leads.js';
import { mailCadence } from '../../support/mail-cadence.js';
import { addAgent, addRun } from '../../support/messaging.js';

const api = useApi();
const create = async (account: TestAccount, lead: object = {}) =>
  (await account.request('post', '/leads').send({ first_name: 'Ana', ...lead })).body.lead.id as string;

/** Texts that appear nowhere else, to be searched for everywhere. */
function makeNeedles() {
  const mark = newId().slice(-12);
  const needles: string[] = [];
  const needle = (what: string) => {
    const text = `${what}-${mark}-${needles.length}`;
    needles.push(text);
    return text;
  };
  return { mark, needles, needle };
}

/** Lists the places of the texts in the whole database as `table.column`. Each table is read once. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const columns = (await api
    .db('information_schema.columns')
    .whereRaw('table_schema = DATABASE()')
    .whereIn('data_type', ['char', 'varchar', 'text', 'mediumtext', 'longtext', 'varbinary', 'blob', 'json'])
    .select('table_name AS table', 'column_name AS column')) as { table: string; column: string }[];
  const places: string[] = [];
  for (const [table, group] of Map.groupBy(columns, (place) => place.table)) {
    const names = group.map(({ column }) => column);
    const found = names.map((column) =>
      api.db.raw(`MAX(${texts.map(() => 'LOCATE(?, CAST(?? AS CHAR)) > 0').join(' OR ')}) AS ??`, [
        ...texts.flatMap((text) => [text, column]),
        column,
      ]),
    );
    const row = (await api.db(table).first(found)) as Record<string, number | null>;
    places.push(...names.filter((column) => row[column] === 1).map((column) => `${table}.${column}`));
  }
  return places;
}

/** Writes rows that belong to no lead, and whose texts alone name the person. */
async function seedTexts(
  accountId: string,
  { id, email, phone }: { id: string; email: string; phone: string },
  needle: (what: string) => string,
) {
  const now = new Date();
  const made = { account_id: accountId, created_at: now, updated_at: now };
  await api.db('inbound_events').insert({
    id: newId(),
    account_id: accountId,
    provider: 'email',
    type: 'reply',
    received_at: now,
    event_key: createHash('sha256').update(newId()).digest(),
    payload: JSON.stringify({ from: email.toUpperCase(), text: needle('unmatched') }),
    outcome: 'unmatched',
    processed_at: now,
  });
  await api.db('function_values').insert({
    ...made,
    function_id: newId(),
    name: `seen:${phone.slice(1)}`,
    value: JSON.stringify(needle('stored')),
  });
  await api.db('function_runs').insert({
    id: newId(),
    account_id: accountId,
    function_id: newId(),
    function_version: 1,
    trigger_event: 'manual',
    dry_run: false,
    origin_depth: 0,
    status: 'success',
    ctx: '{}',
    log_count: 0,
    duration_ms: 1,
    created_at: now,
    journal: JSON.stringify({ answers: [{ id, name: needle('read') }] }),
  });
  await api.db('lead_changes').insert({
    ...made,
    id: newId(),
    operation: 'add_tags',
    created_by: 'key',
    request: JSON.stringify({ filter: { email }, tags: [needle('picked')] }),
  });
  await api.db('views').insert({
    ...made,
    id: newId(),
    user_id: newId(),
    resource: 'leads',
    name: needle('view'),
    shared: false,
    layout: JSON.stringify({ query: { email } }),
  });
  await api.db('audit_entries').insert({
    id: newId(),
    account_id: accountId,
    at: now,
    actor_kind: 'system',
    operation: 'updateCampaign',
    resource_type: 'campaigns',
    changed: JSON.stringify(['name']),
    changes: JSON.stringify([{ field: 'name', before: email, after: needle('renamed') }]),
  });
  await api.db('widget_submissions').insert({
    session_id: newId(),
    submission_id: newId(),
    account_id: accountId,
    widget_id: newId(),
    key_id: newId(),
    fingerprint: Buffer.alloc(32),
    created_at: now,
    consent_text: 'Yes',
    consent_hash: 'a'.repeat(64),
    fields: JSON.stringify({ email, roof: needle('field') }),
  });
}

/** Writes rows about a lead into every table that can hold something of it. */
async function seed(account: TestAccount) {
  const { mark, needles, needle } = makeNeedles();
  const email = `${needle('mail')}@example.com`;
  const phone = `+3460${String(Date.now()).slice(-7)}`;
  needles.push(phone);
  const body = {
    first_name: needle('first'),
    last_name: needle('last'),
    email,
    phone,
    company: needle('company'),
    title: needle('title'),
    source: needle('source'),
    external_id: needle('external'),
    metadata: { note: needle('metadata'), [needle('key')]: { deep: [needle('deep')] } },
    [needle('unknown')]: needle('folded'),
    consent: { email: 'opted_in' },
    tags: ['Shared'],
  };
  const answer = await account.request('post', '/leads').set('Idempotency-Key', 'seed').send(body);
  expect(answer.status).toBe(201);
  const id = answer.body.lead.id as string;
  const { accountId } = account;
  const now = new Date();
  const runId = await openRun(api.db, accountId, id, {
    cadence: JSON.stringify({ force_first_message: needle('forced') }),
    hold_detail: needle('hold'),
    pause_reason: needle('pause'),
  });
  const messageId = await insertMessage(api.db, accountId, id, {
    agent_run_id: runId,
    to_address: email,
    subject: needle('subject'),
    content: needle('content'),
    html: `<p>${needle('html')}</p>`,
    variant: needle('variant'),
    provider_message_id: Buffer.from(`<${needle('provider')}@example.com>`),
    failure: JSON.stringify({ message: needle('failure') }),
  });
  await api.db('sandbox_deliveries').insert({
    id: newId(),
    account_id: accountId,
    message_id: messageId,
    channel: 'email',
    to_address: email,
    from_address: 'sender@example.com',
    subject: needle('delivered'),
    body_text: needle('body'),
    body_html: needle('bodyhtml'),
    headers: JSON.stringify({ to: needle('header') }),
    created_at: now,
  });
  await api.db('events').insert({
    id: newId(),
    account_id: accountId,
    type: 'message.received',
    lead_id: id,
    data: JSON.stringify({ text: needle('event') }),
    values_before: JSON.stringify({ 'lead.email': needle('former') }),
    origin_kind: 'provider',
    created_at: now,
  });
  await api.db('lead_variables').insert({
    lead_id: id,
    field_key: needle('field'),
    account_id: accountId,
    value: JSON.stringify(needle('value')),
    value_text: needle('valuetext'),
    confidence: 1,
    updated_at: now,
  });
  await api.db('lead_engagement').insert({ lead_id: id, account_id: accountId, inbound_count: 3 });
  await api.db('consent_log').insert({
    id: newId(),
    account_id: accountId,
    lead_id: id,
    channel: 'email',
    state: 'opted_in',
    source: 'form',
    note: needle('consent'),
    created_at: now,
  });
  await api.db('import_rows').insert({
    import_id: newId(),
    row_no: 1,
    account_id: accountId,
    data: JSON.stringify([needle('cell')]),
    outcome: 'created',
    lead_id: id,
    problems: JSON.stringify([{ message: needle('problem') }]),
    before_update: JSON.stringify({ first_name: needle('before') }),
  });
  await api.db('inbound_events').insert({
    id: newId(),
    account_id: accountId,
    provider: 'email',
    event_key: createHash('sha256').update(runId).digest(),
    type: 'reply',
    payload: JSON.stringify({ text: needle('payload'), from: email }),
    lead_id: id,
    received_at: now,
  });
  await api.db('conversions').insert({
    id: newId(),
    account_id: accountId,
    conversion_type_id: newId(),
    lead_id: id,
    converted_at: now,
    metadata: JSON.stringify({ ordered: needle('ordered') }),
    notes: needle('notes'),
    created_at: now,
  });
  const meeting = {
    lead_id: id,
    title: needle('demo'),
    starts_at: new Date(now.getTime() + 86_400_000).toISOString(),
    duration_minutes: 30,
  };
  const recorded = await account.request('post', '/meetings').set('Idempotency-Key', 'seed').send(meeting);
  expect([recorded.status, recorded.body.meeting?.attendee_email]).toEqual([201, email]);
  const note = {
    lead_id: id,
    meeting_date: meeting.starts_at,
    provider: 'fathom',
    external_meeting_id: needle('call'),
    notes: needle('noted'),
    summary: needle('summary'),
    transcript_text: needle('transcript'),
    manual_ai_summary: needle('ai'),
    action_items: [{ text: needle('todo') }],
  };
  expect((await account.request('post', '/meeting-notes').set('Idempotency-Key', 'seed').send(note)).status).toBe(201);
  await seedTexts(accountId, { id, email, phone }, needle);
  await insertSuppression(api.db, now, { accountId, channel: 'email', address: email, reason: 'unsubscribed' });
  await insertSuppression(api.db, now, { accountId, channel: 'whatsapp', address: phone, reason: 'opted_out' });
  await account
    .request('patch', `/leads/${id}`)
    .send({ metadata: { more: needle('patched') }, last_name: needle('renamed') });
  while (needles.length < 40) {
    const value = needle('filler');
    await account.request('patch', `/leads/${id}`).send({ metadata: { [`filler_${needles.length}`]: value } });
  }
  return { id, runId, mark, needles, email, phone, body, meeting, meetingId: recorded.body.meeting.id as string };
}

describe('POST /leads/{id}/erase', () => {
  describe('200', () => {
    it('leaves none of forty marked texts in any table', async () => {
      const account = await api.account();
      const { id, mark, needles, phone, meetingId } = await seed(account);
      expect(needles.length).toBeGreaterThanOrEqual(40);
      // Each of them holds the mark, but for the phone number.
      expect(needles.filter((needle) => !needle.includes(mark))).toEqual([phone]);
      const before = await placesOf([mark, phone]);
      expect(before.length).toBeGreaterThan(20);
      const answer = await account.request('post', `/leads/${id}/erase`).send();
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, lead_id: id, erased_at: expect.any(String) });
      await finishErasure(api.db, id);
      expect(await placesOf([mark, phone])).toEqual([]);
      const notes = await account.request('get', `/meetings/${meetingId}/notes`).expect(200);
      expect(notes.body.notes).toEqual([]);
    });

    it('leaves nothing in the rows of an import that named the lead and was to leave it as it is', async () => {
      const account = await api.account();
      const { mark, needle } = makeNeedles();
      const email = `${needle('mail')}@example.com`;
      const id = await create(account, { email });
      const file = `First Name,Email,Company\n${needle('first')},${email},${needle('company')}\n`;
      const done = await imported(api, account, file, { on_duplicate: 'reject' });
      expect(done).toMatchObject({ failed: 1 });
      const told = async () => (await account.request('get', `/imports/${done.id}/errors`)).body.errors;
      expect(await told()).toMatchObject([{ row: 1, lead_id: id, problems: [{ code: 'DUPLICATE_LEAD' }] }]);
      await account.request('post', `/leads/${id}/erase`).send().expect(200);
      expect(await told()).toMatchObject([{ row: 1, lead_id: id, problems: [] }]);
      expect(await placesOf([mark])).toEqual([]);
    });

    it('leaves nothing in rows that failed in an import before the lead was made', async () => {
      const [account, stranger] = [await api.account(), await api.account()];
      const { mark, needle } = makeNeedles();
      const email = `${needle('mail')}@example.com`;
      const phone = `+3460${String(Date.now()).slice(-7)}`;
      const header = 'First Name,Email,Phone,Company';
      const failing = [
        `,${email.replace('example', 'Example')},,${needle('company')}`,
        `,,${phone},${needle('office')}`,
        ',somebody@example.com,,Kept',
      ];
      const failed = await imported(api, account, `${[header, ...failing].join('\n')}\n`);
      const foreign = await imported(api, stranger, `${header}\n,${email},,Foreign\n`);
      const mended = await imported(api, account, `${header}\nAna,${email},${phone},Acme\n`);
      expect([failed, foreign, mended]).toMatchObject([{ failed: 3 }, { failed: 1 }, { created: 1 }]);
      const told = async ({ request }: TestAccount, { id }: { id: string }) =>
        (await request('get', `/imports/${id}/errors`).set('Accept', 'text/csv')).text;
      expect(await told(account, failed)).toContain(mark);
      const [lead] = await leadsOf(account);
      await account.request('post', `/leads/${lead.id}/erase`).send().expect(200);
      await finishErasure(api.db, lead.id);
      const left = await told(account, failed);
      expect([left.includes(mark), left.includes(phone), left.includes('Kept')]).toEqual([false, false, true]);
      expect(await told(stranger, foreign)).toContain(email);
      await api.db('import_rows').where({ import_id: foreign.id }).delete();
      expect(await placesOf([mark, phone])).toEqual([]);
    });

    it('knows every table that holds something by lead', async () => {
      const tables = (await api
        .db('information_schema.columns')
        .whereRaw('table_schema = DATABASE()')
        .where('column_name', 'lead_id')
        .pluck('table_name')) as string[];
      expect(tables.filter((table) => !(table in ERASERS || table in SEARCHES))).toEqual(['erasures']);
    });

    it('ends the runs and has their histories deleted from Temporal', async () => {
      const account = await api.account();
      const { id, runId } = await seed(account);
      await account.request('post', `/leads/${id}/erase`).send();
      expect(await api.db('agent_runs').where({ id: runId }).first()).toMatchObject({
        open_slot: null,
        stop_reason: 'erased',
      });
      expect(api.dispatched.filter((item) => item.workflowId === `cadence/${runId}`).at(-1)).toMatchObject({
        kind: 'delete',
        args: { agentRunId: runId, leadId: id },
      });
      const left = await api
        .db('outbox')
        .where({ workflow_id: `cadence/${runId}` })
        .pluck('kind');
      expect(left).toEqual(['delete']);
    });

    it('forgets the addresses unless another lead has them, and keeps suppressing them', async () => {
      const account = await api.account();
      const { id, email, phone } = await seed(account);
      await create(account, { phone });
      const known = async (identity: { email?: string; phone?: string }) => {
        const [one] = identitiesOf(identity);
        const hash = createHash('sha256')
          .update(one ? identityKey(one) : '')
          .digest();
        return (await api.db('lead_identities').where({ account_id: account.accountId, identity: hash })).length;
      };
      expect([await known({ email }), await known({ phone })]).toEqual([1, 1]);
      await account.request('post', `/leads/${id}/erase`).send();
      expect([await known({ email }), await known({ phone })]).toEqual([0, 1]);
      expect(await api.db('suppressions').where({ account_id: account.accountId })).toHaveLength(2);
      const again = await account.request('post', '/leads').send({ first_name: 'B', email, on_duplicate: 'reuse' });
      expect(again.body.deduplicated).toBe(false);
    });

    it('sends nothing to a person who returns with the address of an erased person that opted out', async () => {
      const account = await api.account();
      await addSender(api.db, account.accountId);
      const email = 'Müller@example.com';
      const gone = await create(account, { email });
      await account
        .request('patch', `/leads/${gone}`)
        .send({ consent: { email: 'opted_out' } })
        .expect(200);
      await account.request('post', `/leads/${gone}/erase`).send().expect(200);
      const write = (id: string) =>
        account.request('post', '/messages').send({ lead_id: id, channel: 'email', subject: 'A', content: 'B' });
      const back = await create(account, { email: 'müller@example.com' });
      const answer = await write(back);
      expect([answer.status, answer.body.code]).toEqual([422, 'SUPPRESSED']);
      const lead = await api.db('leads').where({ id: back }).first();
      const run = await addRun(api.db, lead!, await addAgent(api, account));
      await mailCadence(api).advance(run.id);
      expect(await api.db('messages').where({ lead_id: back })).toEqual([]);
      const skipped = (await api.db('events').where({ lead_id: back, type: 'cadence.step_skipped' }).first())!;
      expect(JSON.parse(skipped.data)).toMatchObject({
        reason: 'suppressed',
        detail: 'The lead’s email address is suppressed.',
      });
      // Another person, whose name has no umlaut.
      expect((await write(await create(account, { email: 'muller@example.com' }))).status).toBe(202);
    });

    it('erases a lead that was deleted before', async () => {
      const account = await api.account();
      const id = await create(account);
      await account.request('delete', `/leads/${id}`);
      expect((await account.request('post', `/leads/${id}/erase`).send()).status).toBe(200);
    });
  });

  describe('410', () => {
    it('answers every request about the lead from then on, repeats of earlier ones too', async () => {
      const account = await api.account();
      const { id, body, meeting } = await seed(account);
      const bulk = () =>
        account
          .request('post', '/leads')
          .set('Idempotency-Key', 'bulk')
          .send([{ ...body, on_duplicate: 'reuse' }]);
      expect((await bulk()).body.results).toMatchObject([{ outcome: 'reused', lead_id: id }]);
      await account.request('post', `/leads/${id}/erase`).send();
      for (const [method, path, sent] of [
        ['get', `/leads/${id}`, undefined],
        ['patch', `/leads/${id}`, {}],
        ['delete', `/leads/${id}`, undefined],
        ['post', `/leads/${id}/erase`, undefined],
        ['get', `/leads/${id}/history`, undefined],
        ['get', `/leads/${id}/tags`, undefined],
        ['put', '/leads/tags', { lead_id: id, tags: [] }],
      ] as const) {
        const answer = await account.request(method, path).send(sent);
        expect([path, answer.status, answer.body.code]).toEqual([path, 410, 'LEAD_ERASED']);
      }
      for (const [path, sent] of [
        ['/leads', body],
        ['/meetings', meeting],
      ] as const) {
        const repeated = await account.request('post', path).set('Idempotency-Key', 'seed').send(sent);
        expect([path, repeated.status, repeated.body.code]).toEqual([path, 410, 'LEAD_ERASED']);
      }
      // An answer that tells of many leads holds nothing of this one but its id.
      expect((await bulk()).body.results).toMatchObject([{ outcome: 'reused', lead_id: id }]);
      expect((await account.request('get', '/leads')).body.leads).toEqual([]);
    });
  });

  it('forgets addresses that the lead had before, as soon as it has others', async () => {
    const account = await api.account();
    const seen = async (email: string) => {
      const identity = createHash('sha256')
        .update(identityKey({ kind: 'email', value: email }))
        .digest();
      return (await api.db('lead_identities').where({ account_id: account.accountId, identity })).length;
    };
    const mine = await create(account, { email: 'before@example.com' });
    const shared = await create(account, { email: 'shared@example.com' });
    await create(account, { email: 'shared@example.com' });
    for (const id of [mine, shared]) {
      await account
        .request('patch', `/leads/${id}`)
        .send({ email: `${id}@example.com` })
        .expect(200);
    }
    expect([await seen('before@example.com'), await seen('shared@example.com')]).toEqual([0, 1]);
    expect([await seen(`${mine}@example.com`), await seen(`${shared}@example.com`)]).toEqual([1, 1]);
  });

  it('answers 404 for foreign leads, which stay whole, and 403 without leads:delete', async () => {
    const [mine, theirs] = [await api.account(), await api.account({ scopes: ['leads:read', 'leads:write'] })];
    const id = await create(theirs);
    expect((await mine.request('post', `/leads/${id}/erase`).send()).status).toBe(404);
    expect((await theirs.request('post', `/leads/${id}/erase`).send()).status).toBe(403);
    expect((await theirs.request('get', `/leads/${id}`)).body.lead.first_name).toBe('Ana');
  });

  it('takes no body but an empty one', async () => {
    const account = await api.account();
    const id = await create(account);
    const answer = await account.request('post', `/leads/${id}/erase`).send({ reason: 'x' });
    expect([answer.status, answer.body.field]).toEqual([400, '/reason']);
  });
});
