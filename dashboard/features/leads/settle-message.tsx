import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ProblemNote } from '../../components/problem-note.js';
import { OUTCOMES } from '../../words/help.js';

/** Sets the outcome of a message with an unknown outcome. */
export function SettleMessage({ messageId }: { messageId: string }) {
  const settle = useApiMutation('resolveMessage');
  const [isConfirming, setIsConfirming] = useState(false);
  const settleAs = (as: keyof typeof OUTCOMES) =>
    void settle
      .mutateAsync({ params: { id: messageId }, body: { as } })
      .catch(() => undefined)
      .finally(() => setIsConfirming(false));
  return (
    <div className="row">
      {(['sent', 'failed'] as const).map((as) => (
        <Button key={as} variant="default" size="compact-sm" loading={settle.isPending} onClick={() => settleAs(as)}>
          {OUTCOMES[as].label}
        </Button>
      ))}
      <Button variant="default" size="compact-sm" loading={settle.isPending} onClick={() => setIsConfirming(true)}>
        {OUTCOMES.resend.label}
      </Button>
      <ConfirmDialog
        title={OUTCOMES.resend.label}
        opened={isConfirming}
        isPending={settle.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => settleAs('resend')}
      >
        {OUTCOMES.resend.warns}
      </ConfirmDialog>
      {settle.problem && <ProblemNote problem={settle.problem} />}
    </div>
  );
}
