import { Modal, Switch } from '@mantine/core';
import * as words from '../../words/en/shell.js';
import type { Place } from '../rail.js';

const EVERYWHERE = [
  ['Ctrl K', words.goToAPageOrLead],
  ['?', words.showKeyboardShortcuts],
  ['/', words.goToFilters],
] as const;
const LISTS = [
  [words.jK, words.nextOrPreviousRow],
  ['x', words.selectRow],
  ['Shift x', words.selectRowsSinceTheLastSelected],
  ['Enter', words.openLabel],
  ['Space', words.previewLead],
] as const;
const INBOX = [
  [words.jK, words.nextOrPreviousConversation],
  ['r', words.reply],
  ['a', words.assignToMe],
  ['e', words.markAsDone],
  ['Ctrl Enter', words.send],
] as const;
const CARDS = [
  ['↑ ↓', words.previousOrNextStep],
  ['Alt ↑ ↓', words.moveStep],
  ['Ctrl D', words.duplicateStep],
  ['Delete', words.deleteStep],
  ['Ctrl C', words.copyStepAsText],
  ['Ctrl V', words.pasteAfterStep],
  ['m', words.cadenceOverview],
  ['Ctrl Z', words.undo],
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
