/** An address of an account that events are delivered to. */
export interface WebhookRow {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  /** JSON: kinds of events, groups of kinds such as `message.*`, or `*`. */
  events: string;
  /** JSON: the objects that payloads have in addition to their IDs. */
  include: string;
  is_active: boolean;
  disabled_reason: 'gone' | 'failing' | 'user' | null;
  disabled_at: Date | null;
  max_in_flight: number;
  per_second: number | null;
  secret: string;
  signing_key: string;
  public_key: string;
  previous_secret: string | null;
  previous_signing_key: string | null;
  previous_until: Date | null;
  /** Events up to this place have a delivery, as far as they are wanted. */
  cursor_seq: number;
  /** The newest place of an event that is known to be wanted. */
  wanted_seq: number;
  /** The number of the newest delivery. */
  sequence: number;
  /** Whether its workflow looks for wanted events without being woken. */
  walking: boolean;
  /** The time when that workflow looks again without being woken. */
  look_at: Date | null;
  /** The time of the first failure since the last success. */
  failing_since: Date | null;
  last_success_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type WebhookDeliveryStatus = 'queued' | 'delivered' | 'failed';

/** One event for one webhook. It has no payload: that is made from the event at each attempt. */
export interface WebhookDeliveryRow {
  /** Made from the webhook and the event, so that an event that is taken twice has one delivery. */
  id: string;
  account_id: string;
  webhook_id: string;
  /** Its number among the webhook's deliveries; null for a test. */
  sequence: number | null;
  event_id: string;
  event_type: string;
  lead_id: string | null;
  test: boolean;
  status: WebhookDeliveryStatus;
  attempts: number;
  /** The place in the schedule of retries. */
  retries: number;
  /** The time of the next attempt. Deliveries behind a failed one of the same lead share its time. */
  next_at: Date | null;
  last_attempt_at: Date | null;
  response_status: number | null;
  duration_ms: number | null;
  failure: string | null;
  created_at: Date;
  updated_at: Date;
}
