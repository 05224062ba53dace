import { useApiQuery } from '../../api/use-api-query.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/reports.js';

interface Props {
  value: string | undefined;
  /** True if there is a choice of all of them. */
  all?: boolean;
  onChange: (id: string | undefined) => void;
}

/** Lists the agents of the account, also those that are switched off. */
export const useAgents = () => useApiQuery('listWorkflows', { query: { is_active: 'all', limit: 200 } });

/** One of the agents. */
export function AgentSelect({ value, all = false, onChange }: Props) {
  const { data } = useAgents();
  return (
    <Select
      label={words.agent}
      placeholder={all ? words.all : words.selectAnAgent}
      data={data?.workflows.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      clearable={all}
    />
  );
}
