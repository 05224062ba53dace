import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import type { FunctionRun } from '../../schemas/functions/function-runs.js';
import { useAct } from '../api/act.js';
import type { Draft } from '../api/draft.js';
import type { Problem } from '../api/problem.js';
import { useMay } from '../api/session.js';
import type { Fault } from '../parts/code/code-editor.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Field } from '../shape/field.js';
import { plainOf } from '../shape/shape.js';
import { RunResult } from './run.js';
import { Source } from './source.js';

interface Props {
  fn: CloudFunction;
  draft: Draft<CloudFunction>;
}

/** Where code does not compile, or broke off. */
function faultOf(error: FunctionRun['error'] | undefined, problem: Problem | undefined): Fault | undefined {
  if (error?.line) return { line: error.line, column: error.column, message: error.message };
  const { line, column } = (problem?.body ?? {}) as { line?: number | null; column?: number | null };
  return problem && line ? { line, column: column ?? null, message: problem.message } : undefined;
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
  const fault = useMemo(() => faultOf(result?.error ?? undefined, problem), [result?.error, problem]);
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
          fault={fault}
          onSave={() => void draft.save()}
        />
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
