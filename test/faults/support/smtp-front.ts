import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The replacement for a mail server. `pass` forwards to the real one. */
export type FrontMode =
  | 'pass'
  | 'too_busy'
  | 'refuses_for_now'
  | 'hangs'
  | 'resets'
  | 'talks_rubbish'
  | 'floods'
  | 'breaks_tls'
  | 'garbles_the_last_answer';

/** A port that a sender takes for its mail server, and that misbehaves at will. */
export class SmtpFront {
  mode: FrontMode;
  /** The number of connections so far. */
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(mode: FrontMode, port: number) {
    this.mode = mode;
    this.#server = createServer((client) => {
      this.connections += 1;
      this.#sockets.add(client);
      client.on('error', () => undefined);
      client.once('close', () => this.#sockets.delete(client));
      MODES[this.mode](client, port);
    });
  }

  /** Starts one before the server on 127.0.0.1:`port`. */
  static async start(mode: FrontMode, port: number): Promise<SmtpFront> {
    const front = new SmtpFront(mode, port);
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on the line to the real server, for new connections; the others end. */
  restore(): void {
    this.mode = 'pass';
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

const FLOOD_BYTES = 10_000_000;

const MODES: Record<FrontMode, (client: Socket, port: number) => void> = {
  pass: (client, port) => pipe(client, port),
  too_busy: (client) => client.end('421 4.7.0 Too many connections, try again later\r\n'),
  refuses_for_now: (client) => speak(client, { 'RCPT TO': '451 4.7.1 Try again later' }),
  hangs: () => undefined,
  resets: (client) => client.once('data', () => client.resetAndDestroy()).write('220 mail ESMTP\r\n'),
  talks_rubbish: (client) => client.end(`HTTP/1.1 200 OK\r\n\r\n${randomBytes(200).toString('latin1')}\r\n`),
  floods: (client) => client.write(Buffer.alloc(FLOOD_BYTES, '2')),
  breaks_tls: (client) =>
    speak(client, { EHLO: '250-mail\r\n250 STARTTLS', STARTTLS: '220 Go ahead' }, () => client.write(randomBytes(500))),
  // The email is accepted, but the reply to the sender is garbled.
  garbles_the_last_answer: (client, port) => pipe(client, port, true),
};

/** A server that knows the beginning of the protocol; `said` replaces its answers. */
function speak(client: Socket, said: Record<string, string>, afterTls?: () => void): void {
  client.write('220 mail ESMTP\r\n');
  client.on('data', (chunk) => {
    for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
      const command = Object.keys(said).find((name) => line.toUpperCase().startsWith(name));
      client.write(`${command === undefined ? '250 OK' : said[command]}\r\n`);
      if (command === 'STARTTLS') afterTls?.();
    }
  });
}

function pipe(client: Socket, port: number, garbling = false): void {
  const server = connect({ host: '127.0.0.1', port });
  let asked = false;
  client.pipe(server);
  server.on('data', (chunk) => {
    if (garbling && asked) client.end('%$#!\r\n');
    else client.write(chunk);
    asked ||= /^354/m.test(chunk.toString('latin1'));
  });
  server.on('error', () => undefined);
  server.once('close', () => client.destroy());
  client.once('close', () => server.destroy());
}
