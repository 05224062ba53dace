import { useState } from 'react';
import type { Lead } from '../../schemas/leads/leads.js';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Area, Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { AsGot } from '../parts/message-preview.js';
import { Select } from '../parts/select.js';
import { offerUndo } from '../parts/undo.js';
import { isOnWhatsApp } from '../words/leads.js';

/** How long a message waits, so that it can be taken back. */
const GRACE_MS = 5_000;

export interface DialogProps {
  lead: Lead;
  onDone: () => void;
}

const channelsTo = (lead: Lead) => [
  ...(lead.email ? [{ value: 'email' as const, label: 'E-mail' }] : []),
  ...(isOnWhatsApp(lead) ? [{ value: 'whatsapp' as const, label: 'WhatsApp' }] : []),
];

/** Writes to the lead, in words of one's own or by a template. */
export function Write({ lead, onDone }: DialogProps) {
  const send = useAct('sendMessage');
  const cancel = useAct('cancelMessage');
  const channels = channelsTo(lead);
  const [channel, setChannel] = useState(channels[0]?.value);
  const [template, setTemplate] = useState<string | null>(null);
  const templates = useAsk(
    'listTemplates',
    { query: { channel: channel ?? 'email', status: 'APPROVED', limit: 200 } },
    { when: channel !== undefined },
  );
  if (!channel) return <p>The lead has no e-mail address, phone number or WhatsApp user.</p>;
  return (
    <Form
      submit="Send"
      onSubmit={async ({ subject, content }) => {
        const said = template ? { template_id: template } : { content, ...(channel === 'email' ? { subject } : {}) };
        const send_at = new Date(Date.now() + GRACE_MS).toISOString();
        const { message_id } = await send.do({ body: { lead_id: lead.id, channel, ...said, send_at } as never });
        onDone();
        offerUndo('It is being sent.', () => cancel.do({ params: { id: message_id } }));
      }}
    >
      {(errorOf) => (
        <>
          <Select
            label="Channel"
            data={channels}
            value={channel}
            error={errorOf('channel')}
            onChange={(chosen) => {
              setChannel(chosen as typeof channel);
              setTemplate(null);
            }}
          />
          <Select
            label="Template"
            placeholder="None: words of your own"
            data={templates.data?.templates.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={template}
            clearable
            error={errorOf('template_id')}
            onChange={setTemplate}
          />
          {template ? (
            <AsGot written={{ channel, template_id: template }} leadId={lead.id} />
          ) : (
            <>
              {channel === 'email' && <Field name="subject" label="Subject" required errorOf={errorOf} />}
              <Area name="content" label="Text" rows={6} required errorOf={errorOf} />
            </>
          )}
        </>
      )}
    </Form>
  );
}

/** Has a voice agent call the lead. */
export function Call({ lead, onDone }: DialogProps) {
  const call = useAct('sendMessage');
  if (!lead.phone) return <p>The lead has no phone number.</p>;
  return (
    <Form
      submit="Call"
      onSubmit={async ({ begin_message }) => {
        const words = begin_message ? { begin_message } : {};
        await call.do({ body: { lead_id: lead.id, channel: 'call', ...words } as never });
        onDone();
        offerUndo('The call is on its way.');
      }}
    >
      {(errorOf) => (
        <>
          <p className="quiet">A voice agent calls {lead.phone}.</p>
          <Area
            name="begin_message"
            label="First words"
            description="None: those of the voice agent."
            errorOf={errorOf}
          />
        </>
      )}
    </Form>
  );
}
