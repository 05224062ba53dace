import { TextInput } from '@mantine/core';
import { useApiQuery } from '../../api/use-api-query.js';
import { MessagePreview } from '../../components/message-preview.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/inbox.js';

/** A template with what fills its places, by `body.1` and the like. */
export interface ChosenTemplate {
  template_id: string;
  variables: Readonly<Record<string, string>>;
}

interface Props {
  leadId: string;
  value: ChosenTemplate | undefined;
  onChange: (chosen: ChosenTemplate | undefined) => void;
}

/** A template in place of words of one's own: what WhatsApp lets through while it is closed for free text. */
export function TemplateSelect({ leadId, value, onChange }: Props) {
  const templatesQuery = useApiQuery('listTemplates', {
    query: { channel: 'whatsapp', status: 'APPROVED', limit: 200 },
  });
  const templates = templatesQuery.data?.templates ?? [];
  const places = templates.find(({ id }) => id === value?.template_id)?.variables ?? [];
  return (
    <div className="stack-close">
      <Select
        aria-label={words.template}
        placeholder={templatesQuery.data && templates.length === 0 ? words.noApprovedTemplates : words.selectATemplate}
        data={templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={value?.template_id ?? null}
        onChange={(id) => onChange(id ? { template_id: id, variables: {} } : undefined)}
        searchable
        clearable
      />
      {value &&
        places.map(({ component, name }) => {
          const place = `${component}.${name}`;
          return (
            <TextInput
              key={place}
              size="xs"
              label={`{{${name}}}`}
              value={value.variables[place] ?? ''}
              onChange={({ currentTarget }) =>
                onChange({ ...value, variables: { ...value.variables, [place]: currentTarget.value } })
              }
            />
          );
        })}
      {value && <MessagePreview written={{ channel: 'whatsapp', ...value }} leadId={leadId} />}
    </div>
  );
}
