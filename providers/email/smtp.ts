import { publicAddressOf } from '../../runtime/public-address.js';
import type { SendOutcome } from '../outcome.js';
import { type ComposedEmail, composeEmail, UnsafeAddressError } from './compose.js';
import { withoutToken } from './connected.js';
import type { EmailProvider, OutgoingEmail } from './provider.js';
import { outcomeOfError, refusedCredentials } from './smtp-outcome.js';
import { createSmtpPool, type Lease, PoolBusyError, type SmtpPool } from './smtp-pool.js';
import { openSession, type SmtpServer, type SmtpSession } from './smtp-session.js';
import { NoTokenError, type TokenLogin, withLogin } from './token-login.js';

/** Settings of one SMTP sender. */
export interface SmtpConfig extends SmtpServer, TokenLogin {
  /** The account that configured the server. */
  accountId?: string;
  /** Servers that may have a private address, as `privateHostsOf` lists them. */
  privateHosts: readonly string[];
  maxSessions?: number;
  idleMs?: number;
}

const VERIFY_MS = 8_000;
/** Servers delay the refusal of a login. It is awaited after the mail's time, to learn that its connection is lost. */
const LEARN_MS = 15_000;

/**
 * Sends through an SMTP server over sessions that are kept open between mails. SMTP has no idempotency key: a break
 * after the message was handed over is `unknown`, and the Message-ID made from our message id settles it later.
 */
export function smtpEmail(config: SmtpConfig): EmailProvider {
  const pool = createSmtpPool(async (timeoutMs) => open(config, Date.now() + timeoutMs), {
    maxSessions: config.maxSessions ?? 10,
    maxMailsPerSession: 100,
    idleMs: config.idleMs ?? 15_000,
  });
  return {
    send: (email, endsAt) => send(pool, config.host, email, endsAt),
    async verify() {
      try {
        (await pool.lease(VERIFY_MS, true)).release(true);
        return { ok: true };
      } catch (error) {
        const { message, ...outcome } = refusal(error, false);
        return { ok: false, code: 'code' in outcome ? outcome.code : 'smtp_unreachable', message };
      }
    },
    close: () => pool.close(),
  };
}

async function send(pool: SmtpPool, relay: string, email: OutgoingEmail, endsAt: number): Promise<SendOutcome> {
  let composed: ComposedEmail;
  try {
    composed = await composeEmail(email, relay);
  } catch (error) {
    if (!(error instanceof UnsafeAddressError)) throw error;
    return { kind: 'refused_final', code: 'invalid_address', message: error.message };
  }
  const first = await attempt(pool, composed, endsAt, false);
  // A reused session that the server has closed says nothing about this email. A new one is tried once.
  return first === 'stale_session' ? ((await attempt(pool, composed, endsAt, true)) as SendOutcome) : first;
}

async function attempt(
  pool: SmtpPool,
  email: ComposedEmail,
  endsAt: number,
  fresh: boolean,
): Promise<SendOutcome | 'stale_session'> {
  const progress = { dataStarted: false };
  let lease: Lease | undefined;
  try {
    lease = await pool.lease(endsAt - Date.now(), fresh);
    await lease.session.deliver(email, progress, endsAt);
    lease.release(true);
    return { kind: 'accepted', providerMessageId: email.messageIdHeader };
  } catch (error) {
    lease?.release(false);
    const outcome = refusal(error, progress.dataStarted);
    const sessionBroke = outcome.kind === 'refused_retry' && ['smtp_unreachable', 'smtp_421'].includes(outcome.code);
    return lease && !lease.fresh && sessionBroke ? 'stale_session' : outcome;
  }
}

function refusal(error: unknown, dataStarted: boolean): Exclude<SendOutcome, { kind: 'accepted' }> {
  if (error instanceof PoolBusyError) {
    return { kind: 'refused_retry', code: 'smtp_busy', message: error.message, retryAfterSeconds: 5 };
  }
  if (error instanceof NoTokenError) return withoutToken(error.answer);
  return outcomeOfError(error, { dataStarted });
}

async function open(config: SmtpConfig, endsAt: number): Promise<SmtpSession> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    const timeout = Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
    const end = () => {
      isLate = true;
      reject(timeout);
    };
    timer = setTimeout(end, Math.max(endsAt - Date.now(), 0));
  });
  try {
    const address = await Promise.race([publicAddressOf(config, config.privateHosts), late]);
    const opening = withLogin(
      config,
      (token) => openSession(config, endsAt - Date.now() + (token === undefined ? 0 : LEARN_MS), { address, token }),
      refusedCredentials,
    );
    opening.then((session) => isLate && session.destroy()).catch(() => undefined);
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
    late.catch(() => undefined);
  }
}
