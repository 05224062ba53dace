import { Button, Menu } from '@mantine/core';
import * as words from '../../words/en/leads.js';
import { COLUMNS, type Column, type ColumnName, DEFAULT_COLUMNS, headOf } from './lead-columns.js';

interface Props {
  shown: readonly Column[];
  /** The columns of the metadata that the leads of the list have. */
  ofMetadata: readonly Column[];
  onChange: (shown: readonly Column[]) => void;
}

const OF_ALL = Object.keys(COLUMNS) as ColumnName[];

/** Chooses which columns are shown; the name always is. */
export function ColumnsMenu({ shown, ofMetadata, onChange }: Props) {
  const all = [...new Set<Column>([...OF_ALL, ...ofMetadata, ...shown])];
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" className="wide-only">
          {words.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="columns-menu">
        {all.map((column) => {
          const isShown = shown.includes(column);
          return (
            <Menu.CheckboxItem
              key={column}
              checked={isShown}
              disabled={isShown && shown.length === 1}
              onChange={() => onChange(all.filter((each) => (each === column ? !isShown : shown.includes(each))))}
            >
              {headOf(column)}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Item onClick={() => onChange(DEFAULT_COLUMNS)}>{words.resetToDefault}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
