import { Button, Menu, Modal } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { usePermission } from '../../api/session.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/lead.js';
import { Booking } from '../meetings/book-meeting.js';
import { TaskOf } from '../tasks/add-task.js';
import { AssignAgent, SetStatus } from './assign-agent.js';
import { Delete, Erase } from './delete-lead.js';
import { CallLead, type DialogProps, WriteMessage } from './write-message.js';

interface Action {
  name: string;
  scope: string;
  Dialog: ComponentType<DialogProps>;
  /** True if it needs a run. */
  ofRun?: boolean;
}

const Book = ({ lead, onDone }: DialogProps) => <Booking leadId={lead.id} onDone={onDone} />;

const WRITE: Action = { name: words.write, scope: 'messages:send', Dialog: WriteMessage };
const MORE: readonly Action[] = [
  { name: words.call, scope: 'calls:trigger', Dialog: CallLead },
  { name: words.bookMeeting, scope: 'meetings:book', Dialog: Book },
  { name: words.addTask, scope: 'leads:write', Dialog: TaskOf },
  { name: words.enrollInAgent, scope: 'automation:write', Dialog: AssignAgent },
  { name: words.setStatus, scope: 'automation:write', Dialog: SetStatus, ofRun: true },
  { name: words.deleteLabel, scope: 'leads:delete', Dialog: Delete },
  { name: words.erase, scope: 'leads:delete', Dialog: Erase },
];

/** The manual actions on the lead. */
export function LeadActions({ lead }: { lead: Lead }) {
  const may = usePermission();
  const [opened, setOpened] = useState<Action>();
  const close = () => setOpened(undefined);
  const more = MORE.filter(({ scope, ofRun }) => may(scope) && (!ofRun || lead.active_workflow_run));
  return (
    <>
      {may(WRITE.scope) && (
        <Button variant="default" onClick={() => setOpened(WRITE)}>
          {WRITE.name}
        </Button>
      )}
      {more.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" aria-label={words.moreActions}>
              <Icon name="dots" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((action) => (
              <Menu.Item key={action.name} onClick={() => setOpened(action)}>
                {action.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Modal opened={opened !== undefined} onClose={close} title={opened?.name} size="lg">
        <div className="over">{opened && <opened.Dialog lead={lead} onDone={close} />}</div>
      </Modal>
    </>
  );
}
