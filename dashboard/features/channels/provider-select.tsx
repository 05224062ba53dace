import { Select } from '../../components/select.js';
import * as words from '../../words/en/channels.js';

interface Props<T extends string> {
  names: Readonly<Record<T, string>>;
  value: T;
  onChange: (provider: T) => void;
}

/** A select for the provider of a channel. */
export const ProviderSelect = <T extends string>({ names, value, onChange }: Props<T>) => (
  <Select
    label={words.provider}
    data={(Object.keys(names) as T[]).map((name) => ({ value: name, label: names[name] }))}
    value={value}
    onChange={(name) => name && onChange(name as T)}
  />
);
