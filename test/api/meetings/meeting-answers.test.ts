import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { listAttention } from '../../../services/operations/attention.js';
import { useApi } from '../../support/api.js';
import { answerCalendar } from '../../support/calendar-answers.js';
import { addBlock, at, createMeetingFixture } from '../../support/meetings.js';
import { addHook, addLead, addMessage, addRun, eventKinds, post, workInbound } from '../../support/messaging.js';

const api = useApi();

async function createFixture() {
  const account = await api.account();
  const hook = await addHook(account);
  const meetings = await createMeetingFixture(api, account);
  await addBlock(account, meetings.hostId, {
    kind: 'weekly',
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    starts: '09:00',
    ends: '17:00',
    timezone: 'UTC',
  });
  const { lead } = meetings;
  const { body } = await meetings.book({ title: 'First talk with Ana' }).expect(201);
  const id = body.meeting.id as string;
  const run = await addRun(api.db, lead, meetings.agentId);
  let minutes = 0;
  const receive = async (fields: Record<string, unknown>) => {
    minutes += 1;
    const occurred_at = new Date(Date.now() - 3_600_000 + minutes * 60_000).toISOString();
    const event = { event_id: newId(), type: 'reply', from: lead.email, text: '', occurred_at, ...fields };
    await post(api, hook, event).expect(200);
    return (await workInbound(api.db, account.accountId)).at(-1);
  };
  return {
    account,
    meetings,
    lead,
    id,
    receive,
    reply: (fields: Partial<Parameters<typeof answerCalendar>[0]>, more: Record<string, unknown> = {}) =>
      receive({ calendar: answerCalendar({ uid: id, attendee: lead.email ?? '', ...fields }), ...more }),
    meeting: async () => (await account.request('get', `/meetings/${id}`).expect(200)).body.meeting,
    attention: async () =>
      (await listAttention(api.db, new Date(), account.accountId)).filter(({ kind }) => kind === 'meeting_answered'),
    counted: async () => (await api.db('lead_engagement').where({ lead_id: lead.id }).first())?.inbound_count ?? 0,
    run: async () => api.db('agent_runs').where({ id: run.id }).first(),
    kinds: () => eventKinds(api.db, lead.id),
  };
}

