import type { CaptureField, WidgetSettings, Words } from '../../schemas/widget/widgets.js';
import { parseEmail } from '../values/email.js';
import { readPhone } from '../values/phone.js';

/** The result of a submitted form, or its errors. */
export type CaptureResult =
  | { ok: true; fields: Record<string, string> }
  | { ok: false; field: string; message: string; code: 'VALIDATION_ERROR' | 'INVALID_PHONE' };

/** Returns whether the widget's form is sent to the service at all; else its answers go with the next turn. */
export const takesForms = ({ capture_form: form }: WidgetSettings): boolean =>
  form.enabled && (form.lead_creation_on_submit || form.sms_consent.enabled);

/** Reads what a visitor filled in by the widget's form: keys that it doesn't ask for are passed over. */
export function readForm(
  fields: readonly CaptureField[],
  given: Readonly<Record<string, string>>,
  country: string | null,
): CaptureResult {
  const read: Record<string, string> = {};
  for (const field of fields) {
    const text = Object.hasOwn(given, field.key) ? (given[field.key] ?? '').trim() : '';
    if (text === '') {
      if (field.required) return refused(field, 'is required.');
      continue;
    }
    const problem = problemOf(field, text, country);
    if (problem) return problem;
    read[field.key] = text;
  }
  return { ok: true, fields: read };
}

function problemOf(field: CaptureField, text: string, country: string | null): CaptureResult | undefined {
  if (field.type === 'email' || field.key === 'email') {
    const email = parseEmail(text);
    if (!email.ok) return refused(field, email.message);
  }
  if (field.type === 'phone' || field.key === 'phone') {
    const phone = readPhone(text, country);
    if (!phone.ok) return { ...refused(field, phone.message), code: 'INVALID_PHONE' };
  }
  if (field.type === 'choice' && !field.options.includes(text)) return refused(field, 'must be one of the options.');
  return undefined;
}

const refused = ({ key }: CaptureField, message: string) => ({
  ok: false as const,
  code: 'VALIDATION_ERROR' as const,
  field: `/fields/${key}`,
  message,
});

/** Returns every text that visitors may have been shown for these words. */
export const shownTexts = (words: Words): string[] => (typeof words === 'string' ? [words] : Object.values(words));
