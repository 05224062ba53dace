import { createPublicKey } from 'node:crypto';
import type { HealthCheck, HealthCheckName, HealthResult } from '../../schemas/channels/sender-health.js';
import { cut, singleLine } from '../values/text.js';
import type { MailService } from './mail-service.js';

/** The answer to a DNS question: records, none, or `unknown` if no name server responded. */
export type Answer<T> = readonly T[] | 'unknown';

/** What a request to a tracking domain shows: it reaches this service, it doesn't, or it got no response in time. */
export type DomainReach = 'reached' | 'missed' | 'unknown';

/** The facts about a sender from its settings and from DNS. */
export interface HealthFacts {
  /** The domain of the From address. */
  domain: string;
  service: MailService | undefined;
  /** The host of the sender's own mail server. */
  host: string | null;
  /** The TXT records of the domain. */
  txt: Answer<string>;
  /** The result of SPF (RFC 7208) for an address that is no one's: only errors of the record matter. */
  spfOfNoOne: { result: string; comment: string };
  /** The result of SPF for the address of the own mail server; null without one. */
  spfOfHost: string | null;
  /** The set selector, and the keys that were found. */
  selector: string | null;
  dkim: readonly { selector: string; txt: Answer<string> }[];
  /** The DMARC records of the domain and of those above it, nearest first. */
  dmarc: readonly { domain: string; txt: Answer<string> }[];
  mx: Answer<string>;
  /** The tracking domain, and whether it reaches this service; null without one. */
  tracking: { domain: string; reach: DomainReach } | null;
  /** The address the outside reaches the API under. */
  publicUrl: string;
}

type Found = Omit<HealthCheck, 'check' | 'record' | 'suggested'> & Partial<HealthCheck>;

const MAX_RECORD = 1_000;

/** Each check. One that doesn't apply to a sender finds nothing. */
const CHECKS: Record<HealthCheckName, (facts: HealthFacts) => Found | undefined> = {
  spf: checkSpf,
  dkim: checkDkim,
  dmarc: checkDmarc,
  mx: checkMx,
  return_path: checkReturnPath,
  list_unsubscribe: checkListUnsubscribe,
  tracking_domain: checkTrackingDomain,
};

/** Judges a sender's domain and settings by the rules of mailbox providers for bulk senders. */
export const judgeHealth = (facts: HealthFacts): HealthCheck[] =>
  (Object.keys(CHECKS) as HealthCheckName[]).flatMap((check) => {
    const found = CHECKS[check](facts);
    if (!found) return [];
    const { result, reason, record = null, suggested = null } = found;
    return { check, result, reason, record: record && cut(singleLine(record), MAX_RECORD), suggested };
  });

const UNANSWERED: Found = {
  result: 'unknown',
  reason: "The name servers of the domain didn't respond. The check is repeated.",
};

function checkSpf({ domain, service, host, txt, spfOfNoOne, spfOfHost }: HealthFacts): Found {
  if (txt === 'unknown') return UNANSWERED;
  const records = txt.filter((each) => /^v=spf1( |$)/i.test(each));
  const [record] = records;
  const mechanism = service ? `include:${service.include}` : `a:${host ?? domain}`;
  const create = { name: domain, type: 'TXT', value: withMechanism(record ?? 'v=spf1 ~all', mechanism) };
  if (record === undefined) {
    return { result: 'fail', reason: 'The domain has no SPF record. Create one.', suggested: create };
  }
  if (records.length > 1) {
    return { result: 'fail', reason: 'The domain has several SPF records. Merge them into one.', record };
  }
  if (spfOfNoOne.result === 'permerror') {
    const reason = `The SPF record is invalid: ${cut(singleLine(spfOfNoOne.comment), 200)} It may cause at most 10 DNS lookups.`;
    return { result: 'fail', reason, record };
  }
  if (spfOfNoOne.result === 'temperror') return { ...UNANSWERED, record };
  if (spfOfNoOne.result === 'pass') {
    return { result: 'fail', reason: 'The SPF record allows every server. End it with ~all or -all.', record };
  }
  if (!service) {
    if (spfOfHost === 'pass') return { result: 'pass', reason: 'The SPF record allows your mail server.', record };
    const reason = `The SPF record doesn't allow ${host}. If the server sends from another address, allow that one.`;
    return { result: 'warning', reason, record, suggested: create };
  }
  if (
    record
      .toLowerCase()
      .split(/\s+/)
      .some((each) => each.replace(/^\+/, '') === mechanism)
  ) {
    return { result: 'pass', reason: `The SPF record allows ${service.name}.`, record };
  }
  const reason = `The SPF record doesn't include ${service.name}. It isn't needed if another record includes it, or if ${service.name} uses a return path of its own.`;
  return { result: 'warning', reason, record, suggested: create };
}

