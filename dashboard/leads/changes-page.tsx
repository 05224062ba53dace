import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LeadChange } from '../../schemas/rules/lead-changes.js';
import { useAct } from '../api/act.js';
import { useAsk, usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Confirm } from '../parts/confirm.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

const OPERATIONS = {
  add_tags: 'Tags were added',
  remove_tags: 'Tags were taken away',
  set_owner: 'An owner was set',
  set_metadata: 'Metadata were set',
  set_campaign: 'A campaign was set',
  enroll: 'Enrolled with an agent',
  delete: 'Deleted',
} as const satisfies Record<LeadChange['operation'], string>;

function Undo({ id }: { id: string }) {
  const undo = useAct('undoLeadChange');
  const [asks, setAsks] = useState(false);
  const whole = async () => {
    // One request does as much as it has time for.
    let answer = await undo.do({ params: { id } });
    while (!answer.complete) answer = await undo.do({ params: { id } });
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsks(true)}>
        Take it back
      </Button>
      <Confirm
        title="Take the change back"
        opened={asks}
        busy={undo.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          void whole()
            .catch(() => undefined)
            .finally(() => setAsks(false))
        }
      >
        The leads are as they were before. Whoever has changed since is left alone.
      </Confirm>
      {undo.problem && <ProblemNote problem={undo.problem} />}
    </>
  );
}

function Row({ change, by, mayUndo }: { change: LeadChange; by: string; mayUndo: boolean }) {
  const { changed, matched, kept, undone } = change;
  return (
    <div className="line meeting key">
      <div className="grow">
        <strong className="cut">{OPERATIONS[change.operation]}</strong>
        <div className="faint">
          {`${changed} of ${matched} leads · ${by} · `}
          <When at={change.created_at} />
          {undone && kept > 0 && ` · ${kept} left alone`}
        </div>
      </div>
      {undone && <Chip who="off" label="Taken back" />}
      {!change.complete && !undone && <Chip who="decide" label="Not to its end" />}
      {mayUndo && change.undoable_until && !undone && <Undo id={change.id} />}
    </div>
  );
}

/** What was done to many leads at once, which can be taken back for a day. */
export function ChangesPage() {
  const mayUndo = useMay()('leads:write');
  const pages = usePages('listLeadChanges', { query: { limit: 50 } });
  const users = useAsk('listUsers');
  const nameBy = (by: string) =>
    by.startsWith('key:')
      ? 'by a key'
      : `by ${users.data?.users.find(({ id }) => by === `user:${id}`)?.name ?? 'somebody'}`;
  return (
    <Page title="Changes of many leads">
      <Listed
        pages={pages}
        rows={(page) => page.lead_changes}
        label="Changes"
        empty={
          <Empty title="Nothing was changed at once yet">
            <p>Choose leads in the list to tag them, hand them to an agent and more; here it can be taken back.</p>
          </Empty>
        }
      >
        {(change) => <Row change={change} by={nameBy(change.created_by)} mayUndo={mayUndo} />}
      </Listed>
    </Page>
  );
}
