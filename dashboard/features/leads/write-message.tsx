import { useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Form } from '../../components/form.js';
import { TextAreaField, TextField } from '../../components/form-field.js';
import { Select } from '../../components/select.js';
import { type ChosenTemplate, TemplateSelect } from '../../components/template-select.js';
import { offerUndo } from '../../components/undo-toast.js';
import { allowsFreeText, WhatsAppWindow } from '../../components/whatsapp-window.js';
import * as labels from '../../words/en/lead.js';
import { isOnWhatsApp } from '../../words/leads.js';

/** The delay of a message, so that it can be undone. */
const GRACE_MS = 5_000;

export interface DialogProps {
  lead: Lead;
  onDone: () => void;
}

const channelsTo = (lead: Lead) => [
  ...(lead.email ? [{ value: 'email' as const, label: labels.email }] : []),
  ...(isOnWhatsApp(lead) ? [{ value: 'whatsapp' as const, label: labels.whatsapp }] : []),
];

/** Writes to the lead, in words of one's own or by a template, which WhatsApp requires while its window is closed. */
export function WriteMessage({ lead, onDone }: DialogProps) {
  const send = useApiMutation('sendMessage');
  const cancel = useApiMutation('cancelMessage');
  const engagement = useApiQuery('getLead', { params: { id: lead.id } }).data?.engagement;
  const until = engagement?.whatsapp_window_expires_at ?? null;
  const channels = channelsTo(lead);
  const [channel, setChannel] = useState(channels[0]?.value);
  const [template, setTemplate] = useState<ChosenTemplate>();
  if (!channel) return <p>{labels.theLeadHasNoEmailAddress}</p>;
  const needsTemplate = channel === 'whatsapp' && !allowsFreeText(until);
  return (
    <Form
      submit={labels.send}
      onSubmit={async ({ subject, content }) => {
        const messageContent = template ?? { content, ...(channel === 'email' ? { subject } : {}) };
        const send_at = new Date(Date.now() + GRACE_MS).toISOString();
        const { message_id } = await send.mutateAsync({
          body: { lead_id: lead.id, channel, ...messageContent, send_at },
        });
        onDone();
        offerUndo(labels.sending, () => cancel.mutateAsync({ params: { id: message_id } }));
      }}
    >
      {(errorOf) => (
        <>
          <Select
            label={labels.channel}
            data={channels}
            value={channel}
            error={errorOf('channel')}
            onChange={(chosen) => {
              setChannel(chosen as typeof channel);
              setTemplate(undefined);
            }}
          />
          {channel === 'whatsapp' && <WhatsAppWindow until={until} />}
          <TemplateSelect
            key={channel}
            channel={channel}
            leadId={lead.id}
            label={labels.template}
            placeholder={needsTemplate ? undefined : labels.noneWriteYourOwn}
            required={needsTemplate}
            value={template}
            onChange={setTemplate}
            error={errorOf('template_id')}
          />
          {!template && !needsTemplate && (
            <>
              {channel === 'email' && <TextField name="subject" label={labels.subject} required errorOf={errorOf} />}
              <TextAreaField name="content" label={labels.text} rows={6} required errorOf={errorOf} />
            </>
          )}
        </>
      )}
    </Form>
  );
}

/** Starts a call of a voice agent to the lead. */
export function CallLead({ lead, onDone }: DialogProps) {
  const call = useApiMutation('sendMessage');
  const { phone } = lead;
  if (!phone) return <p>{labels.theLeadHasNoPhoneNumber}</p>;
  return (
    <Form
      submit={labels.call}
      onSubmit={async ({ begin_message }) => {
        const words = begin_message ? { begin_message } : {};
        await call.mutateAsync({ body: { lead_id: lead.id, channel: 'call', ...words } });
        onDone();
        offerUndo(labels.calling);
      }}
    >
      {(errorOf) => (
        <>
          <p className="quiet">{labels.aVoiceAgentCalls(phone)}</p>
          <TextAreaField
            name="begin_message"
            label={labels.openingMessage}
            description={labels.leaveEmptyToUseTheVoice}
            errorOf={errorOf}
          />
        </>
      )}
    </Form>
  );
}
