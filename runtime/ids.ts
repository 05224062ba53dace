import { v7 } from 'uuid';

/** Randomness for many ids at once: drawing it costs more than the rest of an id. */
const pool = new Uint8Array(16 * 256);
let used = pool.length;

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

let msecs = 0;
let seq = 0;

/** Makes a new UUIDv7. Ids sort by the moment they were made, also within one millisecond of one process. */
export function newId(): string {
  const random = randomBytes();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Starts in the lower half of 32 bits, so that a millisecond never counts past the end.
    seq =
      ((random[6] ?? 0) & 0x7f) * 0x1000000 + (random[7] ?? 0) * 0x10000 + (random[8] ?? 0) * 0x100 + (random[9] ?? 0);
  } else {
    seq += 1;
  }
  return v7({ random, msecs, seq });
}

/** Makes an id of something that happens at another time, which it sorts by. */
export const newIdAt = (at: Date): string => v7({ random: randomBytes(), msecs: at.getTime() });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns the instant (ms since 1970) inside a UUIDv7. */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the smallest id that a row made at `at` or later can have; turns a time range into an id range. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
