import type { Config } from '../api-types.js';
import { el } from '../dom.js';
import type { Language } from '../language.js';

export type Field = Config['capture_form']['fields'][number];
export type FormAnswer = { fields: Record<string, string>; consents: boolean; website: string };
/** The outcome of a form. `field` names the invalid field. */
export type FormOutcome = { ok: true } | { ok: false; field?: string | undefined };

const TOKENS: Record<string, string> = {
  first_name: 'given-name',
  last_name: 'family-name',
  name: 'name',
  email: 'email',
  phone: 'tel',
  company: 'organization',
  country: 'country-name',
  city: 'address-level2',
};
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[\d\s().-]{6,24}$/;

interface Wiring {
  language: Language;
  title?: string;
  fields: readonly Field[];
  /** The text to agree to, where it is asked. */
  consent?: string | null;
  onSend(answer: FormAnswer): Promise<FormOutcome>;
  onSkip(): void;
}

interface Row {
  field: Field;
  input: HTMLInputElement | HTMLSelectElement;
  element: HTMLElement;
  set(problem: string): void;
}

let forms = 0;

/** Creates the form that asks who a visitor is. It can be skipped, and the chat continues without it. */
export function createForm({ language, title, fields, consent, onSend, onSkip }: Wiring): HTMLFormElement {
  const { words } = language;
  forms += 1;
  const rows = fields.map((field, index) => rowOf(field, `f${forms}-${index}`, words));
  const trap = el('input', {
    name: 'website',
    tabindex: -1,
    autocomplete: 'off',
    'aria-hidden': 'true',
    class: 'hidden',
  });
  const box = el('input', { type: 'checkbox' });
  const agrees = consent && el('label', { class: 'consent' }, box, el('span', { dir: 'auto' }, consent));
  const problem = el('p', { class: 'problem', role: 'alert' });
  const button = el('button', { type: 'submit', class: 'main' }, words.formSend);

  const failureOf = (field: Field) =>
    isOf(field, 'email') ? words.badEmail : isOf(field, 'phone') ? words.badPhone : words.formFailed;
  const problemOf = ({ field, input }: Row): string => {
    const text = input.value.trim();
    if (text === '' && field.key === 'phone' && box.checked) return words.consentNeedsPhone;
    if (text === '') return field.required ? words.required : '';
    const form = isOf(field, 'email') ? EMAIL : isOf(field, 'phone') ? PHONE : /^/;
    return form.test(text) ? '' : failureOf(field);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    problem.textContent = '';
    for (const row of rows) row.set(problemOf(row));
    const wrong = rows.find((row) => problemOf(row) !== '');
    if (wrong) return wrong.input.focus();
    button.disabled = true;
    const filled = rows
      .map(({ field, input }) => [field.key, input.value.trim()] as const)
      .filter(([, text]) => text !== '');
    const outcome = await onSend({ fields: Object.fromEntries(filled), consents: box.checked, website: trap.value });
    button.disabled = false;
    if (outcome.ok) return;
    const refused = rows.find(({ field }) => field.key === outcome.field);
    if (refused) {
      refused.set(failureOf(refused.field));
      refused.input.focus();
    } else problem.textContent = words.formFailed;
  };
  return el(
    'form',
    { class: 'card form', novalidate: true, submit, 'aria-label': title },
    title && el('h3', {}, title),
    ...rows.map(({ element }) => element),
    agrees,
    trap,
    problem,
    el(
      'div',
      { class: 'buttons' },
      button,
      el('button', { type: 'button', class: 'plain', click: onSkip }, words.formSkip),
    ),
  );
}

const isOf = ({ key, type }: Field, kind: 'email' | 'phone') => key === kind || type === kind;

function rowOf(field: Field, id: string, words: Language['words']): Row {
  const { key, label, required, options } = field;
  const common = {
    id,
    name: key,
    autocomplete: TOKENS[key] ?? 'off',
    'aria-required': required ? 'true' : null,
    dir: 'auto',
    'aria-describedby': `${id}-problem`,
  };
  const type = isOf(field, 'email') ? 'email' : isOf(field, 'phone') ? 'tel' : 'text';
  const input =
    field.type === 'choice'
      ? el(
          'select',
          common,
          el('option', { value: '' }, words.choose),
          ...options.map((option) => el('option', { value: option }, option)),
        )
      : el('input', { ...common, type, maxlength: 500 });
  const problem = el('p', { class: 'problem', id: `${id}-problem` });
  const optional = required ? null : el('small', {}, ` (${words.optional})`);
  const element = el('div', { class: 'field' }, el('label', { for: id, dir: 'auto' }, label, optional), input, problem);
  const set = (text: string) => {
    problem.textContent = text;
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  input.addEventListener('input', () => set(''));
  return { field, input, element, set };
}
