import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { nameOf } from './name-of.js';

const REST_MS = 300;

interface Props {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** One of the leads, found by a few letters. */
export function LeadPicker({ label, placeholder, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), REST_MS);
  const { data } = useAsk('listLeads', { query: { limit: 20, ...(q ? { q } : {}) } });
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={data?.leads.map((lead) => ({ value: lead.id, label: nameOf(lead) })) ?? []}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      searchable
      clearable
    />
  );
}
