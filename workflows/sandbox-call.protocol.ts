export interface SandboxCallInput {
  /** The call's message. */
  messageId: string;
}

export interface SandboxCallResult {
  /** How many events were taken; none where the call is gone. */
  told: number;
}
