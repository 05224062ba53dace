import type { ImportStatus, RowOutcome } from '../../schemas/imports/imports.js';
import type { Words } from './who.js';

/** How far an import is. */
export const IMPORTS = {
  uploading: { label: 'Uploading', who: 'clock' },
  queued: { label: 'Begins soon', who: 'clock' },
  running: { label: 'Running', who: 'clock' },
  completed: { label: 'Done', who: 'ok' },
  cancelled: { label: 'Stopped', who: 'off' },
  failed: { label: 'Failed', who: 'act' },
  undone: { label: 'Taken back', who: 'off' },
} as const satisfies Record<ImportStatus, Words>;

/** What becomes of a row. */
export const OUTCOMES = {
  created: { label: 'New', who: 'ok' },
  updated: { label: 'Changes', who: 'clock' },
  reused: { label: 'Unchanged', who: 'off' },
  failed: { label: 'Refused', who: 'act' },
} as const satisfies Record<RowOutcome, Words>;
