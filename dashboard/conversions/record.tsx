import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { AskFirst } from '../parts/ask-first.js';
import { Area, Field } from '../parts/field.js';
import { Icon } from '../parts/icons.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { Select } from '../parts/select.js';
import type { ConversionType } from './types.js';

const OF_TYPE = 'metadata ';

/** Reads what was filled in: plain values, and those that the kind asks for. */
function bodyOf(values: Record<string, string>, type: ConversionType | undefined) {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const metadata = given.flatMap(([name, value]) => {
    const field = type?.fields.find(({ key }) => name === `${OF_TYPE}${key}`);
    return field ? [[field.key, field.type === 'number' ? Number(value) : value]] : [];
  });
  const {
    amount,
    converted_at: at,
    ...plain
  } = Object.fromEntries(given.filter(([name]) => !name.startsWith(OF_TYPE)));
  return {
    ...plain,
    ...(amount ? { amount: Number(amount) } : {}),
    ...(at ? { converted_at: new Date(at).toISOString() } : {}),
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
  };
}

/** Records a success with a lead by hand. */
export function Record() {
  const record = useAct('recordConversion');
  const { data } = useAsk('listConversionTypes', { query: { limit: 200 } });
  const [leadId, setLeadId] = useState<string>();
  const [typeId, setTypeId] = useState<string>();
  const type = data?.conversion_types.find(({ id }) => id === typeId);
  return (
    <AskFirst
      title="Record a conversion"
      submit="Record it"
      small
      icon={<Icon name="plus" size={14} />}
      onSubmit={async (values) => {
        await record.do({ body: bodyOf(values, type) as never });
        setLeadId(undefined);
      }}
    >
      {(errorOf) => (
        <>
          <LeadPicker label="Lead" name="lead_id" value={leadId} onChange={setLeadId} error={errorOf('lead_id')} />
          <Select
            label="What"
            name="conversion_type_id"
            data={data?.conversion_types.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={typeId ?? null}
            onChange={(id) => setTypeId(id ?? undefined)}
            nothingFoundMessage="Add a conversion type first"
            required
            withAsterisk={false}
            error={errorOf('conversion_type_id')}
          />
          <div className="pairs">
            <Field name="amount" label="Worth" errorOf={errorOf} />
            <Field
              key={type?.id}
              name="currency"
              label="Currency"
              value={type?.currency}
              placeholder="EUR"
              errorOf={errorOf}
            />
          </div>
          {type?.fields.map(({ key, label, type: kind }) => (
            <Field
              key={key}
              name={`${OF_TYPE}${key}`}
              label={label}
              type={kind === 'number' ? 'number' : 'text'}
              errorOf={errorOf}
            />
          ))}
          <Field name="converted_at" label="When, if not now" type="datetime-local" errorOf={errorOf} />
          <Area name="notes" label="Notes" errorOf={errorOf} />
        </>
      )}
    </AskFirst>
  );
}
