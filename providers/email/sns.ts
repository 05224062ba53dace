import { verify, X509Certificate } from 'node:crypto';
import type { SignatureCheck, SignatureFault } from '../../runtime/hook-signature.js';
import { createSafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';

/** A message of Amazon SNS, whose fields are still those of anyone. */
export type SnsMessage = Readonly<Record<string, unknown>>;

/** Amazon SNS couldn't be reached, or its answer isn't the expected one. SNS repeats the message later. */
export class SnsUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SnsUnavailableError';
  }
}

/** Checks the messages of Amazon SNS and confirms its subscriptions. */
export interface Sns {
  /** Checks that SNS signed the message and that it is of the topic. Throws `SnsUnavailableError`. */
  verify(message: SnsMessage, topic: string, now: Date): Promise<SignatureCheck>;
  /** Confirms the subscription of a verified message. Throws `SnsUnavailableError`. */
  confirm(message: SnsMessage): Promise<void>;
}

const HOST = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(\.cn)?$/;
const CERTIFICATE_PATH = /^\/[A-Za-z0-9._-]{1,200}\.pem$/;
const MAX_CERTIFICATES = 20;
const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 4_000;
/** SNS repeats a message with its first time for up to an hour, or longer by the topic's policy. */
const REPEATED_MS = 26 * 3_600_000;
const EARLY_MS = 300_000;

/** The fields that are signed, in the order of their names. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

const failed = (reason: SignatureFault): SignatureCheck => ({ ok: false, reason });

/**
 * Creates what checks messages of SNS. Certificates are read once, over TLS, from hosts of SNS alone, so that their host
 * vouches for them. `baseUrl` replaces these hosts, for installations that reach AWS through a proxy; empty for none.
 */
export function createSns(baseUrl = ''): Sns {
  const fetch = createSafeFetch(baseUrl === '' ? {} : { allowPrivate: true, allowHttp: true });
  const certificates = new Map<string, X509Certificate>();

  const get = async (url: URL): Promise<Buffer> => {
    const target = baseUrl === '' ? url.href : `${baseUrl}${url.pathname}${url.search}`;
    const answer = await fetch(target, { maxRedirects: 0, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }).catch(
      (error: unknown) => {
        if (error instanceof SafeFetchError) throw new SnsUnavailableError('SNS is unreachable.', { cause: error });
        throw error;
      },
    );
    if (answer.status !== 200) throw new SnsUnavailableError(`SNS returned ${answer.status}.`);
    return answer.body;
  };

  const certificateAt = async (url: URL): Promise<X509Certificate> => {
    const known = certificates.get(url.href);
    if (known) return known;
    const body = await get(url);
    let certificate: X509Certificate;
    try {
      certificate = new X509Certificate(body);
    } catch (error) {
      throw new SnsUnavailableError('SNS returned no certificate.', { cause: error });
    }
    if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
    certificates.set(url.href, certificate);
    return certificate;
  };

  return {
    async verify(message, topic, now) {
      const text = textToSign(message);
      const { Signature: signature, SignatureVersion: version, Timestamp: time } = message;
      if (signature === undefined) return failed('missing');
      if (text === undefined || typeof signature !== 'string' || !/^[A-Za-z0-9+/]{100,1000}={0,2}$/.test(signature)) {
        return failed('malformed');
      }
      const digest = version === '1' ? 'sha1' : version === '2' ? 'sha256' : undefined;
      const url = snsUrl(message.SigningCertURL);
      if (!digest || !url || !CERTIFICATE_PATH.test(url.pathname) || url.search !== '') return failed('malformed');
      // Anyone can sign with a topic of their own.
      if (message.TopicArn !== topic) return failed('mismatch');
      const age = now.getTime() - new Date(String(time)).getTime();
      if (Number.isNaN(age)) return failed('malformed');
      if (age > REPEATED_MS) return failed('too_old');
      if (age < -EARLY_MS) return failed('too_new');
      const certificate = await certificateAt(url);
      const isValid = new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo);
      if (!isValid || certificate.publicKey.asymmetricKeyType !== 'rsa') return failed('mismatch');
      const isRight = verify(digest, Buffer.from(text), certificate.publicKey, Buffer.from(signature, 'base64'));
      return isRight ? { ok: true } : failed('mismatch');
    },
    async confirm({ SubscribeURL }) {
      const url = snsUrl(SubscribeURL);
      if (!url) throw new SnsUnavailableError("The subscription's URL isn't one of SNS.");
      await get(url);
    },
  };
}

/** Returns an https URL at a host of SNS, undefined for any other. */
function snsUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > 2_000 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return isPlain && HOST.test(url.hostname) ? url : undefined;
}

/** The text that SNS signs: names and values on lines of their own. Undefined if the message has another shape. */
function textToSign(message: SnsMessage): string | undefined {
  const type = String(message.Type);
  const names = Object.hasOwn(SIGNED, type) ? SIGNED[type] : undefined;
  const fields = names?.filter((name) => name !== 'Subject' || message.Subject != null);
  if (!fields?.every((name) => typeof message[name] === 'string')) return undefined;
  return fields.map((name) => `${name}\n${message[name]}\n`).join('');
}
