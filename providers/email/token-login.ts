import { oneLine } from '../json-api.js';
import type { LoginTokens, TokenAnswer } from '../oauth/provider.js';
import { MailboxError } from './sync.js';

/** The access of a mail server's user by the tokens of a connection, instead of a password. */
export interface TokenLogin {
  connectionId?: string | null;
  /** The tokens of connections. Without them a process can't log in with one. */
  tokens?: LoginTokens;
}

/** No login was possible: the connection has no token, or the server took none of its tokens. */
export class NoTokenError extends MailboxError {
  readonly answer: Exclude<TokenAnswer, { kind: 'token' }>;
  constructor(answer: Exclude<TokenAnswer, { kind: 'token' }>) {
    const isLost = answer.kind === 'reconnect_needed';
    super(isLost ? 'RECONNECT_NEEDED' : answer.code, answer.message, isLost ? 0 : answer.retryAfterSeconds);
    this.answer = answer;
  }
}

/**
 * Opens a session, with a token if the server is used through a connection. A token that the server refuses is replaced
 * once, in a session of its own: servers end one after a failed login. If the server refuses the new one as well, someone has
 * to sign in again. `refusalOf` returns the server's reason for an error that says that the token isn't valid.
 */
export async function withLogin<T>(
  { connectionId, tokens }: TokenLogin,
  open: (token?: string) => Promise<T>,
  refusalOf: (error: unknown) => string | undefined,
): Promise<T> {
  if (!connectionId) return open();
  if (!tokens) throw new Error('This process has no access to the tokens of connections.');
  const tokenFor = async (rejected?: string): Promise<string> => {
    const answer = await tokens.tokenFor(connectionId, rejected);
    if (answer.kind !== 'token') throw new NoTokenError(answer);
    return answer.token;
  };
  const first = await tokenFor();
  try {
    return await open(first);
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
  }
  const second = await tokenFor(first);
  try {
    return await open(second);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    const message = oneLine(`The mail server refused the access token: ${reason}`);
    await tokens.refused(connectionId, second, message);
    throw new NoTokenError({ kind: 'reconnect_needed', message });
  }
}