/** Inserts a mechanism in front of the last one, which matches every server. */
function withMechanism(record: string, mechanism: string): string {
  const terms = record.trim().split(/\s+/);
  if (terms.some((each) => each.toLowerCase() === mechanism)) return record;
  const all = terms.findIndex((each) => /^[-~?+]?all$/i.test(each));
  return (all < 0 ? [...terms, mechanism] : [...terms.slice(0, all), mechanism, ...terms.slice(all)]).join(' ');
}

function checkDkim({ service, selector, dkim }: HealthFacts): Found {
  const found = dkim.flatMap(({ selector, txt }) =>
    txt === 'unknown' ? [] : txt.filter((each) => /(^|;)\s*p=/i.test(each)).map((record) => ({ selector, record })),
  );
  if (found.length === 0) {
    if (dkim.some(({ txt }) => txt === 'unknown')) return UNANSWERED;
    const at = service?.name ?? 'your mail server';
    if (selector !== null) {
      const reason = `No DKIM key was found under the selector ${selector}. Publish the key that ${at} shows.`;
      return { result: 'fail', reason };
    }
    const reason = `No DKIM key was found under common selectors. Set up DKIM at ${at}, and enter its selector here.`;
    return { result: 'warning', reason };
  }
  const judged = found.map(({ selector, record }) => ({ record, ...judgeKey(selector, record) }));
  return judged.find(({ result }) => result === 'pass') ?? (judged[0] as Found);
}

function judgeKey(selector: string, record: string): Found {
  const tags = tagsOf(record);
  const key = (tags.p ?? '').replace(/\s+/g, '');
  if (key === '') return { result: 'fail', reason: `The DKIM key of the selector ${selector} is revoked.` };
  if (tags.k?.toLowerCase() === 'ed25519') return { result: 'pass', reason: `The DKIM key ${selector} is valid.` };
  let bits: number | undefined;
  try {
    const der = Buffer.from(key.slice(0, 2_000), 'base64');
    bits = createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyDetails?.modulusLength;
  } catch {
    return { result: 'fail', reason: `The DKIM key of the selector ${selector} is invalid. Publish it again.` };
  }
  if (bits !== undefined && bits < 1024) {
    return { result: 'fail', reason: `The DKIM key ${selector} has only ${bits} bits. Use 2048 bits.` };
  }
  if (bits !== undefined && bits < 2048) {
    return { result: 'warning', reason: `The DKIM key ${selector} has ${bits} bits. 2048 bits are recommended.` };
  }
  return { result: 'pass', reason: `The DKIM key ${selector} is valid.` };
}

function checkDmarc({ domain, dmarc }: HealthFacts): Found {
  for (const { domain: at, txt } of dmarc) {
    if (txt === 'unknown') return UNANSWERED;
    const records = txt.filter((each) => /^v=DMARC1\s*(;|$)/i.test(each));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) {
      return { result: 'fail', reason: `${at} has several DMARC records. Keep one.`, record };
    }
    const tags = tagsOf(record);
    const policy = (at === domain ? tags.p : (tags.sp ?? tags.p))?.toLowerCase() ?? '';
    if (!['none', 'quarantine', 'reject'].includes(policy)) {
      return { result: 'fail', reason: 'The DMARC record has no valid policy (p=).', record };
    }
    if (policy !== 'none') return { result: 'pass', reason: `The DMARC policy is ${policy}.`, record };
    const reason = 'The DMARC policy is none, which only reports. Change it to quarantine once all your emails pass.';
    return { result: 'warning', reason, record };
  }
  const suggested = { name: `_dmarc.${domain}`, type: 'TXT', value: 'v=DMARC1; p=none' };
  const reason = 'The domain has no DMARC record. Google, Yahoo and Microsoft require one of bulk senders.';
  return { result: 'fail', reason, suggested };
}

