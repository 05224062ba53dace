import { findSubmission } from '../../db/widget/submissions.js';
import { readerOf } from '../../domain/values/reader.js';
import { readForm, takesForms } from '../../domain/widget/capture.js';
import { keptPage } from '../../domain/widget/visitor-text.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { BodyOf } from '../../schemas/contract.js';
import { submitVisitorContract } from '../../schemas/widget/chat.js';
import type { WidgetSettings } from '../../schemas/widget/widgets.js';
import { createConfirmationLinks } from '../../services/leads/confirm-contact.js';
import {
  consentTextOf,
  fingerprintOf,
  keepSubmission,
  NOT_SIGNED,
  provenUser,
  type Submission,
} from '../../services/widget/visitors.js';
import { identitySecretOf, settingsOf } from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route, type Site } from '../http/route.js';
import { browserReader } from '../leads/browser-reader.js';
import { paid } from './paid.js';
import { type ChatTools, sessionOf, siteOf } from './visitor.js';

type Body = BodyOf<typeof submitVisitorContract>;

export const submitVisitorRoute = (deps: ApiDependencies, tools: ChatTools) => {
  const box = createSecretBox(secretsOf(deps.config));
  const links = createConfirmationLinks(secretsOf(deps.config), publicUrl(deps.config));
  return route(submitVisitorContract).handle(async (input) => {
    const { body, db, account } = input;
    const session = sessionOf(tools, input, body);
    const { sessionId } = session;
    // People don't see this field, so a filled one is dropped silently.
    if (body.website?.trim()) return answer(sessionId, null, false);
    const site = siteOf(input);
    const submissionId = body.submission_id.toLowerCase();
    const fingerprint = fingerprintOf({ fields: body.fields, consent: body.sms_consent, user: body.user });
    const before = async () => {
      const known = await findSubmission(db, sessionId, submissionId);
      if (known && !known.fingerprint.equals(fingerprint))
        throw new ApiError('IDEMPOTENCY_KEY_REUSED', { body: { replayed: false } });
      return known && answer(sessionId, known.lead_id, true);
    };
    const known = await before();
    if (known) return known;
    const secret = () => identitySecretOf(site.widget, box);
    const language = (readerOf(body.locale) ?? browserReader(input.req)).language;
    const read = readSubmission(site, body, account.country, secret);
    const submission = { ...read, sessionId, submissionId, language };
    const payment = { widget: site.widget, session, address: site.address, purpose: 'visitor' as const, pow: body.pow };
    const kept = await paid(deps, tools, payment, input, async (work) => {
      const done = await keepSubmission(work, submission, fingerprint, links);
      if (done.outcome === 'invalid') throw invalid(done.problems[0]);
      if (done.outcome === 'away') throw new ApiError('WIDGET_NOT_READY');
      if (done.outcome === 'reused') throw new ApiError('IDEMPOTENCY_KEY_REUSED', { body: { replayed: false } });
      return done;
    });
    if (kept.outcome === 'kept') return answer(sessionId, kept.leadId, true);
    return (await before()) ?? answer(sessionId, null, false);
  });
};

const answer = (visitorId: string, leadId: string | null, created: boolean) => ({
  status: 200 as const,
  body: { success: true as const, lead_id: leadId, visitor_id: visitorId, created },
});

type Read = Omit<Submission, 'sessionId' | 'submissionId' | 'language'>;

/** Reads a form by what its widget asks for. Throws the 400 for what doesn't fit. */
function readSubmission({ widget }: Site, body: Body, country: string | null, secret: () => string): Read {
  const settings = settingsOf(widget);
  if (!widget.is_active) throw new ApiError('WIDGET_NOT_READY');
  if (!takesForms(settings))
    throw refusal('', "The widget doesn't accept forms. Turn on lead_creation_on_submit or sms_consent.");
  const form = readForm(settings.capture_form.fields, body.fields, country);
  if (!form.ok) throw new ApiError(form.code, { message: `${form.field} ${form.message}`, field: form.field });
  const user = body.user && provenUser(secret(), body.user);
  if (body.user && !user) throw refusal('/user/hash', NOT_SIGNED);
  const consent = consentOf(settings, body);
  if (consent && !form.fields.phone)
    throw refusal('/fields/phone', 'Consent to text messages requires a phone number.');
  return { widget, fields: form.fields, consent, user, page: keptPage(body.page), locale: body.locale ?? null };
}

/** Returns what was agreed to. Throws the 400 where the widget asks for something else by now. */
function consentOf(settings: WidgetSettings, { sms_consent }: Body): Submission['consent'] {
  if (!sms_consent?.granted || !settings.capture_form.sms_consent.enabled) return null;
  const text = consentTextOf(settings, sms_consent.text_hash);
  if (text === undefined) throw new ApiError('CONSENT_TEXT_CHANGED', { field: '/sms_consent/text_hash' });
  return { text, hash: sms_consent.text_hash ?? '' };
}

const refusal = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { message, field });

const invalid = (problem: { code: ApiError['code']; field: string; message: string } | undefined) =>
  new ApiError(problem?.code ?? 'VALIDATION_ERROR', {
    ...(problem ? { message: problem.message, field: `/fields${problem.field}` } : {}),
  });
