import { Button } from '@mantine/core';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/audit.js';
import { DayInput } from '../reports/day-range.js';
import { AREAS, OPERATIONS } from './audit-in-words.js';
import type { AuditSearch } from './audit-search.js';

const KINDS = [
  { value: 'changes', label: words.kindChanges },
  { value: 'access', label: words.kindAccess },
  { value: 'all', label: words.kindAll },
];

type Choices = { value: string; label: string }[];

interface Props {
  search: AuditSearch;
  /** The name of the only resource whose changes are shown. */
  called: string | undefined;
  onChange: (change: AuditSearch) => void;
}

const namesOf = (rows: readonly { id: string; name: string }[] | undefined): Choices =>
  rows?.map(({ id, name }) => ({ value: id, label: name })) ?? [];

/** The filters of user, action, resource and time, as in the URL. */
export function Filters({ search, called, onChange }: Props) {
  const users = useApiQuery('listUsers');
  const keys = useApiQuery('listKeys', {}, { enabled: usePermission()('keys:manage') });
  const who = [
    { group: words.people, items: namesOf(users.data?.users) },
    { group: words.apiKeys, items: namesOf(keys.data?.keys) },
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
      <Select
        aria-label={words.show}
        data={KINDS}
        value={search.kind ?? 'changes'}
        onChange={(kind) => onChange({ kind: kind === 'access' || kind === 'all' ? kind : undefined })}
        allowDeselect={false}
        className="filter"
        size="sm"
      />
      {select(words.userOrKey, 'actor', who)}
      {select(words.action, 'operation', OPERATIONS)}
      {select(words.resource, 'resource_type', AREAS)}
      <DayInput label={words.fromLabel} day={search.from} clearable onChange={(from) => onChange({ from })} />
      <DayInput label={words.to} day={search.to} clearable onChange={(to) => onChange({ to })} />
      {search.resource && (
        <Button
          variant="default"
          rightSection={<Icon name="x" size={14} />}
          aria-label={words.removeFilter(called ?? words.thisResource)}
          onClick={() => onChange({ resource: undefined, resource_type: undefined })}
        >
          {called ?? words.filterByThis}
        </Button>
      )}
    </search>
  );
}
