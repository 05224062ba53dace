import type { Lifetime } from './mysql.mjs';

/** Starts the development server on this data folder; a server that ends while it starts is started again. */
export function startTemporal(
  program: string,
  dir: string,
  lifetime: Lifetime,
  options?: { fresh?: boolean },
): Promise<{ address: string; uiUrl: string }>;

/** Whether Temporal at this address serves its default namespace. */
export function pingTemporal(address: string): Promise<boolean>;
