import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { MeetingStatus } from '../../../schemas/meetings/meetings.js';
import { useApi } from '../../support/api.js';
import { at, meetingTools } from '../../support/meetings.js';
import { addLead, addRun, eventKinds } from '../../support/messaging.js';

const api = useApi();
const { createFixture: fixture, cellsOf, wakesOf } = meetingTools(api);

describe('POST /meetings', () => {
  it('records a meeting of the lead with the address, changes it under the same event id, and stops the cadence', async () => {
    const { account, post, lead, agentId } = await fixture({ agent: { exit: { on_meeting_booked: 'stop' } } });
    const run = await addRun(api.db, lead, agentId);
    const record = {
      lead_email: lead.email?.toUpperCase(),
      title: 'Demo',
      starts_at: at('10:00').replace('.000Z', ''),
      duration_minutes: 45,
      external_calendar_provider: 'calendly',
      external_event_id: 'E-1',
      workflow_id: agentId,
      additional_attendees: [{ name: 'Bob', email: 'bob@example.com' }],
    };
    const made = await post('/meetings', record);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      created: true,
      warnings: [],
      meeting: {
        lead_id: lead.id,
        starts_at: at('10:00'),
        duration_minutes: 45,
        timezone: 'UTC',
        source: 'external',
        creation_source: 'api_record',
        external_calendar_provider: 'calendly',
        external_event_id: 'E-1',
        workflow_run_id: run.id,
        sync_status: 'not_connected',
      },
    });
    expect((await api.db('agent_runs').where({ id: run.id }).first())!.stop_reason).toBe('meeting_booked');
    const moved = await post('/meetings', { ...record, starts_at: at('11:00'), title: 'Demo 2' });
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({
      created: false,
      meeting: { id: made.body.meeting.id, title: 'Demo 2', starts_at: at('11:00'), original_starts_at: at('10:00') },
    });
    expect(wakesOf(made.body.meeting.id)).toEqual([]);
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('knows a booking by the id of its invitation, whichever host sent it', async () => {
    const { post, book, lead } = await fixture();
    const id = (await book()).body.meeting.id as string;
    for (const uid of [id, `${id}-1`.toUpperCase()]) {
      const note = await post('/meeting-notes', { provider: 'notes_app', calendar_event_id: uid, notes: 'Fine' });
      expect(note.body).toMatchObject({ matched_by: 'calendar_event_id', note: { meeting_id: id } });
      const record = { lead_id: lead.id, title: 'M', starts_at: at('15:00'), duration_minutes: 30 };
      const again = await post('/meetings', { ...record, external_event_id: uid });
      expect([again.status, again.body.code]).toEqual([409, 'MEETING_NOT_MODIFIABLE']);
    }
    const unknown = await post('/meeting-notes', { provider: 'p', calendar_event_id: `${newId()}-1`, notes: 'Fine' });
    expect(unknown.status).toBe(404);
  });

  it('takes no note without a word in it, and says what to give', async () => {
    const { post, book, lead } = await fixture();
    await book();
    for (const empty of [{}, { notes: '' }, { notes: ' \n ', summary: '' }, { action_items: [] }, { notes: null }]) {
      const answer = await post('/meeting-notes', { lead_email: lead.email, ...empty });
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', '/notes']);
      expect(answer.body.message).toBe(
        'Specify at least one of: notes, transcript_text, summary, manual_ai_summary, action_items.',
      );
    }
    expect(await api.db('meeting_notes').where({ lead_id: lead.id })).toEqual([]);
  });

  it('tells of an overlap and takes what is free of the host’s time', async () => {
    const { post, book, lead, newLead } = await fixture();
    await book();
    const record = { lead_id: lead.id, title: 'Demo', starts_at: at('10:15'), ends_at: at('11:00') };
    const made = await post('/meetings', { ...record, host_email: 'hanna@example.com' });
    expect(made.body.warnings).toEqual(['overlaps_existing']);
    expect(await cellsOf(made.body.meeting.id)).toBe(6);
    expect((await book({ lead_id: await newLead(), starts_at: at('10:45') })).status).toBe(409);
    expect((await post('/meetings', { ...record, host_email: 'nobody@example.com' })).body.warnings).toEqual([
      'host_not_found',
    ]);
  });

  it('never changes what was booked here, by whatever a calendar calls it', async () => {
    const { book, post, lead, account } = await fixture();
    const { id } = (await book()).body.meeting;
    const rows = async () => [
      await api.db('meetings').where({ account_id: account.accountId }),
      await api.db('meeting_slots').where({ meeting_id: id }).orderBy('cell'),
    ];
    const record = { lead_id: lead.id, title: 'Imported', duration_minutes: 30, external_event_id: id };
    const refuse = async (external_calendar_provider: string) => {
      const before = await rows();
      const answer = await post('/meetings', { ...record, external_calendar_provider, starts_at: at('15:00') });
      expect([answer.status, answer.body.code, answer.body.details]).toEqual([
        409,
        'MEETING_NOT_MODIFIABLE',
        { status: 'scheduled', meeting_id: id },
      ]);
      expect(await rows()).toEqual(before);
    };
    await refuse('caldav');
    await api
      .db('meetings')
      .where({ id })
      .update({ external_calendar_provider: 'caldav', external_event_id: Buffer.from(id), sync_status: 'synced' });
    await refuse('caldav');
    await refuse('google');
  });

  it('changes under the same event id only what is named, and lets a status go forward only', async () => {
    const { post, lead, typeId, hostId } = await fixture();
    const event = { external_event_id: 'E-2', title: 'Demo', duration_minutes: 30, starts_at: at('10:00') };
    const made = await post('/meetings', {
      ...event,
      lead_id: lead.id,
      description: 'About',
      meeting_url: 'https://meet.example.com/1',
      host_email: 'hanna@example.com',
      meeting_type_id: typeId,
      timezone: 'Europe/Madrid',
      attendee_name: 'Ada L',
      location_type: 'phone',
      location_details: '+34',
      additional_attendees: [{ email: 'bob@example.com' }],
    });
    const { id, updated_at: _at, ...rest } = made.body.meeting;
    const again = async (more: object) => (await post('/meetings', { ...event, lead_id: lead.id, ...more })).body;
    const confirmed = { ...rest, title: 'Demo 2', status: 'confirmed', confirmed_by_lead: true };
    expect((await again({ title: 'Demo 2', status: 'confirmed' })).meeting).toMatchObject(confirmed);
    for (const more of [{}, { status: 'scheduled' }, { status: 'confirmed' }]) {
      expect((await again({ title: 'Demo 2', ...more })).meeting).toMatchObject(confirmed);
    }
    expect(await eventKinds(api.db, lead.id)).toEqual(['meeting.scheduled', 'meeting.confirmed']);
    const moved = await again({ starts_at: at('12:00') });
    expect(moved).toMatchObject({
      warnings: [],
      meeting: { id, host_id: hostId, status: 'scheduled', confirmed_by_lead: false, timezone: 'Europe/Madrid' },
    });
    const cells = await api.db('meeting_slots').where({ meeting_id: id }).orderBy('cell').pluck('cell');
    expect(cells.map((cell: number) => cell * 300_000)).toEqual(
      [0, 5, 10, 15, 20, 25].map((minutes) => Date.parse(at('12:00')) + minutes * 60_000),
    );
  });

  it('never gives an event to another lead, but knows a lead again by an address that two have', async () => {
    const { account, post, lead, newLead } = await fixture();
    const event = { external_event_id: 'E-3', title: 'Demo', duration_minutes: 30, starts_at: at('10:00') };
    const { id } = (await post('/meetings', { ...event, lead_email: lead.email }).expect(201)).body.meeting;
    const refused = await post('/meetings', { ...event, title: 'Other', lead_id: await newLead() });
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      409,
      'MEETING_NOT_MODIFIABLE',
      '/lead_id',
    ]);
    await addLead(api.db, account.accountId, { email: lead.email, updated_at: new Date(Date.now() + 60_000) });
    const again = await post('/meetings', { ...event, title: 'Again', lead_email: lead.email });
    expect([again.status, again.body.meeting]).toMatchObject([200, { id, title: 'Again', lead_id: lead.id }]);
  });

  it('needs a lead, a length and a date', async () => {
    const { post, lead } = await fixture();
    const record = { lead_id: lead.id, title: 'Demo', starts_at: at('10:00'), duration_minutes: 30 };
    const cases: [object, number, string][] = [
      [{ lead_id: undefined }, 400, '/lead_email'],
      [{ lead_id: undefined, lead_email: 'nobody@example.com' }, 404, '/lead_email'],
      [{ duration_minutes: undefined }, 400, '/duration_minutes'],
      [{ duration_minutes: undefined, ends_at: at('09:00') }, 400, '/ends_at'],
      [{ starts_at: '2030-13-01T10:00:00Z' }, 400, '/starts_at'],
      [{ workflow_id: newId() }, 404, '/workflow_id'],
      [{ meeting_type_id: newId() }, 404, '/meeting_type_id'],
      [{ external_calendar_provider: 'No Slug' }, 400, '/external_calendar_provider'],
    ];
    for (const [more, status, field] of cases) {
      const answer = await post('/meetings', { ...record, ...more });
      expect([answer.status, answer.body.field]).toEqual([status, field]);
    }
  });
});

