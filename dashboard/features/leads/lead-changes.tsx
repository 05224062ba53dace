import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LeadChange } from '../../../schemas/rules/lead-changes.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/leads.js';

const OPERATIONS = {
  add_tags: words.addedTags,
  remove_tags: words.removedTags,
  set_owner: words.assignedOwner,
  set_metadata: words.setMetadata,
  set_campaign: words.changedCampaign,
  enroll: words.enrolledInAgent,
  delete: words.deleted,
} as const satisfies Record<LeadChange['operation'], string>;

function Undo({ id }: { id: string }) {
  const undo = useApiMutation('undoLeadChange');
  const [isConfirming, setIsConfirming] = useState(false);
  const whole = async () => {
    // One request does as much as it has time for.
    let answer = await undo.mutateAsync({ params: { id } });
    while (!answer.complete) answer = await undo.mutateAsync({ params: { id } });
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setIsConfirming(true)}>
        {words.undo}
      </Button>
      <ConfirmDialog
        title={words.undoChange}
        opened={isConfirming}
        isPending={undo.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          void whole()
            .catch(() => undefined)
            .finally(() => setIsConfirming(false))
        }
      >
        {words.leadsReturnToTheirPreviousValues}
      </ConfirmDialog>
      {undo.problem && <ProblemNote problem={undo.problem} />}
    </>
  );
}

interface RowProps {
  change: LeadChange;
  nameBy: (caller: string) => string;
  mayUndo: boolean;
}

function Row({ change, nameBy, mayUndo }: RowProps) {
  const { changed, matched, kept, sent, undone, undone_by } = change;
  return (
    <div className="line meeting key">
      <div className="grow">
        <strong className="cut">{OPERATIONS[change.operation]}</strong>
        <div className="faint">
          {words.ofLeads(changed, matched, nameBy(change.created_by))}
          <Timestamp at={change.created_at} />
          {undone && kept > 0 && words.skipped2(kept)}
        </div>
        {undone_by && (
          <div className="faint">
            {words.undoneBy(nameBy(undone_by))}
            {sent > 0 && ` ${words.messagesStaySent(sent)}`}
          </div>
        )}
      </div>
      {undone && <Chip who="off" label={words.undone} />}
      {!change.complete && !undone && <Chip who="decide" label={words.incomplete} />}
      {mayUndo && change.undoable_until && !undone && <Undo id={change.id} />}
    </div>
  );
}

/** The bulk changes of leads, which can be undone for a day. */
export function ChangesPage() {
  const mayUndo = usePermission()('leads:write');
  const pages = useApiList('listLeadChanges', { query: { limit: 50 } });
  const users = useApiQuery('listUsers');
  const nameBy = (by: string) =>
    by.startsWith('key:')
      ? words.byAnApiKey
      : words.by(users.data?.users.find(({ id }) => by === `user:${id}`)?.name ?? words.aFormerUser);
  return (
    <Page title={words.bulkHistory}>
      <PagedList
        pages={pages}
        rows={(page) => page.lead_changes}
        label={words.bulkHistory}
        empty={
          <Empty title={words.noBulkChangesYet}>
            <p>{words.selectLeadsInTheListTo}</p>
          </Empty>
        }
      >
        {(change) => <Row change={change} nameBy={nameBy} mayUndo={mayUndo} />}
      </PagedList>
    </Page>
  );
}
