import { graphVerdict } from '../../domain/channels/graph-errors.js';
import { later, type SendVerdict } from '../../domain/channels/send-verdict.js';
import { graphErrorIn } from '../graph-answers.js';
import type { SendOutcome } from '../outcome.js';
import { type ConnectedAccess, type MailApi, refusedAttempt, sendConnected, verifyConnection } from './connected.js';
import type { EmailProvider, OutgoingEmail } from './provider.js';

/** A sender that sends by Microsoft Graph. */
export interface GraphSender {
  connectionId: string;
  /** The shared mailbox that it sends from; null for the person's own. */
  sharedMailbox: string | null;
}

/** The access of a process to Microsoft Graph. */
export interface GraphAccess extends ConnectedAccess {
  /** With its version: https://graph.microsoft.com/v1.0 */
  graphUrl: string;
}

const GRAPH: MailApi = { provider: 'Microsoft', name: 'Microsoft Graph', code: 'graph' };

/** Returns whose mailbox a request is about, as the path of a request names it. */
export const mailboxPath = (address: string | null): string =>
  address === null ? '/me' : `/users/${encodeURIComponent(address)}`;

/**
 * Sends whole messages by Microsoft Graph, which has no idempotency key: a connection that breaks after the request was
 * written leaves the outcome `unknown`, as with SMTP.
 */
export function graphEmail(access: GraphAccess, sender: GraphSender): EmailProvider {
  return {
    send: (email, endsAt) => send(access, sender, email, endsAt),
    verify: () => verifyConnection(access.tokens, sender.connectionId),
    close: async () => undefined,
  };
}

function send(
  { graphUrl, api, tokens }: GraphAccess,
  { connectionId, sharedMailbox }: GraphSender,
  email: OutgoingEmail,
  endsAt: number,
): Promise<SendOutcome> {
  return sendConnected(tokens, { connectionId, provider: GRAPH.provider }, email, async (composed, { token }) => {
    const answer = await api.call({
      method: 'POST',
      url: `${graphUrl}${mailboxPath(sharedMailbox)}/sendMail`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: composed.raw.toString('base64'),
      endsAt,
    });
    // Graph keeps the Message-ID of the message it is given.
    if (answer.kind === 'answer' && answer.status === 202) {
      return { kind: 'accepted', providerMessageId: composed.messageIdHeader };
    }
    return refusedAttempt(GRAPH, answer, ({ status, body, retryAfterSeconds }) => {
      const error = graphErrorIn(body);
      return { error, verdict: graphVerdict(status, error?.code) ?? busyOf(status, retryAfterSeconds) };
    });
  });
}

/** Graph answers 503 to what it didn't begin, and says when to come back; a gateway doesn't. */
const busyOf = (status: number, retryAfterSeconds: number): SendVerdict | undefined =>
  status === 503 && retryAfterSeconds > 0 ? later('provider_busy') : undefined;
