import { listProviderNotices } from '../../db/inbound/notices.js';
import { listNumbersOutOfService } from '../../db/operations/attention.js';
import type { AttentionKind } from '../../schemas/operations/attention.js';
import { type ListKind, listOf } from './attention-item.js';

/** What providers report that a person should see. */
export const OF_PROVIDERS = {
  number_out_of_service: listOf({
    kind: 'number_out_of_service',
    what: 'WhatsApp number that its provider has disconnected or restricted',
    query: listNumbersOutOfService,
    describe: (row) => ({
      id: row.id,
      since: row.told_at ?? row.updated_at,
      detail: `${row.phone_number} is ${row.status}. ${row.status_detail ?? ''}`.trim(),
      remedy: `fix it with the provider, then POST /api/public/templates/sync reads the number’s state again`,
    }),
  }),
  provider_notice: listOf({
    kind: 'provider_notice',
    what: 'notice of a provider',
    query: (db, scope) => listProviderNotices(db, scope, true),
    describe: (row) => ({
      id: row.id,
      since: row.since,
      detail: `${row.provider}: ${row.detail || row.kind}`,
      remedy: 'read it and dismiss it; it appears again when the provider repeats it',
    }),
  }),
  event_not_understood: listOf({
    kind: 'event_not_understood',
    what: 'kind of event that no rule understands',
    query: (db, scope) => listProviderNotices(db, scope, false),
    describe: (row) => ({
      id: row.id,
      since: row.since,
      detail: [`${row.provider}: ${row.kind}`, row.detail, `received ${row.events}×`].filter(Boolean).join('; '),
      remedy: `the event ${row.event_id} is stored like any other; dismiss it, or report it to the maintainers of the service`,
    }),
  }),
} satisfies Partial<Record<AttentionKind, ListKind>>;
