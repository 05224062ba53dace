import { Button, Menu, Modal } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import type { Lead } from '../../schemas/leads/leads.js';
import { useMay } from '../api/session.js';
import { Booking } from '../meetings/book.js';
import { Icon } from '../parts/icons.js';
import { TaskOf } from '../tasks/add-task.js';
import { HandToAgent, SetStatus } from './hand-on.js';
import { Delete, Erase } from './remove.js';
import { Call, type DialogProps, Write } from './write.js';

interface Action {
  name: string;
  scope: string;
  Dialog: ComponentType<DialogProps>;
  /** Whether it needs a run. */
  ofRun?: boolean;
}

const Book = ({ lead, onDone }: DialogProps) => <Booking leadId={lead.id} onDone={onDone} />;

const WRITE: Action = { name: 'Write', scope: 'messages:send', Dialog: Write };
const MORE: readonly Action[] = [
  { name: 'Call', scope: 'calls:trigger', Dialog: Call },
  { name: 'Book a meeting', scope: 'meetings:book', Dialog: Book },
  { name: 'Add a task', scope: 'leads:write', Dialog: TaskOf },
  { name: 'Hand to an agent', scope: 'automation:write', Dialog: HandToAgent },
  { name: 'Set the status', scope: 'automation:write', Dialog: SetStatus, ofRun: true },
  { name: 'Delete', scope: 'leads:delete', Dialog: Delete },
  { name: 'Erase', scope: 'leads:delete', Dialog: Erase },
];

/** What can be done with the lead by hand. */
export function Actions({ lead }: { lead: Lead }) {
  const may = useMay();
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
            <Button variant="default" aria-label="More">
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
