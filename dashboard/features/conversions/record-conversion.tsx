import { useState } from 'react';
import type { Body } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { formValues, TextAreaField, TextField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { Select } from '../../components/select.js';
import { MomentInput } from '../../components/time/moment-input.js';
import * as words from '../../words/en/conversions.js';
import type { ConversionType } from './conversion-types.js';

const OF_TYPE = 'metadata ';

/** Reads what was filled in: plain values, and those that the kind asks for. */
function bodyOf(values: Record<string, string>, type: ConversionType | undefined): Body<'recordConversion'> {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const metadata = given.flatMap(([name, value]) => {
    const field = type?.fields.find(({ key }) => name === `${OF_TYPE}${key}`);
    return field ? [[field.key, field.type === 'number' ? Number(value) : value]] : [];
  });
  const plain = Object.fromEntries(given.filter(([name]) => !name.startsWith(OF_TYPE)));
  return {
    ...formValues<Body<'recordConversion'>>(plain, ['amount']),
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
  };
}

/** Records a success with a lead by hand. */
export function RecordConversion() {
  const { timezone } = useSession().account;
  const record = useApiMutation('recordConversion');
  const { data } = useApiQuery('listConversionTypes', { query: { limit: 200 } });
  const [leadId, setLeadId] = useState<string>();
  const [typeId, setTypeId] = useState<string>();
  const type = data?.conversion_types.find(({ id }) => id === typeId);
  return (
    <ConfirmForm
      title={words.recordConversion}
      submit={words.saveConversion}
      small
      icon={<Icon name="plus" size={14} />}
      onSubmit={async (values) => {
        await record.mutateAsync({ body: bodyOf(values, type) });
        setLeadId(undefined);
      }}
    >
      {(errorOf) => (
        <>
          <LeadPicker
            label={words.lead}
            name="lead_id"
            value={leadId}
            onChange={setLeadId}
            error={errorOf('lead_id')}
          />
          <Select
            label={words.conversionType}
            name="conversion_type_id"
            data={data?.conversion_types.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={typeId ?? null}
            onChange={(id) => setTypeId(id ?? undefined)}
            nothingFoundMessage={words.addAConversionTypeFirst}
            required
            withAsterisk={false}
            error={errorOf('conversion_type_id')}
          />
          <div className="pairs">
            <TextField name="amount" label={words.amount} errorOf={errorOf} />
            <TextField
              key={type?.id}
              name="currency"
              label={words.currency}
              value={type?.currency}
              placeholder={words.eur}
              errorOf={errorOf}
            />
          </div>
          {type?.fields.map(({ key, label, type: kind }) => (
            <TextField
              key={key}
              name={`${OF_TYPE}${key}`}
              label={label}
              type={kind === 'number' ? 'number' : 'text'}
              errorOf={errorOf}
            />
          ))}
          <MomentInput
            name="converted_at"
            label={words.date}
            zone={timezone}
            description={words.leaveEmptyForNow}
            error={errorOf('converted_at')}
          />
          <TextAreaField name="notes" label={words.notes} errorOf={errorOf} />
        </>
      )}
    </ConfirmForm>
  );
}
