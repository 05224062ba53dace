export interface EventRow {
  seq: number;
  id: string;
  account_id: string;
  type: string;
  lead_id: string | null;
  agent_run_id: string | null;
  data: string;
  /** JSON: the values before the change by the names that conditions use; null where nothing was replaced. */
  values_before: string | null;
  origin_kind: string;
  origin_id: string | null;
  origin_depth: number;
  created_at: Date;
}
