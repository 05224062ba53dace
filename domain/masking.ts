const MASK = '[secret]';
/** Shorter texts would turn up everywhere by chance. */
const SHORTEST = 4;

/** The forms in which a secret is known to turn up: as it is, in a URL, in JSON, in base64 and in hexadecimal. */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const base64 = btoa(binary);
  const plain = base64.replace(/=+$/, '');
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const reversed = [...secret].reverse().join('');
  return [
    ...[secret, encodeURIComponent(secret), encodeURI(secret), JSON.stringify(secret).slice(1, -1), reversed],
    ...[base64, plain, plain.replaceAll('+', '-').replaceAll('/', '_'), hex, hex.toUpperCase()],
  ];
}

/** Takes secrets out of texts, and out of values however deep, keys included. */
export interface Masking {
  add(secret: string): void;
  text(text: string): string;
  value(value: unknown): unknown;
}

/** Masks secrets that become known one after the other; the longest forms are looked for first. */
export function createMasking(): Masking {
  let forms: string[] = [];
  const text = (given: string): string =>
    forms.reduce((masked, form) => (masked.includes(form) ? masked.replaceAll(form, MASK) : masked), given);
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, item]) => [text(key), value(item)]));
  };
  return {
    add(secret) {
      if (secret.length < SHORTEST) return;
      forms = [...new Set([...forms, ...formsOf(secret)])].sort((a, b) => b.length - a.length);
    },
    text,
    value: (given) => (forms.length === 0 ? given : value(given)),
  };
}
