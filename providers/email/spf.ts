import { spf } from 'mailauth/lib/spf/index.js';
import type { Dns } from '../dns.js';

/** Evaluates SPF (RFC 7208): at most ten lookups, of which at most two without an answer. */
export const createSpf =
  (dns: Pick<Dns, 'resolve'>) =>
  async (domain: string, ip: string): Promise<{ result: string; comment: string }> => {
    const { status } = await spf({
      sender: `postmaster@${domain}`,
      ip,
      helo: domain,
      mta: domain,
      resolver: dns.resolve as never,
      maxResolveCount: 10,
      maxVoidCount: 2,
    });
    return { result: status.result, comment: String(status.comment ?? '') };
  };
