import { isFree } from '../../scripts/lib/ports.mjs';

const [LOWEST, HIGHEST] = [10_000, 15_000];

/**
 * Finds a port for what is started later. It lies below those that servers are given, so that none which another file
 * starts meanwhile takes it.
 */
export async function portForLater(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
}
