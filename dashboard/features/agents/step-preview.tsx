import { useState } from 'react';
import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { LeadPicker } from '../../components/lead-picker.js';
import { type MessageDraft, MessagePreview } from '../../components/message-preview.js';
import { nameOf } from '../../components/name-of.js';
import { Select } from '../../components/select.js';
import { SendTestDialog } from '../../components/send-test-dialog.js';
import * as words from '../../words/en/agent.js';

const PARTS = ['subject', 'content', 'html', 'begin_message', 'template_id', 'variables', 'components'] as const;
const MORE = ['media', 'interactive'] as const;

type ContentStep = Extract<CadenceStep, { type: 'message' | 'call' }>;
export const isTold = (step: CadenceStep): step is ContentStep => step.type === 'message' || step.type === 'call';

/** Returns the text of a step, of the selected variant if it has any. */
function writtenOf(step: ContentStep, variant: string | undefined, agentId: string): MessageDraft {
  const chosen = step.variants?.find(({ key }) => key === variant);
  const content: Record<string, unknown> = { ...step, ...chosen };
  const parts = [...PARTS, ...MORE].flatMap((key) =>
    [undefined, null, ''].includes(content[key] as null) ? [] : [[key, content[key]]],
  );
  const channel = step.type === 'call' ? 'call' : (step.channel ?? 'email');
  return { ...Object.fromEntries(parts), channel, workflow_id: agentId } as MessageDraft;
}

const Variants = ({
  step,
  chosen,
  onChoose,
}: {
  step: ContentStep;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}) => (
  <Select
    label={words.variant}
    data={step.variants?.map(({ key }) => key) ?? []}
    value={chosen ?? null}
    onChange={(key) => key && onChoose(key)}
  />
);

/** A step's message as a real lead gets it, and sent to oneself. */
export function StepPreview({ step, agentId }: { step: ContentStep; agentId: string }) {
  const [chosen, setChosen] = useState<string>();
  const [variant, setVariant] = useState(step.variants?.[0]?.key);
  // The initial lead is one of the agent's leads, else any lead.
  const { data } = useApiQuery('listLeads', { query: { limit: 1, workflow_id: agentId } });
  const { data: anybody } = useApiQuery('listLeads', { query: { limit: 1 } });
  const first = data?.leads[0] ?? anybody?.leads[0];
  const leadId = chosen ?? first?.id;
  const written = writtenOf(step, variant, agentId);
  return (
    <section className="form step-preview" aria-labelledby="as-got">
      <h3 id="as-got">{words.preview}</h3>
      {step.variants && step.variants.length > 0 && <Variants step={step} chosen={variant} onChoose={setVariant} />}
      <LeadPicker
        label={words.lead}
        placeholder={first && !chosen ? nameOf(first) : undefined}
        value={chosen}
        onChange={setChosen}
      />
      {leadId ? (
        <>
          <MessagePreview written={written} leadId={leadId} {...(data?.leads[0] ? { agentId } : {})} />
          <SendTestDialog written={written} leadId={leadId} />
        </>
      ) : (
        <p className="quiet">{words.addALeadToSeeA}</p>
      )}
    </section>
  );
}
