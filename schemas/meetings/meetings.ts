import { named, nullable, oneOf, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';

export const MEETING_STATUSES = ['scheduled', 'confirmed', 'completed', 'cancelled', 'no_show'] as const;
export type MeetingStatus = (typeof MEETING_STATUSES)[number];

export const LOCATION_TYPES = ['video', 'phone', 'in_person'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

const MEETING_SOURCES = [
  ...(['ai_agent', 'api', 'manual', 'widget', 'external', 'background_job', 'import'] as const),
] as const;
export type MeetingSource = (typeof MEETING_SOURCES)[number];

const CREATION_SOURCES = [
  ...(['api_book', 'api_record', 'dashboard', 'agent_tool', 'widget', 'mcp', 'calendar_import'] as const),
] as const;
export type CreationSource = (typeof CREATION_SOURCES)[number];

const SYNC_STATUSES = [
  ...(['not_connected', 'pending', 'synced', 'failed', 'deleted_remotely', 'out_of_date'] as const),
] as const;
/** How a meeting stands to the host's own calendar. */
export type SyncStatus = (typeof SYNC_STATUSES)[number];

const CONNECTION_TYPES = ['oauth', 'service_account', 'caldav_password', 'none'] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

const text = (description: string) => Type.String({ description });
const syncStatus = (description: string) => oneOf(SYNC_STATUSES, { description });

/** Every field of a meeting, each always there. */
const meetingFields = {
  id: Uuid('The meeting.'),
  client_id: Uuid('The account it belongs to.'),
  lead_id: Uuid('The lead who is met.'),
  workflow_id: nullable(Uuid('The workflow on whose behalf it was booked.')),
  workflow_run_id: nullable(Uuid('The lead’s run of that workflow, if one was open.')),
  meeting_type_id: nullable(Uuid('The kind of meeting.')),
  host_id: nullable(Uuid('The host.')),
  availability_block_id: nullable(Uuid('The availability block it lies in.')),
  title: text('What it is called.'),
  description: nullable(text('What it is about.')),
  timezone: text('IANA zone its local times are shown in.'),
  status: oneOf(MEETING_STATUSES, { description: 'Where it stands.' }),
  location_type: oneOf(LOCATION_TYPES, { description: 'How the two meet.' }),
  location_details: nullable(text('Where, or which number.')),
  meeting_url: nullable(text('Link to join.')),
  source: oneOf(MEETING_SOURCES, { description: 'What kind of party it comes from.' }),
  created_by: text('Who made it: `key:<id>`, `user:<id>`, `agent:<workflow_id>`, `lead` or `system`.'),
  creation_source: oneOf(CREATION_SOURCES, { description: 'Through which door it came.' }),
  starts_at: Timestamp('When it begins.'),
  ends_at: Timestamp('When it ends.'),
  original_starts_at: nullable(Timestamp('When it was to begin at first; null if it was never moved.')),
  rescheduled_at: nullable(Timestamp('When it was moved last.')),
  cancelled_at: nullable(Timestamp('When it was cancelled.')),
  synced_at: nullable(Timestamp('When the host’s calendar had it last.')),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
  duration_minutes: Type.Integer({ description: 'How long it takes.' }),
  attendee_name: nullable(text('The lead’s name at the time.')),
  attendee_email: nullable(text('The lead’s e-mail address at the time.')),
  attendee_phone: nullable(text('The lead’s phone number at the time.')),
  organizer_email: nullable(text('The host’s address.')),
  organizer_connection_type: oneOf(CONNECTION_TYPES, { description: 'How the host’s calendar is connected.' }),
  external_calendar_provider: text('`internal` without a connected calendar, else `google`, `caldav`, ...'),
  external_event_id: nullable(text('Its id in that calendar.')),
  external_calendar_id: nullable(text('Which calendar.')),
  sync_status: syncStatus('How it stands to the host’s calendar.'),
  reschedule_reason: nullable(text('Why it was moved last.')),
  cancellation_reason: nullable(text('Why it was cancelled.')),
  confirmed_by_lead: Type.Boolean({ description: 'Whether the lead confirmed the present time.' }),
};

/** A meeting as booking answers it. */
export const Meeting = named('Meeting', strictObject(meetingFields));
export type Meeting = Static<typeof Meeting>;

/** What lists and single reads show besides. */
export const MeetingDetails = named(
  'MeetingDetails',
  strictObject({
    ...meetingFields,
    host_name: nullable(text('The host’s name.')),
    meeting_type: nullable(text('The meeting type’s name.')),
    no_show_reason: nullable(text('Why nobody came.')),
    outcome_notes: nullable(text('What came of it.')),
    answers: nullable(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$' }),
        Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
        { description: 'What was answered to the meeting type’s questions, by their keys; null without any.' },
      ),
    ),
    former_hosts: Type.Array(
      strictObject({
        host_id: Uuid('The host.'),
        host_name: text('Its name at the time.'),
        until: Timestamp('When the next host took over.'),
      }),
      { description: 'Who was to hold it before its present host, oldest first.' },
    ),
    booking_workflow_id: nullable(
      text('What does all that follows the booking, to be looked for in the Temporal UI; null where nothing does.'),
    ),
  }),
);
export type MeetingDetails = Static<typeof MeetingDetails>;

/** How a meeting stands to the host's calendar, in short. */
export const ProviderSync = named(
  'ProviderSync',
  strictObject({
    status: syncStatus('How the meeting stands to the host’s calendar.'),
    provider: nullable(text('Which calendar; `internal` without a connected one.')),
    external_event_id: nullable(text('The id there.')),
    synced_at: nullable(Timestamp('When it was written there last.')),
    organizer_email: nullable(text('The host’s address.')),
  }),
);
export type ProviderSync = Static<typeof ProviderSync>;
