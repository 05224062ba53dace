import type { ImportProgress } from '../domain/flow/import.js';

export type { ImportProgress };

export interface ImportInput {
  importId: string;
  /** Takes the import back instead of working its rows. */
  mode?: 'undo';
  /** The progress of an earlier run of this workflow. */
  progress?: ImportProgress;
}

/** The input of the import activities. */
export interface ImportPiece {
  importId: string;
}
