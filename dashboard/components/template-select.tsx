import { TextInput } from '@mantine/core';
import { useApiQuery } from '../api/use-api-query.js';
import * as words from '../words/en/parts.js';
import { MessagePreview } from './message-preview.js';
import { Select } from './select.js';

/** A template with what fills its places, by `body.1` and the like. */
export interface ChosenTemplate {
  template_id: string;
  variables?: Readonly<Record<string, string>>;
}

interface Props {
  channel: 'email' | 'whatsapp';
  leadId: string;
  value: ChosenTemplate | undefined;
  onChange: (chosen: ChosenTemplate | undefined) => void;
  /** A visible label. Without one, only screen readers get its name. */
  label?: string;
  placeholder?: string | undefined;
  required?: boolean;
  error?: string | undefined;
}

/** A template in place of a text of one's own, which WhatsApp requires while it is closed for free text. */
export function TemplateSelect({ channel, leadId, value, onChange, label, placeholder, required, error }: Props) {
  const templatesQuery = useApiQuery('listTemplates', { query: { channel, status: 'APPROVED', limit: 200 } });
  const templates = templatesQuery.data?.templates ?? [];
  // Variables of an email are the lead's own values.
  const places = (channel === 'whatsapp' && templates.find(({ id }) => id === value?.template_id)?.variables) || [];
  const variables = value?.variables ?? {};
  return (
    <div className="stack-close">
      <Select
        {...(label ? { label } : { 'aria-label': words.template })}
        placeholder={
          templatesQuery.data && templates.length === 0
            ? words.noApprovedTemplates
            : (placeholder ?? words.selectATemplate)
        }
        data={templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={value?.template_id ?? null}
        onChange={(id) =>
          onChange(id ? { template_id: id, ...(channel === 'whatsapp' ? { variables: {} } : {}) } : undefined)
        }
        required={required}
        withAsterisk={false}
        error={error}
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
              value={variables[place] ?? ''}
              onChange={({ currentTarget }) =>
                onChange({ ...value, variables: { ...variables, [place]: currentTarget.value } })
              }
            />
          );
        })}
      {value && <MessagePreview written={{ channel, ...value }} leadId={leadId} />}
    </div>
  );
}
