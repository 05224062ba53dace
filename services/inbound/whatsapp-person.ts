import { findAccount } from '../../db/accounts/accounts.js';
import { insertEvents } from '../../db/events/events.js';
import { listErasedSince } from '../../db/leads/erasures.js';
import { findReplierByPhones } from '../../db/leads/find-lead.js';
import { claimIdentities } from '../../db/leads/identities.js';
import { lockUnerasedLead, updateLeads } from '../../db/leads/leads.js';
import {
  findLeadShownWith,
  isAnotherUser,
  listWhatsAppUsers,
  putWhatsAppUsers,
  renumberWhatsAppUsers,
} from '../../db/leads/whatsapp-users.js';
import type { LeadRow } from '../../db/tables.js';
import { phonesOfWaId } from '../../domain/inbound/inbound-whatsapp.js';
import type { ChangedPerson, WhatsAppPerson } from '../../domain/inbound/whatsapp-sender.js';
import { identitiesOf } from '../../domain/values/identity.js';
import { parsePhone } from '../../domain/values/phone.js';
import { singleLine } from '../../domain/values/text.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';
import { changeEvents, changeLead } from '../leads/change-lead.js';
import { saveLeads } from '../leads/save-leads.js';
import { forgetReplaced } from '../leads/update-lead.js';
import type { InboundContext } from './context.js';

type Person = Pick<WhatsAppPerson, 'userIds' | 'waId' | 'wabaId'>;

const phonesOf = ({ waId }: Pick<WhatsAppPerson, 'waId'>): string[] => (waId === null ? [] : phonesOfWaId(waId));

/** Returns the number that a person has, in the one form of leads; null where no numbering plan knows it. */
function phoneOf(person: Pick<WhatsAppPerson, 'waId'>): string | null {
  for (const phone of phonesOf(person)) {
    const parsed = parsePhone(phone);
    if (parsed.ok) return parsed.value;
  }
  return null;
}

/**
 * Finds the lead that a person on WhatsApp is. A user ID decides where it is known, whatever number is shown with it: a
 * number moves from person to person, the ID doesn't. A lead that has another user ID of the same business is another
 * person, even if it has the number.
 */
export async function findLeadOnWhatsApp(
  { tx, row }: InboundContext,
  person: Person,
): Promise<Pick<LeadRow, 'id'> | undefined> {
  const { account_id: accountId } = row;
  const { userIds } = person;
  const known = await listWhatsAppUsers(tx, accountId, userIds);
  for (const userId of userIds) {
    const found = known.find(({ user_id }) => user_id === userId);
    if (found) return { id: found.lead_id };
  }
  const phones = phonesOf(person);
  if (phones.length === 0) return undefined;
  const isOther = async (id: string) => userIds.length > 0 && (await isAnotherUser(tx, id, person));
  const shown = await findLeadShownWith(tx, accountId, phones);
  if (shown && !(await isOther(shown.id))) return shown;
  for (const others: string[] = []; ; ) {
    const found = await findReplierByPhones(tx, accountId, phones, others);
    if (!found || !(await isOther(found.id))) return found;
    others.push(found.id);
  }
}

/** The lead that a person is. */
interface FoundLead {
  id: string;
  /** True if it was created for this event. */
  isNew: boolean;
}

/**
 * Finds the lead that a person is, and creates it where there is none, so that no conversation is lost for want of a
 * lead. Concurrent first messages of one person wait for each other and result in one lead.
 */
