import { ActionIcon, Menu } from '@mantine/core';
import * as words from '../words/en/parts.js';
import { Icon } from './icons.js';

interface Props {
  /** What it is about, such as `the job`. */
  about: string;
  /** What can be done, by what it is called; what is left out of a condition is not drawn. */
  items: readonly (readonly [name: string, act: () => void] | false)[];
}

/** What is rarely done with the thing of a page, behind three dots. */
export const MoreMenu = ({ about, items }: Props) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="default" size="lg" aria-label={words.moreActionsFor(about)}>
        <Icon name="dots" size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {items.map(
        (item) =>
          item && (
            <Menu.Item key={item[0]} onClick={item[1]}>
              {item[0]}
            </Menu.Item>
          ),
      )}
    </Menu.Dropdown>
  </Menu>
);
