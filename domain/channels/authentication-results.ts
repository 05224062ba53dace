import { getDomain } from 'tldts';
import type { TestCheck, TestResult } from '../../schemas/channels/sender-health.js';
import { cut, singleLine } from '../values/text.js';

/** A result in an Authentication-Results header (RFC 8601). */
interface Reported {
  method: string;
  result: string;
  /** The properties by name, such as `header.d`. */
  properties: Partial<Record<string, string>>;
}

/** A header as it was parsed. Microsoft's servers write none of the server's names. */
export interface AuthenticationResults {
  server: string | null;
  results: Reported[];
}

const MAX_HEADER = 8_000;
const MAX_RESULTS = 50;

/** Parses an Authentication-Results header (RFC 8601), in time proportional to its length. */
export function parseAuthenticationResults(header: string): AuthenticationResults {
  const [first = [], ...others] = statementsIn(header.slice(0, MAX_HEADER));
  const isServer = !(first[0] ?? '').includes('=');
  const results = (isServer ? others : [first, ...others]).slice(0, MAX_RESULTS).flatMap((words) => {
    const [method = '', result = ''] = pairOf(words[0] ?? '');
    if (method === '' || result === '') return [];
    const properties = Object.fromEntries(words.slice(1).map(pairOf).reverse());
    return [{ method: method.split('/')[0] ?? '', result: result.toLowerCase(), properties }];
  });
  return { server: isServer ? (first[0]?.toLowerCase() ?? null) : null, results };
}

/** Splits a word at its first `=`. The name is in lower case. */
function pairOf(word: string): [string, string] {
  const at = word.indexOf('=');
  return at < 0 ? [word.toLowerCase(), ''] : [word.slice(0, at).toLowerCase(), word.slice(at + 1)];
}

/** Splits a header into its statements and those into words, without comments and quotes, and without blanks around `=`. */
function statementsIn(header: string): string[][] {
  const statements: string[][] = [[]];
  let word = '';
  let depth = 0;
  let isQuoted = false;
  let isApart = false;
  const endWord = () => {
    if (word !== '') statements.at(-1)?.push(word);
    word = '';
  };
  const add = (sign: string) => {
    if (isApart && sign !== '=' && !word.endsWith('=')) endWord();
    isApart = false;
    word += sign;
  };
  for (let at = 0; at < header.length; at += 1) {
    const sign = header[at] as string;
    if (sign === '\\' && (isQuoted || depth > 0)) {
      at += 1;
      if (isQuoted) add(header[at] ?? '');
    } else if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) add(sign);
    else if (sign === '(' || (sign === ')' && depth > 0)) {
      depth += sign === '(' ? 1 : -1;
      isApart = true;
    } else if (depth > 0) continue;
    else if (/\s/.test(sign)) isApart = true;
    else if (sign === ';') {
      endWord();
      statements.push([]);
    } else add(sign);
  }
  endWord();
  return statements.filter((words, at) => at === 0 || words.length > 0);
}

/** What is known of the server of a mailbox that received a test. */
export interface ReceivingServer {
  /** The API that its mailbox is read with, or `imap`. */
  provider: 'google' | 'microsoft' | 'imap';
  /** The host of the IMAP server. */
  host: string | null;
  /** The topmost Received header, which the receiving server wrote. */
  received: string | null;
}

/** The domains in which services write Authentication-Results headers, by the domain of their IMAP servers. */
const SERVICE_DOMAINS: Readonly<Record<string, string>> = {
  'gmail.com': 'google.com',
  'googlemail.com': 'google.com',
  'fastmail.com': 'messagingengine.com',
  'me.com': 'icloud.com',
  'office365.com': 'outlook.com',
};

const MAX_RECEIVED = 2_000;

/**
 * Returns whether a header is from the server that received a mail. Others can be written by anyone: only the names of
 * the known server count, and the host that wrote the topmost Received header.
 */
function isTrusted(server: string | null, { provider, host, received }: ReceivingServer): boolean {
  if (provider === 'google') return server === 'mx.google.com';
  const service = Object.entries(SERVICE_DOMAINS).find(([domain]) => host !== null && isBelow(host, domain))?.[1];
  const isMicrosoft = provider === 'microsoft' || service === 'outlook.com';
  // Exchange Online writes no name, and renames such headers of others.
  if (server === null) return isMicrosoft;
  const by = /\sby\s+([A-Za-z0-9.-]{1,253})/.exec((received ?? '').slice(0, MAX_RECEIVED))?.[1]?.toLowerCase();
  return [host?.toLowerCase(), service, by].some((known) => known !== undefined && areRelated(known, server));
}

const isBelow = (host: string, domain: string) =>
  host.toLowerCase() === domain || host.toLowerCase().endsWith(`.${domain}`);

