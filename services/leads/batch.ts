import type { EventOrigin } from '../../db/events/events.js';
import type { TagToFind } from '../../db/leads/tags.js';
import type { LeadRow } from '../../db/tables.js';
import type { Identity } from '../../domain/values/identity.js';
import type { DuplicatePolicy } from '../../schemas/leads/leads.js';
import type { ConsentWish } from './change-lead.js';
import type { LeadFields, LeadValues } from './read-lead.js';

/** One lead to be made, as the API or an import hands it in. */
export interface LeadInput extends LeadFields {
  tags?: string[] | undefined;
  workflow_id?: string | undefined;
  skip_first_message?: boolean | undefined;
  force_first_message?: string | undefined;
  on_duplicate?: DuplicatePolicy | undefined;
}

/** On whose behalf leads are saved. */
export interface SaveContext {
  account: { id: string; timezone: string; country: string | null };
  origin: EventOrigin;
  requestId: string | null;
  /** Where consents come from. */
  source: 'api' | 'import' | 'form';
  importId?: string | null;
}

/** A lead of a batch that could be read. */
export interface Draft {
  index: number;
  input: LeadInput;
  values: LeadValues & { first_name: string };
  tags: TagToFind[];
  identities: Identity[];
  policy: DuplicatePolicy;
}

/** A lead that a batch makes or touches, as it will be written. */
export interface Entry {
  row: LeadRow;
  /** The row as it was found; null for a new one. */
  before: LeadRow | null;
  changed: Set<string>;
  consents: Map<string, ConsentWish>;
  tags: Map<string, TagToFind>;
}

/** What became of a draft. */
export interface ResolvedLead {
  draft: Draft;
  kind: 'created' | 'reused' | 'updated';
  entry: Entry;
  /** A second lead for an address that is known. */
  duplicate: boolean;
  warnings: string[];
}
