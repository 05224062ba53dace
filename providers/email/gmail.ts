import { gmailVerdict } from '../../domain/channels/gmail-errors.js';
import { sender } from '../../domain/channels/send-verdict.js';
import { allows } from '../../domain/connections/permissions.js';
import { googleErrorIn } from '../google-error.js';
import type { ApiAnswer } from '../json-api.js';
import type { SendOutcome } from '../outcome.js';
import type { ComposedEmail } from './compose.js';
import {
  type ConnectedAccess,
  type Grant,
  type MailApi,
  outcomeOf,
  refusedAttempt,
  sendConnected,
  verifyConnection,
} from './connected.js';
import type { EmailProvider, OutgoingEmail } from './provider.js';

/** How a process reaches the Gmail API. */
export interface GmailAccess extends ConnectedAccess {
  /** With its version: https://gmail.googleapis.com/gmail/v1 */
  gmailUrl: string;
}

const GMAIL: MailApi = { provider: 'Google', name: 'The Gmail API', code: 'gmail' };
/** How long what isn't the send itself may take. */
const ASIDE_MS = 2_000;

/**
 * Sends whole messages by the Gmail API, which has no idempotency key: a connection that breaks after the request was
 * written leaves the outcome `unknown`, as with SMTP. Gmail replaces a From address that isn't the mailbox's own, so a
 * mail with one is refused before it is sent.
 */
export function gmailEmail(access: GmailAccess, { connectionId }: { connectionId: string }): EmailProvider {
  const { tokens } = access;
  return {
    send: (email, endsAt) =>
      sendConnected(tokens, { connectionId, provider: GMAIL.provider }, email, (composed, grant) =>
        attempt(clientOf(access, grant), { email, composed, endsAt }),
      ),
    verify: () => verifyConnection(tokens, connectionId),
    close: async () => undefined,
  };
}

type Client = ReturnType<typeof clientOf>;

/** Reads the mailbox of a grant from the Gmail API. */
function clientOf({ gmailUrl, api }: GmailAccess, grant: Grant) {
  const url = `${gmailUrl}/users/me`;
  const authorization = `Bearer ${grant.token}`;
  return {
    grant,
    canRead: allows('google', 'read_mail', grant.scopes),
    get: (path: string, endsAt: number) =>
      api.call({
        method: 'GET',
        url: `${url}/${path}`,
        headers: { authorization },
        endsAt: Math.min(endsAt, Date.now() + ASIDE_MS),
      }),
    send: (mail: { raw: string; threadId?: string }, endsAt: number) =>
      api.call({
        method: 'POST',
        url: `${url}/messages/send`,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(mail),
        endsAt,
      }),
  };
}

async function attempt(
  gmail: Client,
  { email, composed, endsAt }: { email: OutgoingEmail; composed: ComposedEmail; endsAt: number },
): Promise<SendOutcome | 'token_rejected'> {
  const refusal = await refusedSender(gmail, email.from.address, endsAt);
  if (refusal) return refusal;
  const threadId = email.inReplyTo && gmail.canRead ? await threadOf(gmail, email.inReplyTo, endsAt) : undefined;
  const raw = composed.raw.toString('base64url');
  const answer = await gmail.send({ raw, ...(threadId === undefined ? {} : { threadId }) }, endsAt);
  const id = answer.kind === 'answer' && answer.status === 200 ? answer.body?.id : undefined;
  if (typeof id !== 'string') return refused(answer);
  const final = gmail.canRead ? await messageIdOf(gmail, id, endsAt) : undefined;
  return { kind: 'accepted', providerMessageId: final ?? composed.messageIdHeader };
}

const refused = (answer: ApiAnswer): SendOutcome | 'token_rejected' =>
  refusedAttempt(GMAIL, answer, ({ status, body }) => {
    const error = googleErrorIn(body);
    return { error, verdict: gmailVerdict(status, error, new Date()) };
  });

/**
 * Refuses a From address that Gmail would replace without a word. The permission to send doesn't show the aliases of a
 * mailbox, the one to read does.
 */
async function refusedSender(
  gmail: Client,
  from: string,
  endsAt: number,
): Promise<SendOutcome | 'token_rejected' | undefined> {
  if (isSame(from, gmail.grant.email)) return undefined;
  if (!gmail.canRead) {
    const message = `Gmail sends from ${gmail.grant.email} only. Aliases need a connection with the purpose read_mail.`;
    return outcomeOf(sender('send_as_denied'), { message });
  }
  const answer = await gmail.get('settings/sendAs', endsAt);
  if (answer.kind === 'answer' && answer.status === 200 && Array.isArray(answer.body?.sendAs)) {
    const aliases = answer.body.sendAs as {
      sendAsEmail?: unknown;
      isPrimary?: unknown;
      verificationStatus?: unknown;
    }[];
    const isAlias = aliases.some(
      ({ sendAsEmail, isPrimary, verificationStatus }) =>
        isSame(from, sendAsEmail) && (isPrimary === true || verificationStatus === 'accepted'),
    );
    if (isAlias) return undefined;
    const message = `Gmail doesn't send from ${from}: it isn't a verified alias of ${gmail.grant.email}.`;
    return outcomeOf(sender('send_as_denied'), { message });
  }
  const outcome = refused(answer);
  if (outcome === 'token_rejected' || outcome.kind !== 'unknown') return outcome;
  return { kind: 'refused_retry', code: 'gmail_unreachable', message: "The aliases of the mailbox couldn't be read." };
}

const isSame = (address: string, other: unknown): boolean =>
  typeof other === 'string' && address.toLowerCase() === other.toLowerCase();

/** Returns the search for a mail by its Message-ID, in all of a mailbox. */
export const searchFor = (messageId: string): string =>
  `messages?${new URLSearchParams({ q: `rfc822msgid:${messageId.replace(/^<|>$/g, '')}`, includeSpamTrash: 'true' })}`;

/** Returns the thread of the mail that is answered; without it Gmail starts one in the sender's own mailbox. */
async function threadOf(gmail: Client, messageId: string, endsAt: number): Promise<string | undefined> {
  const answer = await gmail.get(searchFor(messageId), endsAt);
  const found = answer.kind === 'answer' && answer.status === 200 ? answer.body?.messages : undefined;
  const threadId = Array.isArray(found) ? found[0]?.threadId : undefined;
  return typeof threadId === 'string' ? threadId : undefined;
}

/** Returns the Message-ID under which a mail left. Gmail can put one of its own in place of ours. */
async function messageIdOf(gmail: Client, id: string, endsAt: number): Promise<string | undefined> {
  const answer = await gmail.get(`messages/${encodeURIComponent(id)}?${HEADERS}`, endsAt);
  if (answer.kind !== 'answer' || answer.status !== 200) return undefined;
  return messageIdIn(answer.body);
}

const HEADERS = new URLSearchParams([
  ['format', 'metadata'],
  ['metadataHeaders', 'Message-ID'],
]);

/** Returns a header of a mail in the metadata that Gmail answers. */
export function headerIn(body: Record<string, unknown> | undefined, wanted: string): string | undefined {
  const headers = (body?.payload as { headers?: { name?: unknown; value?: unknown }[] } | undefined)?.headers ?? [];
  const value = headers.find(({ name }) => String(name).toLowerCase() === wanted.toLowerCase())?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Returns the Message-ID in the metadata that Gmail answers. */
export function messageIdIn(body: Record<string, unknown> | undefined): string | undefined {
  const value = headerIn(body, 'Message-ID')?.trim();
  return value !== undefined && /^<[^<>\s]{1,900}>$/.test(value) ? value : undefined;
}
