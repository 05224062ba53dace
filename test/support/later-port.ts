import { isFree } from '../../scripts/lib/ports.mjs';

const [LOWEST, HIGHEST] = [10_000, 15_000];

/**
 * Finds a port for a server that starts later. It is below the ephemeral ports, so that no concurrent test file takes
 * it.
 */
export async function portForLater(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
}
