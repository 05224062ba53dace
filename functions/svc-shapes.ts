/** The shapes that functions meet, as TypeScript for editors: the first part of `/functions/svc.d.ts`. */
export const SVC_SHAPES = `/**
 * Types of cloud functions. Code is one module: \`export default async function (ctx: FunctionContext, svc: Svc) { ... }\`.
 */

/** A lead by its id; the run's own lead for null. */
type LeadId = string | null | undefined;

interface FunctionLead {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly source: string;
  readonly company: string | null;
  readonly title: string | null;
  readonly timezone: string | null;
  readonly country: string | null;
  readonly owner_id: string | null;
  readonly external_id: string | null;
  readonly deal_value: number | null;
  readonly deal_currency: string | null;
  readonly consent: Record<'whatsapp' | 'email' | 'call' | 'sms', 'opted_in' | 'opted_out' | 'unknown'>;
  readonly metadata: Record<string, any>;
  readonly tags: { readonly id: string | null; readonly name: string; readonly slug: string }[];
  readonly campaign: { readonly id: string; readonly name: string } | null;
  readonly active_workflow_run: {
    readonly id: string;
    readonly workflow_id: string;
    readonly is_active: boolean;
    readonly human_takeover: boolean;
    readonly cadence_state: string;
    readonly run_status: string;
    readonly workflow: { readonly id: string; readonly name: string; readonly goal_type: string };
    readonly current_status: { readonly id: string; readonly key: string; readonly label: string; readonly category: string };
  } | null;
  readonly variables: Record<string, { value: any; value_text: string; confidence: number; updated_at: string }>;
  readonly engagement: {
    readonly last_inbound_at: string | null;
    readonly last_outbound_at: string | null;
    readonly last_channel: string | null;
    readonly inbound_count: number;
    readonly outbound_count: number;
    readonly delivered_count: number;
    readonly read_count: number;
    readonly opened_count: number;
    readonly clicked_count: number;
    readonly calls_count: number;
    readonly calls_answered: number;
    readonly whatsapp_window_expires_at: string | null;
  };
  readonly version: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What the function is given; other keys of the request are here too. */
interface FunctionContext {
  event?: string;
  lead_id: string;
  lead: FunctionLead;
  workflow_id?: string;
  message?: Record<string, any>;
  meeting?: Record<string, any>;
  conversion?: Record<string, any>;
  input?: any;
  now?: string;
  timezone?: string;
  sample_label?: string;
  [key: string]: any;
}

/** The result of a write. \`skipped_reason\` is set if it has no effect. */
interface EffectAsked {
  readonly seq: number;
  readonly type: string;
  readonly skipped_reason: string | null;
}

interface LeadChanges {
  first_name?: string;
  last_name?: string | null;
  email?: string | null;
  phone?: string | null;
  source?: string;
  company?: string | null;
  title?: string | null;
  timezone?: string | null;
  country?: string | null;
  external_id?: string | null;
  campaign_id?: string | null;
  deal_value?: number | null;
  deal_currency?: string | null;
  owner_id?: string;
  metadata?: Record<string, unknown>;
}

/** One test of a lead; /api/public/scheduled-functions/reference lists sources and operators. */
interface Condition {
  source?: string;
  key?: string;
  field?: string;
  operator: string;
  value?: unknown;
  value_to?: unknown;
  unit?: 'minutes' | 'hours' | 'days' | 'weeks' | 'months';
  timezone?: string;
  case_sensitive?: boolean;
}

interface LeadsQuery {
  where?: Condition[];
  match?: 'all' | 'any';
  q?: string;
  workflow_id?: string;
  status_keys?: string[];
  tags?: string[];
  limit?: number;
  cursor?: string;
  sort?: 'created_at' | 'updated_at' | 'last_inbound_at' | 'status_entered_at';
  order?: 'asc' | 'desc';
  include?: ('variables' | 'engagement')[];
}

interface LeadsPage {
  readonly leads: (Omit<FunctionLead, 'variables' | 'engagement'> & Partial<Pick<FunctionLead, 'variables' | 'engagement'>>)[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
  readonly scanned: number;
}

interface StatusOptions {
  reason?: string;
  workflow_id?: string;
  allow_downgrade?: boolean;
}

interface OutgoingMessage {
  channel: 'email' | 'whatsapp' | 'call';
  template_id?: string;
  template_name?: string;
  language?: string;
  variables?: Record<string, unknown>;
  components?: Record<string, unknown>[];
  content?: string;
  media?: {
    type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
    link?: string;
    id?: string;
    caption?: string;
    filename?: string;
  };
  interactive?: {
    type: string;
    header?: Record<string, unknown>;
    body?: { text: string };
    footer?: { text: string };
    action: Record<string, unknown>;
  };
  subject?: string;
  html?: string;
  begin_message?: string;
  respect_window?: boolean;
  respect_caps?: boolean;
  if_window_closed?: 'skip' | 'use_template';
  fallback_template_id?: string;
}

interface Booking {
  meeting_type_id: string;
  host_id: string;
  starts_at: string;
  timezone?: string;
  title?: string;
  description?: string;
  invite_lead?: boolean;
}

interface MeetingOffer {
  meeting_type_id: string;
  host_id?: string;
  slots?: number;
  channel?: 'email' | 'whatsapp';
}

interface StopOptions {
  workflow_id?: string;
  reason?: string;
  auto_resume_after_minutes?: number;
}

interface ResumeOptions {
  workflow_id?: string;
  reason?: string;
  resume_cadence?: boolean;
  resume_policy?: 'shift' | 'catch_up_one' | 'skip_missed';
}

interface OptOutOptions {
  /** All channels if not given. */
  channels?: ('whatsapp' | 'email' | 'call' | 'sms')[];
  reason?: string;
}

interface NewConversion {
  conversion_type_id: string;
  amount?: number;
  currency?: string;
}

interface NewTask {
  title: string;
  due_in_hours?: number;
  assignee_id?: string;
}

interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** Sent as JSON, in place of \`body\`. */
  json?: unknown;
  timeout_ms?: number;
}

interface FetchAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Record<string, string>;
  readonly url: string;
  readonly body: string;
  /** The body read as JSON; null where it is none. */
  readonly json: any;
}

interface Amounts {
  minutes?: number;
  hours?: number;
  days?: number;
  weeks?: number;
  months?: number;
  years?: number;
}

interface ZonedTime {
  readonly iso: string;
  readonly zone: string;
  /** Such as 2026-03-02. */
  readonly date: string;
  /** Such as 09:30. */
  readonly time: string;
  readonly hour: number;
  readonly minute: number;
  readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
  readonly offset_minutes: number;
}

/** A style, or the parts to show; \`locale\` is \`en\` if not given. */
interface DateFormat {
  /** BCP 47 tag, such as de-DE. */
  locale?: string;
  /** IANA name, such as Europe/Berlin. */
  zone?: string;
  dateStyle?: 'full' | 'long' | 'medium' | 'short';
  timeStyle?: 'full' | 'long' | 'medium' | 'short';
  weekday?: 'long' | 'short' | 'narrow';
  year?: 'numeric' | '2-digit';
  month?: 'numeric' | '2-digit' | 'long' | 'short' | 'narrow';
  day?: 'numeric' | '2-digit';
  hour?: 'numeric' | '2-digit';
  minute?: 'numeric' | '2-digit';
  second?: 'numeric' | '2-digit';
  timeZoneName?: 'short' | 'long';
  hour12?: boolean;
}

interface NumberFormat {
  /** BCP 47 tag, such as de-DE; \`en\` if not given. */
  locale?: string;
  style?: 'decimal' | 'percent' | 'unit';
  unit?: string;
  notation?: 'standard' | 'scientific' | 'engineering' | 'compact';
  useGrouping?: boolean;
  minimumFractionDigits?: number;
  maximumFractionDigits?: number;
  maximumSignificantDigits?: number;
}

interface SortOptions {
  /** BCP 47 tag of the language; \`en\` if not given. */
  locale?: string;
  /** The key of objects to sort by. */
  by?: string;
  /** Whether 10 is after 9. */
  numeric?: boolean;
  descending?: boolean;
}

/** What \`svc\` throws: what was refused, by a code. */
interface ServiceError extends Error {
  readonly name: 'ServiceError';
  readonly code: string;
}

type Log = (message: unknown, data?: unknown) => void;

declare const console: Record<'log' | 'debug' | 'info' | 'warn' | 'error', (...parts: unknown[]) => void>;
`;
