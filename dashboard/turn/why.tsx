import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ConversationTurn } from '../../schemas/conversations/turns.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Explained } from './explained.js';
import { Replay } from './replay.js';

/** A quiet button that opens an explanation. */
function Opens({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" className="jump" onClick={() => setOpened(true)}>
        {label}
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Why the agent did this" size="lg">
        {children}
      </Modal>
    </>
  );
}

interface Props {
  conversationId: string;
  no: number;
  label: string;
}

function Turn({ conversationId, no }: Omit<Props, 'label'>) {
  const asked = useAsk('getConversationTurn', { params: { id: conversationId, no: String(no) } });
  const may = useMay();
  const [again, setAgain] = useState(false);
  if (again) return <Replay conversationId={conversationId} />;
  return (
    <Asked asked={asked} lines={6}>
      {({ turn }) => (
        <div className="stack">
          <Explained turn={turn} />
          {may('conversations:write') && (
            <Button variant="default" className="add-item" onClick={() => setAgain(true)}>
              Play the conversation again
            </Button>
          )}
        </div>
      )}
    </Asked>
  );
}

/** Says why the agent answered so, or did not. */
export const Why = ({ label, ...turn }: Props) => (
  <Opens label={label}>
    <Turn {...turn} />
  </Opens>
);

/** The same of a turn that was only tried. */
export const WhyTried = ({ label, turn }: { label: string; turn: ConversationTurn }) => (
  <Opens label={label}>
    <Explained turn={turn} isTrial />
  </Opens>
);
