import { Resolver } from 'node:dns/promises';

/** Queries name servers. Nothing connects to the addresses that they return. */
export interface Dns {
  /** The records; none if there are none. Throws if no name server responds. */
  txt(name: string): Promise<string[]>;
  mx(name: string): Promise<string[]>;
  addresses(name: string): Promise<string[]>;
  /** The same as Node's `resolve`, for libraries. */
  resolve(name: string, type: string): Promise<unknown>;
}

/** The longest name, without the last dot. */
const MAX_NAME = 253;
const MAX_RECORDS = 50;
const NONE = ['ENOTFOUND', 'ENODATA'];

/**
 * Creates what asks name servers: `servers` are their addresses, comma-separated; empty for those of the system. An
 * answer has at most 64 KiB, and a question ends after six seconds.
 */
export function createDns(servers: string): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers !== '') resolver.setServers(servers.split(',').map((each) => each.trim()));
  const records = async <T>(name: string, ask: () => Promise<T[]>): Promise<T[]> => {
    if (name.length > MAX_NAME) return [];
    try {
      return (await ask()).slice(0, MAX_RECORDS);
    } catch (error) {
      if (NONE.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  };
  return {
    txt: async (name) => (await records(name, () => resolver.resolveTxt(name))).map((parts) => parts.join('')),
    mx: async (name) =>
      (await records(name, () => resolver.resolveMx(name)))
        .sort((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange.toLowerCase()),
    addresses: async (name) => [
      ...(await records(name, () => resolver.resolve4(name))),
      ...(await records(name, () => resolver.resolve6(name))),
    ],
    resolve: (name, type) => resolver.resolve(name, type),
  };
}
