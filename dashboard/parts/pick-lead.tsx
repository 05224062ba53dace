import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { nameOf } from './name-of.js';

interface Props {
  name: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
}

const KEYS_MS = 250;

/** Finds a lead by the beginning of its name, address or company. */
export function PickLead({ name, value, onChange, error }: Props) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, KEYS_MS);
  const found = useAsk('listLeads', { query: { limit: 20, ...(words && !value ? { q: words } : {}) } as never });
  const data = found.data?.leads.map((lead) => ({
    value: lead.id,
    label: [nameOf(lead), lead.company ?? lead.email ?? lead.phone].filter(Boolean).join(' · '),
  }));
  return (
    <Select
      label="Lead"
      name={name}
      placeholder="Name, e-mail, company"
      data={data ?? []}
      value={value}
      onChange={onChange}
      searchable
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage="Nobody"
      required
      withAsterisk={false}
      error={error}
    />
  );
}
