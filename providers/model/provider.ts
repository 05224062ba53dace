/** The address and settings of a model. */
export interface ModelEndpoint {
  /** The account of the model. */
  accountId: string;
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
 * Fields of a server's answer that it needs back. Some servers reject the next request after tool calls without their
 * reasoning or its signature.
 */
export type ProviderFields = Readonly<Record<string, unknown>>;

/** A tool that a model asked for, with its arguments as it wrote them: they may be no JSON. */
export interface ModelCall {
  id: string;
  name: string;
  arguments: string;
  again?: ProviderFields;
}

/** A message of a prompt. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls?: readonly ModelCall[]; again?: ProviderFields | undefined }
  | { role: 'tool'; results: readonly { id: string; name: string; value: unknown }[] };

/** The request of one model step. */
export interface ModelRequest {
  system: string;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  maxOutputTokens: number;
}

/** The usage of a step as the server reports it, or null if it doesn't. */
export interface ModelUsage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** The reason why a model gave no answer, as a word that tells nothing of what was asked. */
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
  /** True if another try may help. */
  retry: boolean;
  retryAfterMs: number | null;
  /** The server's error message, without its key. It may quote the prompt, and is purged together with it. */
  said?: string;
};

/** A model's answer: text, calls, or both. */
export type ModelAnswer =
  | {
      kind: 'answered';
      text: string;
      calls: readonly ModelCall[];
      again?: ProviderFields;
      usage: ModelUsage | null;
      finishReason: string;
      /** The server's name of the model that answered. */
      modelName: string | null;
    }
  | ModelFailure;

/** Calls a model for one step, once. Never throws; a signal ends it as `cancelled`. */
export type AskModel = (endpoint: ModelEndpoint, request: ModelRequest, signal?: AbortSignal) => Promise<ModelAnswer>;

/** Calls models and closes the connections to them. */
export interface ModelProvider {
  ask: AskModel;
  close(): Promise<void>;
}
