import { ActionIcon, Button, TagsInput, TextInput } from '@mantine/core';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { labelOf, wordOf } from '../words/fields.js';
import { useFormFacts, useProblemAt } from './context.js';
import type { FieldProps } from './field-props.js';
import { helpOf } from './help.js';
import { Group } from './object.js';
import { plainOf, withKey } from './shape.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Span = [string, string];
const spansOf = (value: unknown): Span[] => (Array.isArray(value) ? (value as Span[]) : []);
const OFFICE: Record<string, Span[]> = Object.fromEntries(DAYS.slice(0, 5).map((day) => [day, [['09:00', '18:00']]]));

const MODES = [
  { value: 'inherit', label: 'As the agent says' },
  { value: 'custom', label: 'These hours' },
  { value: 'none', label: 'At any time' },
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
                aria-label={`${wordOf(day)} ${end === 0 ? 'from' : 'to'}`}
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
                aria-label={`Close ${wordOf(day)} ${span[0]}`}
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
        {spans.length === 0 && <span className="faint">Closed</span>}
        {!readOnly && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Open hours on ${wordOf(day)}`}
            onClick={() => onChange([...spans, spans.length === 0 ? ['09:00', '18:00'] : ['19:00', '20:00']])}
          >
            Open
          </Button>
        )}
      </span>
    </li>
  );
}

/** When messages may leave: hours by weekday, holidays and closed dates. */
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
        aria-label="Which hours"
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
            label="On whose clock"
            description="lead, workflow or a zone such as Europe/Madrid"
            placeholder="lead"
            value={String(hours.timezone ?? '')}
            onChange={({ currentTarget }) => put('timezone', currentTarget.value || undefined)}
            error={zoneProblem}
            readOnly={readOnly}
          />
          <TagsInput
            label="Public holidays of"
            description="Countries or regions, such as ES or DE-BY"
            value={Array.isArray(hours.holidays) ? hours.holidays.map(String) : []}
            onChange={(given) => put('holidays', given.length > 0 ? given : undefined)}
            readOnly={readOnly}
          />
          <TagsInput
            label="Closed dates"
            description="YYYY-MM-DD"
            value={Array.isArray(hours.blackout_dates) ? hours.blackout_dates.map(String) : []}
            onChange={(given) => put('blackout_dates', given.length > 0 ? given : undefined)}
            readOnly={readOnly}
          />
          <Select
            label="Outside these hours"
            data={[
              { value: 'hold', label: 'Wait until they open' },
              { value: 'skip', label: 'Leave the step out' },
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
