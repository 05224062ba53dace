import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Import } from '../../../schemas/imports/imports.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { useIsManager } from '../../api/use-is-manager.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/imports.js';
import { IMPORTS } from '../../words/imports.js';
import { numberOf } from '../../words/reports.js';
import { translated } from '../../words/sentences.js';
import { RowCounts, RowNumber, RowProblems } from './import-preview.js';
import { downloadErrors } from './upload-import.js';

const EVERY_MS = 2_000;
const isAtWork = ({ status, undo }: Import): boolean =>
  status === 'uploading' || status === 'queued' || status === 'running' || undo?.finished === false;

function Actions({ of }: { of: Import }) {
  const may = usePermission();
  const cancel = useApiMutation('cancelImport');
  const undo = useApiMutation('undoImport');
  const manages = useIsManager();
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { id: of.id };
  const runs = of.status === 'queued' || of.status === 'running';
  const ended = of.status === 'completed' || of.status === 'cancelled';
  const problem = cancel.problem ?? undo.problem;
  return (
    <>
      {runs && may('leads:write') && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => void cancel.mutateAsync({ params }).catch(() => undefined)}
        >
          {words.stopImport}
        </Button>
      )}
      {ended && !of.undo && manages && (
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          {words.undoImport}
        </Button>
      )}
      <ConfirmDialog
        title={words.undoImport}
        opened={isConfirming}
        isPending={undo.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          void undo
            .mutateAsync({ params })
            .catch(() => undefined)
            .finally(() => setIsConfirming(false))
        }
      >
        {words.leadsThatThisImportCreatedAre}
      </ConfirmDialog>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

function Refused({ id }: { id: string }) {
  const pages = useApiList('listImportErrors', { params: { id }, query: { limit: 100 } });
  const [problem, setProblem] = useState<Problem>();
  const rows = pages.data?.pages.flatMap(({ errors }) => errors);
  return (
    <section className="card" aria-labelledby="refused">
      <header className="card-head">
        <h2 id="refused">{words.skippedRowsAndWarnings}</h2>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            downloadErrors(id).then(
              () => setProblem(undefined),
              (thrown) => setProblem(asProblem(thrown)),
            )
          }
        >
          {words.downloadAsCsv}
        </Button>
      </header>
      {problem && <ProblemNote problem={problem} />}
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Skeleton lines={3} />}
      <ol>
        {rows?.map(({ row, line, severity, lead_id, problems }) => (
          <li key={`${row} ${severity}`} className="line import-row">
            <RowNumber row={row} line={line} />
            <div className="grow">
              <RowProblems problems={problems} />
            </div>
            {lead_id && (
              <Link to="/leads/$id" params={{ id: lead_id }}>
                {words.lead}
              </Link>
            )}
            {severity === 'error' ? (
              <Chip who="act" label={words.skipped} />
            ) : (
              <Chip who="decide" label={words.warning} />
            )}
          </li>
        ))}
      </ol>
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {words.showMore}
          </Button>
        </p>
      )}
    </section>
  );
}

/** The progress of an import, the outcomes of its rows, and the actions to cancel or undo it. */
export function ImportDetailsPage() {
  const { id } = useParams({ from: '/shell/leads/import/$id' });
  const [everyMs, setEveryMs] = useState<number | undefined>(EVERY_MS);
  const importQuery = useApiQuery('getImport', { params: { id } }, everyMs ? { everyMs } : {});
  const known = importQuery.data?.import;
  const wanted = known && !isAtWork(known) ? undefined : EVERY_MS;
  const by = known?.undo?.by;
  const undoneBy = useApiQuery('listUsers', {}, { enabled: Boolean(by) }).data?.users.find(
    (user) => user.id === by,
  )?.name;
  if (wanted !== everyMs) setEveryMs(wanted);
  return (
    <Page
      title={known?.file_name ?? words.importLabel}
      actions={
        known && (
          <>
            <Chip {...IMPORTS[known.status]} />
            <Actions of={known} />
          </>
        )
      }
    >
      <QueryBoundary query={importQuery}>
        {({ import: each }) => (
          <div className="stack">
            <section className="card" aria-label={words.progress}>
              <RowCounts preview={each} />
              <div className="card-body">
                <progress className="progress" max={1} value={each.progress} aria-label={words.progress} />
                {each.remaining > 0 && <p className="quiet numbers">{words.rowLeft(each.remaining)}</p>}
                {each.failure && <p className="quiet">{translated(each.failure)}</p>}
                {each.undo && (
                  <p className="quiet numbers">
                    {(each.undo.finished ? words.undone : words.undoing)(
                      words.deletedRestoredKeptBecauseThey(
                        numberOf(each.undo.removed),
                        numberOf(each.undo.restored),
                        numberOf(each.undo.kept),
                      ),
                    )}
                    {undoneBy && ` ${words.undoRequestedBy(undoneBy)}`}
                    {each.undo.sent > 0 && ` ${words.messagesStaySent(each.undo.sent)}`}
                  </p>
                )}
                <p className="row">
                  <Link to="/leads">{words.viewLeads}</Link>
                  <Link to="/leads/import">{words.importAnotherFile}</Link>
                </p>
              </div>
            </section>
            {each.failed + each.warnings > 0 && <Refused key={each.status} id={id} />}
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
