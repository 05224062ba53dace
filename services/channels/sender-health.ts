import type { Knex } from 'knex';
import { findEmailSender } from '../../db/channels/email-senders.js';
import {
  addUncheckedSenders,
  type ClaimedSender,
  claimSenderHealth,
  saveSenderHealth,
  saveTrackingReach,
} from '../../db/channels/sender-health.js';
import { fromJson } from '../../db/connection.js';
import type { EmailSenderRow } from '../../db/tables.js';
import { dmarcDomains, mailServiceOf, selectorsOf } from '../../domain/channels/mail-service.js';
import {
  type Answer,
  type DomainReach,
  type HealthFacts,
  type HealthMemory,
  judgeHealth,
  remember,
} from '../../domain/channels/sending-health.js';
import { emailDomain } from '../../domain/values/email.js';
import type { Dns } from '../../providers/dns.js';
import type { Clock } from '../../runtime/clock.js';
import type { Logger } from '../../runtime/logger.js';
import type { StoredSmtp } from './email-senders.js';

/** Evaluates SPF for a server's address and a domain, with the limits of RFC 7208. */
export type SpfOf = (domain: string, ip: string) => Promise<{ result: string; comment: string }>;

export interface HealthDependencies {
  db: Knex;
  clock: Clock;
  logger: Logger;
  dns: Dns;
  spfOf: SpfOf;
  /** Tries a tracking domain. */
  domainReach: (domain: string, accountId: string) => Promise<DomainReach>;
  /** The address the outside reaches the API under. */
  publicUrl: string;
}

const AT_ONCE = 10;
const DAY_MS = 24 * 3_600_000;
/** A check that its process didn't finish is repeated after this time. */
const CLAIM_MS = 10 * 60_000;
/** An address of documentation, which no SPF record lists (RFC 5737). */
const NO_ONE = '192.0.2.1';
const MAX_ADDRESSES = 4;

/** Checks the domains of senders that are due. Returns how many. Each is claimed by one process. */
export async function checkDueSenders(deps: HealthDependencies): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  await addUncheckedSenders(db, now, AT_ONCE);
  const claimed = await claimSenderHealth(db, now, new Date(now.getTime() + CLAIM_MS), AT_ONCE);
  await Promise.all(claimed.map((row) => checkSender(deps, row)));
  return claimed.length;
}

async function checkSender(deps: HealthDependencies, row: ClaimedSender): Promise<void> {
  const { db, clock, logger, publicUrl } = deps;
  const sender = await findEmailSender(db, row.account_id, row.sender_id);
  if (!sender) return;
  try {
    const facts = await factsOf(deps, sender);
    const checks = judgeHealth({ ...facts, publicUrl });
    const memory = remember(fromJson<HealthMemory>(row.memory), checks);
    const now = clock.now();
    if (facts.tracking) await saveTrackingReach(db, sender.id, { ...facts.tracking, now });
    await saveSenderHealth(db, row, {
      checks: JSON.stringify(checks),
      memory: JSON.stringify(memory),
      checked_at: now,
      next_at: new Date(now.getTime() + DAY_MS),
      broken_since: memory.broken.length === 0 ? null : (row.broken_since ?? now),
    });
  } catch (error) {
    logger.warn({ err: error, sender_id: row.sender_id }, 'The domain of an email sender could not be checked');
  }
}

/** Collects what DNS says about a sender. Name servers that don't respond are a fact as well. */
async function factsOf(
  { dns, spfOf, domainReach }: HealthDependencies,
  sender: EmailSenderRow,
): Promise<Omit<HealthFacts, 'publicUrl'>> {
  const domain = emailDomain(sender.from_email) ?? '';
  const host = fromJson<StoredSmtp | null>(sender.smtp)?.host ?? null;
  const service = mailServiceOf(sender.provider, host);
  const own = host !== null && !service ? await answer(dns.addresses(host)) : [];
  const { tracking_domain: trackingDomain, account_id: accountId } = sender;
  const [tracking, txt, mx, spfOfNoOne, spfOfHost, dkim, dmarc] = await Promise.all([
    trackingDomain === null
      ? null
      : domainReach(trackingDomain, accountId).then((reach) => ({ domain: trackingDomain, reach })),
    answer(dns.txt(domain)),
    answer(dns.mx(domain)),
    spfOf(domain, NO_ONE),
    spfOfAny(spfOf, domain, own),
    Promise.all(
      selectorsOf(service, sender.dkim_selector).map(async (selector) => ({
        selector,
        txt: await answer(dns.txt(`${selector}._domainkey.${domain}`)),
      })),
    ),
    Promise.all(
      dmarcDomains(domain).map(async (each) => ({ domain: each, txt: await answer(dns.txt(`_dmarc.${each}`)) })),
    ),
  ]);
  return {
    tracking,
    domain,
    service,
    host,
    txt,
    mx,
    spfOfNoOne,
    spfOfHost,
    selector: sender.dkim_selector,
    dkim,
    dmarc,
  };
}

async function spfOfAny(spfOf: SpfOf, domain: string, addresses: Answer<string>): Promise<string | null> {
  if (addresses === 'unknown' || addresses.length === 0) return null;
  const results = await Promise.all(addresses.slice(0, MAX_ADDRESSES).map((ip) => spfOf(domain, ip)));
  return results.every(({ result }) => result === 'pass') ? 'pass' : (results[0]?.result ?? null);
}

const answer = async <T>(records: Promise<T[]>): Promise<Answer<T>> => records.catch(() => 'unknown' as const);
