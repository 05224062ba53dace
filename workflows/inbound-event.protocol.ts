/** What came in from a provider, as the row in the database holds it. */
export interface InboundEventInput {
  inboundEventId: string;
}

export interface InboundEventResult {
  /** The outcome, such as `reply`, `delivered` or `no_lead`. */
  outcome: string;
}
