import { Readable } from 'node:stream';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { ComposedEmail } from './compose.js';
import type { SessionProgress } from './smtp-outcome.js';

/** The mail server and its credentials. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS is used where the server offers it. */
  secure: boolean;
  user?: string | null;
  password?: string | null;
}

/** The target of a session, and the access token to log in with instead of the password. */
export interface SessionTarget {
  /** The checked IP to connect to, when the name was resolved before. */
  address?: string;
  token?: string | undefined;
}

/** A session with the mail server that was greeted and, where there is a user, logged in. */
export interface SmtpSession {
  /**
   * Hands one mail over, until `endsAt` (Unix milliseconds); rejects with nodemailer's error. `progress` tells
   * afterwards how far it came.
   */
  deliver(email: ComposedEmail, progress: SessionProgress, endsAt: number): Promise<void>;
  /** Returns whether the server has kept the session open. */
  isOpen(): boolean;
  quit(): void;
  destroy(): void;
}

/** Opens a session within `timeoutMs`. */
export async function openSession(
  server: SmtpServer,
  timeoutMs: number,
  { address, token }: SessionTarget = {},
): Promise<SmtpSession> {
  const connection = createConnection(server, timeoutMs, address);
  let open = true;
  connection.on('end', () => {
    open = false;
  });
  // Every error also reaches the callback of the step it broke; without a listener it would end the process.
  connection.on('error', () => undefined);
  await bounded(connection, timeoutMs, (done) => {
    connection.once('error', done);
    connection.connect((error) => {
      if (error || !server.user) return done(error);
      const login = { user: server.user, pass: token ?? server.password ?? '' };
      return connection.login(token === undefined ? login : { ...login, method: WITH_TOKEN }, done);
    });
  });
  return {
    deliver: (email, progress, endsAt) => {
      const envelope = { from: email.envelope.from, to: [email.envelope.to], size: email.raw.length };
      return bounded(connection, endsAt - Date.now(), (done) => {
        const late = () => done(timeout());
        const reopen = closeAt(connection, endsAt, late);
        connection.send(envelope, watched(email.raw, progress, endsAt, late), (error) => {
          reopen();
          done(error);
        });
      });
    },
    isOpen: () => open,
    quit: () => {
      connection.quit();
      setTimeout(() => connection.close(), 1_000).unref();
    },
    destroy: () => connection.close(),
  };
}

/** Our name for XOAUTH2: the library's own repeats a refused login in the same session and loses the server's reason. */
const WITH_TOKEN = 'ACCESS-TOKEN';

async function logInWithToken({ auth, sendCommand }: SmtpConnection.CustomAuthenticationContext): Promise<void> {
  const { user = '', pass = '' } = auth.credentials;
  const proof = Buffer.from(`user=${user}\x01auth=Bearer ${pass}\x01\x01`).toString('base64');
  let answer = await sendCommand(`AUTH XOAUTH2 ${proof}`);
  // A challenge with the reason. The refusal itself follows an empty response.
  if (answer.status === 334) answer = await sendCommand('');
  if (answer.status !== 235) throw new Error('Invalid login');
}

function createConnection(server: SmtpServer, timeoutMs: number, address?: string): SmtpConnection {
  const local = ['localhost', '127.0.0.1', '::1'].includes(server.host);
  return new SmtpConnection({
    host: address ?? server.host,
    port: server.port,
    secure: server.secure,
    servername: server.host,
    // A password must be encrypted in transit, except on the same machine.
    requireTLS: !server.secure && !local && Boolean(server.user),
    tls: { rejectUnauthorized: !local, ...(local && { servername: 'localhost' }) },
    connectionTimeout: Math.max(timeoutMs, 1),
    greetingTimeout: Math.max(timeoutMs, 1),
    socketTimeout: 120_000,
    customAuth: { [WITH_TOKEN]: logInWithToken },
    socketCloseTimeout: 0,
    allowInternalNetworkInterfaces: true,
    logger: false,
  });
}

// The message is only read after the server has asked for it, so the first read marks the exact point of no return. A
// process that stalled before reads the server's reply before its timers fire, and must not send any more.
function watched(raw: Buffer, progress: SessionProgress, endsAt: number, late: () => void): Readable {
  return new Readable({
    read() {
      if (Date.now() > endsAt) return late();
      progress.dataStarted = true;
      this.push(raw);
      this.push(null);
    },
  });
}

/**
 * Lets nothing be written to a session's socket after `endsAt`. A process can also stand still after it has read the
 * message: the mail counts from its last line on, so each line has to be on time. Returns what lifts it.
 */
function closeAt({ _socket: socket }: SmtpConnection, endsAt: number, late: () => void): () => void {
  if (!socket) return () => undefined;
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  const onTime = (...args: unknown[]): boolean => {
    if (Date.now() <= endsAt) return write(...args);
    late();
    return false;
  };
  Object.assign(socket, { write: onTime });
  return () => Reflect.deleteProperty(socket, 'write');
}

const timeout = () => Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: 'CONN' });

function bounded(
  connection: SmtpConnection,
  timeoutMs: number,
  run: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        // Destroyed before the answer is given, so that nothing can leave after it.
        connection.close();
        reject(timeout());
      },
      Math.max(timeoutMs, 0),
    );
    run((error) => {
      clearTimeout(timer);
      if (error) {
        connection.close();
        reject(error);
      } else resolve();
    });
  });
}
