import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAsk } from '../api/ask.js';
import { asProblem, type Problem } from '../api/problem.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { type ImportChoices, NO_CHOICES } from './choices.js';
import { ENCODINGS } from './encodings.js';
import { Columns, EncodingNote, FirstRows, Sums } from './preview.js';
import { importFile, previewOf } from './upload.js';

const CHANGE_MS = 400;
const DUPLICATES = [
  { value: 'update', label: 'Change them' },
  { value: 'reuse', label: 'Leave them as they are' },
  { value: 'create', label: 'Make them once more' },
  { value: 'reject', label: 'Refuse the row' },
];

interface OptionsProps {
  choices: ImportChoices;
  onChange: (change: Partial<ImportChoices>) => void;
}

function Options({ choices, onChange }: OptionsProps) {
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  return (
    <div className="card-body pairs">
      <Select
        label="Leads that are known"
        data={DUPLICATES}
        value={choices.on_duplicate}
        onChange={(value) => onChange({ on_duplicate: value ?? 'update' })}
      />
      <Select
        label="Encoding of the file"
        placeholder="Detect automatically"
        data={ENCODINGS}
        value={choices.encoding || null}
        onChange={(value) => onChange({ encoding: value ?? '' })}
        clearable
        searchable
      />
      <TextInput
        label="Source, where a row has none"
        value={choices.source}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
      />
      <TextInput
        label="Tags for all, separated by commas"
        value={choices.tags}
        onChange={({ currentTarget }) => onChange({ tags: currentTarget.value })}
      />
      <Select
        label="Agent that gets them"
        placeholder="None"
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
          <span>Leave out its first message</span>
        </label>
      )}
    </div>
  );
}

/** Shows what importing a file would do, lets its columns be put right, and imports it. */
export function Prepare({ file, onLeave }: { file: File; onLeave: () => void }) {
  const [choices, setChoices] = useState(NO_CHOICES);
  const [asked] = useDebouncedValue(choices, CHANGE_MS);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const key = useRef(crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const navigate = useNavigate();
  const client = useQueryClient();
  const preview = useQuery({
    queryKey: ['importPreview', file.name, file.lastModified, file.size, asked],
    queryFn: ({ signal }) => previewOf(file, asked, signal),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const change = (part: Partial<ImportChoices>) => setChoices((known) => ({ ...known, ...part }));
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const id = await importFile(file, choices, key.current);
      await client.invalidateQueries({ queryKey: ['listImports'] });
      await navigate({ to: '/leads/import/$id', params: { id } });
    } catch (thrown) {
      setProblem(asProblem(thrown));
      setBusy(false);
    }
  };
  const fits = preview.data && preview.data.rows > preview.data.failed;
  return (
    <>
      <section className="card" aria-labelledby="file">
        <header className="card-head">
          <h2 id="file">{file.name}</h2>
          <Button variant="default" onClick={onLeave}>
            Another file
          </Button>
          <Button
            disabled={!fits || choices !== asked || preview.isFetching}
            loading={busy}
            onClick={() => void start()}
          >
            {preview.data ? `Import ${preview.data.rows - preview.data.failed} rows` : 'Import'}
          </Button>
        </header>
        {problem && <ProblemNote problem={problem} />}
        {preview.data && <EncodingNote encoding={preview.data.encoding} />}
        {preview.data && <Sums preview={preview.data} busy={preview.isFetching} />}
        <Options choices={choices} onChange={change} />
      </section>
      {preview.error && <ProblemNote problem={asProblem(preview.error)} again={() => void preview.refetch()} />}
      {!preview.data && !preview.error && <Bones lines={8} />}
      {preview.data && (
        <>
          <Columns
            columns={preview.data.columns}
            onMap={(header, to) => change({ mapping: { ...choices.mapping, [header]: to } })}
          />
          <FirstRows preview={preview.data} />
        </>
      )}
      {preview.data && preview.data.failed > 0 && (
        <p className="quiet">The rows that are refused can be downloaded afterwards, with what is wrong.</p>
      )}
    </>
  );
}
