import type { CreateWidgetBody, UpdateWidgetBody, WidgetSettings, Words } from '../../schemas/widget/widgets.js';
import type { Problem } from '../problem.js';

/** What a widget is made with where nothing else is said. */
export const DEFAULT_SETTINGS: WidgetSettings = {
  theme: { primary_color: '#1f6feb', position: 'bottom_right', launcher_text: null, avatar_url: null },
  opening_message: null,
  quick_replies: [],
  locale: null,
  capture_form: {
    enabled: false,
    lead_creation_on_submit: false,
    sms_consent: { enabled: false, text: null },
    fields: [],
  },
  pow: { required: true, base_number: 50_000 },
  telemetry: { enabled: true, sample_rate: 1 },
  privacy_url: null,
  limits: { turns_per_day: 2_000, tokens_per_day: null, micros_per_day: null },
};

/** Returns settings as they were kept, with what was not there then. */
export const completeSettings = (kept: WidgetSettings): WidgetSettings => ({
  ...kept,
  limits: { ...DEFAULT_SETTINGS.limits, ...kept.limits },
});

type Changes = CreateWidgetBody | UpdateWidgetBody;

/** Returns the settings with what a request says of them: parts are completed, lists replaced. */
export function changeSettings(before: WidgetSettings, body: Changes): WidgetSettings {
  const { opening_message, quick_replies, locale, privacy_url, capture_form: form } = body;
  return {
    theme: { ...before.theme, ...body.theme },
    opening_message: opening_message === undefined ? before.opening_message : opening_message,
    quick_replies: quick_replies ?? before.quick_replies,
    locale: locale === undefined ? before.locale : locale,
    capture_form: {
      enabled: form?.enabled ?? before.capture_form.enabled,
      lead_creation_on_submit: form?.lead_creation_on_submit ?? before.capture_form.lead_creation_on_submit,
      sms_consent: { ...before.capture_form.sms_consent, ...form?.sms_consent },
      fields: form?.fields?.map(completeField) ?? before.capture_form.fields,
    },
    pow: { ...before.pow, ...body.pow },
    telemetry: { ...before.telemetry, ...body.telemetry },
    privacy_url: privacy_url === undefined ? before.privacy_url : privacy_url,
    limits: { ...before.limits, ...body.limits },
  };
}

type FieldRequest = NonNullable<NonNullable<Changes['capture_form']>['fields']>[number];

const completeField = ({ key, label, type, required, options }: FieldRequest) => ({
  key,
  label,
  type: type ?? 'text',
  required: required ?? false,
  options: options ?? [],
});

const problem = (field: string, message: string): Problem => ({ code: 'VALIDATION_ERROR', field, message });

/** Finds what in the settings can't work together. */
export function settingsProblems({ capture_form: { enabled, fields, sms_consent } }: WidgetSettings): Problem[] {
  const at = '/capture_form';
  const keys = fields.map(({ key }) => key);
  const doubled = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  const empty = fields.findIndex(({ type, options }) => type === 'choice' && options.length === 0);
  return [
    ...(enabled && fields.length === 0 ? [problem(`${at}/fields`, 'A form asks for something: name its fields.')] : []),
    ...(doubled >= 0 ? [problem(`${at}/fields/${doubled}/key`, 'Two fields have this key.')] : []),
    ...(empty >= 0 ? [problem(`${at}/fields/${empty}/options`, 'A choice needs something to choose from.')] : []),
    ...(sms_consent.enabled && sms_consent.text === null
      ? [problem(`${at}/sms_consent/text`, 'Say what the visitor agrees to.')]
      : []),
    ...(sms_consent.enabled && !keys.includes('phone')
      ? [problem(`${at}/fields`, 'Consent to text messages needs a field `phone`.')]
      : []),
  ];
}

/** Returns a text in the language of `locale`: exactly, else by its language alone, else in English, else the first. */
export function wordsIn(words: Words, locale: string): string {
  if (typeof words === 'string') return words;
  const byLocale = new Map(Object.entries(words).map(([key, text]) => [key.toLowerCase(), text]));
  const wanted = locale.toLowerCase();
  const [first = ''] = byLocale.values();
  return byLocale.get(wanted) ?? byLocale.get(wanted.split('-')[0] as string) ?? byLocale.get('en') ?? first;
}
