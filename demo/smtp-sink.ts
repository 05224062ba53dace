import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A message that the server accepted. A message that was delivered twice is listed twice. */
export interface ReceivedMail {
  at: Date;
  from: string;
  to: string;
  /** Names in lower case, folded lines joined; of repeated headers the last. */
  headers: Record<string, string>;
  raw: string;
  session: string;
}

/** The server's behavior for an email; `reply` rejects at the named stage. */
export type SinkBehaviour =
  /** `asking` is called before the server asks for the message, `taken` before it says that it has it. */
  | { kind: 'accept'; afterMs?: number; asking?: () => void; taken?: () => void }
  | { kind: 'reply'; stage: 'mail' | 'rcpt' | 'data'; code: number; text?: string }
  /** Ends the connection before the message was asked for, or while it arrives: nothing is accepted. */
  | { kind: 'cut'; stage: 'mail' | 'rcpt' | 'data' }
  /** Never answers; with `accepted` the message is recorded before. */
  | { kind: 'hang'; stage: 'rcpt' | 'data'; accepted?: boolean }
  /** Records the message and ends the connection instead of answering. */
  | { kind: 'accept_then_cut' };

/** Chooses the behaviour for one mail, or leaves it to the next rule. */
export type SinkRule = (to: string, from: string) => SinkBehaviour | undefined;

/** Settings of a sink. */
export interface SinkOptions {
  port?: number;
  /** Requires this login. */
  login?: { user: string; password: string };
  /** Requires a login by XOAUTH2. Returns the reply to a token: 334 refuses it with a challenge first. */
  replyToToken?: (user: string, token: string) => number;
  /** Offers STARTTLS with the server's self-signed certificate. */
  startTls?: boolean;
}

/**
 * A real SMTP server that keeps what it accepts and never deduplicates: the judge of what was really sent.
 * Rules make it refuse, cut or hang for chosen mails.
 */
export class SmtpSink {
  /** Everything accepted, in order. */
  readonly mails: ReceivedMail[] = [];
  /** The number of connections so far. */
  connections = 0;
  readonly #byAddress = new Map<string, ReceivedMail[]>();
  readonly #rules: SinkRule[] = [];
  readonly #listeners: ((mail: ReceivedMail) => void)[] = [];
  readonly #sockets = new Map<number, Socket>();
  readonly #chosen = new Map<string, SinkBehaviour>();
  readonly #waiting = new Set<() => void>();
  readonly #server: SMTPServer;

