import type { DomainReach } from '../../domain/channels/sending-health.js';
import { type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';
import type { TrackingLinks } from './mail-links.js';

/** The header of the response to a proof. */
export const PROOF_HEADER = 'Tracking-Proof';

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 16 * 1024;

/**
 * Returns what tries a tracking domain: it requests a new token there, and only this service can respond to it. A redirect
 * counts as missed, because links would show another domain.
 */
export const createDomainCheck =
  (fetch: SafeFetch, links: Pick<TrackingLinks, 'proofOf'>) =>
  async (domain: string, accountId: string): Promise<DomainReach> => {
    const { url, response } = links.proofOf(domain);
    try {
      const answer = await fetch(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 0, accountId });
      if (answer.headers[PROOF_HEADER.toLowerCase()] === response) return 'reached';
      return answer.status >= 500 ? 'unknown' : 'missed';
    } catch (error) {
      return error instanceof SafeFetchError && error.code === 'TIMEOUT' ? 'unknown' : 'missed';
    }
  };
