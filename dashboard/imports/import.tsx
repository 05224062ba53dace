import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Import } from '../../schemas/imports/imports.js';
import { useAct } from '../api/act.js';
import { useAsk, usePages } from '../api/ask.js';
import { asProblem, type Problem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import { useManages } from '../meetings/manages.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Confirm } from '../parts/confirm.js';
import { Bones, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { IMPORTS } from '../words/imports.js';
import { RowProblems, Sums } from './preview.js';
import { downloadErrors } from './upload.js';

const EVERY_MS = 2_000;
const isAtWork = ({ status, undo }: Import): boolean =>
  status === 'uploading' || status === 'queued' || status === 'running' || undo?.finished === false;

function Actions({ of }: { of: Import }) {
  const may = useMay();
  const cancel = useAct('cancelImport');
  const undo = useAct('undoImport');
  const manages = useManages();
  const [asks, setAsks] = useState(false);
  const params = { id: of.id };
  const runs = of.status === 'queued' || of.status === 'running';
  const ended = of.status === 'completed' || of.status === 'cancelled';
  const problem = cancel.problem ?? undo.problem;
  return (
    <>
      {runs && may('leads:write') && (
        <Button
          variant="default"
          loading={cancel.busy}
          onClick={() => void cancel.do({ params }).catch(() => undefined)}
        >
          Stop it
        </Button>
      )}
      {ended && !of.undo && manages && (
        <Button variant="default" onClick={() => setAsks(true)}>
          Take it back
        </Button>
      )}
      <Confirm
        title="Take the import back"
        opened={asks}
        busy={undo.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() =>
          void undo
            .do({ params })
            .catch(() => undefined)
            .finally(() => setAsks(false))
        }
      >
        The leads it made are deleted and those it changed become what they were. What was changed since stays.
      </Confirm>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

function Refused({ id }: { id: string }) {
  const pages = usePages('listImportErrors', { params: { id }, query: { limit: 100 } });
  const [problem, setProblem] = useState<Problem>();
  const rows = pages.data?.pages.flatMap(({ errors }) => errors);
  return (
    <section className="card" aria-labelledby="refused">
      <header className="card-head">
        <h2 id="refused">Rows refused or with a warning</h2>
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
          Download as CSV
        </Button>
      </header>
      {problem && <ProblemNote problem={problem} />}
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!rows && !pages.error && <Bones lines={3} />}
      <ol>
        {rows?.map(({ row, severity, lead_id, problems }) => (
          <li key={`${row} ${severity}`} className="line import-row">
            <span className="faint numbers row-number">{row}</span>
            <div className="grow">
              <RowProblems problems={problems} />
            </div>
            {lead_id && (
              <Link to="/leads/$id" params={{ id: lead_id }}>
                Lead
              </Link>
            )}
            {severity === 'error' ? <Chip who="act" label="Refused" /> : <Chip who="decide" label="Warning" />}
          </li>
        ))}
      </ol>
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            More
          </Button>
        </p>
      )}
    </section>
  );
}

/** How far an import is, what became of its rows, and how it is stopped or taken back. */
export function ImportDetailsPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [everyMs, setEveryMs] = useState<number | undefined>(EVERY_MS);
  const asked = useAsk('getImport', { params: { id } }, everyMs ? { everyMs } : {});
  const known = asked.data?.import;
  const wanted = known && !isAtWork(known) ? undefined : EVERY_MS;
  if (wanted !== everyMs) setEveryMs(wanted);
  return (
    <Page
      title={known?.file_name ?? 'Import'}
      actions={
        known && (
          <>
            <Chip {...IMPORTS[known.status]} />
            <Actions of={known} />
          </>
        )
      }
    >
      <Asked asked={asked}>
        {({ import: each }) => (
          <div className="stack">
            <section className="card" aria-label="Progress">
              <Sums preview={each} />
              <div className="card-body">
                <progress className="progress" max={1} value={each.progress} aria-label="Progress" />
                {each.remaining > 0 && <p className="quiet numbers">{each.remaining} rows are left.</p>}
                {each.failure && <p className="quiet">{each.failure}</p>}
                {each.undo && (
                  <p className="quiet numbers">
                    Taken back: {each.undo.removed} leads deleted, {each.undo.restored} as before, {each.undo.kept} kept
                    since they changed.
                  </p>
                )}
                <p className="row">
                  <Link to="/leads">To the leads</Link>
                  <Link to="/leads/import">Another import</Link>
                </p>
              </div>
            </section>
            {each.failed + each.warnings > 0 && <Refused key={each.status} id={id} />}
          </div>
        )}
      </Asked>
    </Page>
  );
}
