import { useAsk } from '../api/ask.js';
import { Select } from '../parts/select.js';

interface Props {
  value: string | undefined;
  /** Whether there is a choice of all of them. */
  all?: boolean;
  onChange: (id: string | undefined) => void;
}

/** Lists the agents of the account, also those that are switched off. */
export const useAgents = () => useAsk('listWorkflows', { query: { is_active: 'all', limit: 200 } });

/** One of the agents. */
export function AgentChoice({ value, all = false, onChange }: Props) {
  const { data } = useAgents();
  return (
    <Select
      label="Agent"
      placeholder={all ? 'All' : 'Choose one'}
      data={data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      clearable={all}
    />
  );
}
