/** Draws one of several items by weight from a stable hash, so that the same parts always give the same item. */
export function drawByWeight<T extends { key: string; weight?: number | undefined }>(
  items: readonly T[],
  parts: readonly string[],
): T | undefined {
  const weighed = items.map((item) => ({ item, weight: item.weight ?? 1 })).filter(({ weight }) => weight > 0);
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let left = fraction(parts.join('\u0001')) * total;
  for (const { item, weight } of weighed) {
    left -= weight;
    if (left < 0) return item;
  }
  return weighed.at(-1)?.item;
}

/** A number from 0 to below 1 made from a text: FNV-1a with a final mix, the same on every machine. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
