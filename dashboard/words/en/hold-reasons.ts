/** Why something is on hold, by reason. English needs no texts, because the API returns them in English. */
export const REASONS: Readonly<Record<string, string>> = {};
