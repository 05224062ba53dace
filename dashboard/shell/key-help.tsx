import { Modal, Switch } from '@mantine/core';
import type { Place } from '../rail.js';

const EVERYWHERE = [
  ['Ctrl K', 'Go to a page or a lead'],
  ['?', 'These keys'],
  ['/', 'To the filters of the page'],
] as const;
const LISTS = [
  ['j k', 'The next row, the one before'],
  ['x', 'Choose the row'],
  ['Shift x', 'Choose all from the one chosen last'],
  ['Enter', 'Open it'],
  ['Space', 'Look at a lead without leaving the list'],
] as const;
const INBOX = [
  ['j k', 'The next conversation, the one before'],
  ['r', 'Reply'],
  ['a', 'Give it to yourself'],
  ['e', 'Done'],
  ['Ctrl Enter', 'Send'],
] as const;
const CARDS = [
  ['↑ ↓', 'The step above, below'],
  ['Alt ↑ ↓', 'Move the step'],
  ['Ctrl D', 'Double it'],
  ['Delete', 'Remove it'],
  ['Ctrl C', 'Copy it as text'],
  ['Ctrl V', 'Put what was copied behind it'],
  ['m', 'The whole cadence on one screen'],
  ['Ctrl Z', 'Undo'],
] as const;

const Group = ({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <dl>
      {keys.map(([key, means]) => (
        <div className="fact" key={key}>
          <dt>
            {key.split(' ').map((part) => (
              <kbd key={part}>{part}</kbd>
            ))}
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  </section>
);

interface Props {
  opened: boolean;
  onClose: () => void;
  places: readonly Place[];
  /** Whether single letters do nothing. */
  off: boolean;
  onOff: (off: boolean) => void;
}

/** Which keys there are, and the way to do without single letters. */
export const KeyHelp = ({ opened, onClose, places, off, onOff }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Keys" size="lg">
    <div className="over key-help">
      <Group title="Everywhere" keys={EVERYWHERE} />
      <Group title="Lists" keys={LISTS} />
      <Group title="Inbox" keys={INBOX} />
      <Group title="A cadence’s steps" keys={CARDS} />
      <Group
        title="Pages"
        keys={places.flatMap(({ letter, name }) => (letter ? [[`g ${letter}`, name] as const] : []))}
      />
      <Switch
        label="Single letters do this"
        description="Kept on this device. Without them Ctrl K goes anywhere."
        checked={!off}
        onChange={({ currentTarget }) => onOff(!currentTarget.checked)}
      />
    </div>
  </Modal>
);
