import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import { useAct } from '../api/act.js';
import type { Draft } from '../api/draft.js';
import { useMay } from '../api/session.js';
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

/** The source, and beside it a run of it on a lead: what it would do is recorded, and nothing done. */
export function FunctionEditor({ fn, draft }: Props) {
  const may = useMay();
  const [lead, setLead] = useState<string>();
  const [input, setInput] = useState<unknown>();
  const [result, setResult] = useState<Parameters<typeof RunResult>[0]['run']>();
  const run = useAct('runCloudFunction');
  const readOnly = !may('functions:write');
  const error = result?.error;
  const fault = useMemo(() => (error?.line ? { ...error, line: error.line } : undefined), [error]);
  const test = async () => {
    // What runs is what is stored, so that it can be told which version did what.
    if (draft.state !== 'saved' && !readOnly && !(await draft.save())) return;
    const ctx = { ...(lead ? { lead_id: lead } : {}), ...(input === undefined ? {} : { input: plainOf(input) }) };
    const answer = await run.do({ params: { id: fn.id }, body: { ctx } });
    setResult(answer.run);
    // The first run of a version deploys it.
    await draft.keepMine();
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
            <Button loading={run.busy} onClick={() => void test().catch(() => undefined)}>
              {draft.state === 'saved' ? 'Run it' : 'Save and run it'}
            </Button>
          )}
          {run.problem && <ProblemNote problem={run.problem} />}
          {result && <RunResult key={result.id} run={result} onReplayed={setResult} />}
        </div>
      </aside>
    </div>
  );
}
