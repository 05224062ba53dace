import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useRef, useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/imports.js';
import { IMPORTS } from '../../words/imports.js';
import { numberOf } from '../../words/reports.js';
import { PrepareImport } from './prepare-import.js';

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
      aria-label={words.file}
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
      <h2>{words.dropAFileHere}</h2>
      <p className="quiet">{words.csvOrJsonLinesUpTo}</p>
      <Button onClick={() => input.current?.click()}>{words.selectFile}</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,text/csv"
        className="unseen"
        aria-label={words.fileToImport}
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
  const pages = useApiList('listImports', { query: { limit: 20 } });
  const imports = pages.data?.pages.flatMap((page) => page.imports);
  if (imports?.length === 0) return null;
  return (
    <section className="card" aria-labelledby="imports">
      <header className="card-head">
        <h2 id="imports">{words.importHistory}</h2>
      </header>
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!imports && !pages.error && <Skeleton lines={3} />}
      <ul>
        {imports?.map((each) => (
          <li key={each.id} className="line meeting">
            <span className="grow">
              <Link to="/leads/import/$id" params={{ id: each.id }} className="lead-name cut">
                {each.file_name ?? words.unnamedFile}
              </Link>
              <span className="faint cut numbers">
                {words.newSkipped(each.rows, numberOf(each.created), numberOf(each.failed))}
              </span>
            </span>
            <span className="faint wide-only">
              <Timestamp at={each.created_at} />
            </span>
            <Chip {...IMPORTS[each.status]} />
          </li>
        ))}
      </ul>
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

/** Brings leads in from a file, after showing what that would do. */
export function ImportPage() {
  const [file, setFile] = useState<File>();
  return (
    <Page title={words.importLeads}>
      <div className="stack">
        {file ? (
          <PrepareImport key={`${file.name}${file.lastModified}`} file={file} onLeave={() => setFile(undefined)} />
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