export async function findOrCreateLead(work: InboundContext, person: WhatsAppPerson): Promise<FoundLead | undefined> {
  const { tx, row, origin } = work;
  const known = (await findLeadOnWhatsApp(work, person)) ?? (await findClaimed(work, person));
  if (known) return { ...known, isNew: false };
  // Events received before a person's erasure don't restore the person.
  const erased = await listErasedSince(tx, row.account_id, row.received_at, claimedBy(person));
  if (erased.size > 0) return undefined;
  const account = await findAccount(tx, row.account_id);
  const [userId] = person.userIds;
  const [phone] = phonesOf(person);
  const own = phoneOf(person);
  const isFree = own !== null && !(await isOwned(work, person));
  const [outcome] = await saveLeads(work, { account, origin, requestId: null, source: 'api' }, [
    {
      first_name: singleLine(person.name ?? '').slice(0, 200) || person.username || phone || userId,
      source: 'whatsapp',
      on_duplicate: 'reuse',
      // A number that no plan knows still names the person, as does a user ID.
      ...(isFree ? { phone: own } : { external_id: userId ?? `whatsapp:${phone}` }),
    },
  ]);
  if (!outcome || outcome.kind === 'failed') return undefined;
  return { id: outcome.lead.id, isNew: outcome.kind === 'created' };
}

/** Claims an unknown person's IDs and numbers, and then looks again: a concurrent first message may have created the lead. */
async function findClaimed(work: InboundContext, person: WhatsAppPerson) {
  await claimIdentities(work.tx, work.row.account_id, claimedBy(person));
  return findLeadOnWhatsApp(work, person);
}

const claimedBy = (person: Person) => [
  ...person.userIds.map((value) => ({ kind: 'external_id' as const, value })),
  ...phonesOf(person).map((value) => ({ kind: 'phone' as const, value })),
];

/**
 * Takes a person's IDs and numbers until the transaction ends if any of the IDs is new: another request for the same person
 * waits, and finds the lead that results. To be called before the lead is looked for and locked.
 */
export async function claimPerson({ tx, row }: InboundContext, person: Person): Promise<void> {
  const { userIds } = person;
  if ((await listWhatsAppUsers(tx, row.account_id, userIds)).length === userIds.length) return;
  await claimIdentities(tx, row.account_id, claimedBy(person));
}

/** Returns whether a lead other than this one has the person's number. */
const isOwned = async ({ tx, row }: InboundContext, person: Person, leadId?: string): Promise<boolean> => {
  const phones = [...phonesOf(person), phoneOf(person) ?? ''];
  return (await findReplierByPhones(tx, row.account_id, phones, leadId ? [leadId] : [])) !== undefined;
};

interface Keeping {
  isNew?: boolean;
  /** Numbers that the person no longer has. */
  replaces?: readonly string[];
  /** The ad or post that led the person to write. */
  referral?: Record<string, string> | undefined;
}

/**
 * Keeps what an event tells of its person with the lead, which the caller has locked: user IDs, username, and the number
 * where the lead has none and no other lead has it. A number that replaces the lead's own takes its place. Returns the
 * lead as it is from then on.
 */
export async function keepPerson(
  work: InboundContext,
  lead: LeadRow,
  person: WhatsAppPerson,
  { isNew = false, replaces = [], referral }: Keeping = {},
): Promise<LeadRow> {
  const { tx, now, row } = work;
  const { userIds, wabaId } = person;
  const phone = phoneOf(person);
  const known = await listWhatsAppUsers(tx, row.account_id, userIds);
  // IDs of another lead stay with it: a message that answers this lead's may still come from there.
  const own = userIds.filter((id) => !known.some(({ user_id, lead_id }) => user_id === id && lead_id !== lead.id));
  const fresh = own.filter((id) => !known.some(({ user_id }) => user_id === id));
  const isShown = (id: string) => known.some((user) => user.user_id === id && (phone === null || user.phone === phone));
  const shownBefore = known.flatMap((user) => (user.lead_id === lead.id ? (user.phone ?? []) : []));
  if (replaces.length > 0) await renumberWhatsAppUsers(tx, now, lead.id, replaces, phone);
  if (!own.every(isShown)) {
    await putWhatsAppUsers(tx, now, { accountId: row.account_id, leadId: lead.id, userIds: own, wabaId, phone });
  }
  const mayReplace = lead.phone === null || [...replaces, ...shownBefore].includes(lead.phone);
  const isOther = phone !== null && ![phone, ...phonesOf(person)].includes(lead.phone ?? '');
  const isAttached = isOther && mayReplace && !(await isOwned(work, person, lead.id));
  // A number that the person no longer has belongs to another person sooner or later.
  const isGone = lead.phone !== null && replaces.includes(lead.phone) && !isAttached && (isOther || phone === null);
  const metadata = {
    ...(referral ? { whatsapp_referral: referral } : {}),
    ...(isGone ? { former_phone: lead.phone } : {}),
  };
  return writePerson(work, lead, isNew, {
    // An ID that was known before may be of a late message; a new one is the one that answers go to.
    whatsapp_user_id: fresh[0] ?? lead.whatsapp_user_id ?? own[0] ?? null,
    whatsapp_username: (own.length > 0 ? person.username : null) ?? lead.whatsapp_username,
    phone: isAttached ? phone : isGone ? null : lead.phone,
    metadata,
  });
}

