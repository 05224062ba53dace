import { Textarea } from '@mantine/core';
import { useState } from 'react';
import * as words from '../words/en/shape.js';
import { labelOf } from '../words/fields.js';
import { helpOf } from './field-help.js';
import type { FieldProps } from './field-props.js';
import { useFormFacts, useProblemAt } from './form-context.js';
import { readJson, readLines, writeJson, writeLines } from './value-text.js';

/** A text editor for data: names with values line by line, or JSON. */
export function JsonField({ name, shape, value, onChange, at, label }: FieldProps) {
  const isMap = shape.kind === 'map';
  const [typed, setTyped] = useState(() => (isMap ? writeLines(value) : writeJson(value)));
  const [fault, setFault] = useState<string>();
  const problem = useProblemAt(at);
  const change = (text: string) => {
    setTyped(text);
    const { value: read, fault: wrong } = isMap ? readLines(text) : readJson(text);
    setFault(wrong);
    if (!wrong) onChange(read);
  };
  return (
    <Textarea
      label={label ?? labelOf(name)}
      description={`${helpOf(shape) ?? ''} ${isMap ? words.enterOnePerLineAsName : words.enterJson}`.trim()}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={fault ?? problem}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      className="code-input"
      readOnly={useFormFacts().readOnly}
    />
  );
}
