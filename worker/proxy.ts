import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy on this machine for one server. It closes connections that wait in vain. */
export interface ServerProxy {
  /** The port it listens on, on 127.0.0.1. */
  port: number;
  /** Ends every connection and takes no more. */
  close(): Promise<void>;
}

export interface ProxyTarget {
  host: string;
  port: number;
  /** Returns whether the server answers at present. */
  reachable(): Promise<boolean>;
}

const TICK_MS = 1_000;
/** Counted in checks, not seconds, so that a stalled process first reads what it received. */
const SILENT_LOOKS = 4;
/** A server that answers too slowly to count as reachable is tried all the same. */
const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/**
 * Opens a proxy to a server for a client that waits long on a connection which fell silent, as half-open ones do: one on which
 * something was sent and nothing came back for four to five seconds is cut, at both ends, and the client opens a new
 * one. The client has to ask for something every second or so. While the server is away new connections wait at
 * the proxy: a client that failed over and over would come back late.
 */
export async function openProxy(target: ProxyTarget): Promise<ServerProxy> {
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    open.add(client);
    client.once('close', () => open.delete(client)).on('error', () => undefined);
    void untilReachable(target, client).then(() => {
      if (!client.destroyed) carry(client, target);
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (listener.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const client of open) client.destroy();
      await closed;
    },
  };
}

async function untilReachable({ reachable }: ProxyTarget, client: Socket): Promise<void> {
  const ends = performance.now() + PATIENCE_MS;
  while (!client.destroyed && performance.now() < ends && !(await reachable())) await sleep(ASK_AGAIN_MS);
}

function carry(client: Socket, { host, port }: ProxyTarget): void {
  const server = connect({ host, port, noDelay: true });
  client.setNoDelay(true);
  const cut = () => {
    client.destroy();
    server.destroy();
  };
  let isChecked = false;
  let silent = 0;
  const looking = setInterval(() => {
    silent = isChecked ? silent + 1 : 0;
    if (silent > SILENT_LOOKS) cut();
  }, TICK_MS);
  client.on('data', () => {
    isChecked = true;
  });
  server.on('data', () => {
    isChecked = false;
    silent = 0;
  });
  server.on('error', () => undefined);
  for (const end of [client, server]) {
    end.once('close', () => {
      clearInterval(looking);
      cut();
    });
  }
  client.pipe(server).pipe(client);
}
