/** The responder to the calls of a function: JSON in, JSON out. */
export interface SandboxHost {
  /** A `HostError` becomes an exception inside the function; any other error ends the run as one of ours. */
  call(name: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>;
}

/** An answer that the function sees as an exception with this code. */
export class HostError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'HostError';
    this.code = code;
  }
}

/** A limit that only the host can count: it ends the run. */
export class HostLimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HostLimitError';
  }
}
