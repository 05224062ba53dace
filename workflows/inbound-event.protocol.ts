/** An event from a provider, as in its row. */
export interface InboundEventInput {
  inboundEventId: string;
}

export interface InboundEventResult {
  /** The outcome, such as `reply`, `delivered` or `no_lead`. */
  outcome: string;
}
