import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import type { FunctionRun } from '../../schemas/functions/function-runs.js';
import { useAct } from '../api/act.js';
import type { Draft } from '../api/draft.js';
import { useMay } from '../api/session.js';
import type { Fault } from '../parts/code/code-editor.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Field } from '../shape/field.js';
import { plainOf } from '../shape/shape.js';
import { useFaults } from './faults.js';
import { RunResult } from './run.js';
import { Source } from './source.js';

interface Props {
  fn: CloudFunction;
  draft: Draft<CloudFunction>;
}

/** What is wrong by the types, in words, for whom the marks in the source say nothing. */
function Checked({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className="logs" aria-label="What does not fit">
      {faults.map(({ severity, line, column, message }) => (
        <li key={`${line} ${column} ${message}`} data-level={severity === 'error' ? 'error' : 'warn'}>
          <span className="faint">Line {line}</span> {message}
        </li>
      ))}
    </ul>
  );
}

/**
 * The source, and beside it a run of it on a lead: what it would do is recorded, and nothing done. What runs is what
 * stands in the editor; only what is saved can then be applied.
 */
export function FunctionEditor({ fn, draft }: Props) {
  const may = useMay();
  const [lead, setLead] = useState<string>();
  const [input, setInput] = useState<unknown>();
  const [result, setResult] = useState<FunctionRun & { source: string }>();
  const run = useAct('runCloudFunction');
  const readOnly = !may('functions:write');
  const { problem } = run;
  const faults = useFaults({
    source: fn.source,
    readOnly,
    error: result?.source === fn.source ? result.error : undefined,
    problem,
  });
  const isSaved = draft.stored?.source === fn.source;
  const test = async (source?: string) => {
    const ctx = { ...(lead ? { lead_id: lead } : {}), ...(input === undefined ? {} : { input: plainOf(input) }) };
    setResult(undefined);
    const answer = await run.do({ params: { id: fn.id }, body: { ctx, ...(source === undefined ? {} : { source }) } });
    setResult({ ...answer.run, source: fn.source });
    // The first run of a version deploys it.
    if (source === undefined) await draft.keepMine();
  };
  const tryIt = () => void test(isSaved ? undefined : fn.source).catch(() => undefined);
  const saveAndTry = async () => {
    if (await draft.save()) await test().catch(() => undefined);
  };
  return (
    <div className="editor">
      <div className="stack">
        <Source
          value={fn.source}
          onChange={(source) => draft.change({ source })}
          readOnly={readOnly}
          faults={faults.all}
          onSave={() => void draft.save()}
        />
        <Checked faults={faults.checked} />
        <p className="faint" id="source-keys">
          <a href="functions/svc.d.ts">What svc can do</a> · Tab indents, Escape and Tab moves on, Ctrl S saves. Each
          saved change of the source is a version.
        </p>
      </div>
      <aside className="card side" aria-label="Try it">
        <div className="side-body form">
          <LeadPicker label="On a lead" placeholder="Without a lead" value={lead} onChange={setLead} />
          <Field
            name="input"
            label="Input"
            shape={{ kind: 'any', help: 'Reaches the function as ctx.input.' }}
            value={input}
            onChange={setInput}
            at="/ctx/input"
          />
          {may('functions:run') && (
            <Button loading={run.busy} onClick={tryIt}>
              {isSaved ? 'Run it' : 'Run it unsaved'}
            </Button>
          )}
          <p className="faint">It runs on real data, and nothing is changed.</p>
          {problem && <ProblemNote problem={problem} />}
          {result && (
            <RunResult
              key={result.id}
              run={result}
              source={result.source}
              onRun={(next) => setResult({ ...next, source: result.source })}
              onSave={readOnly ? undefined : () => void saveAndTry()}
            />
          )}
        </div>
      </aside>
    </div>
  );
}
