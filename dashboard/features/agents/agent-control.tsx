import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from '../../../schemas/agents/agents.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import * as words from '../../words/en/agent.js';
import type { AgentDraft } from './use-agent.js';

type PendingAction = 'pause' | 'off' | 'delete';
const WARNINGS: Readonly<Record<PendingAction, { title: string; means: string }>> = {
  pause: { title: words.pauseAgent, means: words.allItsRunsAreHeldAt },
  off: { title: words.deactivateAgent, means: words.theAgentStopsEnrollingLeadsAnd },
  delete: { title: words.deleteAgent, means: words.thisCantBeUndoneTheHistory },
};

/** Pauses an agent, switches it off and on, or deletes it. */
export function AgentControl({ agent, draft }: { agent: Agent; draft: AgentDraft }) {
  const [action, setAction] = useState<PendingAction>();
  const update = useApiMutation('updateWorkflow');
  const navigate = useNavigate();
  const remove = useApiMutation('deleteWorkflow', async () => {
    draft.discard();
    await navigate({ to: '/agents' });
  });
  const params = { id: agent.id };
  const change = async (body: { paused?: boolean; is_active?: boolean }) => {
    await update.mutateAsync({ params, body });
    // The edits stay. Only the stored version has changed.
    await draft.reloadWithChanges();
  };
  const act = async () => {
    if (action === 'pause') await change({ paused: true });
    if (action === 'off') await change({ is_active: false });
    if (action === 'delete') await remove.mutateAsync({ params });
  };
  const problem = update.problem ?? remove.problem;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={words.moreActions}>
            <Icon name="dots" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {agent.paused ? (
            <Menu.Item onClick={() => void change({ paused: false }).catch(() => undefined)}>
              {words.resumeAgent}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => setAction('pause')}>{words.pauseAgent}</Menu.Item>
          )}
          {agent.is_active ? (
            <Menu.Item onClick={() => setAction('off')}>{words.deactivateAgent}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => void change({ is_active: true }).catch(() => undefined)}>
              {words.activateAgent}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setAction('delete')}>{words.deleteAgent}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title={action ? WARNINGS[action].title : ''}
        opened={action !== undefined}
        isPending={update.isPending || remove.isPending}
        onCancel={() => setAction(undefined)}
        onConfirm={() =>
          void act()
            .then(() => setAction(undefined))
            .catch(() => setAction(undefined))
        }
      >
        {action && WARNINGS[action].means}
      </ConfirmDialog>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
