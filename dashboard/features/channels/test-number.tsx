import { useState } from 'react';
import { useStoredText } from '../../api/device-storage.js';
import type { Answer } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { TextAreaField, TextField } from '../../components/form-field.js';
import { Select } from '../../components/select.js';
import { useTestMessage } from '../../components/test-message.js';
import * as words from '../../words/en/channels.js';
import { filledParameters, TemplateParameters, type Values } from './template-parameters.js';
import { TestDialog } from './test-dialog.js';

type WhatsAppNumber = Answer<'getWhatsAppNumber'>['whatsapp_number'];
const FREE = 'free';

/** Sends a test message from a number to the signed-in user's phone, and shows its outcome. */
export function TestNumber({ number }: { number: WhatsAppNumber }) {
  const { user } = useSession();
  const [phone, setPhone] = useStoredText('phone');
  const [chosen, setChosen] = useState(FREE);
  const [values, setValues] = useState<Values>({});
  const { send, test } = useTestMessage();
  const templatesQuery = useApiQuery('listTemplates', {
    query: { channel: 'whatsapp', status: 'APPROVED', limit: 200 },
  });
  const templates = templatesQuery.data?.templates ?? [];
  const template = templates.find(({ id }) => id === chosen);
  const start = async ({ to = '', content }: Record<string, string>) => {
    setPhone(to);
    const messageBody = template ? { template_id: template.id, variables: filledParameters(values) } : { content };
    const lead = { first_name: user.name };
    await send.mutateAsync({ body: { channel: 'whatsapp', whatsapp_number_id: number.id, to, lead, ...messageBody } });
  };
  return (
    <TestDialog onSend={start} test={test}>
      {(errorOf) => (
        <>
          <TextField
            name="to"
            label={words.yourPhone}
            type="tel"
            value={phone}
            description={words.theTestIsSentOnlyTo}
            required
            first
            autoComplete="tel"
            errorOf={errorOf}
          />
          <Select
            label={words.message}
            data={[
              { value: FREE, label: words.customText },
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
            <TemplateParameters template={template} values={values} onChange={setValues} required errorOf={errorOf} />
          ) : (
            <TextAreaField
              name="content"
              label={words.text}
              value={words.testFrom(number.display_name ?? number.phone_number)}
              description={words.whatsappDeliversCustomTextOnlyFor(number.phone_number)}
              required
              errorOf={errorOf}
            />
          )}
        </>
      )}
    </TestDialog>
  );
}
