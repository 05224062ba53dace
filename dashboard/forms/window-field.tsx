import { ActionIcon, Button, TagsInput, TextInput } from '@mantine/core';
import { Icon } from '../components/icons.js';
import { Select } from '../components/select.js';
import * as words from '../words/en/shape.js';
import { labelOf, wordOf } from '../words/fields.js';
import { helpOf } from './field-help.js';
import type { FieldProps } from './field-props.js';
import { useFormFacts, useProblemAt } from './form-context.js';
import { Group } from './object-field.js';
import { plainOf, withKey } from './shape.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Span = [string, string];
const spansOf = (value: unknown): Span[] => (Array.isArray(value) ? (value as Span[]) : []);
const OFFICE: Record<string, Span[]> = Object.fromEntries(DAYS.slice(0, 5).map((day) => [day, [['09:00', '18:00']]]));

const MODES = [
  { value: 'inherit', label: words.sameAsTheAgent },
  { value: 'custom', label: words.customHours },
  { value: 'none', label: words.atAnyTime },
];

function Day({ day, spans, onChange }: { day: string; spans: Span[]; onChange: (spans: Span[] | undefined) => void }) {
  const { readOnly } = useFormFacts();
  const change = (index: number, end: 0 | 1, time: string) =>
    onChange(spans.map((span, place) => (place === index ? (end === 0 ? [time, span[1]] : [span[0], time]) : span)));
  return (
    <li className="day">
      <span className="day-name">{wordOf(day)}</span>
      <span className="row grow">
        {spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no names.
          <span className="row" key={index}>
            {([0, 1] as const).map((end) => (
              <TextInput
                key={end}
                size="xs"
                className="hour"
                aria-label={end === 0 ? words.fromLabel(wordOf(day)) : words.to(wordOf(day))}
                value={span[end]}
                readOnly={readOnly}
                onChange={({ currentTarget }) => change(index, end, currentTarget.value)}
              />
            ))}
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={words.removeHoursOnFrom(wordOf(day), span[0])}
                onClick={() => {
                  const rest = spans.filter((_, place) => place !== index);
                  onChange(rest.length > 0 ? rest : undefined);
                }}
              >
                <Icon name="x" size={14} />
              </ActionIcon>
            )}
          </span>
        ))}
        {spans.length === 0 && <span className="faint">{words.closed}</span>}
        {!readOnly && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={words.addHoursOn(wordOf(day))}
            onClick={() => onChange([...spans, spans.length === 0 ? ['09:00', '18:00'] : ['19:00', '20:00']])}
          >
            {words.addHours}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Shows when messages may leave: hours by weekday, holidays and closed dates. */
export function WindowField({ name, shape, value, onChange, at, label }: FieldProps) {
  const { readOnly } = useFormFacts();
  const hours = plainOf(value);
  const days = plainOf(hours.days);
  const isOfAgent = at === '/cadence/window';
  const mode = String(hours.mode ?? (hours.days ? 'custom' : isOfAgent ? 'none' : 'inherit'));
  const put = (key: string, changed: unknown) => onChange(withKey(hours, key, changed));
  const choose = (chosen: string | null) => {
    if (chosen === 'custom') return onChange({ ...hours, mode: 'custom', days: hours.days ?? OFFICE });
    if (chosen === 'none' && !isOfAgent) return onChange({ mode: 'none' });
    onChange(undefined);
  };
  const zoneProblem = useProblemAt(`${at}/timezone`);
  const daysProblem = useProblemAt(`${at}/days`);
  return (
    <Group legend={label ?? labelOf(name)} help={helpOf(shape)} at={at}>
      <Select
        aria-label={words.hours}
        data={MODES.filter((each) => !isOfAgent || each.value !== 'inherit')}
        value={mode}
        onChange={choose}
        readOnly={readOnly}
      />
      {mode === 'custom' && (
        <>
          <ul className="days">
            {DAYS.map((day) => (
              <Day
                key={day}
                day={day}
                spans={spansOf(days[day])}
                onChange={(spans) => put('days', withKey(days, day, spans))}
              />
            ))}
          </ul>
          {daysProblem && <p className="field-problem">{daysProblem}</p>}
          <TextInput
            label={words.timeZone}
            description={words.enterLeadWorkflowOrAZone}
            placeholder="lead"
            value={String(hours.timezone ?? '')}
            onChange={({ currentTarget }) => put('timezone', currentTarget.value || undefined)}
            error={zoneProblem}
            readOnly={readOnly}
          />
          <TagsInput
            label={words.publicHolidays}
            description={words.enterCountriesOrRegionsSuchAs}
            value={Array.isArray(hours.holidays) ? hours.holidays.map(String) : []}
            onChange={(given) => put('holidays', given.length > 0 ? given : undefined)}
            readOnly={readOnly}
          />
          <TagsInput
            label={words.closedDates}
            description={words.yyyyMmDd}
            value={Array.isArray(hours.blackout_dates) ? hours.blackout_dates.map(String) : []}
            onChange={(given) => put('blackout_dates', given.length > 0 ? given : undefined)}
            readOnly={readOnly}
          />
          <Select
            label={words.outsideTheseHours}
            data={[
              { value: 'hold', label: words.waitForTheNextOpenHours },
              { value: 'skip', label: words.skipTheStep },
            ]}
            value={String(hours.outside ?? 'hold')}
            onChange={(chosen) => put('outside', chosen === 'hold' ? undefined : chosen)}
            readOnly={readOnly}
          />
        </>
      )}
    </Group>
  );
}
