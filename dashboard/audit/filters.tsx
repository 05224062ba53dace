import { Button } from '@mantine/core';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { DayInput } from '../reports/days.js';
import type { AuditSearch } from './search.js';
import { AREAS, OPERATIONS } from './words.js';

type Choices = { value: string; label: string }[];

interface Props {
  search: AuditSearch;
  /** What the one thing is called whose changes alone are shown. */
  called: string | undefined;
  onChange: (change: { [K in keyof AuditSearch]: string | undefined }) => void;
}

const namesOf = (rows: readonly { id: string; name: string }[] | undefined): Choices =>
  rows?.map(({ id, name }) => ({ value: id, label: name })) ?? [];

/** Who did it, what was done, to what and when, each as the address has it. */
export function Filters({ search, called, onChange }: Props) {
  const users = useAsk('listUsers');
  const keys = useAsk('listKeys', {}, { when: useMay()('keys:manage') });
  const who = [
    { group: 'People', items: namesOf(users.data?.users) },
    { group: 'Keys', items: namesOf(keys.data?.keys) },
  ];
  const select = (label: string, name: keyof AuditSearch, data: Choices | typeof who) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable
      searchable
      className="filter"
      size="sm"
    />
  );
  return (
    <search className="filters ends">
      {select('Who', 'actor', who)}
      {select('What was done', 'operation', OPERATIONS)}
      {select('To what', 'resource_type', AREAS)}
      <DayInput label="From" day={search.from} clearable onChange={(from) => onChange({ from })} />
      <DayInput label="To" day={search.to} clearable onChange={(to) => onChange({ to })} />
      {search.resource && (
        <Button
          variant="default"
          rightSection={<Icon name="x" size={14} />}
          aria-label={`Not only: ${called ?? 'this one'}`}
          onClick={() => onChange({ resource: undefined, resource_type: undefined })}
        >
          {called ?? 'Only this one'}
        </Button>
      )}
    </search>
  );
}
