/**
 * The database of one process of jest. The workers and relays of a test file take up whatever lies in their database, so
 * two files that run side by side must not share one.
 */
export function workerDatabaseUrl(databaseUrl, worker) {
  const url = new URL(databaseUrl);
  if (worker > 1) url.pathname += `_${worker}`;
  return url.href;
}
