import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { shiftDay } from '../../components/time/days.js';
import * as words from '../../words/en/reports.js';
import type { Days, ResultsChange } from './report-search.js';

const SPANS = [7, 30, 90];
/** An earlier day is a year that is still being typed. */
const FIRST_DAY = '2000-01-01';

/** The day that is passed by the other one goes along with it. */
const inOrder = (one: string, other: string): [string, string] => (one <= other ? [one, other] : [other, one]);

interface DayProps {
  label: string;
  day: string | undefined;
  /** True if an empty value is allowed, which is ''. */
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

/** Shows which days are looked at. */
export const DayRangeSelect = ({ days, today, onChange }: { days: Days; today: string; onChange: ResultsChange }) => (
  <>
    <DayInput
      label={words.fromLabel}
      day={days.from}
      onChange={(from) => onChange({ from, to: inOrder(from, days.to)[1] })}
    />
    <DayInput label={words.to} day={days.to} onChange={(to) => onChange({ from: inOrder(days.from, to)[0], to })} />
    <Button.Group aria-label={words.mostRecentDays}>
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
            {words.dayCount(span)}
          </Button>
        );
      })}
    </Button.Group>
  </>
);
