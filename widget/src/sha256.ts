/** The first 32 bits of the fractional parts of a root of each of the first primes. */
const roots = (count: number, root: number): Int32Array => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let isPrime = true;
    for (let d = 2; d * d <= n && isPrime; d += 1) isPrime = n % d !== 0;
    if (isPrime) found.push((n ** (1 / root) % 1) * 2 ** 32);
  }
  return Int32Array.from(found.map((part) => Math.floor(part) | 0));
};
const K = roots(64, 3);
const START = roots(8, 2);
const schedule = new Int32Array(64);

/** Works one block of 16 words into a state of 8. */
function compress(state: Int32Array, block: Int32Array): void {
  const w = schedule;
  w.set(block);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const worked = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = ((state[i] as number) + (worked[i] as number)) | 0;
}

/** Fills a last block: bytes, the closing bit, and how long everything is. */
function fill(block: Int32Array, bytes: ArrayLike<number>, from: number, length: number): void {
  for (let at = from; at < bytes.length; at += 1)
    block[(at - from) >> 2] =
      (block[(at - from) >> 2] as number) | ((bytes[at] as number) << (24 - ((at - from) & 3) * 8));
  const end = bytes.length - from;
  block[end >> 2] = (block[end >> 2] as number) | (0x80 << (24 - (end & 3) * 8));
  block[15] = length * 8;
}

const hex = (state: Int32Array): string =>
  Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/** Returns the lower-case hex SHA-256 of a text, as UTF-8. It works where pages have no Web Crypto. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const state = Int32Array.from(START);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const block = new Int32Array(16);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) block[i] = view.getInt32(at + i * 4);
    compress(state, block);
  }
  return hex(state);
}

/**
 * Returns a function that tells whether the SHA-256 of a salt of 64 characters and a number is the one wanted. The
 * salt is one block, which is worked in once for all numbers.
 */
export function matcher(salt: string, wanted: string): (number: number) => boolean {
  const encode = (text: string) => new TextEncoder().encode(text);
  const salted = Int32Array.from(START);
  const first = new Int32Array(16);
  const saltBytes = encode(salt);
  for (let at = 0; at < 64; at += 1)
    first[at >> 2] = (first[at >> 2] as number) | ((saltBytes[at] as number) << (24 - (at & 3) * 8));
  compress(salted, first);
  const begins = Number.parseInt(wanted.slice(0, 8), 16) | 0;
  const state = new Int32Array(8);
  const block = new Int32Array(16);
  const digits: number[] = [];
  return (number) => {
    const text = String(number);
    digits.length = text.length;
    for (let i = 0; i < text.length; i += 1) digits[i] = text.charCodeAt(i);
    block.fill(0);
    fill(block, digits, 0, 64 + text.length);
    state.set(salted);
    compress(state, block);
    return state[0] === begins && hex(state) === wanted;
  };
}
