/** The solved challenge of a contact: the challenge's `id`, a full stop and the number. */
export const PROOF_HEADER = 'X-Widget-Proof';

/** The errors of a request whose proof of work is missing or rejected. */
export const PROOF_ERRORS = ['POW_REQUIRED', 'POW_INVALID', 'POW_EXPIRED', 'POW_REPLAYED'] as const;
