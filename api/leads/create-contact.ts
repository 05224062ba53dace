import type { Db } from '../../db/connection.js';
import { countTurns, readTurnCounts, type TurnLimit } from '../../db/widget/turn-counters.js';
import type { Work } from '../../db/work.js';
import { holdsLink } from '../../domain/widget/contact-names.js';
import { PROOF_HEADER } from '../../schemas/widget/proof.js';
import type { ConfirmationLinks } from '../../services/leads/confirm-contact.js';
import type { LeadInput, SaveContext } from '../../services/leads/read-lead.js';
import { saveLeads } from '../../services/leads/save-leads.js';
import { type Proofs, payWith } from '../../services/widget/proofs.js';
import { askOfTyped, typedWith } from '../../services/widget/typed-contacts.js';
import { settingsOf } from '../../services/widget/widgets.js';
import { ApiError } from '../http/errors.js';
import type { RouteInput, Site } from '../http/route.js';
import { browserReader } from './browser-reader.js';
import { problemError } from './lead-body.js';

/** Fields that only servers can send, not pages. */
const FOR_SERVERS = ['on_duplicate', 'tags', 'force_first_message', 'external_id'] as const;

/** The fields with which messages greet a lead. */
const NAMES = ['first_name', 'last_name'] as const;

const [FIVE_MINUTES_S, DAY_S] = [300, 86_400];

type Limit = TurnLimit & { isFree?: true };

/**
 * Returns how many contacts an address and a key may create, the rows that many count in last. A household or an office
 * creates some, a script many. Without a proof it is only as many as a page without a session needs.
 */
function limitsOf({ widget, address }: Site, hasProof: boolean): Limit[] {
  const ofAddress = { kind: 'address' as const, name: `contact ${widget.key_id} ${address}` };
  const ofKey = { kind: 'key' as const, name: `contact ${widget.key_id}` };
  const free = { periodS: FIVE_MINUTES_S, isFree: true as const };
  return [
    { ...ofAddress, periodS: FIVE_MINUTES_S, allowed: 10 },
    { ...ofAddress, periodS: DAY_S, allowed: 50 },
    ...(hasProof
      ? []
      : [
          { ...ofAddress, ...free, name: `${ofAddress.name} free`, allowed: 3 },
          { ...ofKey, ...free, name: `${ofKey.name} free`, allowed: 30 },
        ]),
    { ...ofKey, periodS: DAY_S, allowed: settingsOf(widget).limits.turns_per_day },
  ];
}

/**
 * Uses up the proof of work that a request for a contact shows, then counts the contact against what its address and its
 * key may create. Throws the 403 for a refused proof, or where one is needed, and the 429 with the time until there is room.
 */
export async function countContact(
  db: Db,
  proofs: Proofs,
  site: Site,
  { req, now }: Pick<RouteInput<never>, 'req' | 'now'>,
): Promise<void> {
  const limits = limitsOf(site, await hasPaid(db, proofs, site, req.get(PROOF_HEADER), now));
  if (await countTurns(db, [limits])) return;
  const counts = await readTurnCounts(db, limits);
  const full = limits.flatMap(({ allowed, isFree }, at) =>
    (counts[at]?.n ?? 0) >= allowed ? [{ isFree, secondsLeft: counts[at]?.secondsLeft ?? 1 }] : [],
  );
  if (full.length > 0 && full.every(({ isFree }) => isFree)) {
    const message = `Too many contacts at once. Send a solved challenge in ${PROOF_HEADER}.`;
    throw new ApiError('POW_REQUIRED', { message });
  }
  throw new ApiError('RATE_LIMITED', {
    message: 'Your IP address or this page has created too many contacts. Try again later.',
    headers: { 'Retry-After': String(Math.max(1, ...full.map(({ secondsLeft }) => secondsLeft))) },
  });
}

/** Uses up the proof that a header shows. Returns whether there is one, or none is needed. Throws the 403 of a bad one. */
async function hasPaid(
  db: Db,
  proofs: Proofs,
  { widget }: Site,
  header: string | undefined,
  now: Date,
): Promise<boolean> {
  if (!settingsOf(widget).pow.required) return true;
  const pow = readProof(header);
  if (!pow) return false;
  // A proof pays once, so it doesn't matter which session of the widget asked for it.
  const proof = proofs.check({ keyId: widget.key_id, purpose: 'visitor' }, pow, now);
  if (!proof.ok) throw new ApiError(proof.code);
  if (!(await payWith(db, proof))) throw new ApiError('POW_REPLAYED');
  return true;
}

/** Reads `<id>.<number>`; anything else is no proof. */
function readProof(header = ''): { id: string; number: number } | undefined {
  const at = header.lastIndexOf('.');
  const number = header.slice(at + 1);
  return /^\d{1,7}$/.test(number) ? { id: header.slice(0, at), number: Number(number) } : undefined;
}

/**
 * Creates the lead that a page asks for with a widget's key. Anyone who can read the page may do so, so it is always a
 * new lead, the answer says nothing of others, and the first message isn't sent. Where the widget says so, the lead is
 * asked to confirm its address first. Throws the 400 for more than one lead and for what is left to servers.
 */
export async function createContact(
  work: Work,
  context: SaveContext,
  { site, req }: { site: Site } & Pick<RouteInput<never>, 'req'>,
  links: ConfirmationLinks,
  input: LeadInput | undefined,
) {
  const { widget } = site;
  const contact = {
    ...checked(site, input),
    source: input?.source ?? 'widget',
    skip_first_message: true,
    on_duplicate: 'create',
  } as const;
  const [outcome] = await saveLeads(work, { ...context, typed: typedWith(widget) }, [contact]);
  if (!outcome || outcome.kind === 'failed') throw problemError(outcome?.problems ?? []);
  if (outcome.refusal) throw problemError([{ ...outcome.refusal, field: '/workflow_id' }]);
  const { lead } = outcome;
  await askOfTyped(work, links, lead, browserReader(req).language);
  return { status: 201 as const, body: { success: true as const, lead: { id: lead.id } } };
}

/** Returns the contact of a request. Throws the 400 for what a page may not say. */
function checked({ widget }: Site, input: LeadInput | undefined): LeadInput {
  if (!input) throw refusal('', 'Web pages can create only one lead per request.');
  const named = NAMES.find((field) => holdsLink(String(input[field] ?? '')));
  if (named) throw refusal(`/${named}`, `${named} can't contain a link.`);
  const refused = FOR_SERVERS.find((field) => input[field] !== undefined);
  if (refused) throw refusal(`/${refused}`, `Web pages can't set ${refused}. Send it from a server.`);
  if (input.workflow_id !== undefined && input.workflow_id.toLowerCase() !== widget.agent_id)
    throw refusal('/workflow_id', 'Web pages can only use the workflow of their widget.');
  const consents = Object.values(input.consent ?? {});
  // An opt-out would keep the whole account from writing to an address of someone else.
  if (consents.includes('opted_out')) throw refusal('/consent', "Web pages can't opt anyone out.");
  if (widget.contact_confirmation !== 'none' && consents.includes('opted_in'))
    throw refusal('/consent', "Web pages can't opt anyone in. The contact confirms the address.");
  return input;
}

const refusal = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { message, field });
