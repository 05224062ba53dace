/** The rows of calls and of who makes them, as MySQL gives them. */

export interface VoiceAgentRow {
  id: string;
  account_id: string;
  name: string;
  provider: string;
  from_number: string | null;
  agent_id: string | null;
  url: string | null;
  api_key: string | null;
  /** The hook at which the sandbox tells what becomes of this voice agent's calls; it may be gone. */
  hook_id: string | null;
  /** The token of that hook's address, sealed. */
  hook_token: string | null;
  max_concurrent: number;
  created_at: Date;
  updated_at: Date;
}

/** What is known of a call beyond its message row, which has the same id. */
export interface CallRow {
  message_id: string;
  account_id: string;
  lead_id: string;
  call_status: string;
  disconnection_reason: string | null;
  answered: number | null;
  successful: number | null;
  duration_seconds: number | null;
  summary: string | null;
  transcript: string | null;
  recording_url: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  updated_at: Date;
}
