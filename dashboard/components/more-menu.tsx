import { ActionIcon, Menu } from '@mantine/core';
import * as words from '../words/en/parts.js';
import { Icon } from './icons.js';

interface Props {
  /** The subject, such as `the job`. */
  about: string;
  /** The actions by label. False ones aren't shown. */
  items: readonly (readonly [name: string, act: () => void] | false)[];
}

/** The less frequent actions of a page, behind three dots. */
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
