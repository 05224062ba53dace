import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { mailStep, makeSender } from '../../support/agent-requests.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { createMeetingFixture, at as slotStart } from '../../support/meetings.js';
import { addLead } from '../../support/messaging.js';

const api = useApi();
const READ_BACK = '018f4d5e-0000-7000-8000-000000000001';

interface Case {
  path: string;
  first: object;
  /** Ways to say the same. */
  same: [what: string, body: object | string][];
  /** Bodies that differ slightly and mean something else. */
  other: [what: string, body: object][];
}

const ask = (account: TestAccount, path: string, key: string, body: object | string) =>
  account
    .request('post', path)
    .set({ 'Content-Type': 'application/json', 'Idempotency-Key': key })
    .serialize((raw: unknown) => (typeof raw === 'string' ? raw : JSON.stringify(raw)))
    .send(body as string);

/** Each way to say the same replays the first answer, everything else is refused, and one thing is made. */
async function expectMeanings(account: TestAccount, { path, first, same, other }: Case): Promise<void> {
  const key = `key ${newId()}`;
  const made = await ask(account, path, key, first);
  expect([made.status, made.status < 300 ? '' : made.text]).toEqual([made.status, '']);
  const wrong: unknown[] = [];
  for (const [what, body] of same) {
    const answer = await ask(account, path, key, body);
    const repeated = answer.headers['idempotent-replayed'] === 'true' && answer.text === made.text;
    if (!repeated && answer.body.replayed !== true) wrong.push([what, answer.status, answer.text.slice(0, 200)]);
  }
  for (const [what, body] of other) {
    const answer = await ask(account, path, key, body);
    if (answer.body.code !== 'IDEMPOTENCY_KEY_REUSED') wrong.push([what, answer.status, answer.text.slice(0, 200)]);
  }
  expect(wrong).toEqual([]);
}

