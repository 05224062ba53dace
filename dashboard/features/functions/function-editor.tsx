import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../../schemas/functions/cloud-functions.js';
import type { FunctionRun } from '../../../schemas/functions/function-runs.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import type { Draft } from '../../api/use-draft.js';
import type { SourceError } from '../../components/code/code-editor.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Field } from '../../forms/schema-field.js';
import { plainOf } from '../../forms/shape.js';
import * as words from '../../words/en/function.js';
import { FunctionRunResult } from './function-run-result.js';
import { FunctionSource } from './function-source.js';
import { useSourceErrors } from './use-source-errors.js';

interface Props {
  fn: CloudFunction;
  draft: Draft<CloudFunction>;
}

/** The type errors as text, for users who can't see the marks in the source. */
function Checked({ faults }: { faults: readonly SourceError[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className="logs" aria-label={words.typeErrors}>
      {faults.map(({ severity, line, column, message }) => (
        <li key={`${line} ${column} ${message}`} data-level={severity === 'error' ? 'error' : 'warn'}>
          <span className="faint">{words.line(line)}</span> {message}
        </li>
      ))}
    </ul>
  );
}

/**
 * The source, next to a test run on a lead, which records its effects without applying them. The run uses the editor's
 * source. Effects can only be applied for a saved source.
 */
export function FunctionEditor({ fn, draft }: Props) {
  const may = usePermission();
  const [lead, setLead] = useState<string>();
  const [input, setInput] = useState<unknown>();
  const [result, setResult] = useState<FunctionRun & { source: string }>();
  const run = useApiMutation('runCloudFunction');
  const readOnly = !may('functions:write');
  const { problem } = run;
  const faults = useSourceErrors({
    source: fn.source,
    readOnly,
    error: result?.source === fn.source ? result.error : undefined,
    problem,
  });
  const isSaved = draft.stored?.source === fn.source;
  const test = async (source?: string) => {
    const ctx = { ...(lead ? { lead_id: lead } : {}), ...(input === undefined ? {} : { input: plainOf(input) }) };
    setResult(undefined);
    const answer = await run.mutateAsync({
      params: { id: fn.id },
      body: { ctx, ...(source === undefined ? {} : { source }) },
    });
    setResult({ ...answer.run, source: fn.source });
    // The first run of a version deploys it.
    if (source === undefined) await draft.reloadWithChanges();
  };
  const tryIt = () => void test(isSaved ? undefined : fn.source).catch(() => undefined);
  const saveAndTry = async () => {
    if (await draft.save()) await test().catch(() => undefined);
  };
  return (
    <div className="editor">
      <div className="stack">
        <FunctionSource
          value={fn.source}
          onChange={(source) => draft.change({ source })}
          readOnly={readOnly}
          faults={faults.all}
          onSave={() => void draft.save()}
        />
        <Checked faults={faults.checked} />
        <p className="faint" id="source-keys">
          {words.tabIndentsPressEscapeThenTab} <a href="functions/svc.d.ts">{words.svcReference}</a>
        </p>
      </div>
      <aside className="card side" aria-label={words.test}>
        <div className="side-body form">
          <LeadPicker label={words.lead} placeholder={words.noLead} value={lead} onChange={setLead} />
          <Field
            name="input"
            label={words.input}
            shape={{ kind: 'any', help: words.availableToTheFunctionAsCtx }}
            value={input}
            onChange={setInput}
            at="/ctx/input"
          />
          {may('functions:run') && (
            <Button variant="default" loading={run.isPending} onClick={tryIt}>
              {isSaved ? words.run : words.runUnsavedCode}
            </Button>
          )}
          <p className="faint">{words.testRunsReadRealDataAnd}</p>
          {problem && <ProblemNote problem={problem} />}
          {result && (
            <FunctionRunResult
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