/** Returns true if two hosts are in the same organization's domain, by the public suffix list. */
function areRelated(one: string, other: string): boolean {
  if (one === other) return true;
  const [domain, another] = [one, other].map((host) => getDomain(host, { allowPrivateDomains: true }));
  return domain !== null && domain === another;
}

/** The results that a receiving server reported for a test, and its name. */
export interface TestAuthentication {
  server: string | null;
  results: TestResult[];
}

const MAX_SERVER = 253;

/**
 * Judges the Authentication-Results headers of a test by the domain of its From address. Without a header of the
 * receiving server there are no results.
 */
export function judgeTest(headers: readonly string[], receiver: ReceivingServer, domain: string): TestAuthentication {
  const [first, ...others] = headers.map(parseAuthenticationResults);
  if (!first || !isTrusted(first.server, receiver)) return { server: null, results: [] };
  // Filters of the same server add a header each.
  const reported = [first, ...others.filter(({ server }) => server === first.server)].flatMap(({ results }) => results);
  return {
    server: first.server && cut(singleLine(first.server), MAX_SERVER),
    results: [judgeSpf(reported), judgeDkim(reported, domain), judgeDmarc(reported)],
  };
}

const WORD = /^[a-z]{1,20}$/;

function result(check: TestCheck, reported: Reported | undefined, judged: [TestResult['result'], string]): TestResult {
  const word = reported?.result ?? '';
  return { check, reported: WORD.test(word) ? word : null, result: judged[0], reason: judged[1] };
}

const isTemporary = ({ result: word }: Reported) => word === 'temperror';
const TEMPORARY: [TestResult['result'], string] = [
  'unknown',
  "The receiving server couldn't get the records of the domain. Send another test later.",
];
const NOT_REPORTED: [TestResult['result'], string] = ['unknown', "The receiving server didn't report this result."];

function judgeSpf(reported: readonly Reported[]): TestResult {
  const all = reported.filter(({ method }) => method === 'spf');
  const found = all.find(({ properties }) => properties['smtp.mailfrom'] !== undefined) ?? all[0];
  if (!found) return result('spf', found, NOT_REPORTED);
  if (isTemporary(found)) return result('spf', found, TEMPORARY);
  if (found.result === 'pass') return result('spf', found, ['pass', 'SPF allows the server that sent the test.']);
  if (found.result === 'none') {
    return result('spf', found, ['fail', 'The domain of the return path has no SPF record. Create one.']);
  }
  if (found.result === 'permerror') {
    return result('spf', found, ['fail', 'The SPF record is invalid. Correct it as the check of the domain shows.']);
  }
  const reason = "SPF doesn't allow the server that sent the test. Add this server to the SPF record.";
  return result('spf', found, [found.result === 'neutral' ? 'warning' : 'fail', reason]);
}

function judgeDkim(reported: readonly Reported[], domain: string): TestResult {
  const all = reported.filter(({ method }) => method === 'dkim');
  const passed = all.filter((each) => each.result === 'pass');
  const own = passed.find((each) => areRelated(signerOf(each), domain));
  if (own) return result('dkim', own, ['pass', 'The test has a valid DKIM signature of your domain.']);
  const [other] = passed;
  if (other) {
    const reason =
      "The test has a valid DKIM signature, but of another domain, which doesn't count for DMARC. " +
      'Set up DKIM for your domain at the service that sends your emails.';
    return result('dkim', other, ['warning', reason]);
  }
  const [found] = all;
  if (!found) return result('dkim', found, NOT_REPORTED);
  if (isTemporary(found)) return result('dkim', found, TEMPORARY);
  if (found.result === 'none') {
    const reason = 'The test has no DKIM signature. Turn on DKIM at the service that sends your emails.';
    return result('dkim', found, ['fail', reason]);
  }
  const reason =
    'The DKIM signature is invalid. Publish the current key, and let no server change emails after signing.';
  return result('dkim', found, ['fail', reason]);
}

const signerOf = ({ properties }: Reported): string =>
  (properties['header.d'] ?? properties['header.i']?.split('@').at(-1) ?? '').toLowerCase();

function judgeDmarc(reported: readonly Reported[]): TestResult {
  const found = reported.find(({ method }) => method === 'dmarc');
  if (!found) return result('dmarc', found, NOT_REPORTED);
  if (isTemporary(found)) return result('dmarc', found, TEMPORARY);
  // Exchange Online reports it where the domain has no record and the email would pass.
  if (found.result === 'none' || found.result === 'bestguesspass') {
    return result('dmarc', found, ['fail', 'The domain has no DMARC record. Create one.']);
  }
  if (found.result === 'pass') return result('dmarc', found, ['pass', 'The test passed DMARC.']);
  const reason = 'The test failed DMARC. Either SPF or DKIM must pass for the domain of the From address.';
  return result('dmarc', found, ['fail', reason]);
}
