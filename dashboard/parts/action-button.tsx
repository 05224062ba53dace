import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AttentionItem } from '../../schemas/operations/attention.js';
import { useAct } from '../api/act.js';
import type { Act, Input } from '../api/names.js';
import { splitInput } from '../api/split.js';
import { helpOf } from '../words/help.js';
import { Confirm } from './confirm.js';
import { ProblemNote } from './problem-note.js';

/** Does at a click what is offered about something that waits. */
export function ActionButton({ operation, params }: AttentionItem['actions'][number]) {
  const help = helpOf(operation, params);
  const act = useAct(operation as Act);
  const [asks, setAsks] = useState(false);
  if (!help) return null;
  const run = () =>
    act
      .do(splitInput(operation as Act, { ...params, ...help.also }) as Input<Act>)
      .then(() => setAsks(false))
      .catch(() => setAsks(false));
  return (
    <>
      <Button variant="default" size="compact-sm" loading={act.busy} onClick={help.warns ? () => setAsks(true) : run}>
        {help.label}
      </Button>
      {help.warns && (
        <Confirm title={help.label} opened={asks} busy={act.busy} onCancel={() => setAsks(false)} onConfirm={run}>
          {help.warns}
        </Confirm>
      )}
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
