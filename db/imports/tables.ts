import type { ImportStatus, RowOutcome, Severity } from '../../schemas/imports/imports.js';

export interface ImportRow {
  id: string;
  account_id: string;
  status: ImportStatus;
  file_name: string | null;
  options: string;
  columns_plan: string;
  row_count: number;
  done_count: number;
  created_count: number;
  updated_count: number;
  reused_count: number;
  failed_count: number;
  warning_count: number;
  failure: string | null;
  undo_progress: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

export interface ImportRowRow {
  import_id: string;
  row_no: number;
  account_id: string;
  data: string;
  outcome: RowOutcome | null;
  severity: Severity | null;
  lead_id: string | null;
  problems: string | null;
  before_update: string | null;
}
