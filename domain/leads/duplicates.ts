import type { DuplicatePolicy } from '../../schemas/leads/leads.js';
import { type Identity, type IdentityKind, identityKey } from '../values/identity.js';

/** The owners of an identity. */
interface Holder {
  /** Those known by id; the first is the match. */
  leadIds: string[];
  /** The number of other values in the account. */
  others: number;
}

/** A lead that has one of some identities. */
interface Match {
  leadId: string;
  /** The identity by which it was found. */
  kind: IdentityKind;
  /** The identities name more leads than this one. */
  ambiguous: boolean;
}

/** The owners of identities while a batch of leads is resolved. */
export interface Holders {
  /** Finds the lead that the strongest known identity names. */
  match(identities: readonly Identity[]): Match | undefined;
  /** Adds identities to a lead without removing those of other leads. */
  add(identities: readonly Identity[], leadId: string): void;
  /** Removes identities from a lead. The next lead with one of them is another person. */
  remove(identities: readonly Identity[], leadId: string): void;
  /** Forgets identities of leads that are not there any more. */
  removeLeads(leadIds: ReadonlySet<string>): void;
}

/** Begins with the leads that were found; `count` is how many have the identity. */
export function createHolders(found: readonly (Identity & { leadId: string; count: number })[]): Holders {
  const holders = new Map<string, Holder>(
    found.map((each) => [identityKey(each), { leadIds: [each.leadId], others: each.count - 1 }]),
  );
  return {
    match(identities) {
      const named = identities.flatMap((identity) => {
        const holder = holders.get(identityKey(identity));
        const leadId = holder?.leadIds[0];
        return holder && leadId ? [{ leadId, count: holder.leadIds.length + holder.others, kind: identity.kind }] : [];
      });
      const [first] = named;
      if (!first) return undefined;
      const ambiguous = first.kind !== 'id' && named.some(({ leadId, count }) => count > 1 || leadId !== first.leadId);
      return { leadId: first.leadId, kind: first.kind, ambiguous };
    },
    add(identities, leadId) {
      for (const key of identities.map(identityKey)) {
        const known = holders.get(key);
        if (!known) holders.set(key, { leadIds: [leadId], others: 0 });
        else if (!known.leadIds.includes(leadId)) known.leadIds.push(leadId);
      }
    },
    remove(identities, leadId) {
      for (const key of identities.map(identityKey)) {
        const holder = holders.get(key);
        if (holder) holder.leadIds = holder.leadIds.filter((id) => id !== leadId);
      }
    },
    removeLeads(leadIds) {
      for (const [key, holder] of holders) if (holder.leadIds.some((id) => leadIds.has(id))) holders.delete(key);
    },
  };
}

/** The resolution of a new lead. */
export type Resolution =
  | { kind: 'create'; duplicate: boolean; warnings: string[] }
  | { kind: 'reuse' | 'update'; leadId: string; warnings: string[] }
  | { kind: 'reject'; leadId: string; by: IdentityKind };

/** Decides which lead one is that comes in. `isKnown` tells of a lead whether it may be reused or changed. */
export function resolveDuplicate(
  { identities, policy }: { identities: readonly Identity[]; policy: DuplicatePolicy },
  holders: Pick<Holders, 'match'>,
  isKnown: (leadId: string) => boolean,
): Resolution {
  const match = holders.match(identities);
  if (!match) return { kind: 'create', duplicate: false, warnings: [] };
  const { leadId, kind, ambiguous } = match;
  if (policy === 'reject') return { kind: 'reject', leadId, by: kind };
  if (policy === 'create' || !isKnown(leadId)) {
    return { kind: 'create', duplicate: true, warnings: ['duplicate_lead'] };
  }
  return { kind: policy, leadId, warnings: ambiguous ? ['ambiguous_match'] : [] };
}
