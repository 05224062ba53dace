import { useState } from 'react';
import type { Lead } from '../../../schemas/leads/leads.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Form } from '../../components/form.js';
import { TextAreaField, TextField } from '../../components/form-field.js';
import { MessagePreview } from '../../components/message-preview.js';
import { Select } from '../../components/select.js';
import { offerUndo } from '../../components/undo-toast.js';
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

/** Writes to the lead, in words of one's own or by a template. */
export function WriteMessage({ lead, onDone }: DialogProps) {
  const send = useApiMutation('sendMessage');
  const cancel = useApiMutation('cancelMessage');
  const channels = channelsTo(lead);
  const [channel, setChannel] = useState(channels[0]?.value);
  const [template, setTemplate] = useState<string | null>(null);
  const templates = useApiQuery(
    'listTemplates',
    { query: { channel: channel ?? 'email', status: 'APPROVED', limit: 200 } },
    { enabled: channel !== undefined },
  );
  if (!channel) return <p>{labels.theLeadHasNoEmailAddress}</p>;
  return (
    <Form
      submit={labels.send}
      onSubmit={async ({ subject, content }) => {
        const messageContent = template
          ? { template_id: template }
          : { content, ...(channel === 'email' ? { subject } : {}) };
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
              setTemplate(null);
            }}
          />
          <Select
            label={labels.template}
            placeholder={labels.noneWriteYourOwn}
            data={templates.data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={template}
            clearable
            error={errorOf('template_id')}
            onChange={setTemplate}
          />
          {template ? (
            <MessagePreview written={{ channel, template_id: template }} leadId={lead.id} />
          ) : (
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
