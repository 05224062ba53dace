import { part } from './lifetime.mjs';
import { ensureMysql, putAwayMysql } from './mysql.mjs';
import { explain } from './output.mjs';
import { ensureTemporal, putAwayTemporal } from './temporal.mjs';

/** Waits for all, also when one fails, so that nothing is still starting when the command puts things away. */
export async function together(...works) {
  const results = await Promise.allSettled(works);
  const [first, ...others] = results.filter(({ status }) => status === 'rejected');
  for (const { reason } of others) explain(reason);
  if (first) throw first.reason;
  return results.map(({ value }) => value);
}

/** MySQL and Temporal, brought up side by side. At the end of the lifetime Temporal goes first. */
export async function ensureServices(dir, lifetime, { freshTemporal = false } = {}) {
  const parts = { mysql: part(lifetime), temporal: part(lifetime) };
  const [mysql, temporal] = await together(
    ensureMysql(dir, parts.mysql),
    ensureTemporal(dir, parts.temporal, { fresh: freshTemporal }),
  );
  return { mysql, temporal, parts };
}

/** Ends the services of a data folder that were left running. */
export async function putAwayServices(dir, options) {
  await putAwayTemporal(dir, options);
  await putAwayMysql(dir, options);
}
