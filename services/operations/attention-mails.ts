import { fromJson } from '../../db/connection.js';
import { listBrokenSenders, listRefusedSenders, listUnmatchedMails } from '../../db/operations/attention.js';
import type { SenderHealthRow } from '../../db/tables.js';
import type { HealthMemory } from '../../domain/channels/sending-health.js';
import { cut, singleLine } from '../../domain/values/text.js';
import type { HealthCheck } from '../../schemas/channels/sender-health.js';
import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import type { AttentionKind } from '../../schemas/operations/attention.js';
import { before, type ListKind, listOf } from './attention-item.js';

const DAY_MS = 86_400_000;
const REFUSED_DAYS = 7;
const UNMATCHED_DAYS = 30;

/** Describes an email by its sender, its subject and its first words. */
const describeMail = ({ from, subject, text }: EmailHookEvent): string =>
  cut([from, subject, singleLine((text ?? '').slice(0, 500))].filter(Boolean).join(' · '), 300);

/** Describes what broke, by the reasons of the checks that fail. */
const describeBroken = ({ checks, memory }: SenderHealthRow): string => {
  const { broken } = fromJson<HealthMemory>(memory);
  const reasons = fromJson<HealthCheck[]>(checks).flatMap(({ check, reason }) =>
    broken.includes(check) ? reason : [],
  );
  return cut(reasons.join(' '), 300);
};

/** The attention items about email. */
export const MAIL_KINDS = {
  sender_refused: listOf({
    kind: 'sender_refused',
    what: 'email sender that mail servers reject',
    query: (db, scope) => listRefusedSenders(db, scope, before(scope, REFUSED_DAYS * DAY_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.refused_at ?? row.updated_at,
      detail: `${row.from_email}: ${row.refused_reason ?? ''}`,
      remedy: 'check the SPF, DKIM and DMARC records of the domain, blocklists, and the quota of the mail server',
    }),
  }),
  sender_unhealthy: listOf({
    kind: 'sender_unhealthy',
    what: 'email sender whose domain is no longer set up correctly',
    query: listBrokenSenders,
    describe: (row) => ({
      id: row.sender_id,
      since: row.broken_since ?? row.next_at,
      detail: describeBroken(row),
      remedy: `correct the DNS records of the domain; GET /api/public/email-senders/${row.sender_id}/health shows them`,
    }),
  }),
  mail_unmatched: listOf({
    kind: 'mail_unmatched',
    what: "email that doesn't belong to a lead",
    query: (db, scope) => listUnmatchedMails(db, scope, before(scope, UNMATCHED_DAYS * DAY_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.received_at,
      detail: describeMail(fromJson<EmailHookEvent>(row.payload)),
      remedy: 'create a lead with the address, or correct it, and process the email again',
    }),
  }),
} satisfies Partial<Record<AttentionKind, ListKind>>;
