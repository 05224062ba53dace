import { Button } from '@mantine/core';
import type { Draft } from '../api/draft.js';
import { ProblemNote } from './problem-note.js';

const WORDS = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving …',
  refused: 'Not saved',
  conflict: 'Not saved: it was changed elsewhere',
} as const;

/** Says whether what stands here is stored. */
export const SaveState = <D extends object>({ draft }: { draft: Draft<D> }) => (
  <span className="faint" role="status">
    {WORDS[draft.state]}
  </span>
);

/** What to do where what stands here could not be stored. */
export function SaveTrouble<D extends object>({ draft }: { draft: Draft<D> }) {
  const { state, problem, takeTheirs, keepMine } = draft;
  if (state === 'conflict')
    return (
      <div className="problem" role="alert">
        <div className="grow">
          <strong>Somebody else has changed this meanwhile</strong>
          <p>What you typed is still here, and nothing of theirs is overwritten.</p>
          <div className="row need-actions">
            <Button size="compact-sm" variant="default" onClick={() => void takeTheirs()}>
              Take theirs
            </Button>
            <Button size="compact-sm" onClick={() => void keepMine()}>
              Keep mine
            </Button>
          </div>
        </div>
      </div>
    );
  return problem ? <ProblemNote problem={problem} /> : null;
}
