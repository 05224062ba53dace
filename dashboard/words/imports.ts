import type { ImportStatus, RowOutcome } from '../../schemas/imports/imports.js';
import * as words from './en/import-states.js';
import type { Words } from './who.js';

/** States of imports. */
export const IMPORTS = {
  uploading: { label: words.importUploading, who: 'clock' },
  queued: { label: words.importQueued, who: 'clock' },
  running: { label: words.importRunning, who: 'clock' },
  completed: { label: words.importCompleted, who: 'ok' },
  cancelled: { label: words.importCancelled, who: 'off' },
  failed: { label: words.importFailed, who: 'act' },
  undone: { label: words.importUndone, who: 'off' },
} as const satisfies Record<ImportStatus, Words>;

/** Outcomes of imported rows. */
export const OUTCOMES = {
  created: { label: words.outcomeCreated, who: 'ok' },
  updated: { label: words.outcomeUpdated, who: 'clock' },
  reused: { label: words.outcomeReused, who: 'off' },
  failed: { label: words.outcomeFailed, who: 'act' },
} as const satisfies Record<RowOutcome, Words>;