  private constructor(options: SinkOptions) {
    this.#server = new SMTPServer(this.#serverOptions(options));
    this.#server.on('error', () => undefined);
    this.#server.server.on('connection', (socket: Socket) => {
      const { remotePort } = socket;
      if (remotePort === undefined) return;
      this.connections += 1;
      this.#sockets.set(remotePort, socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(remotePort));
    });
  }

  /** Starts a sink on 127.0.0.1, on a free port unless one is given. */
  static async start(options: SinkOptions = {}): Promise<SmtpSink> {
    const sink = new SmtpSink(options);
    await new Promise<void>((resolve, reject) => {
      sink.#server.once('error', reject);
      sink.#server.listen(options.port ?? 0, '127.0.0.1', () => resolve());
    });
    return sink;
  }

  get host(): string {
    return '127.0.0.1';
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Returns the number of open connections. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Calls `listener` for each message as it is accepted. */
  onMail(listener: (mail: ReceivedMail) => void): void {
    this.#listeners.push(listener);
  }

  /** Adds a rule; later rules are asked first. Returns a function that removes it. */
  rule(rule: SinkRule): () => void {
    this.#rules.unshift(rule);
    return () => {
      this.#rules.splice(this.#rules.indexOf(rule), 1);
    };
  }

  /** Behaves so for one recipient, the first `times` mails only where that is given. */
  for(to: string, behaviour: SinkBehaviour, times = Number.POSITIVE_INFINITY): () => void {
    let left = times;
    return this.rule((address) => {
      if (address.toLowerCase() !== to.toLowerCase() || left <= 0) return undefined;
      left -= 1;
      return behaviour;
    });
  }

  /** Behaves so for a share of all mails, chosen by a seeded sequence so that a run can be repeated. */
  atRate(share: number, behaviour: SinkBehaviour, seed = 1): () => void {
    const next = sequence(seed);
    return this.rule(() => (next() < share ? behaviour : undefined));
  }

  /** Mails accepted for an address. */
  to(address: string): ReceivedMail[] {
    return [...(this.#byAddress.get(address.toLowerCase()) ?? [])];
  }

  /** Resolves as soon as `done` holds for the mails accepted so far; rejects after `timeoutMs`. */
  until(done: (mails: readonly ReceivedMail[]) => boolean, timeoutMs = 10_000): Promise<void> {
    if (done(this.mails)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!done(this.mails)) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`The mails expected did not arrive in ${timeoutMs} ms; ${this.mails.length} are there.`));
      }, timeoutMs);
      this.#waiting.add(look);
    });
  }

  /** Ends every open connection at once, as a restart of the server would. */
  cutAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  /** Stops listening and ends what is open. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.cutAll();
    await closed;
  }

  #serverOptions({ login, replyToToken, startTls }: SinkOptions): SMTPServerOptions {
    const needsLogin = Boolean(login ?? replyToToken);
    return {
      disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(needsLogin ? [] : ['AUTH'])],
      authOptional: !needsLogin,
      ...(replyToToken && { authMethods: ['XOAUTH2'] }),
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onAuth: (auth, _session, callback) => {
        const { username = '', accessToken } = auth;
        if (accessToken !== undefined && replyToToken) {
          const reply = replyToToken(username, accessToken);
          if (reply === 235) return callback(null, { user: username });
          if (reply === 334) return callback(null, { data: { status: '401', schemes: 'bearer' } });
          return callback(refusal(reply, 'Authentication failed'));
        }
        return username === login?.user && auth.password === login?.password
          ? callback(null, { user: username })
          : callback(refusal(535, '5.7.8 Authentication credentials invalid'));
      },
      onMailFrom: (address, session, callback) => {
        this.#chosen.delete(session.id);
        const any = this.#choose('*', address.address, 'mail');
        return any ? this.#act(any, session, callback) : callback();
      },
      onRcptTo: (address, session, callback) => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const behaviour = this.#choose(address.address, from) ?? { kind: 'accept' };
        this.#chosen.set(session.id, behaviour);
        if ('stage' in behaviour && behaviour.stage === 'rcpt') return this.#act(behaviour, session, callback);
        return callback();
      },
      onData: (stream, session, callback) => {
        const behaviour = this.#chosen.get(session.id) ?? { kind: 'accept' };
        if (behaviour.kind === 'cut') return stream.once('data', () => this.#cut(session));
        if (behaviour.kind === 'accept') behaviour.asking?.();
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          if (behaviour.kind === 'reply' || (behaviour.kind === 'hang' && !behaviour.accepted)) {
            return this.#act(behaviour, session, callback);
          }
          this.#record(session, raw);
          if (behaviour.kind === 'accept_then_cut') return this.#cut(session);
          if (behaviour.kind === 'hang') return undefined;
          behaviour.taken?.();
          return setTimeout(callback, behaviour.afterMs ?? 0);
        });
      },
    };
  }

  // Rules for MAIL FROM can't know the recipient yet; they are asked with `*`.
  #choose(to: string, from: string, stage?: 'mail'): SinkBehaviour | undefined {
    for (const rule of this.#rules) {
      const behaviour = rule(to, from);
      if (behaviour && (stage === undefined || ('stage' in behaviour && behaviour.stage === stage))) return behaviour;
    }
    return undefined;
  }

  #act(behaviour: SinkBehaviour, session: SMTPServerSession, callback: (error?: Error) => void): void {
    if (behaviour.kind === 'reply') callback(refusal(behaviour.code, behaviour.text ?? 'refused by rule'));
    if (behaviour.kind === 'cut') this.#cut(session);
  }

  #cut(session: SMTPServerSession): void {
    this.#sockets.get(session.remotePort)?.destroy();
  }

  #record(session: SMTPServerSession, raw: string): void {
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
    for (const { address } of session.envelope.rcptTo) {
      const mail = { at: new Date(), from, to: address, headers: readHeaders(raw), raw, session: session.id };
      this.mails.push(mail);
      const key = mail.to.toLowerCase();
      this.#byAddress.set(key, [...(this.#byAddress.get(key) ?? []), mail]);
      for (const listener of this.#listeners) listener(mail);
    }
    for (const look of this.#waiting) look();
  }
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function readHeaders(raw: string): Record<string, string> {
  const head = raw.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

// mulberry32: small, repeatable, good enough to choose mails.
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
