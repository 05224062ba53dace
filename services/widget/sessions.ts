import { createTokenSigner, type TokenFault } from '../../runtime/signed-token.js';

const HOUR_MS = 3_600_000;
const SESSION_MS = 24 * HOUR_MS;
/** The time after its end in which a session can be resumed. */
const RESUME_MS = 30 * 24 * HOUR_MS;
/** A session with less left gets a fresh token with the answer to a turn. */
const ROTATE_MS = 6 * HOUR_MS;
const TICKET_MS = 60_000;

/** The page of a frame of which nothing but the frame's own guard is known. */
export const ANY_FRAME = 'frame';

/** A visitor's session: nothing is stored of it before there is something to keep. */
export interface WidgetSession {
  keyId: string;
  sessionId: string;
  /** The page's origin; of a frame the origin of the page that embeds it, or `frame`. */
  origin: string;
  transport: 'page' | 'frame';
  /** The time when it began (ISO). */
  since: string;
}

/** A session as its token tells it. */
export type SessionResult = { ok: true; session: WidgetSession } | { ok: false; reason: TokenFault };

/** Signs and reads the tokens of sessions, and the tickets by which frames begin one. */
export interface WidgetTokens {
  /** Makes the token of a session, good for a day. */
  sign(session: WidgetSession, now: Date): string;
  read(token: string, now: Date): SessionResult;
  /** Reads the token of a session that may have ended up to 30 days ago. */
  readForResume(token: string, now: Date): SessionResult;
  /** Returns whether a token that is good ends soon. */
  endsSoon(token: string, now: Date): boolean;
  /** Makes a ticket by which a frame on a page of this origin begins a session, good for a minute. */
  signTicket(keyId: string, origin: string, now: Date): string;
  /** Returns the origin in a ticket of this key; undefined where it is none, or too old. */
  readTicket(ticket: string, keyId: string, now: Date): string | undefined;
}

/** Makes the signer of sessions and tickets from the service's secrets. */
export function createWidgetTokens(secrets: readonly [string, ...string[]]): WidgetTokens {
  const sessions = createTokenSigner(secrets, 'widget-session');
  const tickets = createTokenSigner(secrets, 'widget-ticket');
  const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

  function read(token: string, at: Date): SessionResult {
    const result = sessions.verify(token, at);
    if (!result.ok) return result;
    const [keyId = '', sessionId = '', origin = '', transport, since = ''] = result.payload;
    return {
      ok: true,
      session: { keyId, sessionId, origin, transport: transport === 'frame' ? 'frame' : 'page', since },
    };
  }

  return {
    sign: ({ keyId, sessionId, origin, transport, since }, now) =>
      sessions.sign([keyId, sessionId, origin, transport, since], later(now, SESSION_MS)),
    read,
    readForResume: (token, now) => read(token, later(now, -RESUME_MS)),
    endsSoon: (token, now) => !sessions.verify(token, later(now, ROTATE_MS)).ok,
    signTicket: (keyId, origin, now) => tickets.sign([keyId, origin], later(now, TICKET_MS)),
    readTicket(ticket, keyId, now) {
      const result = tickets.verify(ticket, now);
      return result.ok && result.payload[0] === keyId ? result.payload[1] : undefined;
    },
  };
}
