export interface SandboxCallInput {
  /** The call's message. */
  messageId: string;
}

export interface SandboxCallResult {
  /** The number of accepted events; none if the call is gone. */
  told: number;
}
