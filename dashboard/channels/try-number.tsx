import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { useKeptText } from '../api/device.js';
import type { Answer } from '../api/names.js';
import { useSession } from '../api/session.js';
import { Area, Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Fate, useTest } from '../parts/test-message.js';
import { upper } from '../parts/upper.js';

type WhatsAppNumber = Answer<'getWhatsAppNumber'>['whatsapp_number'];
type Template = Answer<'getTemplate'>['template'];
interface ErrorsOf {
  errorOf: (name: string) => string | undefined;
}

const FREE = 'free';
const PLACE = 'variables/';

const textOf = ({ components }: Template): string =>
  components.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n');

/** What a template says, and a field for each of its places. */
const Places = ({ template, errorOf }: { template: Template } & ErrorsOf) => (
  <>
    <p className="said quiet">{textOf(template)}</p>
    {template.variables.map(({ component, name }) => (
      <Field
        key={`${template.id}${component}${name}`}
        name={`${PLACE}${component}.${name}`}
        label={`${upper(component.replace('_', ' '))}: {{${name}}}`}
        required
        errorOf={errorOf}
      />
    ))}
  </>
);

function TestForm({ number }: { number: WhatsAppNumber }) {
  const { user } = useSession();
  const [phone, setPhone] = useKeptText('phone');
  const [chosen, setChosen] = useState(FREE);
  const { send, test } = useTest();
  const asked = useAsk('listTemplates', { query: { channel: 'whatsapp', status: 'APPROVED', limit: 200 } });
  const templates = asked.data?.templates ?? [];
  const template = templates.find(({ id }) => id === chosen);
  const start = async ({ to = '', content, ...values }: Record<string, string>) => {
    setPhone(to);
    const places = Object.entries(values).filter(([name]) => name.startsWith(PLACE));
    const variables = Object.fromEntries(places.map(([name, value]) => [name.slice(PLACE.length), value]));
    const says = template ? { template_id: template.id, variables } : { content };
    const lead = { first_name: user.name };
    await send.do({ body: { channel: 'whatsapp', whatsapp_number_id: number.id, to, lead, ...says } as never });
  };
  return (
    <div className="stack">
      <Form submit="Send it to me" onSubmit={start}>
        {(errorOf) => (
          <>
            <Field
              name="to"
              label="Your phone"
              type="tel"
              value={phone}
              description="It goes there and nowhere else."
              required
              first
              autoComplete="tel"
              errorOf={errorOf}
            />
            <Select
              label="What is sent"
              data={[
                { value: FREE, label: 'A text of mine' },
                ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
              ]}
              value={chosen}
              onChange={(value) => setChosen(value ?? FREE)}
              allowDeselect={false}
              searchable={templates.length > 8}
              error={errorOf('template_id')}
            />
            {template ? (
              <Places template={template} errorOf={errorOf} />
            ) : (
              <Area
                name="content"
                label="Text"
                value={`A test of ${number.display_name ?? number.phone_number}.`}
                description={`WhatsApp takes a text only for 24 hours after you have written to ${number.phone_number}, and templates at any time.`}
                required
                errorOf={errorOf}
              />
            )}
          </>
        )}
      </Form>
      {test && <Fate test={test} />}
      {test?.failure && <p className="quiet">{test.failure}</p>}
    </div>
  );
}

/** Sends a message from a number to the phone of whoever is signed in, and tells what became of it. */
export function TryNumber({ number }: { number: WhatsAppNumber }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        Send a test to myself
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Send a test to myself">
        <div className="over">
          <TestForm number={number} />
        </div>
      </Modal>
    </>
  );
}
