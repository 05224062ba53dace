import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/leads.js';
import { HOLDS } from '../../words/states.js';
import type { LeadSearch } from './lead-search.js';

interface Props {
  search: LeadSearch;
  onChange: (change: LeadSearch) => void;
  /** True for a pipeline, which is of one agent and has an order of its own. */
  isPipeline?: boolean;
  /** The content after the filters. */
  children?: ReactNode;
}

const KEYS_MS = 250;
const HAS_IT = [
  { value: 'true', label: words.withAPerson },
  { value: 'false', label: words.activeWithAgent },
];
const MEETING = [
  { value: 'true', label: words.hasAMeeting },
  { value: 'false', label: words.noMeeting },
];
const HELD = Object.entries(HOLDS).map(([value, { label }]) => ({ value, label }));
const ORDERS = [
  { value: 'created_at desc', label: words.newestFirst, sort: 'created_at', order: 'desc' },
  { value: 'created_at asc', label: words.oldestFirst, sort: 'created_at', order: 'asc' },
  { value: 'updated_at desc', label: words.recentlyUpdated, sort: 'updated_at', order: 'desc' },
  { value: 'updated_at asc', label: words.leastRecentlyUpdated, sort: 'updated_at', order: 'asc' },
] as const;

/** The words that are looked for; they reach the address when the fingers rest. */
function Words({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const tell = useDebouncedCallback(onChange, KEYS_MS);
  useEffect(() => setTyped(q), [q]);
  return (
    <TextInput
      type="search"
      aria-label={words.search}
      placeholder={words.nameEmailPhoneCompany}
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
export function LeadFilters({ search, onChange, isPipeline = false, children }: Props) {
  const agents = useApiQuery('listWorkflows', { query: { limit: 200, ...(isPipeline ? { is_active: 'all' } : {}) } });
  const tags = useApiQuery('listTags', { query: { limit: 200 } });
  const users = useApiQuery('listUsers');
  const select = (label: string, name: keyof LeadSearch, data: { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable={!isPipeline || name !== 'workflow_id'}
      searchable={data.length > 8}
      className="filter"
      size="sm"
    />
  );
  // A filter that a link set can be removed here, but not chosen.
  const only = (name: 'source' | 'lacks', labelFor: (value: string) => string) => {
    const value = search[name];
    return (
      value && (
        <Button
          variant="default"
          rightSection={<Icon name="x" size={14} />}
          aria-label={words.removeFilter(labelFor(value))}
          onClick={() => onChange({ [name]: undefined })}
        >
          {labelFor(value)}
        </Button>
      )
    );
  };
  return (
    <search className="filters">
      <Words q={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      {select(
        words.agent,
        'workflow_id',
        agents.data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? [],
      )}
      {select(words.tag, 'tags_any', tags.data?.tags.map(({ slug, name }) => ({ value: slug, label: name })) ?? [])}
      {select(words.owner, 'owner_id', users.data?.users.map(({ id, name }) => ({ value: id, label: name })) ?? [])}
      {select(words.statusLabel, 'paused', HAS_IT)}
      {select(words.onHoldBecause, 'hold_reason', HELD)}
      {select(words.meeting, 'has_meeting', MEETING)}
      {!isPipeline && (
        <Select
          aria-label={words.sortBy}
          data={ORDERS}
          value={`${search.sort ?? 'created_at'} ${search.order ?? 'desc'}`}
          onChange={(value) => {
            const { sort, order } = ORDERS.find((each) => each.value === value) ?? ORDERS[0];
            onChange({ sort, order });
          }}
          className="filter sort"
          size="sm"
        />
      )}
      {only('source', (source) => words.source2(source))}
      {only('lacks', (variable) => words.missing(variable))}
      {children}
    </search>
  );
}
