import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changesOf } from '../api/draft-store.js';
import { usePermission } from '../api/session.js';
import { useApiQuery } from '../api/use-api-query.js';
import type { Draft } from '../api/use-draft.js';
import * as words from '../words/en/parts.js';
import { labelOf } from '../words/fields.js';
import { compareValues } from './compare-values.js';
import { DifferenceList } from './difference-list.js';
import { ProblemNote } from './problem-note.js';
import { Timestamp } from './time/timestamp.js';

const WORDS = {
  saved: words.saved,
  unsaved: words.unsavedChanges,
  saving: words.saving,
  refused: words.notSaved,
  conflict: words.saveConflict,
} as const;

/** Shows whether the current state is saved. */
export const SaveState = <D extends object>({ draft }: { draft: Draft<D> }) => (
  <span className="faint" role="status">
    {WORDS[draft.state]}
  </span>
);

/** Saves what was changed; there is nothing to do where all of it is stored. */
export const SaveButton = <D extends object>({ draft }: { draft: Draft<D> }) => (
  <Button disabled={draft.state === 'saved'} loading={draft.state === 'saving'} onClick={() => void draft.save()}>
    {words.save}
  </Button>
);

/** Shows who changed something last, where the role may know. */
function ChangedBy({ area, id }: { area: string; id: string }) {
  const may = usePermission();
  const { data } = useApiQuery(
    'listAudit',
    { query: { resource_type: area, resource: id, limit: 1 } },
    { enabled: may('audit:read') },
  );
  const last = data?.entries[0];
  if (!last) return <strong>{words.someoneElseHasChangedThis}</strong>;
  return (
    <strong>
      {words.changedBy}
      {last.actor.name ?? words.anIntegration} <Timestamp at={last.at} />
    </strong>
  );
}

interface ConflictComparisonProps<D extends object> {
  draft: Draft<D>;
  /** The parts that were typed here. */
  mine: readonly string[];
}

/** Compares the unsaved changes with the stored state, and marks the fields that both have changed. */
function ConflictComparison<D extends object>({ draft, mine }: ConflictComparisonProps<D>) {
  const { about, tag, stored, value, fetchStored } = draft;
  const { data: theirs } = useQuery({
    queryKey: ['theirs', about.area, about.id, tag],
    queryFn: fetchStored,
    gcTime: 0,
  });
  if (!theirs || !stored || !value) return null;
  const partsOf = (whole: D) => Object.fromEntries(mine.map((key) => [key, whole[key as keyof D]]));
  const isSame = (key: string) => JSON.stringify(theirs[key as keyof D]) === JSON.stringify(stored[key as keyof D]);
  const both = mine.filter((key) => !isSame(key));
  return (
    <>
      {both.length > 0 && (
        <p>
          {words.bothOfYouChanged(both.map(labelOf).join(', '))} {words.overwritingReplacesTheirChanges}
        </p>
      )}
      <details open={both.length > 0}>
        <summary>{words.savedVersionComparedWithYour}</summary>
        <DifferenceList differences={compareValues('', partsOf(theirs), partsOf(value))} />
      </details>
    </>
  );
}

interface Props<D extends object> {
  draft: Draft<D>;
  /** Keeps what was typed as something new; without it there is no such way. */
  onCopy?: ((mine: D) => Promise<void>) | undefined;
}

function Conflict<D extends object>({ draft, onCopy }: Props<D>) {
  const { stored, value, about, reloadWithoutChanges, reloadWithChanges } = draft;
  const mine = stored && value ? Object.keys(changesOf(stored, value)) : [];
  return (
    <div className="problem" role="alert">
      <div className="grow">
        <ChangedBy {...about} />
        <p>
          {words.yourChangesAreStillHereAnd}
          {mine.length > 0 && words.youChanged(mine.map(labelOf).join(', '))}
        </p>
        {mine.length > 0 && <ConflictComparison draft={draft} mine={mine} />}
        <div className="row need-actions">
          <Button size="compact-sm" variant="default" onClick={() => void reloadWithoutChanges()}>
            {words.discardMyChanges}
          </Button>
          {onCopy && value && (
            <Button size="compact-sm" variant="default" onClick={() => void onCopy(value).catch(() => undefined)}>
              {words.saveMineAsACopy}
            </Button>
          )}
          <Button size="compact-sm" onClick={() => void reloadWithChanges()}>
            {words.overwriteWithMyChanges}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The actions after a failed save, after a restore, and before leaving. */
export function SaveConflict<D extends object>({ draft, onCopy }: Props<D>) {
  const { state, problem, restoredFrom, leaving, discard } = draft;
  return (
    <>
      {restoredFrom && state !== 'saved' && state !== 'conflict' && (
        <div className="note-strip row" role="status">
          <span className="grow">
            {words.restoredUnsavedChangesFrom}
            <Timestamp at={restoredFrom} plain />
          </span>
          <Button size="compact-sm" variant="default" onClick={discard}>
            {words.discard}
          </Button>
        </div>
      )}
      {state === 'conflict' ? <Conflict draft={draft} onCopy={onCopy} /> : problem && <ProblemNote problem={problem} />}
      <Modal opened={leaving !== undefined} onClose={() => leaving?.stay()} title={words.unsavedChanges}>
        <p>{words.yourChangesAreKeptOnThis}</p>
        <div className="row modal-buttons">
          <Button variant="default" onClick={() => leaving?.go()}>
            {words.leavePage}
          </Button>
          <Button data-autofocus onClick={() => leaving?.stay()}>
            {words.keepEditing}
          </Button>
        </div>
      </Modal>
    </>
  );
}