describe('an answer of a calendar program', () => {
  it('is recorded on the meeting and counts as no reply', async () => {
    const { reply, meeting, counted, run, kinds, attention, lead } = await createFixture();
    expect(await reply({ partstat: 'TENTATIVE' }, { subject: 'Tentative: First talk with Ana' })).toBe(
      'meeting_answer',
    );
    expect(await meeting()).toMatchObject({
      status: 'scheduled',
      attendee_answers: [{ answer: 'tentative', is_lead: true }],
    });
    expect(await reply({ partstat: 'ACCEPTED' })).toBe('meeting_answer');
    expect(await meeting()).toMatchObject({ status: 'confirmed', confirmed_by_lead: true });
    expect((await meeting()).attendee_answers).toMatchObject([{ answer: 'accepted', comment: null }]);
    expect(await attention()).toEqual([]);
    expect(await reply({ partstat: 'DECLINED' })).toBe('meeting_answer');
    expect(await meeting()).toMatchObject({
      status: 'scheduled',
      confirmed_by_lead: false,
      attendee_answers: [{ email: lead.email, answer: 'declined' }],
    });
    expect(await attention()).toMatchObject([{ detail: `${lead.email}: declined` }]);
    expect(await counted()).toBe(0);
    expect(await run()).toMatchObject({ paused_at: null, open_slot: 1 });
    expect(await kinds()).not.toContain('message.received');
    expect((await kinds()).filter((kind) => kind.startsWith('meeting.'))).toEqual([
      ...['meeting.answered', 'meeting.answered', 'meeting.confirmed', 'meeting.answered'],
    ]);
  });

  it('shows a person what was proposed and written', async () => {
    const { reply, meeting, attention, counted } = await createFixture();
    const proposal = { method: 'COUNTER', partstat: 'TENTATIVE', start: ':20270105T150000Z', end: ':20270105T153000Z' };
    await reply(proposal, { subject: 'New Time Proposed: First talk with Ana', text: 'Could we meet in January?' });
    expect((await meeting()).attendee_answers).toMatchObject([
      {
        answer: 'proposed',
        comment: 'Could we meet in January?',
        proposed_starts_at: '2027-01-05T15:00:00.000Z',
        proposed_ends_at: '2027-01-05T15:30:00.000Z',
      },
    ]);
    expect(await attention()).toMatchObject([{ detail: expect.stringContaining('Could we meet in January?') }]);
    expect(await counted()).toBe(0);
    await reply({ partstat: 'ACCEPTED' });
    expect(await attention()).toEqual([]);
  });

  it('is known by its subject where the calendar part is missing, in any language', async () => {
    const { receive, meeting, counted } = await createFixture();
    for (const [subject, answer] of [
      ['Declined: First talk with Ana', 'declined'],
      ['Zugesagt: First talk with Ana', 'accepted'],
      ['Peut-être: First talk with Ana', 'tentative'],
      ['Rechazada: First talk with Ana @ mar 1 dic 2026', 'declined'],
      ['承諾: First talk with Ana', 'accepted'],
      ['Declined: an older name of the meeting', 'declined'],
    ] as const) {
      expect(await receive({ subject })).toBe('meeting_answer');
      expect((await meeting()).attendee_answers).toMatchObject([{ answer }]);
    }
    expect(await counted()).toBe(0);
  });

  it('leaves what a person writes under such a subject a reply', async () => {
    const { receive, meeting, counted } = await createFixture();
    expect(await receive({ subject: 'Re: Accepted: First talk with Ana', text: 'Which room is it?' })).toBe('reply');
    expect(await receive({ subject: 'Accepted: your offer', text: 'We take the large one.' })).toBe('reply');
    expect((await meeting()).attendee_answers).toEqual([]);
    expect(await counted()).toBe(2);
  });

  it('hears an opt-out that comes with it', async () => {
    const { reply, meeting, lead } = await createFixture();
    expect(await reply({ partstat: 'DECLINED' }, { text: 'STOP' })).toBe('opt_out');
    expect((await meeting()).attendee_answers).toMatchObject([{ answer: 'declined' }]);
    expect(await api.db('leads').where({ id: lead.id }).first()).toMatchObject({
      consent_email: 'opted_out',
    });
  });

  it('may be forwarded by the host, and comes from guests, too', async () => {
    const { reply, meeting, id, lead } = await createFixture();
    const guests = JSON.stringify([{ name: 'Guest', email: 'Guest@else.example' }]);
    await api.db('meetings').where({ id }).update({ additional_attendees: guests });
    expect(await reply({ partstat: 'ACCEPTED' }, { from: 'Hanna <hanna@example.com>' })).toBe('meeting_answer');
    await reply({ partstat: 'DECLINED', attendee: 'guest@else.example' }, { from: 'guest@else.example' });
    expect(await meeting()).toMatchObject({
      status: 'confirmed',
      attendee_answers: [
        { email: lead.email, is_lead: true, answer: 'accepted' },
        { email: 'guest@else.example', is_lead: false, answer: 'declined' },
      ],
    });
  });

  it('changes nothing when it is forged, outdated or about a meeting that is over', async () => {
    const { reply, meeting, id, account, meetings } = await createFixture();
    const before = await meeting();
    expect(await reply({ partstat: 'DECLINED' }, { from: 'mallory@evil.example' })).toBe('no_lead');
    const other = await addLead(api.db, account.accountId, { email: 'other@lead.example' });
    expect(await reply({ partstat: 'DECLINED' }, { from: other.email })).toBe('auto_reply');
    await reply({ uid: `${id}-1`, partstat: 'ACCEPTED' });
    await reply({ uid: newId(), partstat: 'ACCEPTED' });
    expect(await meeting()).toEqual(before);
    await account
      .request('post', `/meetings/${id}/reschedule`)
      .send({ starts_at: at('11:00') })
      .expect(200);
    await reply({ partstat: 'ACCEPTED', sequence: 0 });
    expect(await meeting()).toMatchObject({ status: 'scheduled', attendee_answers: [] });
    expect(await reply({ partstat: 'ACCEPTED', sequence: 1 })).toBe('meeting_answer');
    expect(await meeting()).toMatchObject({ status: 'confirmed' });
    await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    const cancelled = await meeting();
    await reply({ partstat: 'DECLINED', sequence: 9 });
    expect(await meeting()).toEqual(cancelled);
    expect(meetings.lead.id).toBe(cancelled.lead_id);
  });
});

it('invitations and cancellations of strangers in a lead’s thread count as no reply unless a person writes', async () => {
  const { receive, counted, lead, run } = await createFixture();
  const message = await addMessage(api.db, lead, (await run()) ?? null, { status: 'sent', sent_at: new Date() });
  const thread = { in_reply_to: `<${message.id}@example.com>` };
  const invitation = (method: string) => answerCalendar({ uid: 'theirs@cal.example', method });
  for (const method of ['REQUEST', 'CANCEL', 'PUBLISH']) {
    const mail = { from: 'rooms@corp.example', subject: 'Room 3', ...thread };
    expect(await receive({ ...mail, calendar: invitation(method) })).toBe('auto_reply');
  }
  expect(await counted()).toBe(0);
  expect(await receive({ subject: 'Meet us here', calendar: invitation('REQUEST') })).toBe('reply');
  expect(await counted()).toBe(1);
});
