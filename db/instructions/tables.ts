export interface OutboxRow {
  id: string;
  account_id: string;
  kind: string;
  workflow_id: string;
  args: string;
  /** One of many that were asked for together. */
  bulk: boolean;
  attempts: number;
  next_at: Date;
  parked_at: Date | null;
  last_error: string | null;
  created_at: Date;
  trace_parent: string | null;
}
