import type { CreateWidgetBody, UpdateWidgetBody, WidgetSettings, Words } from '../../schemas/widget/widgets.js';
import type { Problem } from '../problem.js';

/** Tokens that models may use on a day in the chats of a widget for which no budget was set. */
export const DEFAULT_TOKENS_PER_DAY = 2_000_000;

/** Limits as stored. `tokens_unlimited` tells a budget that was set to none from one that was never set. */
export type StoredLimits = Partial<WidgetSettings['limits']> & { tokens_unlimited?: boolean };
/** Settings as stored; older ones lack limits. */
export type StoredSettings = Omit<WidgetSettings, 'limits'> & { limits?: StoredLimits };

/** The default settings of a widget. */
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

/** Returns the limits that hold: a widget without any budget, in tokens or money, has the default one. */
export function completeLimits(stored: StoredLimits = {}): WidgetSettings['limits'] {
  const { turns_per_day, tokens_per_day, micros_per_day } = { ...DEFAULT_SETTINGS.limits, ...stored };
  const isSet = tokens_per_day !== null || micros_per_day !== null || stored.tokens_unlimited === true;
  return { turns_per_day, tokens_per_day: isSet ? tokens_per_day : DEFAULT_TOKENS_PER_DAY, micros_per_day };
}

/** Returns the settings that hold, with what was added since they were stored. */
export const completeSettings = (stored: StoredSettings): WidgetSettings => ({
  ...stored,
  limits: completeLimits(stored.limits),
});

type Changes = CreateWidgetBody | UpdateWidgetBody;

/** Returns the settings with what a request says of them: parts are completed, lists replaced. */
export function changeSettings(before: StoredSettings, body: Changes): StoredSettings {
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
    limits: changeLimits(before.limits, body.limits),
  };
}

const changeLimits = (before: StoredLimits | undefined, body: Changes['limits']): StoredLimits => ({
  ...DEFAULT_SETTINGS.limits,
  ...before,
  ...body,
  ...(body?.tokens_per_day === undefined ? {} : { tokens_unlimited: body.tokens_per_day === null }),
});

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
export function settingsProblems({ capture_form: { enabled, fields, sms_consent } }: StoredSettings): Problem[] {
  const at = '/capture_form';
  const keys = fields.map(({ key }) => key);
  const doubled = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  const empty = fields.findIndex(({ type, options }) => type === 'choice' && options.length === 0);
  return [
    ...(enabled && fields.length === 0 ? [problem(`${at}/fields`, 'A form needs at least one field.')] : []),
    ...(doubled >= 0 ? [problem(`${at}/fields/${doubled}/key`, 'Another field has this key.')] : []),
    ...(empty >= 0 ? [problem(`${at}/fields/${empty}/options`, 'A choice field needs options.')] : []),
    ...(sms_consent.enabled && sms_consent.text === null
      ? [problem(`${at}/sms_consent/text`, 'The consent text is required.')]
      : []),
    ...(sms_consent.enabled && !keys.includes('phone')
      ? [problem(`${at}/fields`, 'Consent to text messages requires a `phone` field.')]
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
