import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Body } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { formValues, SelectField, TextField } from '../../components/form-field.js';
import { offerUndo } from '../../components/undo-toast.js';
import { WhatsAppBubble } from '../../components/whatsapp-bubble.js';
import * as words from '../../words/en/whatsapp-templates.js';
import { componentsOf, placeholdersOf, repliesOf, type TemplateParts, withExamples } from './whatsapp-template.js';

const EMPTY: TemplateParts = { header: '', body: '', footer: '', replies: '', examples: {} };
const CATEGORIES = [
  { value: 'MARKETING', label: words.marketing },
  { value: 'UTILITY', label: words.utility },
] as const;

interface PartsProps {
  parts: TemplateParts;
  onChange: (change: Partial<TemplateParts>) => void;
  errorOf: (name: string) => string | undefined;
}

/** The texts of a template, an example of each placeholder, and how a lead sees it with these. */
function Parts({ parts, onChange, errorOf }: PartsProps) {
  const places = (['header', 'body'] as const).flatMap((part) =>
    placeholdersOf(parts[part]).map((number) => ({ part, number, place: `${part}.${number}` })),
  );
  const header = withExamples('header', parts.header, parts);
  return (
    <>
      <TextInput
        label={words.header}
        maxLength={60}
        value={parts.header}
        onChange={({ currentTarget }) => onChange({ header: currentTarget.value })}
      />
      <Textarea
        label={words.body}
        description={words.numberPlaceholders}
        rows={5}
        maxLength={1024}
        required
        withAsterisk={false}
        value={parts.body}
        error={errorOf('components')}
        onChange={({ currentTarget }) => onChange({ body: currentTarget.value })}
      />
      {places.map(({ part, number, place }) => (
        <TextInput
          key={place}
          label={(part === 'header' ? words.exampleInHeader : words.exampleInBody)(number)}
          description={place === places[0]?.place ? words.metaReviewsExamples : undefined}
          required
          withAsterisk={false}
          value={parts.examples[place] ?? ''}
          onChange={({ currentTarget }) => onChange({ examples: { ...parts.examples, [place]: currentTarget.value } })}
        />
      ))}
      <TextInput
        label={words.footer}
        maxLength={60}
        value={parts.footer}
        onChange={({ currentTarget }) => onChange({ footer: currentTarget.value })}
      />
      <Textarea
        label={words.quickReplies}
        description={words.oneInEachLine}
        rows={2}
        value={parts.replies}
        onChange={({ currentTarget }) => onChange({ replies: currentTarget.value })}
      />
      {parts.body && (
        <section className="as-got" aria-label={words.preview}>
          <WhatsAppBubble
            text={null}
            given={{
              interactive: {
                type: 'button',
                ...(header ? { header: { type: 'text', text: header } } : {}),
                body: { text: withExamples('body', parts.body, parts) },
                ...(parts.footer ? { footer: { text: parts.footer } } : {}),
                action: { buttons: repliesOf(parts).map((title) => ({ type: 'reply', reply: { id: title, title } })) },
              },
            }}
          />
        </section>
      )}
    </>
  );
}

/** Writes a WhatsApp template and submits it to the provider, which approves or rejects it. */
export function NewWhatsAppTemplate() {
  const create = useApiMutation('createTemplate');
  const numbers = useApiQuery('listWhatsAppNumbers', { query: { limit: 200 } }).data?.whatsapp_numbers ?? [];
  const [parts, setParts] = useState(EMPTY);
  return (
    <ConfirmForm
      title={words.addTemplate}
      submit={words.submitForReview}
      size="lg"
      onSubmit={async (values) => {
        const body = formValues<Body<'createTemplate'>>({ ...values, channel: 'whatsapp' });
        await create.mutateAsync({ body: { ...body, components: componentsOf(parts) } });
        setParts(EMPTY);
        offerUndo(words.submitted);
      }}
    >
      {(errorOf) => (
        <>
          <p className="quiet">{words.theProviderReviews}</p>
          <div className="pairs">
            <TextField
              name="name"
              label={words.nameLabel}
              description={words.lowercaseLetters}
              required
              first
              errorOf={errorOf}
            />
            <TextField name="language" label={words.language} value="en" required errorOf={errorOf} />
          </div>
          <SelectField
            name="category"
            label={words.category}
            data={CATEGORIES}
            value="MARKETING"
            required
            errorOf={errorOf}
          />
          {numbers.length > 0 && (
            <SelectField
              name="whatsapp_number_id"
              label={words.number}
              data={numbers.map(({ id, display_name, phone_number }) => ({
                value: id,
                label: `${display_name} ${phone_number}`,
              }))}
              value={(numbers.find(({ is_default }) => is_default) ?? numbers[0])?.id}
              errorOf={errorOf}
            />
          )}
          <Parts
            parts={parts}
            onChange={(change) => setParts((before) => ({ ...before, ...change }))}
            errorOf={errorOf}
          />
        </>
      )}
    </ConfirmForm>
  );
}
