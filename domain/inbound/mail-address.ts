import { emailKey, parseEmail } from '../values/email.js';

const MAX = 2_000;

/**
 * Returns the address that a `From` or `To` header names, the first of several: with a name in quotes or not, with
 * comments (RFC 822), in a group, in upper case. Null where none can be read.
 */
export function readAddress(header: string | null | undefined): string | null {
  for (const candidate of candidatesIn(withoutComments((header ?? '').slice(0, MAX)))) {
    const address = parseEmail(candidate);
    if (address.ok) return address.value;
  }
  return null;
}

/** Takes comments and names in quotes out of a header: both may hold anything, addresses included. */
function withoutComments(header: string): string {
  let text = '';
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < header.length; at += 1) {
    const sign = header[at] as string;
    if (sign === '\\' && (quoted || depth > 0)) at += 1;
    else if (sign === '"' && depth === 0) quoted = !quoted;
    else if (!quoted && sign === '(') depth += 1;
    else if (!quoted && sign === ')' && depth > 0) depth -= 1;
    else if (!quoted && depth === 0) text += sign;
  }
  return text;
}

/** The places of an address, most explicit first: between angle brackets, then between separators. */
function candidatesIn(text: string): string[] {
  const angled = [...text.matchAll(/<([^<>]{1,400})>/g)].map(
    ([, inside]) => (inside as string).split(':').at(-1) as string,
  );
  const plain = text.replace(/<[^<>]{0,400}>/g, ' ').split(/[,;:\s]+/);
  return [...angled, ...plain].map((part) => part.trim()).filter((part) => part.includes('@'));
}

/** Providers that deliver two domains to one mailbox. */
const SAME_DOMAIN: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'gmail.com': 'googlemail.com',
};

/** Returns further keys under which the owner of an address may be known: without its tag, at the domain's other name. */
export function aliasesOf(address: string): string[] {
  const key = emailKey(address);
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)];
  const plain = local.split('+')[0] as string;
  const other = SAME_DOMAIN[domain];
  const found = [`${plain}@${domain}`, ...(other ? [`${local}@${other}`, `${plain}@${other}`] : [])];
  return plain === '' ? [] : [...new Set(found)].filter((each) => each !== key);
}
