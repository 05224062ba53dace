import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, Input } from '../api/operation-types.js';
import { asProblem } from '../api/problem.js';
import { request } from '../api/request.js';
import * as words from '../words/en/parts.js';
import { Chip } from './chip.js';
import { HtmlEmail } from './mail/html-email.js';
import { MissingVariables } from './missing-variables.js';
import { Skeleton } from './page.js';
import { ProblemNote } from './problem-note.js';
import { WhatsAppBubble } from './whatsapp-bubble.js';

type PreviewBody = NonNullable<Input<'renderMessage'>['body']>;
/** A message that is still being written, without whom it is for. */
export type MessageDraft = Omit<PreviewBody, 'lead_id' | 'lead'>;
type Shown = Answer<'renderMessage'>;

const REST_MS = 400;

function Body({ shown }: { shown: Shown }) {
  const { subject, text, html, whatsapp } = shown;
  if (html)
    return (
      <>
        {subject && <strong>{subject}</strong>}
        <HtmlEmail html={html} />
      </>
    );
  if (whatsapp) return <WhatsAppBubble text={text} given={whatsapp} />;
  return (
    <>
      {subject && <strong>{subject}</strong>}
      {text ? <p className="said">{text}</p> : <p className="quiet">{words.noContentYet}</p>}
    </>
  );
}

/**
 * A message as a lead gets it: what it says, what this lead and others have not that it reads, and why it can't be
 * written.
 */
export function MessagePreview({
  written,
  leadId,
  agentId,
}: {
  written: MessageDraft;
  leadId: string;
  agentId?: string;
}) {
  const [body] = useDebouncedValue(JSON.stringify({ ...written, lead_id: leadId }), REST_MS);
  const previewQuery = useQuery({
    queryKey: ['renderMessage', body],
    queryFn: ({ signal }) => request('renderMessage', { body: JSON.parse(body) as PreviewBody }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (previewQuery.error)
    return <ProblemNote problem={asProblem(previewQuery.error)} again={() => void previewQuery.refetch()} />;
  if (!previewQuery.data) return <Skeleton lines={3} />;
  const { reads, missing, errors, warnings } = previewQuery.data;
  return (
    <section className="as-got stack-close" aria-label={words.messagePreview}>
      {errors.length === 0 && <Body shown={previewQuery.data} />}
      {missing.length > 0 && (
        <p>
          <Chip who="decide" label={words.missing(missing.join(', '))} />
        </p>
      )}
      {errors.length === 0 && <MissingVariables reads={reads} agentId={agentId} />}
      {errors.map(({ field, message, line }) => (
        <p key={`${field}${message}`}>
          <Chip who="act" label={words.cantBeRendered} /> {message}
          {line !== null && words.line(line)}
        </p>
      ))}
      {warnings.map((warning) => (
        <p key={warning} className="quiet">
          {warning}
        </p>
      ))}
    </section>
  );
}
