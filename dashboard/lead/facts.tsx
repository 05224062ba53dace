import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Lead } from '../../schemas/leads/leads.js';
import { useAct } from '../api/act.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Choice, Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { When } from '../parts/when.js';
import { whatsAppName } from '../words/leads.js';
import { valueInWords } from '../words/metadata.js';
import { CONSENTS } from '../words/states.js';

const FIELDS = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['company', 'Company'],
  ['title', 'Title'],
  ['timezone', 'Time zone'],
  ['country', 'Country'],
] as const;
const CHANNELS = [
  ['email', 'E-mail'],
  ['whatsapp', 'WhatsApp'],
  ['call', 'Calls'],
  ['sms', 'SMS'],
] as const;

const STATES = (Object.keys(CONSENTS) as (keyof typeof CONSENTS)[]).map((value) => ({
  value,
  label: CONSENTS[value].label,
}));

/** What sets a consent's field of the form apart from the lead's own. */
const CONSENT = '_consent';

function Edit({ lead }: { lead: Lead }) {
  const [opened, { open, close }] = useDisclosure();
  const update = useAct('updateLead');
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        Edit
      </Button>
      <Modal opened={opened} onClose={close} title="Edit the lead">
        <div className="over">
          <Form
            submit="Save"
            onSubmit={async (values) => {
              const changed = FIELDS.filter(([name]) => (values[name] ?? '') !== (lead[name] ?? ''));
              const consents = CHANNELS.filter(([channel]) => values[channel + CONSENT] !== lead.consent[channel]);
              const body = {
                ...Object.fromEntries(changed.map(([name]) => [name, values[name] || null])),
                ...(consents.length > 0 && {
                  consent: Object.fromEntries(consents.map(([channel]) => [channel, values[channel + CONSENT]])),
                }),
              };
              await update.do({ params: { id: lead.id }, body: body as never });
              close();
            }}
          >
            {(errorOf) => (
              <>
                {FIELDS.map(([name, label], index) => (
                  <Field
                    key={name}
                    name={name}
                    label={label}
                    value={lead[name]}
                    required={name === 'first_name'}
                    first={index === 0}
                    errorOf={errorOf}
                  />
                ))}
                {CHANNELS.map(([channel, name]) => (
                  <Choice
                    key={channel}
                    name={channel + CONSENT}
                    label={`Consent: ${name}`}
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

/** What is known of the lead. */
export function Facts({ lead }: { lead: Lead }) {
  const may = useMay();
  return (
    <section className="card" aria-labelledby="facts">
      <header className="card-head">
        <h2 id="facts">About</h2>
        {may('leads:write') && <Edit lead={lead} />}
      </header>
      <dl className="card-body">
        {FIELDS.slice(2).map(([key, name]) => (
          <Fact key={key} name={name} value={lead[key]} />
        ))}
        <Fact name="WhatsApp" value={whatsAppName(lead)} />
        <Fact name="Source" value={lead.source} />
        <Fact name="Your id" value={lead.external_id} />
        <Fact name="Campaign" value={lead.campaign?.name ?? null} />
        {Object.entries(lead.metadata).map(([key, value]) => (
          <Fact key={key} name={key} value={valueInWords(value)} />
        ))}
        <div className="fact">
          <dt>Added</dt>
          <dd>
            <When at={lead.created_at} />
          </dd>
        </div>
        <div className="fact">
          <dt>Consent</dt>
          <dd className="row">
            {CHANNELS.filter(([channel]) => lead.consent[channel] !== 'unknown').map(([channel, name]) => (
              <Chip
                key={channel}
                who={CONSENTS[lead.consent[channel]].who}
                label={`${name}: ${CONSENTS[lead.consent[channel]].label.toLowerCase()}`}
              />
            ))}
            {CHANNELS.every(([channel]) => lead.consent[channel] === 'unknown') && 'Nothing is known'}
          </dd>
        </div>
      </dl>
    </section>
  );
}
