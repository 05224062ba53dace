import type { SmtpSession } from './smtp-session.js';

/** A session lent by the pool; `fresh` says that nothing was sent over it yet. */
export interface Lease {
  session: SmtpSession;
  fresh: boolean;
  /** Gives it back; a session that failed is not kept. */
  release(keep: boolean): void;
}

/** Sessions with one mail server, kept open between mails. */
export interface SmtpPool {
  /** Lends a session; waits for a free one up to `timeoutMs`. `fresh` insists on a new one. */
  lease(timeoutMs: number, fresh?: boolean): Promise<Lease>;
  /** Returns the number of open sessions, lent or not. */
  size(): number;
  close(): Promise<void>;
}

/** No session became free in time; nothing was sent. */
export class PoolBusyError extends Error {
  readonly code = 'EPOOLBUSY';
  constructor() {
    super('All connections to the mail server are in use.');
    this.name = 'PoolBusyError';
  }
}

interface Idle {
  session: SmtpSession;
  sent: number;
  timer: NodeJS.Timeout;
}

/** Limits of a pool. */
export interface PoolLimits {
  maxSessions: number;
  maxMailsPerSession: number;
  idleMs: number;
}

/** Makes a pool over `open`. Idle sessions are ended after `idleMs` and never keep the process alive. */
export function createSmtpPool(open: (timeoutMs: number) => Promise<SmtpSession>, limits: PoolLimits): SmtpPool {
  const idle: Idle[] = [];
  const waiting: (() => void)[] = [];
  let lent = 0;
  let closed = false;

  const drop = (entry: Idle) => {
    clearTimeout(entry.timer);
    idle.splice(idle.indexOf(entry), 1);
  };
  const takeIdle = (): Idle | undefined => {
    for (let entry = idle.at(-1); entry; entry = idle.at(-1)) {
      drop(entry);
      if (entry.session.isOpen()) return entry;
    }
    return undefined;
  };
  const keep = (session: SmtpSession, sent: number) => {
    const timer = setTimeout(() => {
      drop(entry);
      session.quit();
    }, limits.idleMs).unref();
    const entry: Idle = { session, sent, timer };
    idle.push(entry);
  };
  const lend = (session: SmtpSession, sent: number): Lease => ({
    session,
    fresh: sent === 0,
    release: (reusable) => {
      lent -= 1;
      if (reusable && !closed && session.isOpen() && sent + 1 < limits.maxMailsPerSession) keep(session, sent + 1);
      else if (reusable) session.quit();
      else session.destroy();
      waiting.shift()?.();
    },
  });
  const freeConnection = (timeoutMs: number) =>
    new Promise<void>((resolve, reject) => {
      const attempt = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(attempt), 1);
        reject(new PoolBusyError());
      }, timeoutMs);
      waiting.push(attempt);
    });

  return {
    async lease(timeoutMs, fresh = false) {
      const endsAt = Date.now() + timeoutMs;
      while (lent >= limits.maxSessions) await freeConnection(endsAt - Date.now());
      lent += 1;
      const entry = fresh ? undefined : takeIdle();
      if (entry) return lend(entry.session, entry.sent);
      try {
        return lend(await open(endsAt - Date.now()), 0);
      } catch (error) {
        lent -= 1;
        waiting.shift()?.();
        throw error;
      }
    },
    size: () => idle.length + lent,
    async close() {
      closed = true;
      for (const entry of [...idle]) {
        drop(entry);
        entry.session.quit();
      }
    },
  };
}
