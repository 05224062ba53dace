import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The behavior of a connection. `latency` delays responses, `slow` limits the bytes per second in each direction.
 * `hole` holds every byte back until the connection is open again, like lost packets. `dead` never delivers them to
 * connections that were open in the meantime (half-open). `reset` closes connections and refuses new ones.
 */
export type Line =
  | { kind: 'open' }
  | { kind: 'latency'; ms: number }
  | { kind: 'slow'; bytesPerSecond: number }
  | { kind: 'hole' }
  | { kind: 'dead' }
  | { kind: 'reset' };

/**
 * A watcher's action on some bytes: it forwards the first of them, holds the rest until `until`, and then closes the
 * connection, so that the rest never arrives.
 */
export interface Catch {
  first: number;
  until: Promise<void>;
}

/** Inspects bytes before they are forwarded. `pair` is the same for both directions of a connection. */
export type Watcher = (bytes: Buffer, to: 'server' | 'client', pair: object) => Catch | undefined;

/** A TCP proxy in front of a server, whose connections can be broken and restored during use. */
export class TcpProxy {
  #line: Line = { kind: 'open' };
  readonly #server: Server;
  readonly #pairs = new Set<Socket[]>();
  readonly #given = new WeakSet<Socket[]>();
  #changed = new Set<() => void>();
  #watcher: Watcher | undefined;

  private constructor(port: number) {
    this.#server = createServer((client) => this.#accept(client, port));
  }

  /** Starts a proxy before 127.0.0.1:`port`. */
  static async start(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Returns the number of open connections. */
  get open(): number {
    return this.#pairs.size;
  }

  /** Changes the line, for connections that are open and for new ones. */
  set(line: Line): void {
    this.#line = line;
    for (const pair of this.#pairs) {
      if (line.kind === 'reset') for (const socket of pair) socket.resetAndDestroy();
      if (line.kind === 'dead') this.#given.add(pair);
    }
    const changed = this.#changed;
    this.#changed = new Set();
    for (const tell of changed) tell();
  }

  /** Makes `watcher` inspect all bytes from now on, or removes the watcher if it is omitted. */
  watch(watcher?: Watcher): void {
    this.#watcher = watcher;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.set({ kind: 'open' });
    await closed;
  }

  #accept(client: Socket, port: number): void {
    if (this.#line.kind === 'reset') return void client.resetAndDestroy();
    const server = connect({ host: '127.0.0.1', port, noDelay: true });
    client.setNoDelay(true);
    const pair = [client, server];
    this.#pairs.add(pair);
    if (this.#line.kind === 'dead') this.#given.add(pair);
    for (const [from, to] of [pair, [server, client]] as [Socket, Socket][]) {
      from.on('error', () => undefined);
      from.once('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
      void this.#carry(pair, from, to);
    }
  }

  async #carry(pair: Socket[], from: Socket, to: Socket): Promise<void> {
    let last = Promise.resolve();
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        const at = performance.now();
        last = last.then(() => this.#pass(pair, to, chunk, at));
        // On a long way bytes follow each other closely: each is late by as much as the way is long.
        if (this.#line.kind !== 'latency') await last;
      }
      await last;
      if (!this.#given.has(pair)) to.end();
    } catch {
      to.destroy();
    }
  }

  async #pass(pair: Socket[], to: Socket, chunk: Buffer, at: number): Promise<void> {
    const towards = to === pair[1] ? 'server' : 'client';
    await this.#delay(chunk.length, towards, at);
    if (this.#given.has(pair)) return;
    const caught = this.#watcher?.(chunk, towards, pair);
    if (caught) {
      if (caught.first > 0) to.write(chunk.subarray(0, caught.first));
      await caught.until;
      for (const socket of pair) socket.destroy();
      return;
    }
    if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
  }

  async #delay(bytes: number, towards: 'server' | 'client', at: number): Promise<void> {
    while (this.#line.kind === 'hole') await new Promise<void>((resolve) => this.#changed.add(resolve));
    const line = this.#line;
    let ms = 0;
    if (line.kind === 'slow') ms = Math.ceil((bytes * 1000) / line.bytesPerSecond);
    if (line.kind === 'latency' && towards === 'client') ms = at + line.ms - performance.now();
    if (ms <= 0) return;
    // A restored connection delivers the held bytes immediately.
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#changed.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#changed.add(done);
    });
  }
}
