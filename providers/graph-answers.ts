import { type ApiAnswer, oneLine } from './json-api.js';

type Answered = Pick<Extract<ApiAnswer, { kind: 'answer' }>, 'status' | 'body'>;

/** The code and the words of an error in the form that Graph answers. */
export function graphErrorIn(body: Record<string, unknown> | undefined): { code: string; message: string } | undefined {
  const error = body?.error as { code?: unknown; message?: unknown } | undefined;
  return typeof error?.code === 'string' ? { code: error.code, message: oneLine(error.message) } : undefined;
}

/** Returns whether a delta token has expired. Graph forgets tokens after a while, and says so in several ways. */
export const isExpiredToken = ({ status, body }: Answered): boolean =>
  status === 410 || /^(syncstate(notfound|invalid)|resyncrequired)$/i.test(graphErrorIn(body)?.code ?? '');

/** A page of a list or a delta. */
export interface GraphPage {
  items: Record<string, unknown>[];
  /** Where the list continues; undefined on its last page. */
  nextLink: string | undefined;
  /** Where the next delta starts; only on the last page of a delta. */
  deltaLink: string | undefined;
}

/** Reads a page. Undefined for an answer that isn't one, or whose links would take the access token elsewhere. */
export function graphPage(body: Record<string, unknown> | undefined, graphUrl: string): GraphPage | undefined {
  const links = [body?.['@odata.nextLink'], body?.['@odata.deltaLink']];
  const isSafe = (link: unknown) =>
    typeof link === 'string' && URL.canParse(link) && new URL(link).origin === new URL(graphUrl).origin;
  if (!Array.isArray(body?.value) || !links.every((link) => link === undefined || isSafe(link))) return undefined;
  const [nextLink, deltaLink] = links as (string | undefined)[];
  return { items: body.value as Record<string, unknown>[], nextLink, deltaLink };
}
