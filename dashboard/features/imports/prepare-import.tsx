import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ImportPreview } from '../../../schemas/imports/imports.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/imports.js';
import { ColumnWarnings } from './column-warnings.js';
import { DEFAULT_OPTIONS, type ImportOptions } from './import-options.js';
import { Columns, EncodingNote, FileNote, FirstRows, RowCounts } from './import-preview.js';
import { ReadingOptions } from './reading-options.js';
import { importFile, previewOf } from './upload-import.js';

const CHANGE_MS = 400;
const DUPLICATES = [
  { value: 'update', label: words.update },
  { value: 'reuse', label: words.keepUnchanged },
  { value: 'create', label: words.createAgain },
  { value: 'reject', label: words.skipTheRow },
];

interface OptionsProps {
  choices: ImportOptions;
  onChange: (change: Partial<ImportOptions>) => void;
}

function Options({ choices, onChange }: OptionsProps) {
  const agents = useApiQuery('listWorkflows', { query: { limit: 200 } });
  return (
    <div className="card-body pairs">
      <Select
        label={words.existingLeads}
        data={DUPLICATES}
        value={choices.on_duplicate}
        onChange={(value) => onChange({ on_duplicate: value ?? 'update' })}
      />
      <TextInput
        label={words.sourceForRowsWithoutOne}
        value={choices.source}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
      />
      <TextInput
        label={words.tagsForAllLeadsSeparatedBy}
        value={choices.tags}
        onChange={({ currentTarget }) => onChange({ tags: currentTarget.value })}
      />
      <Select
        label={words.enrollInAgent}
        placeholder={words.none}
        data={agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={choices.workflow_id || null}
        onChange={(value) => onChange({ workflow_id: value ?? '' })}
        clearable
      />
      {choices.workflow_id && (
        <label className="tick">
          <input
            type="checkbox"
            checked={choices.skip_first_message}
            onChange={({ currentTarget }) => onChange({ skip_first_message: currentTarget.checked })}
          />
          <span>{words.skipTheFirstMessage}</span>
        </label>
      )}
    </div>
  );
}

/** Shows what importing a file would do, lets its columns be put right, and imports it. */
export function PrepareImport({ file, onLeave }: { file: File; onLeave: () => void }) {
  const [choices, setChoices] = useState(DEFAULT_OPTIONS);
  const [debouncedChoices] = useDebouncedValue(choices, CHANGE_MS);
  const [problem, setProblem] = useState<Problem>();
  const [isPending, setIsPending] = useState(false);
  const key = useRef(crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const navigate = useNavigate();
  const client = useQueryClient();
  const preview = useQuery({
    queryKey: ['importPreview', file.name, file.lastModified, file.size, debouncedChoices],
    queryFn: ({ signal }) => previewOf(file, debouncedChoices, signal),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  // An option that doesn't fit the file leaves no preview, and has to be corrected.
  const [known, setKnown] = useState<ImportPreview>();
  if (preview.data && preview.data !== known) setKnown(preview.data);
  const change = (part: Partial<ImportOptions>) => setChoices((known) => ({ ...known, ...part }));
  const start = async () => {
    setIsPending(true);
    setProblem(undefined);
    try {
      const id = await importFile(file, choices, key.current);
      await client.invalidateQueries({ queryKey: ['listImports'] });
      await navigate({ to: '/leads/import/$id', params: { id } });
    } catch (thrown) {
      setProblem(asProblem(thrown));
      setIsPending(false);
    }
  };
  const fits = preview.data && preview.data.rows > preview.data.failed;
  return (
    <>
      <section className="card" aria-labelledby="file">
        <header className="card-head">
          <h2 id="file">{file.name}</h2>
          <Button variant="default" onClick={onLeave}>
            {words.selectAnotherFile}
          </Button>
          <Button
            disabled={!fits || choices !== debouncedChoices || preview.isFetching}
            loading={isPending}
            onClick={() => void start()}
          >
            {preview.data ? words.importRow(preview.data.rows - preview.data.failed) : words.importLabel}
          </Button>
        </header>
        {problem && <ProblemNote problem={problem} />}
        {preview.data && <FileNote file={preview.data.file} />}
        {preview.data && <EncodingNote encoding={preview.data.encoding} />}
        {preview.data && <RowCounts preview={preview.data} isPending={preview.isFetching} />}
        <ReadingOptions preview={preview.data ?? known} choices={choices} onChange={change} />
        <Options choices={choices} onChange={change} />
      </section>
      {preview.error && <ProblemNote problem={asProblem(preview.error)} again={() => void preview.refetch()} />}
      {!preview.data && !preview.error && <Skeleton lines={8} />}
      {preview.data && (
        <>
          <Columns
            columns={preview.data.columns}
            onMap={(header, to) => change({ mapping: { ...choices.mapping, [header]: to } })}
          />
          <ColumnWarnings columns={preview.data.columns} groups={preview.data.warning_groups} />
          <FirstRows preview={preview.data} />
        </>
      )}
      {preview.data && preview.data.failed > 0 && <p className="quiet">{words.youCanDownloadTheSkippedRows}</p>}
    </>
  );
}
