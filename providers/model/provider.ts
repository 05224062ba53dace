/** Where and how a model is asked. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  timeoutMs: number;
  temperature: number | null;
}

/** A tool that a model may ask for; it is never run here. */
export interface ModelTool {
  name: string;
  description: string;
  /** The JSON schema of its arguments. */
  parameters: object;
}

/**
 * What a server wants to see again with what it wrote, in fields of its own: without its thoughts, or their signature,
 * some refuse to go on once tools were used.
 */
export type Again = Readonly<Record<string, unknown>>;

/** A tool that a model asked for, with its arguments as it wrote them: they may be no JSON. */
export interface ModelCall {
  id: string;
  name: string;
  arguments: string;
  again?: Again;
}

/** One message of what a model is shown. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls?: readonly ModelCall[]; again?: Again | undefined }
  | { role: 'tool'; results: readonly { id: string; name: string; value: unknown }[] };

/** One step that a model is asked for. */
export interface ModelRequest {
  system: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  maxOutputTokens: number;
}

/** What a step used up, as the server says; null where it says nothing. */
export interface ModelUsage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** Why a model gave no answer, as a word that tells nothing of what was asked. */
export type ModelFailure = {
  kind: 'failed';
  code:
    | 'rate_limited'
    | 'server_error'
    | 'refused'
    | 'timeout'
    | 'network'
    | 'blocked_address'
    | 'bad_answer'
    | 'cancelled';
  status: number | null;
  /** Whether another try may help. */
  retry: boolean;
  retryAfterMs: number | null;
  /** What its server said of it, without its key. It may quote what was asked, and is kept no longer than that. */
  said?: string;
};

/** What a model answered: text, calls, or both. */
export type ModelAnswer =
  | {
      kind: 'answered';
      text: string;
      calls: readonly ModelCall[];
      again?: Again;
      usage: ModelUsage | null;
      finishReason: string;
      /** What the server calls the model that answered. */
      modelName: string | null;
    }
  | ModelFailure;

/** Asks a model for one step, once. Never throws; a signal ends it as `cancelled`. */
export type AskModel = (endpoint: ModelEndpoint, request: ModelRequest, signal?: AbortSignal) => Promise<ModelAnswer>;

/** Asks models, and closes the connections to them. */
export interface ModelProvider {
  ask: AskModel;
  close(): Promise<void>;
}
