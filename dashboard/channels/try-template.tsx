import { useState } from 'react';
import { useAct } from '../api/act.js';
import type { Answer } from '../api/names.js';
import { AskFirst } from '../parts/ask-first.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { AsGot, SendToMyself } from '../parts/message-preview.js';
import { offerUndo } from '../parts/undo.js';

type Template = Answer<'getTemplate'>['template'];

/** Shows a template as a lead gets it, and sends it there or to oneself. */
export function TryTemplate({ template }: { template: Template }) {
  const send = useAct('sendMessage');
  const cancel = useAct('cancelMessage');
  const [lead, setLead] = useState<string>();
  return (
    <AskFirst
      title="Try it"
      submit="Send it to this lead"
      small
      onSubmit={async () => {
        const { channel, id } = template;
        const send_at = new Date(Date.now() + 5_000).toISOString();
        const body = { lead_id: lead, channel, template_id: id, send_at };
        const { message_id } = await send.do({ body: body as never });
        offerUndo('It is being sent.', () => cancel.do({ params: { id: message_id } }));
      }}
    >
      {(errorOf) => (
        <>
          <LeadPicker label="Lead" name="lead_id" value={lead} onChange={setLead} error={errorOf('lead_id')} />
          {lead && (
            <>
              <AsGot written={{ channel: template.channel, template_id: template.id }} leadId={lead} />
              <SendToMyself written={{ channel: template.channel, template_id: template.id }} leadId={lead} />
            </>
          )}
        </>
      )}
    </AskFirst>
  );
}
