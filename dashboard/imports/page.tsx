import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useRef, useState } from 'react';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { Chip } from '../parts/chip.js';
import { Bones, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { IMPORTS } from '../words/imports.js';
import { Prepare } from './prepare.js';

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <section
      className="card drop"
      aria-label="File"
      data-over={over || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <h2>Drop a CSV file here</h2>
      <p className="quiet">
        With a header row, up to 50 MiB. Nothing is imported before you have seen what would happen.
      </p>
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="unseen"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
    </section>
  );
}

function Earlier() {
  const pages = usePages('listImports', { query: { limit: 20 } });
  const imports = pages.data?.pages.flatMap((page) => page.imports);
  if (imports?.length === 0) return null;
  return (
    <section className="card" aria-labelledby="imports">
      <header className="card-head">
        <h2 id="imports">Imports so far</h2>
      </header>
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!imports && !pages.error && <Bones lines={3} />}
      <ul>
        {imports?.map((each) => (
          <li key={each.id} className="line meeting">
            <span className="grow">
              <Link to="/leads/import/$id" params={{ id: each.id }} className="lead-name cut">
                {each.file_name ?? 'A file'}
              </Link>
              <span className="faint cut numbers">
                {each.rows} rows · {each.created} new · {each.failed} refused
              </span>
            </span>
            <span className="faint wide-only">
              <When at={each.created_at} />
            </span>
            <Chip {...IMPORTS[each.status]} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Earlier
          </Button>
        </p>
      )}
    </section>
  );
}

/** Brings leads in from a file, after showing what that would do. */
export function ImportPage() {
  const [file, setFile] = useState<File>();
  return (
    <Page title="Import leads">
      <div className="stack">
        {file ? (
          <Prepare key={`${file.name}${file.lastModified}`} file={file} onLeave={() => setFile(undefined)} />
        ) : (
          <>
            <ChooseFile onFile={setFile} />
            <Earlier />
          </>
        )}
      </div>
    </Page>
  );
}
