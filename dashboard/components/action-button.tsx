import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AttentionItem } from '../../schemas/operations/attention.js';
import type { Input, MutationOperation } from '../api/operation-types.js';
import { splitInput } from '../api/split-input.js';
import { useApiMutation } from '../api/use-api-mutation.js';
import { helpOf } from '../words/help.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { ProblemNote } from './problem-note.js';

/** Does at a click what is offered about something that waits. */
export function ActionButton({ operation, params }: AttentionItem['actions'][number]) {
  const help = helpOf(operation, params);
  const act = useApiMutation(operation as MutationOperation);
  const [isConfirming, setIsConfirming] = useState(false);
  if (!help) return null;
  const run = () =>
    act
      .mutateAsync(splitInput(operation as MutationOperation, { ...params, ...help.also }) as Input<MutationOperation>)
      .then(() => setIsConfirming(false))
      .catch(() => setIsConfirming(false));
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={act.isPending}
        onClick={help.warns ? () => setIsConfirming(true) : run}
      >
        {help.label}
      </Button>
      {help.warns && (
        <ConfirmDialog
          title={help.label}
          opened={isConfirming}
          isPending={act.isPending}
          onCancel={() => setIsConfirming(false)}
          onConfirm={run}
        >
          {help.warns}
        </ConfirmDialog>
      )}
      {act.problem && <ProblemNote problem={act.problem} />}
    </>
  );
}
