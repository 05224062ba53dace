import type { Knex } from 'knex';
import { createDns } from '../../providers/dns.js';
import { createSpf } from '../../providers/email/spf.js';
import { createLogger } from '../../runtime/logger.js';
import { checkDueSenders, type HealthDependencies } from '../../services/channels/sender-health.js';

interface Options {
  /** Time in the future, in milliseconds. */
  laterMs?: number;
  /** Wraps what asks the name servers. */
  wrap?: (dns: HealthDependencies['dns']) => HealthDependencies['dns'];
  /** Tries a tracking domain. */
  domainReach?: HealthDependencies['domainReach'];
}

const AT_ONCE = 10;

/** Checks all senders that are due, as a worker does. `server` is the address of the name server. */
export async function checkSenders(
  db: Knex,
  server: string,
  { laterMs = 0, wrap = (dns) => dns, domainReach = async () => 'missed' }: Options = {},
): Promise<void> {
  const dns = wrap(createDns(server));
  const deps = {
    db,
    clock: { now: () => new Date(Date.now() + laterMs) },
    logger: createLogger('silent', 'test'),
    dns,
    spfOf: createSpf(dns),
    domainReach,
    publicUrl: 'https://las.test',
  };
  for (let count = AT_ONCE; count >= AT_ONCE; ) count = await checkDueSenders(deps);
}
