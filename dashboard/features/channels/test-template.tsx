import { useState } from 'react';
import type { Answer, Body } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { MessagePreview } from '../../components/message-preview.js';
import { SendTestDialog } from '../../components/send-test-dialog.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/channels.js';
import { filledParameters, TemplateParameters, type Values } from './template-parameters.js';

type Template = Answer<'getTemplate'>['template'];

/** Shows a template as a lead gets it, and sends it there or to oneself. */
export function TestTemplate({ template }: { template: Template }) {
  const send = useApiMutation('sendMessage');
  const cancel = useApiMutation('cancelMessage');
  const [lead, setLead] = useState<string>();
  const [values, setValues] = useState<Values>({});
  const { channel, id } = template;
  const hasPlaces = channel === 'whatsapp' && template.variables.length > 0;
  const written = { channel, template_id: id, ...(hasPlaces ? { variables: filledParameters(values) } : {}) };
  return (
    <ConfirmForm
      title={words.preview}
      submit={words.sendToLead}
      small
      onSubmit={async () => {
        const send_at = new Date(Date.now() + 5_000).toISOString();
        const body = { ...written, lead_id: lead, send_at } as Body<'sendMessage'>;
        const { message_id } = await send.mutateAsync({ body });
        offerUndo(words.sending, () => cancel.mutateAsync({ params: { id: message_id } }));
      }}
    >
      {(errorOf) => (
        <>
          <LeadPicker label={words.lead} name="lead_id" value={lead} onChange={setLead} error={errorOf('lead_id')} />
          {hasPlaces && (
            <TemplateParameters template={template} values={values} onChange={setValues} errorOf={errorOf} />
          )}
          {lead && (
            <>
              <MessagePreview written={written} leadId={lead} />
              <SendTestDialog written={written} leadId={lead} />
            </>
          )}
        </>
      )}
    </ConfirmForm>
  );
}
