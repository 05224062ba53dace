import { Modal, Switch } from '@mantine/core';
import * as words from '../../words/en/shell.js';
import type { Place } from '../rail.js';
import { CARDS, EVERYWHERE, INBOX, LISTS, WEEK } from './shortcut-list.js';

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
  /** True if single letters do nothing. */
  off: boolean;
  onOff: (off: boolean) => void;
}

/** Shows which keys there are, and the way to do without single letters. */
export const ShortcutHelp = ({ opened, onClose, places, off, onOff }: Props) => (
  <Modal opened={opened} onClose={onClose} title={words.keyboardShortcuts} size="lg">
    <div className="over key-help">
      <Group title={words.everywhere} keys={EVERYWHERE} />
      <Group title={words.lists} keys={LISTS} />
      <Group title={words.inbox} keys={INBOX} />
      <Group title={words.cadenceEditor} keys={CARDS} />
      <Group title={words.calendarWeek} keys={WEEK} />
      <Group
        title={words.pages}
        keys={places.flatMap(({ letter, name }) => (letter ? [[`g ${letter}`, name] as const] : []))}
      />
      <Switch
        label={words.singleKeyShortcuts}
        description={words.savedOnThisDeviceCtrlK}
        checked={!off}
        onChange={({ currentTarget }) => onOff(!currentTarget.checked)}
      />
    </div>
  </Modal>
);
