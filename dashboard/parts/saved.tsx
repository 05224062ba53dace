import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAsk } from '../api/ask.js';
import type { Draft } from '../api/draft.js';
import { changesOf } from '../api/draft-store.js';
import { useMay } from '../api/session.js';
import { labelOf } from '../words/fields.js';
import { compare } from './compare.js';
import { DifferenceList } from './difference-list.js';
import { ProblemNote } from './problem-note.js';
import { When } from './when.js';

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

/** Saves what was changed; there is nothing to do where all of it is stored. */
export const Save = <D extends object>({ draft }: { draft: Draft<D> }) => (
  <Button disabled={draft.state === 'saved'} loading={draft.state === 'saving'} onClick={() => void draft.save()}>
    Save
  </Button>
);

/** Says who changed something last, where the role may know. */
function ChangedBy({ area, id }: { area: string; id: string }) {
  const may = useMay();
  const { data } = useAsk(
    'listAudit',
    { query: { resource_type: area, resource: id, limit: 1 } },
    { when: may('audit:read') },
  );
  const last = data?.entries[0];
  if (!last) return <strong>Somebody else has changed this meanwhile</strong>;
  return (
    <strong>
      Changed by {last.actor.name ?? 'an integration'} <When at={last.at} />
    </strong>
  );
}

interface BesideProps<D extends object> {
  draft: Draft<D>;
  /** The parts that were typed here. */
  mine: readonly string[];
}

/** What was typed beside what is stored by now, and which parts both have changed. */
function Beside<D extends object>({ draft, mine }: BesideProps<D>) {
  const { about, tag, stored, value, readTheirs } = draft;
  const { data: theirs } = useQuery({
    queryKey: ['theirs', about.area, about.id, tag],
    queryFn: readTheirs,
    gcTime: 0,
  });
  if (!theirs || !stored || !value) return null;
  const partsOf = (whole: D) => Object.fromEntries(mine.map((key) => [key, whole[key as keyof D]]));
  const isSame = (key: string) => JSON.stringify(theirs[key as keyof D]) === JSON.stringify(stored[key as keyof D]);
  const both = mine.filter((key) => !isSame(key));
  return (
    <>
      {both.length > 0 && (
        <p>Both of you changed: {both.map(labelOf).join(', ')}. Keeping yours puts theirs of it away.</p>
      )}
      <details open={both.length > 0}>
        <summary>What is stored now (−) beside what you typed (+)</summary>
        <DifferenceList differences={compare('', partsOf(theirs), partsOf(value))} />
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
  const { stored, value, about, takeTheirs, keepMine } = draft;
  const mine = stored && value ? Object.keys(changesOf(stored, value)) : [];
  return (
    <div className="problem" role="alert">
      <div className="grow">
        <ChangedBy {...about} />
        <p>
          What you typed is still here, and nothing of theirs is overwritten.
          {mine.length > 0 && ` Yours: ${mine.map(labelOf).join(', ')}.`}
        </p>
        {mine.length > 0 && <Beside draft={draft} mine={mine} />}
        <div className="row need-actions">
          <Button size="compact-sm" variant="default" onClick={() => void takeTheirs()}>
            Take theirs
          </Button>
          {onCopy && value && (
            <Button size="compact-sm" variant="default" onClick={() => void onCopy(value).catch(() => undefined)}>
              Keep mine as a copy
            </Button>
          )}
          <Button size="compact-sm" onClick={() => void keepMine()}>
            Keep mine
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What to do where what stands here could not be stored, is back, or is about to be left. */
export function SaveTrouble<D extends object>({ draft, onCopy }: Props<D>) {
  const { state, problem, broughtBack, leaving, discard } = draft;
  return (
    <>
      {broughtBack && state !== 'saved' && state !== 'conflict' && (
        <div className="note-strip row" role="status">
          <span className="grow">
            You typed this <When at={broughtBack} plain />: it was not saved, and is back.
          </span>
          <Button size="compact-sm" variant="default" onClick={discard}>
            Throw it away
          </Button>
        </div>
      )}
      {state === 'conflict' ? <Conflict draft={draft} onCopy={onCopy} /> : problem && <ProblemNote problem={problem} />}
      <Modal opened={leaving !== undefined} onClose={() => leaving?.stay()} title="Not saved yet">
        <p>This device keeps what you typed: it stands here again when you come back.</p>
        <div className="row modal-buttons">
          <Button variant="default" onClick={() => leaving?.go()}>
            Leave
          </Button>
          <Button data-autofocus onClick={() => leaving?.stay()}>
            Stay
          </Button>
        </div>
      </Modal>
    </>
  );
}
