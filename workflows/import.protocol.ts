import type { ImportProgress } from '../domain/flow/import.js';

export type { ImportProgress };

export interface ImportInput {
  importId: string;
  /** Takes the import back instead of working its rows. */
  mode?: 'undo';
  /** How far an earlier run of this workflow came. */
  progress?: ImportProgress;
}

/** What the import activities are asked for. */
export interface ImportPiece {
  importId: string;
}
