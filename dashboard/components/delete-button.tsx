import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Input, MutationOperation } from '../api/operation-types.js';
import { useApiMutation } from '../api/use-api-mutation.js';
import * as words from '../words/en/parts.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { ProblemNote } from './problem-note.js';

interface Props {
  operation: MutationOperation;
  id: string;
  /** The parameter in its URL, if that isn't an ID. */
  by?: 'name';
  name: string;
  /** The consequence. */
  means: string;
}

/** Removes something by its id, after asking. */
export function DeleteButton({ operation, id, by, name, means }: Props) {
  const remove = useApiMutation(operation);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={words.remove(name)} onClick={() => setIsConfirming(true)}>
        {words.remove2}
      </Button>
      <ConfirmDialog
        title={words.remove(name)}
        opened={isConfirming}
        isPending={remove.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          void remove
            .mutateAsync({ params: { [by ?? 'id']: id } } as Input<MutationOperation>)
            .catch(() => undefined)
            .finally(() => setIsConfirming(false))
        }
      >
        {means}
      </ConfirmDialog>
      {remove.problem && <ProblemNote problem={remove.problem} />}
    </>
  );
}
