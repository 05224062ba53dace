export interface ModelRow {
  id: string;
  account_id: string;
  /** The key that agents use, unique in the account. */
  model_key: string;
  name: string;
  base_url: string;
  model: string;
  /** Sealed; null where its server wants none. */
  api_key: string | null;
  timeout_ms: number;
  temperature: number | null;
  /** In the account's own currency, of a million tokens: so many millionths of it are what one token costs. */
  price_input: number;
  price_cached_input: number | null;
  price_output: number;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface AgentStepRow {
  conversation_id: string;
  turn_no: number;
  /** From 1 in each claim. */
  step_no: number;
  /** The attempt of the turn that it belongs to. A new one starts after one that was lost or outdated. */
  claim_no: number;
  account_id: string;
  agent_id: string;
  model_id: string;
  model_version: number;
  model_key: string;
  /** The server's name of the model that answered. */
  model_name: string | null;
  /** `asking`, then `ok`, `discarded`, `cancelled` or `failed`. */
  status: string;
  error: string | null;
  finish_reason: string | null;
  /** The prompt, by section with its origin. Emptied after some days, as are the next two columns. */
  request: string;
  response: string;
  /** The results of its calls, and the verdicts of the guards on its text. */
  results: string;
  attempts: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  cost_micros: number;
  latency_ms: number;
  created_at: Date;
}

export interface AiUsageRow {
  /** A conversation or an agent. */
  subject_id: string;
  /** The day in UTC, `2026-03-02`; `all` where a limit knows no days. */
  day: string;
  account_id: string;
  calls: number;
  tokens: number;
  reserved_tokens: number;
  cost_micros: number;
  reserved_micros: number;
  /** True if it was told that this is spent. */
  announced: boolean;
}
