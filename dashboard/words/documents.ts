import type { DocumentStatus, KnowledgeDocument } from '../../schemas/knowledge/documents.js';
import type { Words } from './who.js';

export const DOCUMENTS = {
  queued: { label: 'Being read', who: 'clock' },
  ready: { label: 'Ready', who: 'ok' },
  flagged: { label: 'Look at it', who: 'act' },
  failed: { label: 'Failed', who: 'act' },
} as const satisfies Record<DocumentStatus, Words>;

export const SIGNS = {
  addresses_assistant: 'Words that speak to an assistant',
  iban: 'A bank account number',
  hidden_text: 'Text that readers do not see',
} as const satisfies Record<KnowledgeDocument['signs'][number]['sign'], string>;

/** Says how large something is. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
