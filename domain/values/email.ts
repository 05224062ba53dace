import { refuse, type Value, valid } from './value.js';

const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Japanese carriers gave out addresses with dots in any place behind the first sign. */
const CARRIER_LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-][a-z0-9.!#$%&'*+/=?^_`{|}~-]*$/i;
const CARRIER_DOMAIN = /(?:^|\.)(?:(?:docomo|ezweb)\.[a-z.]{2,10}|(?:softbank|vodafone|disney)\.ne\.jp|au\.com)$/;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
const TOP_LABEL = /^(xn--[a-z0-9-]+|[\p{L}\p{M}]{2,63})$/iu;
const MAX_TEXT = 1_000;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;

/**
 * Reads an email address as people write it (spaces around it, `mailto:`, `Name <a@b.c>`) into the plain address.
 * The domain is lowered, the local part keeps its case: some servers still tell them apart. `emailKey` compares.
 */
export function parseEmail(text: string): Value<string> {
  const address = bare(text);
  if (address === '') return refuse('INVALID_EMAIL', 'The email address is empty.');
  const at = address.lastIndexOf('@');
  if (at < 1) return refuse('INVALID_EMAIL', 'The email address must have the form name@domain.');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1).toLowerCase();
  if (new TextEncoder().encode(local).length > 64 || new TextEncoder().encode(address).length > 254) {
    return refuse('INVALID_EMAIL', 'The email address is too long.');
  }
  if (!LOCAL.test(local) && !(CARRIER_DOMAIN.test(domain) && CARRIER_LOCAL.test(local)))
    return refuse('INVALID_EMAIL', 'The part before the @ is invalid.');
  if (!validDomain(domain)) return refuse('INVALID_EMAIL', 'The domain of the email address is invalid.');
  return valid(`${local}@${domain}`);
}

/** Returns the form under which two spellings of an address are the same person: composed, lower case. */
export function emailKey(address: string): string {
  return address.normalize('NFC').toLowerCase();
}

/** Returns the part behind the @ in lower case; undefined when there is none. */
export function emailDomain(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at < 0 ? undefined : address.slice(at + 1).toLowerCase();
}

function bare(text: string): string {
  const trimmed = text
    .slice(0, MAX_TEXT)
    .replace(INVISIBLE, '')
    .trim()
    .replace(/[,;.]$/, '');
  const named = /^[^<>]*<([^<>]*)>$/.exec(trimmed);
  return (named?.[1] ?? trimmed)
    .trim()
    .replace(/^mailto:/i, '')
    .normalize('NFC');
}

function validDomain(domain: string): boolean {
  const labels = domain.split('.');
  if (labels.length < 2 || domain.length > 253) return false;
  return labels.every((label) => label.length <= 63 && LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '');
}
