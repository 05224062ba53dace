import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../api/use-api-query.js';
import * as labels from '../words/en/parts.js';
import { contactOf } from '../words/leads.js';
import { nameOf } from './name-of.js';
import { Select } from './select.js';

const REST_MS = 300;

interface Props {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** The name of the form field, which is then required. */
  name?: string;
  error?: string | undefined;
}

/** Finds one of the leads by the beginning of its name, address or company. */
export function LeadPicker({ label, placeholder = labels.nameEmailCompany, value, onChange, name, error }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [words] = useDebouncedValue(typed.trim(), REST_MS);
  // The label of the selected item isn't a search text.
  const q = words === (chosen?.label ?? '') ? undefined : words;
  const { data } = useApiQuery('listLeads', { query: { limit: 20, ...(q ? { q } : {}) } });
  const found = (data?.leads ?? []).map((lead) => ({
    value: lead.id,
    label: [nameOf(lead), lead.company ?? contactOf(lead)].filter(Boolean).join(' · '),
  }));
  // The select clears the name of a chosen lead that isn't in its list.
  const isFound = chosen === undefined || found.some((lead) => lead.value === chosen.value);
  return (
    <Select
      label={label}
      name={name}
      placeholder={placeholder}
      data={isFound ? found : [chosen, ...found]}
      value={value ?? null}
      onChange={(id, option) => {
        setChosen(id ? { value: id, label: option.label } : undefined);
        onChange(id ?? undefined);
      }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={labels.noLeadsFound}
      searchable
      clearable={name === undefined}
      required={name !== undefined}
      withAsterisk={false}
      error={error}
    />
  );
}