const without = (body: object, ...keys: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
const reversed = (body: object) => Object.fromEntries(Object.entries(body).reverse());

describe('two requests under one idempotency key', () => {
  it('are one lead where they mean the same', async () => {
    const account = await api.account({ country: 'ES' });
    const made = await account.request('post', '/campaigns').send({ name: 'Spring' }).expect(201);
    const campaign = made.body.campaign.id as string;
    const first = { first_name: 'Ana', email: 'Ana@Example.COM', phone: '600123456', campaign_id: campaign, budget: 5 };
    await expectMeanings(account, {
      path: '/leads',
      first,
      same: [
        ['other order', reversed(first)],
        ['other blanks', JSON.stringify(first, null, 3)],
        ['nulls', { ...first, last_name: null, tags: null, metadata: null }],
        ['the domain in small letters', { ...first, email: ' Ana@example.com' }],
        ['the phone number as E.164', { ...first, phone: '+34 600 12 34 56' }],
        ['an id in capitals', { ...first, campaign_id: campaign.toUpperCase() }],
        ['metadata by its name', { ...without(first, 'budget'), metadata: { budget: 5.0 } }],
        ['what only answers carry', { ...first, id: READ_BACK, created_at: '2030-01-01T00:00:00Z', version: 3 }],
        ['the defaults', { ...first, source: 'api', on_duplicate: 'create', skip_first_message: false }],
      ],
      other: [
        ['another name', { ...first, first_name: 'Anna' }],
        ['another local part', { ...first, email: 'ana@example.com' }],
        ['another number', { ...first, phone: '600123457' }],
        ['another value in metadata', { ...first, budget: '5' }],
        ['another source', { ...first, source: 'fair' }],
        ['several', { leads: [first] }],
      ],
    });
    expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('are one batch of leads where they mean the same', async () => {
    const account = await api.account({ country: 'ES' });
    const [ana, eva] = [
      { first_name: 'Ana', phone: '600123456' },
      { first_name: 'Eva', tags: ['vip'] },
    ];
    await expectMeanings(account, {
      path: '/leads',
      first: [ana, eva],
      same: [
        ['as leads', { leads: [ana, eva] }],
        ['with common fields', { leads: [ana, eva], defaults: { source: 'api' } }],
        [
          'spelled otherwise',
          [
            { ...ana, phone: '+34600123456' },
            { ...eva, tags: [{ name: 'vip', id: newId() }] },
          ],
        ],
      ],
      other: [
        ['another order', [eva, ana]],
        ['fewer', [ana]],
      ],
    });
    expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(2);
  });

  it('are one message where they mean the same', async () => {
    const account = await api.account();
    await makeSender(account);
    const lead = await addLead(api.db, account.accountId);
    const first = { lead_id: lead.id, channel: 'email', subject: 'Hello', content: 'Hi' };
    await expectMeanings(account, {
      path: '/messages',
      first: { ...first, send_at: '2099-01-01T10:00:00+02:00' },
      same: [
        ['another offset', { ...first, send_at: '2099-01-01T08:00:00.000Z' }],
        ['the lead in capitals', { ...first, lead_id: lead.id.toUpperCase(), send_at: '2099-01-01T09:00:00+01:00' }],
        ['nulls and defaults', { ...first, html: null, respect_window: false, send_at: '2099-01-01T08:00:00Z' }],
      ],
      other: [
        ['another instant', { ...first, send_at: '2099-01-01T10:00:00Z' }],
        ['another text', { ...first, content: 'Hi ', send_at: '2099-01-01T08:00:00Z' }],
        ['a window', { ...first, respect_window: true, send_at: '2099-01-01T08:00:00Z' }],
      ],
    });
  });

  it('are one message with the key in the header or in the body', async () => {
    const account = await api.account();
    await makeSender(account);
    const lead = await addLead(api.db, account.accountId);
    const body = { lead_id: lead.id, channel: 'email', subject: 'Hello', content: 'Hi' };
    const key = newId();
    const made = await ask(account, '/messages', key, body).expect(202);
    const again = await account
      .request('post', '/messages')
      .send({ ...body, idempotency_key: key })
      .expect(202);
    expect(again.body.message_id).toBe(made.body.message_id);
  });

  it('are one booking where they mean the same', async () => {
    const account = await api.account();
    const request = (await createMeetingFixture(api, account)).request() as Record<string, unknown>;
    const first = { ...request, starts_at: slotStart('10:00') };
    const start = new Date(slotStart('10:00'));
    const shifted = `${new Date(start.getTime() + 7_200_000).toISOString().slice(0, 19)}+02:00`;
    await expectMeanings(account, {
      path: '/meetings/book',
      first,
      same: [
        ['another offset', { ...first, starts_at: shifted }],
        ['no seconds', { ...first, starts_at: `${start.toISOString().slice(0, 16)}Z` }],
        ['nulls and defaults', { ...first, description: null, answers: {}, allow_outside_availability: false }],
        ['ids in capitals', { ...first, host_id: String(request.host_id).toUpperCase() }],
        ['other order', reversed(first)],
      ],
      other: [
        ['another start', { ...first, starts_at: slotStart('11:00') }],
        ['another title', { ...first, title: 'Something else' }],
      ],
    });
  });

  it('are one background job where they mean the same', async () => {
    const account = await api.account({ timezone: 'Europe/Madrid' });
    const step = {
      conditions: [{ source: 'tag', operator: 'has', value: 'vip' }],
      on_match: { type: 'add_tag', params: { tags: ['seen'] } },
    };
    const first = { steps: [step], cron_expression: '0 9 * * *' };
    await expectMeanings(account, {
      path: '/background-jobs',
      first,
      same: [
        [
          'the defaults',
          { ...first, trigger_type: 'cron', is_active: true, dry_run: false, timezone: 'Europe/Madrid' },
        ],
        ['nulls', { ...first, name: null, event: null, workflow_filters: null, lead_filters: [] }],
        ['a step as it is read back', { ...first, steps: [{ ...step, name: null, match: 'all', action: null }] }],
        ['what only answers carry', { ...first, id: READ_BACK, last_executed_at: null, created_at: 'now' }],
      ],
      other: [
        ['a dry run', { ...first, dry_run: true }],
        ['any condition', { ...first, steps: [{ ...step, match: 'any' }] }],
        [
          'a null to compare with',
          { ...first, steps: [{ ...step, conditions: [{ ...step.conditions[0], value: 1 }] }] },
        ],
      ],
    });
    expect(await api.db('background_jobs').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('are one thing on other routes too', async () => {
    const account = await api.account();
    const steps = [mailStep('Hello')];
    const host = { name: 'Hanna', email: 'hanna@Example.com', timezone: 'Europe/Madrid' };
    const { hostId, typeId } = await createMeetingFixture(api, account);
    const start = new Date(slotStart('12:00'));
    const hold = { host_id: hostId, meeting_type_id: typeId, starts_at: start.toISOString() };
    const lead = await addLead(api.db, account.accountId);
    const meeting = { lead_id: lead.id, title: 'Talk', starts_at: '2030-01-01T10:00:00Z', duration_minutes: 30 };
    const cases: Case[] = [
      {
        path: '/workflows',
        first: { name: 'Follow up', cadence: { steps } },
        same: [['the defaults', { name: 'Follow up', is_active: true, goal_type: 'custom', cadence: { steps } }]],
        other: [['inactive', { name: 'Follow up', is_active: false, cadence: { steps } }]],
      },
      {
        path: '/hosts',
        first: host,
        same: [['the domain in small letters', { ...host, email: 'hanna@example.com' }]],
        other: [['another address', { ...host, email: 'hanna@example.org' }]],
      },
      {
        path: '/meetings/holds',
        first: hold,
        same: [['an offset', { ...hold, starts_at: start.toISOString().replace('.000Z', '+00:00'), ttl_seconds: 300 }]],
        other: [['longer', { ...hold, ttl_seconds: 600 }]],
      },
      {
        path: '/meetings',
        first: meeting,
        same: [['another offset', { ...meeting, starts_at: '2030-01-01T11:00:00+01:00' }]],
        other: [['another instant', { ...meeting, starts_at: '2030-01-01T11:00:00Z' }]],
      },
    ];
    for (const each of cases) await expectMeanings(account, each);
  });
});
