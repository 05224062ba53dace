import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Lead } from '../../../schemas/leads/leads.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Chip } from '../../components/chip.js';
import { Form } from '../../components/form.js';
import { SelectField, TextField } from '../../components/form-field.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/lead.js';
import { whatsAppName } from '../../words/leads.js';
import { valueInWords } from '../../words/metadata.js';
import { moneyOf } from '../../words/reports.js';
import { CONSENTS } from '../../words/states.js';

const FIELDS = [
  ['first_name', words.firstName],
  ['last_name', words.lastName],
  ['email', words.email],
  ['phone', words.phone],
  ['company', words.company],
  ['title', words.title],
  ['timezone', words.timeZone],
  ['country', words.country],
] as const;
const CHANNELS = [
  ['email', words.email],
  ['whatsapp', 'WhatsApp'],
  ['call', words.calls],
  ['sms', 'SMS'],
] as const;

const STATES = (Object.keys(CONSENTS) as (keyof typeof CONSENTS)[]).map((value) => ({
  value,
  label: CONSENTS[value].label,
}));

/** The currencies of a deal value, by their codes. */
const CURRENCIES = Intl.supportedValuesOf('currency');

/** The suffix that distinguishes the form field of a consent from the lead's own field. */
const CONSENT = '_consent';

function Edit({ lead }: { lead: Lead }) {
  const [opened, { open, close }] = useDisclosure();
  const update = useApiMutation('updateLead');
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {words.edit}
      </Button>
      <Modal opened={opened} onClose={close} title={words.editLead}>
        <div className="over">
          <Form
            submit={words.save}
            onSubmit={async (values) => {
              const changed = FIELDS.filter(([name]) => (values[name] ?? '') !== (lead[name] ?? ''));
              const consents = CHANNELS.filter(([channel]) => values[channel + CONSENT] !== lead.consent[channel]);
              const value = values.deal_value ? Number(values.deal_value) : null;
              const currency = values.deal_currency || null;
              const body = {
                ...(value === lead.deal_value ? {} : { deal_value: value }),
                ...(currency === lead.deal_currency ? {} : { deal_currency: currency }),
                ...Object.fromEntries(changed.map(([name]) => [name, values[name] || null])),
                ...(consents.length > 0 && {
                  consent: Object.fromEntries(consents.map(([channel]) => [channel, values[channel + CONSENT]])),
                }),
              };
              await update.mutateAsync({ params: { id: lead.id }, body: body });
              close();
            }}
          >
            {(errorOf) => (
              <>
                {FIELDS.map(([name, label], index) => (
                  <TextField
                    key={name}
                    name={name}
                    label={label}
                    value={lead[name]}
                    required={name === 'first_name'}
                    first={index === 0}
                    errorOf={errorOf}
                  />
                ))}
                <TextField
                  name="deal_value"
                  label={words.dealValue}
                  type="number"
                  step="any"
                  value={lead.deal_value}
                  errorOf={errorOf}
                />
                <SelectField
                  name="deal_currency"
                  label={words.dealCurrency}
                  data={CURRENCIES}
                  value={lead.deal_currency}
                  clearable
                  errorOf={errorOf}
                />
                {CHANNELS.map(([channel, name]) => (
                  <SelectField
                    key={channel}
                    name={channel + CONSENT}
                    label={words.consent(name)}
                    data={STATES}
                    value={lead.consent[channel]}
                    errorOf={() => errorOf(`consent/${channel}`)}
                  />
                ))}
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string | null }) =>
  value ? (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

/** The lead's data. */
export function LeadFacts({ lead }: { lead: Lead }) {
  const may = usePermission();
  return (
    <section className="card" aria-labelledby="facts">
      <header className="card-head">
        <h2 id="facts">{words.about}</h2>
        {may('leads:write') && <Edit lead={lead} />}
      </header>
      <dl className="card-body">
        {FIELDS.slice(2).map(([key, name]) => (
          <Fact key={key} name={name} value={lead[key]} />
        ))}
        <Fact
          name={words.dealValue}
          value={lead.deal_value === null ? null : moneyOf(lead.deal_value, lead.deal_currency ?? '')}
        />
        <Fact name="WhatsApp" value={whatsAppName(lead)} />
        <Fact name={words.source} value={lead.source} />
        <Fact name={words.externalId} value={lead.external_id} />
        <Fact name={words.campaign} value={lead.campaign?.name ?? null} />
        {Object.entries(lead.metadata).map(([key, value]) => (
          <Fact key={key} name={key} value={valueInWords(value)} />
        ))}
        <div className="fact">
          <dt>{words.added}</dt>
          <dd>
            <Timestamp at={lead.created_at} />
          </dd>
        </div>
        <div className="fact">
          <dt>{words.consent2}</dt>
          <dd className="row">
            {CHANNELS.filter(([channel]) => lead.consent[channel] !== 'unknown').map(([channel, name]) => (
              <Chip
                key={channel}
                who={CONSENTS[lead.consent[channel]].who}
                label={`${name}: ${CONSENTS[lead.consent[channel]].label.toLowerCase()}`}
              />
            ))}
            {CHANNELS.every(([channel]) => lead.consent[channel] === 'unknown') && words.notRecorded}
          </dd>
        </div>
      </dl>
    </section>
  );
}
