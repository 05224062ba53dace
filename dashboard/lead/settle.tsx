import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { Confirm } from '../parts/confirm.js';
import { ProblemNote } from '../parts/problem-note.js';
import { OUTCOMES } from '../words/help.js';

/** Says what became of a message of which nobody knows. */
export function Settle({ messageId }: { messageId: string }) {
  const settle = useAct('resolveMessage');
  const [asks, setAsks] = useState(false);
  const settleAs = (as: keyof typeof OUTCOMES) =>
    void settle
      .do({ params: { id: messageId }, body: { as } })
      .catch(() => undefined)
      .finally(() => setAsks(false));
  return (
    <div className="row">
      {(['sent', 'failed'] as const).map((as) => (
        <Button key={as} variant="default" size="compact-sm" loading={settle.busy} onClick={() => settleAs(as)}>
          {OUTCOMES[as].label}
        </Button>
      ))}
      <Button variant="default" size="compact-sm" loading={settle.busy} onClick={() => setAsks(true)}>
        {OUTCOMES.resend.label}
      </Button>
      <Confirm
        title={OUTCOMES.resend.label}
        opened={asks}
        busy={settle.busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => settleAs('resend')}
      >
        {OUTCOMES.resend.warns}
      </Confirm>
      {settle.problem && <ProblemNote problem={settle.problem} />}
    </div>
  );
}
