import type { ActionType } from '../rules/actions.js';

/** Columns of a lead that a function may change in addition to those of actions. Null clears a column. */
export const LEAD_COLUMNS = [
  ...(['first_name', 'last_name', 'email', 'phone', 'source', 'company', 'title'] as const),
  ...(['timezone', 'country', 'external_id', 'campaign_id', 'deal_value', 'deal_currency'] as const),
] as const;
export type LeadColumn = (typeof LEAD_COLUMNS)[number];

/** The effects that only functions have. Their other effects are those of actions. */
export interface FunctionOnlyParams {
  update_lead: { changes: { [C in LeadColumn]?: (C extends 'deal_value' ? number : string) | null } };
  book_meeting: {
    meeting_type_id: string;
    host_id: string;
    workflow_id: string | null;
    starts_at: string;
    timezone: string | null;
    title: string | null;
    description: string | null;
    invite_lead: boolean | null;
  };
  /** Of the function's own store, not of a lead. */
  set_value: { key: string; value: unknown; expires_at: string | null };
}

export type FunctionEffectType = ActionType | keyof FunctionOnlyParams;

/** One change that a function asked for, as its run record tells it. */
export interface RecordedEffect {
  seq: number;
  type: FunctionEffectType;
  target: { kind: 'lead' | 'run' | 'workflow' | 'function'; id: string };
  /** The params of its action, or of `FunctionOnlyParams`; with `lead_id` where the target is no lead. */
  params: Record<string, unknown>;
  applied: boolean;
  /** The reason why nothing comes of it. */
  skipped_reason?: string;
  idempotency_key: string;
  before?: unknown;
  after?: unknown;
}

/** One line that a function wrote. */
export interface RecordedLog {
  ts: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  data?: unknown;
}

/** One request that a function asked for, with secrets and the values of its query masked. */
export interface RecordedRequest {
  seq: number;
  method: string;
  url: string;
  status: number | null;
  duration_ms: number;
  bytes_in: number;
  bytes_out: number;
  blocked: boolean;
  reason?: string;
}
