import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import type { Answer } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { request } from '../api/request.js';
import { AskFirst } from '../parts/ask-first.js';
import { LeadPicker } from '../parts/lead-picker.js';
import { MailFrame } from '../parts/mail/mail-frame.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { offerUndo } from '../parts/undo.js';

type Template = Answer<'getTemplate'>['template'];

/** A template as a lead would get it. */
function AsGot({ template, leadId }: { template: Template; leadId: string }) {
  const { channel, id, updated_at } = template;
  const shown = useQuery({
    queryKey: ['renderMessage', id, updated_at, leadId],
    queryFn: ({ signal }) =>
      request('renderMessage', { body: { channel, template_id: id, lead_id: leadId } as never }, { signal }),
  });
  if (shown.error) return <ProblemNote problem={asProblem(shown.error)} again={() => void shown.refetch()} />;
  if (!shown.data) return <Bones lines={3} />;
  const { subject, text, html, missing, errors } = shown.data;
  return (
    <section className="as-got" aria-label="As the lead gets it">
      {subject && <strong>{subject}</strong>}
      {html ? <MailFrame html={html} /> : <p className="said">{text}</p>}
      {missing.length > 0 && <p className="quiet">The lead has no {missing.join(', ')}.</p>}
      {errors.map(({ field, message }) => (
        <p key={`${field}${message}`} className="quiet">
          {message}
        </p>
      ))}
    </section>
  );
}

/** Shows a template for a lead, such as yourself, and sends it there. */
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
          <p className="quiet">Add yourself as a lead to get it yourself.</p>
          <LeadPicker label="Lead" name="lead_id" value={lead} onChange={setLead} error={errorOf('lead_id')} />
          {lead && <AsGot template={template} leadId={lead} />}
        </>
      )}
    </AskFirst>
  );
}