function checkMx({ mx }: HealthFacts): Found {
  if (mx === 'unknown') return UNANSWERED;
  const record = mx.slice(0, 10).join(', ');
  if (mx.some((each) => each === '' || each === '.')) {
    return {
      result: 'fail',
      reason: "The domain declares that it doesn't receive email. Replies can't arrive.",
      record,
    };
  }
  if (mx.length > 0) return { result: 'pass', reason: 'The domain receives email.', record };
  return { result: 'fail', reason: 'The domain has no MX record, so replies and bounces may not arrive.' };
}

function checkReturnPath({ domain, service }: HealthFacts): Found {
  if (!service?.replacesReturnPath) {
    return { result: 'pass', reason: `Bounces return to ${domain}, so SPF is aligned with the From address.` };
  }
  const reason = `${service.name} uses a return path of its own unless you set up a custom one. Set one up below ${domain}, or rely on DKIM for DMARC.`;
  return { result: 'warning', reason };
}

const isPublic = ({ hostname }: URL): boolean =>
  hostname.includes('.') && !/^(127\.|10\.|192\.168\.|localhost$)/.test(hostname);

function checkListUnsubscribe({ publicUrl }: HealthFacts): Found {
  const url = new URL(publicUrl);
  if (url.protocol === 'https:' && isPublic(url)) {
    return { result: 'pass', reason: 'Emails have a List-Unsubscribe header with one click.' };
  }
  const reason = "One-click unsubscribing needs an https address. Ask your operator to set the service's PUBLIC_URL.";
  return { result: 'warning', reason };
}

function checkTrackingDomain({ tracking, publicUrl }: HealthFacts): Found | undefined {
  if (!tracking) return undefined;
  const { domain, reach } = tracking;
  if (reach === 'reached') return { result: 'pass', reason: `Tracking links and images use ${domain}.` };
  if (reach === 'unknown') return { result: 'unknown', reason: `${domain} didn't respond. The check is repeated.` };
  const url = new URL(publicUrl);
  const reason = `https://${domain} doesn't reach this service, so new links use ${url.host}. Create the record, and let your proxy forward ${domain} to the service, with a certificate.`;
  const suggested = isPublic(url) ? { name: domain, type: 'CNAME', value: url.hostname } : null;
  return { result: 'fail', reason, suggested };
}

/** The tags of a record: `name=value`, separated by semicolons. The first of a name counts. */
function tagsOf(record: string): Partial<Record<string, string>> {
  const tags = new Map<string, string>();
  for (const part of record.slice(0, 8_000).split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (name !== '' && !tags.has(name)) tags.set(name, part.slice(at + 1).trim());
  }
  return Object.fromEntries(tags);
}

/** The order of results, worst last. */
const SEVERITY: readonly HealthResult[] = ['pass', 'unknown', 'warning', 'fail'];

/** The result of a sender as a whole: the worst of its checks; `unknown` without any. */
export const worstOf = (checks: readonly Pick<HealthCheck, 'result'>[]): HealthResult =>
  SEVERITY.findLast((result) => checks.some((each) => each.result === result)) ?? 'unknown';

/** What is remembered of the checks of a sender: the last results that are known, and what broke. */
export interface HealthMemory {
  known: Partial<Record<HealthCheckName, HealthResult>>;
  broken: HealthCheckName[];
}

/**
 * Returns what to remember after a check. A check is broken that failed after it didn't, until it no longer fails.
 * Name servers that don't respond change nothing.
 */
export function remember(before: HealthMemory, checks: readonly HealthCheck[]): HealthMemory {
  const known = { ...before.known };
  const broken: HealthCheckName[] = [];
  for (const { check, result } of checks) {
    const last = before.known[check];
    const wasBroken = before.broken.includes(check);
    const broke = result === 'fail' && last !== undefined && last !== 'fail';
    if (broke || (wasBroken && (result === 'fail' || result === 'unknown'))) broken.push(check);
    if (result !== 'unknown') known[check] = result;
  }
  return { known, broken };
}
