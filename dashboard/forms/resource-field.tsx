import { MultiSelect } from '@mantine/core';
import type { Answer, Input, QueryOperation } from '../api/operation-types.js';
import { useApiQuery } from '../api/use-api-query.js';
import * as words from '../words/en/shape.js';
import { labelOf } from '../words/fields.js';
import { EnumField } from './enum-field.js';
import { helpOf } from './field-help.js';
import type { FieldProps } from './field-props.js';
import { type Option, useFormFacts, useProblemAt } from './form-context.js';

interface Source<K extends QueryOperation = QueryOperation> {
  operation: K;
  input: Omit<Input<K>, 'body'>;
  read: (answer: Answer<K>) => Option[];
}

const from = <K extends QueryOperation>(
  operation: K,
  input: Omit<Input<K>, 'body'>,
  read: (answer: Answer<K>) => Option[],
) => ({ operation, input, read }) as unknown as Source;
const byName = ({ id, name }: { id: string; name: string | null }): Option => ({ value: id, label: name || id });
const all = { query: { limit: 200 } } as const;

const agents = from('listWorkflows', { query: { limit: 200, is_active: 'all' } }, ({ workflows }) =>
  workflows.map(byName),
);
const templates = from('listTemplates', all, (answer) => answer.templates.map(byName));
const types = from('listMeetingTypes', all, (answer) => answer.meeting_types.map(byName));
const hosts = from('listHosts', all, (answer) => answer.hosts.map(byName));
const functions = from('listCloudFunctions', all, (answer) => answer.functions.map(byName));
const users = from('listUsers', {}, (answer) => answer.users.map(byName));
const conversions = from('listConversionTypes', all, (answer) => answer.conversion_types.map(byName));
const campaigns = from('listCampaigns', all, (answer) => answer.campaigns.map(byName));
const senders = from('listEmailSenders', all, (answer) =>
  answer.email_senders.map(({ id, from_email }) => ({ value: id, label: from_email })),
);
const numbers = from('listWhatsAppNumbers', all, (answer) =>
  answer.whatsapp_numbers.map(({ id, display_name, phone_number }) => ({
    value: id,
    label: display_name ?? phone_number,
  })),
);
const voices = from('listVoiceAgents', all, (answer) => answer.voice_agents.map(byName));
const models = from('listModels', all, (answer) => answer.models.map(({ key, name }) => ({ value: key, label: name })));
const secrets = from('listSecrets', {}, (answer) => answer.secrets.map(({ name }) => ({ value: name, label: name })));
const tags = from('listTags', all, (answer) => answer.tags.map(({ slug, name }) => ({ value: slug, label: name })));

/** The account's resources, by field name. */
const SOURCES: Readonly<Record<string, Source>> = {
  workflow_id: agents,
  workflow_ids: agents,
  exclude_workflow_ids: agents,
  transfer_to_workflow_id: agents,
  template_id: templates,
  fallback_template_id: templates,
  meeting_type: types,
  meeting_type_id: types,
  host_id: hosts,
  function_id: functions,
  user_id: users,
  assignee_id: users,
  conversion_type_id: conversions,
  campaign_ids: campaigns,
  email_sender_id: senders,
  whatsapp_number_id: numbers,
  voice_agent_id: voices,
  model: models,
  fallback_model: models,
  secret_name: secrets,
  tags_any: tags,
  tags_none: tags,
};

const ZONES: readonly Option[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

/** Returns where the choices of a field come from; undefined where anything may be written. */
export function sourceOf(name: string, own: Readonly<Record<string, readonly Option[] | undefined>>) {
  if (name in own) return own[name];
  return name === 'timezone' ? ZONES : SOURCES[name];
}

/** A field whose value is one, or several, of what the account has. */
export function ResourceField(props: FieldProps) {
  const { choices } = useFormFacts();
  const source = sourceOf(props.name, choices);
  if (!source) return null;
  return 'operation' in source ? <Asking {...props} source={source} /> : <Chosen {...props} options={source} />;
}

function Asking({ source, ...props }: FieldProps & { source: Source }) {
  const { data } = useApiQuery(source.operation, source.input);
  return <Chosen {...props} options={data ? source.read(data) : []} />;
}

function Chosen({
  options,
  name,
  shape,
  value,
  onChange,
  at,
  required,
  label,
}: FieldProps & { options: readonly Option[] }) {
  const { readOnly } = useFormFacts();
  const error = useProblemAt(at);
  const help = helpOf(shape);
  if (shape.kind !== 'list')
    return (
      <EnumField
        name={name}
        label={label}
        help={help}
        options={options}
        value={typeof value === 'string' ? value : undefined}
        onChange={onChange}
        at={at}
        required={required}
        placeholder={words.none}
      />
    );
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const missing = chosen.filter((each) => !options.some((option) => option.value === each));
  return (
    <MultiSelect
      label={label ?? labelOf(name)}
      description={help}
      data={[...options, ...missing.map((each) => ({ value: each, label: each }))]}
      value={chosen}
      onChange={(picked) => onChange(picked.length > 0 || required ? picked : undefined)}
      searchable
      readOnly={readOnly}
      error={error}
    />
  );
}
