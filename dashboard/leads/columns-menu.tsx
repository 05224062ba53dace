import { Button, Menu } from '@mantine/core';
import { COLUMNS, type ColumnName, USUAL } from './column-names.js';

interface Props {
  shown: readonly ColumnName[];
  onChange: (shown: readonly ColumnName[]) => void;
}

const ALL = Object.keys(COLUMNS) as ColumnName[];

/** Chooses which columns are shown; the name always is. */
export const ColumnsMenu = ({ shown, onChange }: Props) => (
  <Menu position="bottom-end" closeOnItemClick={false}>
    <Menu.Target>
      <Button variant="default" className="wide-only">
        Columns
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {ALL.map((name) => {
        const isShown = shown.includes(name);
        return (
          <Menu.CheckboxItem
            key={name}
            checked={isShown}
            disabled={isShown && shown.length === 1}
            onChange={() => onChange(ALL.filter((each) => (each === name ? !isShown : shown.includes(each))))}
          >
            {COLUMNS[name]}
          </Menu.CheckboxItem>
        );
      })}
      <Menu.Item onClick={() => onChange(USUAL)}>The usual ones</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
