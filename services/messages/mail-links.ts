import { randomBytes } from 'node:crypto';
import { UNSUBSCRIBE_SUBJECT } from '../../domain/leads/opt-out.js';
import { createTokenSigner } from '../../runtime/signed-token.js';

/** Makes and reads the unsubscribe links of leads. */
export interface UnsubscribeLinks {
  /** The address of a lead's unsubscribe page; it stays valid for good, as old mails do. */
  urlFor(accountId: string, leadId: string): string;
  /** Returns the target of a token, or undefined if it wasn't signed here. */
  read(token: string, now: Date): UnsubscribeTarget | undefined;
}

export interface UnsubscribeTarget {
  accountId: string;
  leadId: string;
}

/**
 * Creates what makes and reads unsubscribe links. `secrets` are the master secrets, newest first; `baseUrl` is the
 * address the outside reaches the API under.
 */
export function createUnsubscribeLinks(secrets: readonly [string, ...string[]], baseUrl: string): UnsubscribeLinks {
  const signer = createTokenSigner(secrets, 'unsubscribe');
  return {
    urlFor: (accountId, leadId) => `${baseUrl}/u/${signer.sign([accountId, leadId])}`,
    read(token, now) {
      const result = signer.verify(token, now);
      if (!result.ok) return undefined;
      const [accountId, leadId] = result.payload;
      return accountId && leadId ? { accountId, leadId } : undefined;
    },
  };
}

/**
 * Returns where a mail program can send an unsubscribe mail: what comes in there with this subject is read as an
 * opt-out.
 */
export const unsubscribeMailto = (sender: { reply_to: string | null; from_email: string }, messageId: string): string =>
  `${replyAddress(sender.reply_to, messageId) ?? sender.from_email}?subject=${UNSUBSCRIBE_SUBJECT}`;

/**
 * Returns the address that answers to a message go to. `{message_id}` in it is replaced, so that an answer finds its
 * message no matter who sends it and what a relay does to its headers (`reply+{message_id}@in.example.com`).
 */
export const replyAddress = (replyTo: string | null, messageId: string): string | null =>
  replyTo === null ? null : replyTo.replaceAll('{message_id}', messageId);

/** The data of a tracking link. */
export type Tracked =
  | { kind: 'open'; accountId: string; messageId: string }
  | { kind: 'click'; accountId: string; messageId: string; url: string };

/** The proof that a domain reaches this service: its URL, and what only this service can respond with. */
export interface DomainProof {
  url: string;
  response: string;
}

/** Makes and reads the links by which mails tell that they are read. Targets are signed, so none leads elsewhere. */
export interface TrackingLinks {
  openUrl(accountId: string, messageId: string): string;
  /** Undefined for a target that stays as it is: one of our own pages, or one too long for a link. */
  clickUrl(accountId: string, messageId: string, url: string): string | undefined;
  read(token: string, now: Date): Tracked | undefined;
  /** The same links under a tracking domain, with HTTPS. */
  at(domain: string): TrackingLinks;
  /** A new proof for a tracking domain. */
  proofOf(domain: string): DomainProof;
  /** Returns the response to the token of a proof; undefined if it wasn't signed here. */
  proofResponse(token: string, now: Date): string | undefined;
}

const OWN_PAGES = ['/u/', '/c/', '/m/', '/t/'];
const SIGNED_PATH = new RegExp(`^(?:${OWN_PAGES.join('|')})[A-Za-z0-9_-]{10,1900}\\.[A-Za-z0-9_-]{43}$`);

/** Returns whether a link leads to a page that only the links of our emails open, whatever domain they use. */
export const isOwnLink = (url: string): boolean => URL.canParse(url) && SIGNED_PATH.test(new URL(url).pathname);

const LONGEST_TARGET = 1_000;

/**
 * Creates what makes and reads tracking links. `secrets` are the master secrets, newest first; `baseUrl` is the address
 * the outside reaches the API under.
 */
export function createTrackingLinks(secrets: readonly [string, ...string[]], baseUrl: string): TrackingLinks {
  const signer = createTokenSigner(secrets, 'tracking');
  const linksAt = (base: string): TrackingLinks => ({
    openUrl: (accountId, messageId) => `${base}/t/${signer.sign(['o', accountId, messageId])}`,
    clickUrl(accountId, messageId, url) {
      // As a redirect has to spell it.
      const target = new URL(url).href;
      if (target.length > LONGEST_TARGET || OWN_PAGES.some((page) => url.startsWith(baseUrl + page))) return undefined;
      return `${base}/t/${signer.sign(['c', accountId, messageId, target])}`;
    },
    read(token, now) {
      const result = signer.verify(token, now);
      if (!result.ok) return undefined;
      const [kind, accountId, messageId, url] = result.payload;
      if (!accountId || !messageId) return undefined;
      if (kind === 'o') return { kind: 'open', accountId, messageId };
      return kind === 'c' && url ? { kind: 'click', accountId, messageId, url } : undefined;
    },
    at: (domain) => linksAt(`https://${domain}`),
    proofOf(domain) {
      const nonce = randomBytes(16).toString('base64url');
      return { url: `https://${domain}/t/${signer.sign(['p', nonce])}`, response: signer.sign(['r', nonce]) };
    },
    proofResponse(token, now) {
      const result = signer.verify(token, now);
      const [kind, nonce] = result.ok ? result.payload : [];
      return kind === 'p' && nonce ? signer.sign(['r', nonce]) : undefined;
    },
  });
  return linksAt(baseUrl);
}

/** Every link that a mail to a lead may carry. */
export interface MailLinks extends UnsubscribeLinks {
  tracking: TrackingLinks;
}

/** Creates what makes and reads every link of a mail, with the same secrets and address. */
export const createMailLinks = (secrets: readonly [string, ...string[]], baseUrl: string): MailLinks => ({
  ...createUnsubscribeLinks(secrets, baseUrl),
  tracking: createTrackingLinks(secrets, baseUrl),
});
