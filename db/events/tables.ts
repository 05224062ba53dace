export interface EventRow {
  seq: number;
  id: string;
  account_id: string;
  type: string;
  lead_id: string | null;
  agent_run_id: string | null;
  data: string;
  origin_kind: string;
  origin_id: string | null;
  origin_depth: number;
  created_at: Date;
}
