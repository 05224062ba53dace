import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { shiftDay } from '../meetings/days.js';
import type { Change, Days } from './search.js';

const SPANS = [7, 30, 90];
/** What is smaller is a year that is still being typed. */
const FIRST_DAY = '2000-01-01';

/** The day that is passed by the other one goes along with it. */
const inOrder = (one: string, other: string): [string, string] => (one <= other ? [one, other] : [other, one]);

interface DayProps {
  label: string;
  day: string | undefined;
  /** Whether there may be none, which is told as ''. */
  clearable?: boolean;
  onChange: (day: string) => void;
}

/** A day that is typed or picked, told once it is whole. */
export function DayInput({ label, day, clearable, onChange }: DayProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      type="date"
      className="filter"
      label={label}
      value={typed ?? day ?? ''}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value >= FIRST_DAY || (clearable && value === '')) onChange(value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Which days are looked at. */
export const DaysChoice = ({ days, today, onChange }: { days: Days; today: string; onChange: Change }) => (
  <>
    <DayInput label="From" day={days.from} onChange={(from) => onChange({ from, to: inOrder(from, days.to)[1] })} />
    <DayInput label="To" day={days.to} onChange={(to) => onChange({ from: inOrder(days.from, to)[0], to })} />
    <Button.Group aria-label="The last days">
      {SPANS.map((span) => {
        const from = shiftDay(today, 1 - span);
        const chosen = days.from === from && days.to === today;
        return (
          <Button
            key={span}
            variant={chosen ? 'light' : 'default'}
            aria-pressed={chosen}
            onClick={() => onChange({ from, to: today })}
          >
            {span} days
          </Button>
        );
      })}
    </Button.Group>
  </>
);