describe('GET /meetings/{id}/notes', () => {
  it('lists the notes of one meeting, newest first and page by page', async () => {
    const { account, post, lead } = await fixture();
    const meeting = { lead_id: lead.id, title: 'M', starts_at: at('10:00'), duration_minutes: 30 };
    const [one, other] = [
      await post('/meetings', { ...meeting, external_event_id: 'e1' }).expect(201),
      await post('/meetings', { ...meeting, external_event_id: 'e2' }).expect(201),
    ];
    for (const summary of ['a', 'b', 'c']) {
      await post('/meeting-notes', { calendar_event_id: 'e1', summary }).expect(201);
    }
    const path = `/meetings/${one.body.meeting.id}/notes`;
    const first = (await account.request('get', `${path}?limit=2`).expect(200)).body;
    const { next_cursor } = first.pagination;
    const last = (await account.request('get', `${path}?limit=2&cursor=${next_cursor}`).expect(200)).body;
    expect([first, last].map(({ notes }) => notes.map(({ summary }: { summary: string }) => summary))).toEqual([
      ['c', 'b'],
      ['a'],
    ]);
    expect(last.pagination).toEqual({ limit: 2, next_cursor: null, has_more: false });
    const none = await account.request('get', `/meetings/${other.body.meeting.id}/notes`).expect(200);
    expect(none.body).toMatchObject({ notes: [], pagination: { limit: 10 } });
    const foreign = await (await api.account()).request('get', path);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'MEETING_NOT_FOUND']);
  });
});

