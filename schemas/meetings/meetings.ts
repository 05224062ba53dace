import { named, nullable, oneOf, type Static, strictObject, Text, Timestamp, Type, Uuid } from '../common.js';

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
/** The state of a meeting in the host's calendar. */
export type SyncStatus = (typeof SYNC_STATUSES)[number];

const CONNECTION_TYPES = ['oauth', 'service_account', 'caldav_password', 'none'] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

export const ATTENDEE_ANSWERS = ['accepted', 'declined', 'tentative', 'proposed'] as const;
export type AttendeeAnswerKind = (typeof ATTENDEE_ANSWERS)[number];

const syncStatus = (description: string) => oneOf(SYNC_STATUSES, { description });

/** Every field of a meeting, each always there. */
const meetingFields = {
  id: Uuid(),
  client_id: Uuid('ID of the account.'),
  lead_id: Uuid(),
  workflow_id: nullable(Uuid('ID of the workflow that booked the meeting. Null if no workflow did.')),
  workflow_run_id: nullable(Uuid("ID of the lead's run of that workflow. Null if none was open.")),
  meeting_type_id: nullable(Uuid('ID of the meeting type. Null for a recorded meeting without one.')),
  host_id: nullable(Uuid('ID of the host. Null if the organizer of a recorded meeting is no host of the account.')),
  availability_block_id: nullable(Uuid('ID of the availability block of the slot. Null if it is in none.')),
  title: Text(),
  description: nullable(Text('Title of the meeting.')),
  timezone: Text('IANA time zone of the local times.'),
  status: oneOf(MEETING_STATUSES),
  location_type: oneOf(LOCATION_TYPES),
  location_details: nullable(Text('Location, or phone number.')),
  meeting_url: nullable(Text('URL to join the meeting.')),
  source: oneOf(MEETING_SOURCES, { description: 'Origin of the meeting.' }),
  created_by: Text('Creator: `key:<id>`, `user:<id>`, `agent:<workflow_id>`, `lead` or `system`.'),
  creation_source: oneOf(CREATION_SOURCES, { description: 'Origin of the meeting.' }),
  starts_at: Timestamp(),
  ends_at: Timestamp(),
  original_starts_at: nullable(Timestamp('Original start time. Null if the meeting was never rescheduled.')),
  rescheduled_at: nullable(Timestamp('Time of the last rescheduling.')),
  cancelled_at: nullable(Timestamp('Time of the cancellation.')),
  synced_at: nullable(Timestamp("Time of the last write to the host's calendar.")),
  created_at: Timestamp('Time of creation.'),
  updated_at: Timestamp('Time of the last change.'),
  duration_minutes: Type.Integer(),
  attendee_name: nullable(Text('Name of the lead at the time of booking.')),
  attendee_email: nullable(Text('Email address of the lead at the time of booking.')),
  attendee_phone: nullable(Text('Phone number of the lead at the time of booking.')),
  organizer_email: nullable(Text('Email address of the host.')),
  organizer_connection_type: oneOf(CONNECTION_TYPES, { description: "Connection to the host's calendar." }),
  external_calendar_provider: Text(
    "Provider of the host's calendar, such as `google` or `caldav`. `internal` if none is connected.",
  ),
  external_event_id: nullable(
    Text("ID of the event in the host's calendar. Null until it is written, or if none is connected."),
  ),
  external_calendar_id: nullable(
    Text("ID of the host's calendar. Null until the event is written, or if none is connected."),
  ),
  sync_status: syncStatus("Status of the entry in the host's calendar."),
  reschedule_reason: nullable(Text('Reason for the last rescheduling.')),
  cancellation_reason: nullable(Text('Reason for the cancellation.')),
  confirmed_by_lead: Type.Boolean({ description: 'Whether the lead confirmed the current time.' }),
};

/** A meeting as booking answers it. */
export const Meeting = named('Meeting', strictObject(meetingFields));
export type Meeting = Static<typeof Meeting>;

/** An attendee's answer to the invitation from a calendar program. */
export const AttendeeAnswer = named(
  'AttendeeAnswer',
  strictObject({
    email: Text('Email address of the attendee.'),
    is_lead: Type.Boolean({ description: 'Whether the attendee is the lead. False for guests.' }),
    answer: oneOf(ATTENDEE_ANSWERS, {
      description: 'Response to the invitation. `proposed`: the attendee proposed another time.',
    }),
    comment: nullable(Text()),
    proposed_starts_at: nullable(Timestamp('Proposed start time.')),
    proposed_ends_at: nullable(Timestamp('Proposed end time.')),
    answered_at: Timestamp('Time of the response.'),
  }),
);
export type AttendeeAnswer = Static<typeof AttendeeAnswer>;

/** The details in lists and single reads. */
export const MeetingDetails = named(
  'MeetingDetails',
  strictObject({
    ...meetingFields,
    host_name: nullable(Text()),
    meeting_type: nullable(Text('Name of the meeting type.')),
    no_show_reason: nullable(Text('Reason for the no-show.')),
    outcome_notes: nullable(Text()),
    answers: nullable(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$' }),
        Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
        { description: 'Answers to the questions of the meeting type, by key. Null if there are none.' },
      ),
    ),
    attendee_answers: Type.Array(AttendeeAnswer, {
      description: 'Latest response of each attendee to the invitation for the current time.',
    }),
    former_hosts: Type.Array(
      strictObject({
        host_id: Uuid(),
        host_name: Text('Name of the host at that time.'),
        until: Timestamp('Time at which the next host took over.'),
      }),
      { description: 'Earlier hosts of the meeting, oldest first.' },
    ),
    booking_workflow_id: nullable(
      Text('ID of the Temporal workflow that processes the booking. Null if there is none.'),
    ),
  }),
);
export type MeetingDetails = Static<typeof MeetingDetails>;

/** A summary of a meeting's state in the host's calendar. */
export const ProviderSync = named(
  'ProviderSync',
  strictObject({
    status: syncStatus("Status of the entry in the host's calendar."),
    provider: nullable(Text('Provider of the calendar. `internal` if none is connected.')),
    external_event_id: nullable(
      Text('ID of the event in the calendar. Null until it is written, or if none is connected.'),
    ),
    synced_at: nullable(Timestamp('Time of the last write to the calendar.')),
    organizer_email: nullable(Text('Email address of the host.')),
  }),
);
export type ProviderSync = Static<typeof ProviderSync>;
