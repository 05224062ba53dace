import { listProviderNotices } from '../../db/inbound/notices.js';
import { listLostConnections, listNumbersOutOfService } from '../../db/operations/attention.js';
import type { AttentionKind } from '../../schemas/operations/attention.js';
import { type ListKind, listOf } from './attention-item.js';

/** The attention items that providers report. */
export const OF_PROVIDERS = {
  reconnect_needed: listOf({
    kind: 'reconnect_needed',
    what: 'mailbox whose provider has withdrawn the access',
    query: listLostConnections,
    describe: (row) => ({
      id: row.id,
      since: row.reconnect_needed_at ?? row.updated_at,
      detail: [`${row.email ?? ''} (${row.provider})`, row.error].filter(Boolean).join(': '),
      remedy: `sign in again: POST /api/public/connections/${row.id}/reconnect returns a link. Messages wait until then`,
    }),
  }),
  number_out_of_service: listOf({
    kind: 'number_out_of_service',
    what: 'WhatsApp number that its provider has disconnected or restricted',
    query: listNumbersOutOfService,
    describe: (row) => ({
      id: row.id,
      since: row.told_at ?? row.updated_at,
      detail: `${row.phone_number} is ${row.status}. ${row.status_detail ?? ''}`.trim(),
      remedy: `fix it with the provider, then update the number's status with POST /api/public/templates/sync`,
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
    what: 'provider event of an unknown type',
    query: (db, scope) => listProviderNotices(db, scope, false),
    describe: (row) => ({
      id: row.id,
      since: row.since,
      detail: [`${row.provider}: ${row.kind}`, row.detail, `received ${row.events}×`].filter(Boolean).join('; '),
      remedy: `the event ${row.event_id} is stored; dismiss the item, or report it to the maintainers of the service`,
    }),
  }),
} satisfies Partial<Record<AttentionKind, ListKind>>;
