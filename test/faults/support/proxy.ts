import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What a line does. `hole` holds every byte back until the line is open again, as lost packets do; `dead` never gives
 * them to connections that were open meanwhile (half-open); `reset` ends connections and refuses new ones.
 */
export type Line =
  | { kind: 'open' }
  | { kind: 'latency'; ms: number }
  | { kind: 'slow'; bytesPerSecond: number }
  | { kind: 'hole' }
  | { kind: 'dead' }
  | { kind: 'reset' };

/**
 * What a watcher does with some bytes: lets the first of them go on, holds the rest until `until`, and then cuts the
 * connection, so that the rest never arrives.
 */
export interface Catch {
  first: number;
  until: Promise<void>;
}

/** Looks at bytes before they go on; `pair` is the same for both directions of a connection. */
export type Watcher = (bytes: Buffer, to: 'server' | 'client', pair: object) => Catch | undefined;

/** A TCP proxy before a server, whose line can be spoilt and mended while it is in use. */
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

  /** How many connections are open now. */
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

  /** Lets `watcher` look at all that passes from now on; nobody, if it is left out. */
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
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        await this.#delay(chunk.length);
        if (this.#given.has(pair)) continue;
        const caught = this.#watcher?.(chunk, to === pair[1] ? 'server' : 'client', pair);
        if (caught) {
          if (caught.first > 0) to.write(chunk.subarray(0, caught.first));
          await caught.until;
          for (const socket of pair) socket.destroy();
          return;
        }
        if (!to.write(chunk)) await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
      }
      if (!this.#given.has(pair)) to.end();
    } catch {
      to.destroy();
    }
  }

  async #delay(bytes: number): Promise<void> {
    while (this.#line.kind === 'hole') await new Promise<void>((resolve) => this.#changed.add(resolve));
    const line = this.#line;
    const ms =
      line.kind === 'latency' ? line.ms : line.kind === 'slow' ? Math.ceil((bytes * 1000) / line.bytesPerSecond) : 0;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
