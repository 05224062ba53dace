import { MAX_TEXT } from './config.js';

/** Control characters but line ends and tabs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Returns what a visitor says, trimmed and without controls but line ends and tabs; undefined where nothing is left or it is too long. */
export function cleanText(text: string): string | undefined {
  const clean = text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '').trim();
  return clean.length >= 1 && clean.length <= MAX_TEXT ? clean : undefined;
}

/** The stored data of the page that a visitor is on. */
export interface KeptPage {
  url: string;
  title: string | null;
  referrer: string | null;
}

const MAX_ADDRESS = 1_000;
const MAX_TITLE = 200;

/**
 * Returns what is kept of a page: its address without what queries and fragments may hold of people, but for `utm_`
 * parameters; of where the visitor came from no query at all. Null where it names no page.
 */
export function keptPage(
  page: { url: string; title?: string | undefined; referrer?: string | undefined } | undefined,
): KeptPage | null {
  const url = page && plainAddress(page.url, true);
  if (!url) return null;
  return {
    url,
    title: page.title?.replaceAll(CONTROLS, '').slice(0, MAX_TITLE) || null,
    referrer: (page.referrer && plainAddress(page.referrer, false)) || null,
  };
}

function plainAddress(text: string, withCampaign: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, searchParams } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const campaign = new URLSearchParams([...searchParams].filter(([name]) => name.startsWith('utm_'))).toString();
  const query = withCampaign && campaign ? `?${campaign}` : '';
  return `${origin}${pathname}${query}`.slice(0, MAX_ADDRESS);
}
