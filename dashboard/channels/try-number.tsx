import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { useKeptText } from '../api/device.js';
import type { Answer } from '../api/names.js';
import { useSession } from '../api/session.js';
import { Area, Field } from '../parts/field.js';
import { Select } from '../parts/select.js';
import { useTest } from '../parts/test-message.js';
import { filledOf, Places, type Values } from './places.js';
import { TestDialog } from './test-dialog.js';

type WhatsAppNumber = Answer<'getWhatsAppNumber'>['whatsapp_number'];
const FREE = 'free';

/** Sends a message from a number to the phone of whoever is signed in, and tells what became of it. */
export function TryNumber({ number }: { number: WhatsAppNumber }) {
  const { user } = useSession();
  const [phone, setPhone] = useKeptText('phone');
  const [chosen, setChosen] = useState(FREE);
  const [values, setValues] = useState<Values>({});
  const { send, test } = useTest();
  const asked = useAsk('listTemplates', { query: { channel: 'whatsapp', status: 'APPROVED', limit: 200 } });
  const templates = asked.data?.templates ?? [];
  const template = templates.find(({ id }) => id === chosen);
  const start = async ({ to = '', content }: Record<string, string>) => {
    setPhone(to);
    const says = template ? { template_id: template.id, variables: filledOf(values) } : { content };
    const lead = { first_name: user.name };
    await send.do({ body: { channel: 'whatsapp', whatsapp_number_id: number.id, to, lead, ...says } as never });
  };
  return (
    <TestDialog onSend={start} test={test}>
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
            onChange={(value) => {
              setChosen(value ?? FREE);
              setValues({});
            }}
            searchable={templates.length > 8}
            error={errorOf('template_id')}
          />
          {template ? (
            <Places template={template} values={values} onChange={setValues} required errorOf={errorOf} />
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
    </TestDialog>
  );
}
