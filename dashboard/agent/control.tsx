import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from '../../schemas/agents/agents.js';
import { useAct } from '../api/act.js';
import { Confirm } from '../parts/confirm.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import type { AgentDraft } from './use-agent.js';

type Wish = 'pause' | 'off' | 'delete';
const WARNINGS: Readonly<Record<Wish, { title: string; means: string }>> = {
  pause: { title: 'Pause', means: 'Every run of it is held where it is, until somebody lets it go on.' },
  off: { title: 'Switch off', means: 'It takes no leads and works none of those it has.' },
  delete: { title: 'Delete', means: 'It is gone for good; what its runs did stays readable.' },
};

/** Pauses an agent, switches it off and on, or deletes it. */
export function AgentControl({ agent, draft }: { agent: Agent; draft: AgentDraft }) {
  const [wish, setWish] = useState<Wish>();
  const update = useAct('updateWorkflow');
  const navigate = useNavigate();
  const remove = useAct('deleteWorkflow', async () => {
    draft.discard();
    await navigate({ to: '/agents' });
  });
  const params = { id: agent.id };
  const change = async (body: { paused?: boolean; is_active?: boolean }) => {
    await update.do({ params, body });
    // What was typed stays: only the state that was read is another by now.
    await draft.keepMine();
  };
  const act = async () => {
    if (wish === 'pause') await change({ paused: true });
    if (wish === 'off') await change({ is_active: false });
    if (wish === 'delete') await remove.do({ params });
  };
  const problem = update.problem ?? remove.problem;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="More about the agent">
            <Icon name="dots" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {agent.paused ? (
            <Menu.Item onClick={() => void change({ paused: false }).catch(() => undefined)}>Let it go on</Menu.Item>
          ) : (
            <Menu.Item onClick={() => setWish('pause')}>Pause</Menu.Item>
          )}
          {agent.is_active ? (
            <Menu.Item onClick={() => setWish('off')}>Switch off</Menu.Item>
          ) : (
            <Menu.Item onClick={() => void change({ is_active: true }).catch(() => undefined)}>Switch on</Menu.Item>
          )}
          <Menu.Item onClick={() => setWish('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        title={wish ? WARNINGS[wish].title : ''}
        opened={wish !== undefined}
        busy={update.busy || remove.busy}
        onCancel={() => setWish(undefined)}
        onConfirm={() =>
          void act()
            .then(() => setWish(undefined))
            .catch(() => setWish(undefined))
        }
      >
        {wish && WARNINGS[wish].means}
      </Confirm>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
