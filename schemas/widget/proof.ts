/** The solved challenge of a contact: the challenge's `id`, a full stop and the number. */
export const PROOF_HEADER = 'X-Widget-Proof';

/** What a request is answered whose proof of work is missing or refused. */
export const PROOF_ERRORS = ['POW_REQUIRED', 'POW_INVALID', 'POW_EXPIRED', 'POW_REPLAYED'] as const;
