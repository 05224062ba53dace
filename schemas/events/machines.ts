/**
 * Why an open or a click is a machine's: it names itself (`user_agent`) or is Apple's Mail Privacy Protection
 * (`privacy_proxy`), is fetched ahead (`prefetch`), was asked for by or next to a HEAD request (`head_request`), came
 * before or right after the delivery (`at_delivery`), was one of several links within a second (`several_links`), or the
 * provider said so (`provider`).
 */
export const MACHINE_REASONS = [
  ...(['user_agent', 'privacy_proxy', 'prefetch', 'head_request', 'at_delivery'] as const),
  ...(['several_links', 'provider'] as const),
] as const;
export type MachineReason = (typeof MACHINE_REASONS)[number];

/** What an account does with the opens and clicks of machines: they have no effect, or that of a person's. */
export const MACHINE_ENGAGEMENT = ['ignore', 'count'] as const;
export type MachineEngagement = (typeof MACHINE_ENGAGEMENT)[number];
