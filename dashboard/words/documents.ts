import type { DocumentKind, DocumentStatus, KnowledgeDocument } from '../../schemas/knowledge/documents.js';
import * as words from './en/documents.js';
import { LOCALE } from './locale.js';
import type { Words } from './who.js';

export const DOCUMENTS = {
  queued: { label: words.documentQueued, who: 'clock' },
  ready: { label: words.documentReady, who: 'ok' },
  flagged: { label: words.documentFlagged, who: 'act' },
  failed: { label: words.documentFailed, who: 'act' },
} as const satisfies Record<DocumentStatus, Words>;

/** The kinds of documents. All but plain text have the same name in every language. */
export const KINDS = {
  text: words.plainText,
  markdown: 'Markdown',
  html: 'HTML',
  pdf: 'PDF',
} as const satisfies Record<DocumentKind, string>;

export const SIGNS = {
  addresses_assistant: words.signAddressesAssistant,
  iban: words.signIban,
  hidden_text: words.signHiddenText,
} as const satisfies Record<KnowledgeDocument['signs'][number]['sign'], string>;

const MEGABYTES = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a size in bytes. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${MEGABYTES.format(bytes / 1_000_000)} MB`;
