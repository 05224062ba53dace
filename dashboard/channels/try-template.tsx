import { useState } from 'react';
import { useAct } from '../api/act.js';
import type { Answer } from '../api/names.js';
import { AskFirst } from '../parts/ask-first.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { AsGot } from '../parts/message-preview.js';
import { SendToMyself } from '../parts/to-myself.js';
import { offerUndo } from '../parts/undo.js';
import { filledOf, Places, type Values } from './places.js';

type Template = Answer<'getTemplate'>['template'];

/** Shows a template as a lead gets it, and sends it there or to oneself. */
export function TryTemplate({ template }: { template: Template }) {
  const send = useAct('sendMessage');
  const cancel = useAct('cancelMessage');
  const [lead, setLead] = useState<string>();
  const [values, setValues] = useState<Values>({});
  const { channel, id } = template;
  const hasPlaces = channel === 'whatsapp' && template.variables.length > 0;
  const written = { channel, template_id: id, ...(hasPlaces ? { variables: filledOf(values) } : {}) };
  return (
    <AskFirst
      title="Try it"
      submit="Send it to this lead"
      small
      onSubmit={async () => {
        const send_at = new Date(Date.now() + 5_000).toISOString();
        const body = { ...written, lead_id: lead, send_at };
        const { message_id } = await send.do({ body: body as never });
        offerUndo('It is being sent.', () => cancel.do({ params: { id: message_id } }));
      }}
    >
      {(errorOf) => (
        <>
          <LeadPicker label="Lead" name="lead_id" value={lead} onChange={setLead} error={errorOf('lead_id')} />
          {hasPlaces && <Places template={template} values={values} onChange={setValues} errorOf={errorOf} />}
          {lead && (
            <>
              <AsGot written={written} leadId={lead} />
              <SendToMyself written={written} leadId={lead} />
            </>
          )}
        </>
      )}
    </AskFirst>
  );
}
