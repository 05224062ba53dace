export interface ConversationRow {
  id: string;
  account_id: string;
  /** `chat`, `email` or `whatsapp`. */
  channel: string;
  /** The key of the conversation: `chat/<session_id>`, or `email/<lead_id>/<agent_id>`. */
  thread: string;
  agent_id: string;
  agent_version: number;
  /** The agent's variant in the conversation. Null if the agent has none. */
  variant: string | null;
  /** The widget that a chat began with. */
  widget_id: string | null;
  agent_run_id: string | null;
  lead_id: string | null;
  /** True if the author proved to be the lead. */
  verified: boolean;
  /** The responder: `agent`, `person`, or `nobody` after the lead's opt-out. */
  handler: string;
  status: string;
  language: string;
  page: string | null;
  /** The memory of the scripted agent between turns. */
  memory: string;
  next_seq: number;
  next_turn: number;
  /** The last input that a turn which ended has taken. */
  answered_through: number;
  /** The last input that the agent has read for what it says, which it hasn't while a person answers. */
  heard_through: number;
  /** The start of the current context, after the last close. */
  context_from: number;
  /** True if a message that was received while a person had it is still unanswered. */
  owed: boolean;
  /** The time when the next turn is due; null where nothing waits. */
  due_at: Date | null;
  burst_began_at: Date | null;
  follow_up_at: Date | null;
  /** Until when times that were offered can be picked. */
  offers_until: Date | null;
  handoff_reason: string | null;
  handed_at: Date | null;
  taken_by: string | null;
  /** The time since which the agent has waited for a user after a handoff. Null after a user has replied. */
  awaited_since: Date | null;
  /** The time when the agent takes it back automatically, if no enrollment sets that. */
  resume_at: Date | null;
  /** The number of the model call. Only the answer of the last one counts. Absent in a row that is inserted. */
  claim_no?: number;
  /** True if a model thinks about it now. */
  thinks?: boolean;
  /** The number of consecutive model turns that were outdated before they were sent. */
  superseded?: number;
  /** The time when the first of what people have planned to say is said. Absent in a row that is inserted. */
  planned_at?: Date | null;
  last_inbound_at: Date | null;
  last_outbound_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/**
 * A scheduled message of a person in a chat. When it is due, it becomes a message of the conversation with the same ID.
 */
export interface PlannedMessageRow {
  id: string;
  account_id: string;
  conversation_id: string;
  text: string;
  /** The person who wrote: `key:<id>` or `user:<id>`. */
  author: string;
  /** The origin of the message, as JSON. */
  origin: string;
  send_at: Date;
  created_at: Date;
}

export interface ConversationMessageRow {
  conversation_id: string;
  seq: number;
  id: string;
  account_id: string;
  role: string;
  /** The row of `messages` that holds the text, where the channel is not chat. */
  message_id: string | null;
  text: string | null;
  /** The option of an offer that was selected instead of text. */
  choice: string | null;
  /** The options that a reply offers. */
  actions: string | null;
  /** The documents that it goes by, as JSON. */
  citations: string | null;
  /** The person who wrote: `key:<id>` or `user:<id>`. */
  author: string | null;
  /** False where a mail of the thread came from another address than the lead's. */
  verified: boolean;
  /** The turn that a reply is of: each turn has one at most. */
  turn_no: number | null;
  /** By which a visitor's browser knows its input: the same one is stored once. */
  client_turn_id: string | null;
  fingerprint: Buffer | null;
  /** The input that a reply answers, by its `client_turn_id`. */
  answers: string | null;
  created_at: Date;
}

export interface AgentTurnRow {
  conversation_id: string;
  turn_no: number;
  account_id: string;
  /** The cause of the turn: `input`, `given_back` or `follow_up`. */
  cause: string;
  /** The inputs that are its own; `through_seq` lies before `from_seq` where there are none. */
  from_seq: number;
  through_seq: number;
  status: string;
  reason: string | null;
  agent_version: number;
  variant: string | null;
  /** The numbers of captured values and booked meetings. */
  captured: number;
  booked: number;
  language: string;
  confidence: number | null;
  calls: string;
  effects: string;
  due_at: Date;
  ended_at: Date;
}

export interface OfferedSlotRow {
  conversation_id: string;
  slot_id: string;
  account_id: string;
  turn_no: number;
  meeting_type_id: string;
  host_id: string;
  host_name: string;
  starts_at: Date;
  ends_at: Date;
  expires_at: Date;
  taken_at: Date | null;
}

/** The state of an inbox entry, set by users. */
export interface InboxStateRow {
  /** The lead, or the conversation of a visitor who is none. */
  id: string;
  account_id: string;
  assignee_id: string | null;
  /** A later message reopens it. */
  closed_at: Date | null;
  snoozed_at: Date | null;
  snoozed_until: Date | null;
  /** Up to when a user has seen everything. */
  seen_at: Date | null;
  updated_at: Date;
}

/** A user who views an inbox entry or writes a reply. */
export interface InboxPresenceRow {
  thread_id: string;
  user_id: string;
  account_id: string;
  state: string;
  until: Date;
}

/** The number of inbox changes that aren't events. A different count than the last one means that something changed. */
export interface InboxNewsRow {
  account_id: string;
  /** The number of changes of entries by users. */
  changes: number;
  /** The number of presence changes. */
  presences: number;
}

/** A text that people answer with again and again. */
export interface CannedReplyRow {
  id: string;
  account_id: string;
  /** The lower-case shortcut that inserts it. */
  shortcut: string;
  title: string;
  /** Liquid. */
  content: string;
  /** Null: fit for every channel. */
  channel: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}
