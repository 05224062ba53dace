const Z = 1.96;

/**
 * Returns between which shares the true one lies with 95 % confidence (Wilson), where `hits` of `all` were seen; both
 * null where nothing was.
 */
export function shareInterval(hits: number, all: number): { low: number | null; high: number | null } {
  if (all <= 0) return { low: null, high: null };
  const share = Math.min(1, hits / all);
  const z2 = Z * Z;
  const middle = share + z2 / (2 * all);
  const spread = Z * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all * all));
  const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  return { low: round((middle - spread) / (1 + z2 / all)), high: round((middle + spread) / (1 + z2 / all)) };
}
