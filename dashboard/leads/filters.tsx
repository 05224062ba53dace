import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useAsk } from '../api/ask.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { HOLDS } from '../words/states.js';
import type { LeadsSearch } from './search.js';

interface Props {
  search: LeadsSearch;
  onChange: (change: LeadsSearch) => void;
  /** What stands behind them. */
  children: ReactNode;
}

const KEYS_MS = 250;
const HAS_IT = [
  { value: 'true', label: 'Taken over' },
  { value: 'false', label: 'With its agent' },
];
const MEETING = [
  { value: 'true', label: 'With a meeting' },
  { value: 'false', label: 'Without one' },
];
const HELD = Object.entries(HOLDS).map(([value, { label }]) => ({ value, label }));
const ORDERS = [
  { value: 'created_at desc', label: 'Newest first' },
  { value: 'created_at asc', label: 'Oldest first' },
  { value: 'updated_at desc', label: 'Changed last' },
];

/** The words that are looked for; they reach the address when the fingers rest. */
function Words({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const tell = useDebouncedCallback(onChange, KEYS_MS);
  useEffect(() => setTyped(q), [q]);
  return (
    <TextInput
      type="search"
      aria-label="Search"
      placeholder="Name, e-mail, phone, company"
      leftSection={<Icon name="search" size={16} />}
      className="grow"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value.trim());
      }}
    />
  );
}

/** The filters of the list, each as the address has it. */
export function Filters({ search, onChange, children }: Props) {
  const agents = useAsk('listWorkflows', { query: { limit: 200 } });
  const tags = useAsk('listTags', { query: { limit: 200 } });
  const users = useAsk('listUsers');
  const select = (label: string, name: keyof LeadsSearch, data: { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable
      searchable={data.length > 8}
      className="filter"
      size="sm"
    />
  );
  // What a link chose can be taken off here, and nothing else chosen.
  const only = (name: 'source' | 'lacks', said: (value: string) => string) => {
    const value = search[name];
    return (
      value && (
        <Button
          variant="default"
          rightSection={<Icon name="x" size={14} />}
          aria-label={`Not only: ${said(value)}`}
          onClick={() => onChange({ [name]: undefined })}
        >
          {said(value)}
        </Button>
      )
    );
  };
  return (
    <search className="filters">
      <Words q={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      {select('Agent', 'workflow_id', agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? [])}
      {select('Tag', 'tags_any', tags.data?.tags.map(({ slug, name }) => ({ value: slug, label: name })) ?? [])}
      {select('Owner', 'owner_id', users.data?.users.map(({ id, name }) => ({ value: id, label: name })) ?? [])}
      {select('Who has it', 'paused', HAS_IT)}
      {select('What holds it', 'hold_reason', HELD)}
      {select('Meeting', 'has_meeting', MEETING)}
      <Select
        aria-label="Order"
        data={ORDERS}
        value={`${search.sort ?? 'created_at'} ${search.order ?? 'desc'}`}
        onChange={(value) => {
          const [sort, order] = value?.split(' ') ?? [];
          onChange({ sort, order });
        }}
        className="filter"
        size="sm"
      />
      {only('source', (source) => `From ${source}`)}
      {only('lacks', (variable) => `Without ${variable}`)}
      {children}
    </search>
  );
}
