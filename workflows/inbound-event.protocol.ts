/** What came in from a provider, as the row in the database holds it. */
export interface InboundEventInput {
  inboundEventId: string;
}

export interface InboundEventResult {
  /** What became of it, such as `reply`, `delivered`, `no_lead`. */
  outcome: string;
}