describe('POST /meeting-notes', () => {
  it('finds the meeting by the surest thing that is known of it', async () => {
    const { post, lead } = await fixture();
    const hour = 3_600_000;
    const record = async (more: object) =>
      (await post('/meetings', { lead_id: lead.id, title: 'M', duration_minutes: 30, ...more }).expect(201)).body
        .meeting.id;
    const past = await record({ starts_at: new Date(Date.now() - 2 * hour).toISOString() });
    const zoom = { external_calendar_provider: 'zoom', external_event_id: 'z1', meeting_url: 'https://zoom.test/1' };
    const named = await record({ starts_at: at('10:00'), ...zoom });
    const expectations: [object, string, string][] = [
      [{ calendar_event_id: 'z1', lead_email: lead.email }, 'calendar_event_id', named],
      [{ provider: 'zoom', external_meeting_id: 'z1' }, 'external_meeting_id', named],
      [{ meeting_url: 'https://zoom.test/1' }, 'meeting_url', named],
      [{ lead_email: lead.email, meeting_date: at('10:59') }, 'lead_email_and_date', named],
      [{ lead_email: lead.email, meeting_date: at('11:01') }, 'latest_meeting', past],
      [{ lead_id: lead.id }, 'latest_meeting', past],
    ];
    for (const [subject, matched_by, meeting_id] of expectations) {
      const answer = await post('/meeting-notes', { ...subject, summary: 'Said' });
      expect([answer.status, answer.body.matched_by, answer.body.note.meeting_id]).toEqual([
        201,
        matched_by,
        meeting_id,
      ]);
    }
    const none = await post('/meeting-notes', { meeting_url: 'https://zoom.test/2', summary: 'Said' });
    expect([none.status, none.body.code]).toEqual([404, 'MEETING_NOT_FOUND']);
  });

  it('believes what names the meeting before it believes who is said to have been there', async () => {
    const { account, post, lead } = await fixture();
    const other = await addLead(api.db, account.accountId);
    const zoom = { external_calendar_provider: 'zoom', external_event_id: 'z1', meeting_url: 'https://zoom.test/1' };
    const record = { lead_id: lead.id, title: 'M', duration_minutes: 30, starts_at: at('10:00') };
    const { id } = (await post('/meetings', { ...record, ...zoom }).expect(201)).body.meeting;
    await post('/meetings', {
      ...record,
      lead_id: other.id,
      starts_at: new Date(Date.now() - 7_200_000).toISOString(),
    });
    for (const lead_email of ['colleague@example.com', other.email]) {
      const event = await post('/meeting-notes', { calendar_event_id: 'z1', lead_email, summary: 'Said' });
      expect([event.body.matched_by, event.body.note]).toMatchObject([
        'calendar_event_id',
        { meeting_id: id, lead_id: lead.id },
      ]);
      const theirs = { provider: 'zoom', external_meeting_id: 'z1', lead_email, summary: 'Said' };
      expect((await post('/meeting-notes', theirs)).body.note.meeting_id).toBe(id);
    }
    const link = { meeting_url: 'https://zoom.test/1', lead_email: 'colleague@example.com', summary: 'Said' };
    expect((await post('/meeting-notes', link)).body.note.meeting_id).toBe(id);
    const nobody = await post('/meeting-notes', { ...link, meeting_url: 'https://zoom.test/2' });
    expect([nobody.status, nobody.body.code, nobody.body.field]).toEqual([404, 'LEAD_NOT_FOUND', '/lead_email']);
  });

  it('tells meetings with one and the same link apart by lead and date, and passes over cancelled ones', async () => {
    const { account, post, lead } = await fixture();
    const other = await addLead(api.db, account.accountId);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const meeting_url = 'https://meet.example.com/always';
    const record = async (leadId: string, starts_at: string, status: MeetingStatus = 'scheduled') => {
      const body = { lead_id: leadId, title: 'M', duration_minutes: 30, meeting_url, starts_at };
      const { id } = (await post('/meetings', body).expect(201)).body.meeting;
      await api.db('meetings').where({ id }).update({ status });
      return id as string;
    };
    const earlier = await record(lead.id, ago(50));
    const past = await record(lead.id, ago(26));
    await record(lead.id, ago(3), 'cancelled');
    const theirs = await record(other.id, ago(2));
    const next = await record(other.id, at('10:00'));
    await record(other.id, at('10:00', 7));
    const expectations: [object, string, string][] = [
      [{ meeting_url }, 'meeting_url', theirs],
      [{ meeting_url, meeting_date: ago(49) }, 'meeting_url', earlier],
      [{ meeting_url, meeting_date: at('09:00') }, 'meeting_url', next],
      [{ meeting_url, lead_email: lead.email }, 'meeting_url', past],
      [{ meeting_url, lead_email: lead.email, meeting_date: ago(3) }, 'meeting_url', past],
      [{ lead_email: lead.email, meeting_date: ago(3) }, 'latest_meeting', past],
    ];
    for (const [subject, matched_by, meeting_id] of expectations) {
      const answer = await post('/meeting-notes', { ...subject, summary: 'Said' });
      expect([subject, answer.body.matched_by, answer.body.note.meeting_id]).toEqual([subject, matched_by, meeting_id]);
    }
  });

  it('changes the note that the provider gave before, and keeps what it does not name', async () => {
    const { account, post, lead } = await fixture();
    const record = { lead_id: lead.id, title: 'M', duration_minutes: 30, external_event_id: 'e1' };
    await post('/meetings', { ...record, starts_at: at('10:00') }).expect(201);
    const note = { provider: 'fathom', external_meeting_id: 'f1', calendar_event_id: 'e1' };
    const first = await post('/meeting-notes', { ...note, notes: 'One', action_items: [{ text: 'Call' }] });
    const { calendar_event_id: _event, ...known } = note;
    const second = await post('/meeting-notes', { ...known, summary: 'Two' });
    expect([first.status, second.status, second.body.created]).toEqual([201, 200, false]);
    expect(second.body.note.id).toBe(first.body.note.id);
    const row = await api.db('meeting_notes').where({ id: first.body.note.id }).first();
    expect(row).toMatchObject({ notes: 'One', summary: 'Two', action_items: JSON.stringify([{ text: 'Call' }]) });
    expect(await eventKinds(api.db, lead.id)).toContain('meeting.notes_added');
    const told = await account.request('get', `/meetings/${first.body.note.meeting_id}/notes`).expect(200);
    expect(told.body.notes).toEqual([
      {
        ...first.body.note,
        external_meeting_id: 'f1',
        notes: 'One',
        summary: 'Two',
        transcript_text: null,
        manual_ai_summary: null,
        action_items: [{ text: 'Call', owner: null, due_at: null }],
        created_at: row?.created_at.toISOString(),
        updated_at: row?.updated_at.toISOString(),
      },
    ]);
  });

  it('needs something to say, a lead that is there and a provider with a name of its own', async () => {
    const { post, lead } = await fixture();
    const cases: [object, number, string | undefined][] = [
      [{ lead_id: lead.id }, 400, '/notes'],
      [{ lead_id: lead.id, notes: ' ', summary: '', action_items: [] }, 400, '/notes'],
      [{ lead_email: 'nobody@example.com', notes: 'x' }, 404, '/lead_email'],
      [{ lead_id: lead.id, provider: 'internal', notes: 'x' }, 400, '/provider'],
      [{ lead_id: lead.id, provider: 'No Slug', notes: 'x' }, 400, '/provider'],
      [{ lead_id: lead.id, transcript_text: 'é'.repeat(600_000) }, 400, '/transcript_text'],
    ];
    for (const [body, status, field] of cases) {
      const answer = await post('/meeting-notes', body);
      expect([answer.status, answer.body.field]).toEqual([status, field]);
    }
  });
});
