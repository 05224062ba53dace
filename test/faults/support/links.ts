import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRoot } from './disk.js';
import { type Line, TcpProxy } from './proxy.js';

/** The fault of a link: that of its line, or an unknown host name. */
export type Toxic = Line | { kind: 'nameless' };

/** The way of one process to one server. */
export interface Link {
  proxy: TcpProxy;
  spoil(toxic: Toxic): void;
  restore(): void;
}

/** A process whose links can be spoilt: what it is started with. */
interface Linked {
  env: NodeJS.ProcessEnv;
  through?: string[];
  mysql: Link;
  temporal: Link;
}

export interface Links {
  of: { api: Linked; worker: Linked };
  close(): Promise<void>;
}

/** Names of one's own are a thing only root can make. */
export const canLoseNames = isRoot;

const HOSTS = { mysql: 'mysql.las.test', temporal: 'temporal.las.test' };
type Server = keyof typeof HOSTS;

/**
 * Returns the host names of a process in a namespace of its own. Other names resolve to an address for documentation,
 * which never answers.
 */
function namesOf(dir: string, program: string) {
  const [hosts, resolv] = ['hosts', 'resolv.conf'].map((file) => path.join(dir, `${program}-${file}`));
  const known = new Set(Object.values(HOSTS));
  // The file stays the same one: it is looked at through a mount.
  const write = () => writeFileSync(hosts as string, `127.0.0.1 localhost ${[...known].join(' ')}\n`);
  writeFileSync(resolv as string, 'nameserver 192.0.2.1\n', { mode: 0o644 });
  write();
  const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolv} /etc/resolv.conf && exec "$@"`;
  return {
    through: ['unshare', '--mount', 'sh', '-c', mounts, 'sh'],
    set(name: string, isKnown: boolean) {
      if (isKnown) known.add(name);
      else known.delete(name);
      write();
    },
  };
}

async function linked(dir: string, program: string, url: string, address: string): Promise<Linked> {
  const names = canLoseNames ? namesOf(dir, program) : undefined;
  const host = (server: Server) => (names ? HOSTS[server] : '127.0.0.1');
  const link = async (server: Server, port: number): Promise<Link> => {
    const proxy = await TcpProxy.start(port);
    return {
      proxy,
      spoil(toxic) {
        if (toxic.kind !== 'nameless') return proxy.set(toxic);
        names?.set(HOSTS[server], false);
        // Existing connections need no name, so the open connections end.
        proxy.set({ kind: 'reset' });
        proxy.set({ kind: 'open' });
      },
      restore() {
        names?.set(HOSTS[server], true);
        proxy.set({ kind: 'open' });
      },
    };
  };
  const mysql = await link('mysql', Number(new URL(url).port));
  const temporal = await link('temporal', Number(address.split(':').at(-1)));
  return {
    env: {
      DATABASE_URL: url.replace(/@[^/]+\//, `@${host('mysql')}:${mysql.proxy.port}/`),
      TEMPORAL_ADDRESS: `${host('temporal')}:${temporal.proxy.port}`,
    },
    ...(names && { through: names.through }),
    mysql,
    temporal,
  };
}

/** Links of an API process and of a worker, with the relay in it, to the MySQL at `url` and the Temporal at `address`. */
export async function openLinks(dir: string, url: string, address: string): Promise<Links> {
  const [api, worker] = [await linked(dir, 'api', url, address), await linked(dir, 'worker', url, address)];
  const proxies = [api, worker].flatMap(({ mysql, temporal }) => [mysql.proxy, temporal.proxy]);
  return {
    of: { api, worker },
    close: async () => void (await Promise.all(proxies.map((proxy) => proxy.stop()))),
  };
}
