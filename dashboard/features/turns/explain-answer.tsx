import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ConversationTurn } from '../../../schemas/conversations/turns.js';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import * as words from '../../words/en/turn.js';
import { TurnExplanation } from './turn-explanation.js';
import { TurnReplay } from './turn-replay.js';

/** A quiet button that opens an explanation. */
function Opens({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" className="jump" onClick={() => setOpened(true)}>
        {label}
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={words.turnDetails} size="lg">
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
  const turnQuery = useApiQuery('getConversationTurn', { params: { id: conversationId, no: String(no) } });
  const may = usePermission();
  const [again, setAgain] = useState(false);
  if (again) return <TurnReplay conversationId={conversationId} />;
  return (
    <QueryBoundary query={turnQuery} lines={6}>
      {({ turn }) => (
        <div className="stack">
          <TurnExplanation turn={turn} />
          {may('conversations:write') && (
            <Button variant="default" className="add-item" onClick={() => setAgain(true)}>
              {words.replayConversation}
            </Button>
          )}
        </div>
      )}
    </QueryBoundary>
  );
}

/** Returns why the agent answered so, or did not. */
export const ExplainAnswer = ({ label, ...turn }: Props) => (
  <Opens label={label}>
    <Turn {...turn} />
  </Opens>
);

/** The same of a turn that was only tried. */
export const ExplainTestAnswer = ({ label, turn }: { label: string; turn: ConversationTurn }) => (
  <Opens label={label}>
    <TurnExplanation turn={turn} isTrial />
  </Opens>
);