type Known = Pick<LeadRow, 'whatsapp_user_id' | 'whatsapp_username' | 'phone'> & {
  metadata: Record<string, unknown>;
};

async function writePerson(work: InboundContext, lead: LeadRow, isNew: boolean, known: Known): Promise<LeadRow> {
  const { tx, now, origin } = work;
  const { whatsapp_user_id, whatsapp_username, ...fields } = known;
  const change = changeLead(lead, fields, now);
  // Metadata that hold as much as they may are left as they are.
  const isFull = !change.ok && Object.keys(fields.metadata).length > 0;
  if (!change.ok) return isFull ? writePerson(work, lead, isNew, { ...known, metadata: {} }) : lead;
  const isSame = whatsapp_user_id === lead.whatsapp_user_id && whatsapp_username === lead.whatsapp_username;
  const changed = [...change.change.changed, ...(isSame ? [] : ['whatsapp_user'])];
  if (changed.length === 0) return lead;
  const version = isNew ? lead.version : lead.version + 1;
  const after: LeadRow = { ...change.change.row, whatsapp_user_id, whatsapp_username, version, updated_at: now };
  if (after.phone !== lead.phone) await claimIdentities(tx, lead.account_id, identitiesOf(after));
  await updateLeads(tx, [{ row: after, changed }]);
  await forgetReplaced(tx, lead, after);
  // The creation event of a new lead already has all its values.
  if (!isNew) {
    await insertEvents(tx, now, changeEvents(lead, after, changed, origin));
    await wakeRunsOf(work, lead.account_id, [lead.id], 'lead.updated');
  }
  return after;
}

/**
 * Applies that a person has another number or user ID from now on: the lead stays the same. A change of someone who is
 * no lead, or of IDs that another lead has, changes nothing.
 */
export async function changePerson(
  work: InboundContext,
  { before, after }: ChangedPerson,
): Promise<LeadRow | undefined> {
  const { row, tx } = work;
  await claimPerson(work, after);
  // The same change is reported with the number and with the ID; the second report finds the person as they are now.
  const found =
    (await findLeadOnWhatsApp(work, { ...before, wabaId: after.wabaId })) ??
    (after.userIds.length > 0 ? await findLeadOnWhatsApp(work, { ...after, waId: null }) : undefined);
  const lead = found && (await lockUnerasedLead(tx, row.account_id, found.id));
  if (!lead) return undefined;
  // A changed ID means a changed number, also where neither the old nor the new one is named.
  const known = await listWhatsAppUsers(tx, row.account_id, before.userIds);
  const shown = known.flatMap(({ lead_id, phone }) => (lead_id === lead.id && phone !== null ? [phone] : []));
  const isOwnNumber = shown.includes(phoneOf(after) ?? '');
  return keepPerson(work, lead, after, { replaces: [...phonesOf(before), ...(isOwnNumber ? [] : shown)] });
}
