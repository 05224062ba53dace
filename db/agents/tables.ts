export interface AgentRow {
  id: string;
  account_id: string;
  name: string;
  goal_type: string;
  is_active: boolean;
  paused: boolean;
  pause_reason: string | null;
  version: number;
  draft: string;
  /** The time when it was deleted; absent in a row that is about to be inserted. */
  deleted_at?: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface AgentVersionRow {
  agent_id: string;
  version: number;
  account_id: string;
  definition: string;
  created_at: Date;
}
