/** The replacement for a secret in a text. */
export const MASK = '[secret]';
/** Shorter texts would turn up everywhere by chance. */
const SHORTEST = 4;

/** Returns the base64 forms of bytes within longer ones, one for each of the three offsets. */
const withinBase64 = (binary: string): string[] =>
  [0, 1, 2].map((at) =>
    btoa('\0'.repeat(at) + binary).slice(Math.ceil((at * 8) / 6), Math.floor(((at + binary.length) * 8) / 6)),
  );

/** Returns the forms of a text in URLs: as a part, as a whole, in a path, in forms, and in a host’s lower case. */
function inUrls(secret: string): string[] {
  const whole = secret.toWellFormed();
  const path = new URL('https://x');
  path.pathname = whole;
  const form = new URLSearchParams({ '': whole }).toString().slice(1);
  const encoded = [encodeURIComponent(whole), encodeURI(whole), path.pathname.slice(1), form];
  const lower = encoded.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  return [...encoded, ...lower, whole.toLowerCase()];
}

/** The forms in which a secret is known to turn up: as it is, in a URL, in JSON, in base64 and in hexadecimal. */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const base64 = [btoa(binary), btoa(binary).replace(/={1,2}$/, ''), ...withinBase64(binary)];
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const reversed = [...secret].reverse().join('');
  return [
    ...[secret, JSON.stringify(secret).slice(1, -1), reversed, ...inUrls(secret)],
    ...base64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
    ...[hex, hex.toUpperCase()],
  ];
}

/** Takes secrets out of texts, and out of values however deep. */
export interface Masking {
  add(secret: string): void;
  text(text: string): string;
  /** The same of a text that may have been cut in the middle of a secret. */
  cutText(text: string): string;
  /** Keys included. */
  value(value: unknown): unknown;
  /** An object whose own keys are ours. */
  fields<T extends object>(object: T): T;
}

/** Masks secrets that become known one after the other; the longest forms are looked for first. */
export function createMasking(secrets: readonly string[] = []): Masking {
  let forms: string[] = [];
  let numbers: string[] = [];
  const text = (given: string): string =>
    forms.reduce((masked, form) => (masked.includes(form) ? masked.replaceAll(form, MASK) : masked), given);
  const number = (given: number): unknown => (numbers.some((form) => String(given).includes(form)) ? MASK : given);
  const value = (given: unknown): unknown => {
    if (forms.length === 0) return given;
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return number(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [text(key), value(item)]));
  };
  const add = (secret: string): void => {
    if (secret.length < SHORTEST) return;
    const known = new Set([...forms, ...formsOf(secret).filter((form) => form.length >= SHORTEST)]);
    forms = [...known].sort((a, b) => b.length - a.length);
    numbers = forms.filter((form) => /^[\d.e+-]+$/.test(form));
  };
  for (const secret of secrets) add(secret);
  return {
    add,
    text,
    cutText(given) {
      const masked = text(given);
      for (const form of forms) {
        for (let length = Math.min(form.length - 1, masked.length); length >= SHORTEST; length -= 1) {
          if (masked.endsWith(form.slice(0, length))) return masked.slice(0, -length) + MASK;
        }
      }
      return masked;
    },
    value,
    fields: (object) =>
      Object.fromEntries(Object.entries(object).map(([key, item]) => [key, value(item)])) as typeof object,
  };
}
