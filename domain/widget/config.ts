import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Window } from '../../schemas/cadence/cadence.js';
import type { Static } from '../../schemas/common.js';
import { PROOF_PURPOSES, type WidgetConfig } from '../../schemas/widget/chat.js';
import type { WidgetSettings, Words } from '../../schemas/widget/widgets.js';
import { agentSettings, answersOn, mayUse } from '../agent/settings.js';
import { nextOpen, windowZone } from '../time/windows.js';
import { wordsIn } from './settings.js';

/** The longest message in UTF-16 code units, after trimming. */
export const MAX_TEXT = 4_000;
const FIRST_POLL_MS = 1_000;
const LAST_POLL_MS = 600_000;

const AI_NOTICE: Words = {
  en: 'You are talking to an automatic assistant.',
  es: 'Estás hablando con un asistente automático.',
  pt: 'Está a falar com um assistente automático.',
  de: 'Hier antwortet ein automatischer Assistent.',
  fr: 'Vous parlez avec un assistant automatique.',
  ar: 'أنت تتحدث مع مساعد آلي.',
  it: 'Stai parlando con un assistente automatico.',
  nl: 'Je praat met een automatische assistent.',
};

const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const FALLBACK = 'en';

/** Returns the language that counts: the widget's own, else the page's, else English. */
export const localeOf = ({ locale }: WidgetSettings, asked: string | undefined): string =>
  locale ?? (asked !== undefined && LOCALE.test(asked) ? asked : FALLBACK);

/** Returns everything that a page needs to show a widget, in one language. */
export function configOf(
  widgetId: string,
  settings: WidgetSettings,
  definition: AgentDefinition,
  locale: string,
  now: Date,
): Static<typeof WidgetConfig> {
  const inLocale = (words: Words) => wordsIn(words, locale);
  const orNull = (words: Words | null) => (words === null ? null : inLocale(words));
  const { theme, capture_form: form, telemetry, pow } = settings;
  const { ai } = agentSettings(definition);
  const answers = answersOn({ ai }, 'chat');
  return {
    widget_id: widgetId,
    agent: { name: definition.name, avatar_url: theme.avatar_url },
    ai_notice: answers && ai.disclose_ai ? inLocale(AI_NOTICE) : null,
    privacy_url: settings.privacy_url,
    theme: {
      primary_color: theme.primary_color,
      position: theme.position,
      launcher_text: orNull(theme.launcher_text),
    },
    opening_message: orNull(settings.opening_message),
    quick_replies: settings.quick_replies.map(inLocale),
    locale,
    capture_form: {
      enabled: form.enabled,
      lead_creation_on_submit: form.lead_creation_on_submit,
      sms_consent: { enabled: form.sms_consent.enabled, text: orNull(form.sms_consent.text) },
      fields: form.fields.map(({ label, ...field }) => ({ ...field, label: inLocale(label) })),
    },
    pow: { required: pow.required, purposes: pow.required ? [...PROOF_PURPOSES] : [] },
    polling: { interval_ms: FIRST_POLL_MS, max_ms: LAST_POLL_MS },
    telemetry,
    business_hours: hoursOf(definition, now),
    features: {
      attachments: false,
      meeting_booking: answers && mayUse(ai, 'book_meeting'),
      handoff: mayUse(ai, 'request_human'),
    },
    limits: { text: MAX_TEXT },
  };
}

/** Returns whether people are at work by the agent's hours, and else when they are next. */
function hoursOf(definition: AgentDefinition, now: Date) {
  const { hours } = agentSettings(definition).ai;
  if (!hours) return { open_now: true, next_open_at: null };
  const { days, holidays } = hours;
  const window: Window = { days, holidays, timezone: hours.timezone ?? 'workflow' };
  const { timezone } = definition;
  const zone = windowZone(window, { timezone, agentTimezone: timezone });
  const { opensAt, reason } = nextOpen(window, zone, now.getTime());
  return { open_now: reason === null, next_open_at: reason === null ? null : opensAt };
}
