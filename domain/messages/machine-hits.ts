import { isbot } from 'isbot';
import type { MachineReason } from '../../schemas/events/machines.js';

/** A request for the image or a link of a tracked mail. */
export interface HitRequest {
  kind: 'open' | 'click';
  method: string;
  userAgent: string;
  /** The headers by which a program says that it fetches ahead: `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`. */
  purposes: readonly string[];
}

/** An open or a click, and what its request alone says of it. */
export interface Hit {
  /** The link; null for the image. */
  url: string | null;
  at: Date;
  reason: MachineReason | null;
}

/** Programs that fetch images when a person opens the mail, on behalf of Gmail, Yahoo and Outlook. */
const FETCHES_FOR_A_PERSON = /GoogleImageProxy|YahooMailProxy|ms-office|Microsoft Office|Outlook|Thunderbird/i;

/** Security gateways and link checkers whose names aren't those of bots. */
const SCANNER =
  /proofpoint|mimecast|barracuda|safe ?links|defender|symantec|messagelabs|fireeye|trellix|ironport|forcepoint|websense|sophos|trend ?micro|zscaler|avanan|check ?point|cloudmark|vade ?secure|hornetsecurity|urldefense|phish|sandbox|headless/i;

/** Apple's mail privacy loads every image of every mail and says no more of itself than this. */
const ANONYMOUS = 'Mozilla/5.0';

/** Returns why a request is a machine's, as far as it says so itself; null if it may be a person's. */
export function reasonOfRequest({ kind, method, userAgent, purposes }: HitRequest): MachineReason | null {
  const agent = userAgent.trim();
  if (method !== 'GET') return 'head_request';
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(purpose))) return 'prefetch';
  if (agent === ANONYMOUS) return kind === 'open' ? 'privacy_proxy' : 'user_agent';
  if (kind === 'open' && FETCHES_FOR_A_PERSON.test(agent) && !SCANNER.test(agent)) return null;
  return agent === '' || SCANNER.test(agent) || isbot(agent) ? 'user_agent' : null;
}

/** Scanners fetch everything in an email when it arrives, faster than any reader. */
const DELIVERY_MS = 2_000;
/** No one opens two links of a mail within this time. */
const LINKS_MS = 1_000;
/** Scanners ask for the head of a link right before they fetch it. */
const HEAD_MS = 2_000;

/** How long an open or a click waits for what else comes, before it is judged and has effects. */
export const SETTLE_MS = 3_000;

const near = (hit: Hit, ms: number) => (other: Hit) => Math.abs(other.at.getTime() - hit.at.getTime()) <= ms;

/**
 * Returns why an open or a click is a machine's; null if it is a person's. `all` are the hits of its message around it,
 * itself included, so that a link that was followed first is judged by those that followed within a second. `sentAt` is
 * null for a message that hasn't left.
 */
export function judgeHit(hit: Hit, all: readonly Hit[], sentAt: Date | null): MachineReason | null {
  if (hit.reason !== null) return hit.reason;
  if (sentAt === null || hit.at.getTime() - sentAt.getTime() < DELIVERY_MS) return 'at_delivery';
  if (all.filter(near(hit, HEAD_MS)).some(({ reason }) => reason === 'head_request')) return 'head_request';
  const links = new Set(all.filter(near(hit, LINKS_MS)).flatMap(({ url }) => url ?? []));
  return links.size > 1 ? 'several_links' : null;
}

/** Returns whether a judged hit still says something about others that aren't judged yet. */
export const isNeeded = (hit: Hit, open: readonly Hit[]): boolean => open.some(near(hit, Math.max(LINKS_MS, HEAD_MS)));
