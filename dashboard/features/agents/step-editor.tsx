import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CadenceStep, StepType } from '../../../schemas/cadence/cadence.js';
import { useFormFacts, useProblemAt } from '../../forms/form-context.js';
import { choiceShape } from '../../forms/resolve-shape.js';
import { Fields } from '../../forms/schema-field.js';
import type { Plain } from '../../forms/shape.js';
import * as words from '../../words/en/agent.js';
import { STEP_WORDS } from './step-in-words.js';

/** The first fields of each step type. The others are below them. */
const FIRST: Readonly<Record<StepType, readonly string[]>> = {
  message: ['name', 'channel', 'delay', 'subject', 'content', 'template_id'],
  call: ['name', 'delay', 'begin_message', 'attempts'],
  wait: ['name', 'delay'],
  wait_until: ['name', 'any', 'timeout', 'on_timeout'],
  branch: ['name', 'conditions', 'match', 'then', 'else'],
  split: ['name', 'arms'],
  set: ['name', 'actions'],
  goal: ['name', 'any'],
  exit: ['name', 'reason'],
};

/** A key is taken over when it is whole: what leads to the step is renamed with it. */
function KeyField({ value, onChange, at }: { value: string; onChange: (key: string) => void; at: string }) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      label={words.key}
      description={words.identifiesTheStepInResultsAnd}
      value={typed}
      readOnly={useFormFacts().readOnly}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => (/^[A-Za-z0-9_.-]{1,64}$/.test(typed) ? onChange(typed) : setTyped(value))}
      error={useProblemAt(at)}
    />
  );
}

interface Props {
  step: CadenceStep;
  at: string;
  onChange: (step: CadenceStep) => void;
  /** The content below the first fields. */
  children?: ReactNode;
}

/** Everything about one step. */
export function StepEditor({ step, at, onChange, children }: Props) {
  const shape = choiceShape('CadenceStep', step.type);
  const first = FIRST[step.type].filter((key) => key in shape.fields);
  const more = Object.keys(shape.fields).filter((key) => key !== 'key' && !first.includes(key));
  const change = (value: Plain) => onChange(value as unknown as CadenceStep);
  const value = step as unknown as Plain;
  return (
    <div className="form">
      <p className="quiet">{STEP_WORDS[step.type].means}</p>
      <Fields shape={shape} value={value} onChange={change} at={at} only={first} />
      {children}
      <details open={more.some((key) => value[key] !== undefined)}>
        <summary>{words.moreSettings}</summary>
        <div className="form">
          <KeyField key={step.key} value={step.key} onChange={(key) => change({ ...value, key })} at={`${at}/key`} />
          <Fields shape={shape} value={value} onChange={change} at={at} only={more} />
        </div>
      </details>
    </div>
  );
}
