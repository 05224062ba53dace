import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { Asked } from '../parts/asked.js';
import { Explained } from './explained.js';

interface Props {
  conversationId: string;
  no: number;
  label: string;
}

function Turn({ conversationId, no }: Omit<Props, 'label'>) {
  const asked = useAsk('getConversationTurn', { params: { id: conversationId, no: String(no) } });
  return (
    <Asked asked={asked} lines={6}>
      {({ turn }) => <Explained turn={turn} />}
    </Asked>
  );
}

/** Says why the agent answered so, or did not. */
export function Why({ label, ...turn }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" className="jump" onClick={() => setOpened(true)}>
        {label}
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Why the agent did this" size="lg">
        <Turn {...turn} />
      </Modal>
    </>
  );
}
