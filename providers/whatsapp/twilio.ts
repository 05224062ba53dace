import { twilioFailure } from '../../domain/channels/twilio-errors.js';
import { explainFailure } from '../../runtime/network-failure.js';
import { type ApiAnswer, type ApiConnection, asAsked, isLate, oneLine } from '../json-api.js';
import type { SendOutcome } from '../outcome.js';
import type { OutgoingWhatsApp, ProviderAnswer, ProviderTemplate, WhatsAppProvider } from './provider.js';
import { type AskTwilio, submitContent, type TwilioCall } from './twilio-content.js';
import { senderState, templateOf } from './twilio-records.js';

/** A WhatsApp sender at Twilio. */
export interface TwilioSettings {
  /** E.164. */
  phoneNumber: string;
  accountSid: string;
  authToken: string;
  /** Of Twilio's Senders API; looked up by the number if not given. */
  senderSid: string | null;
  /** The address to which Twilio reports statuses. */
  hookUrl: string;
}

const CALL_MS = 8_000;
const PAGE = 100;
const MAX_PAGES = 50;

/**
 * Sends by Twilio's Messages API. It has no idempotency key: silence after a send is `unknown`, and the status that comes
 * to an address with our message id in it settles it. `twilioUrl` is the address of its main API; the others have
 * another first word in their host's name.
 */
export const twilioWhatsApp = (
  connection: ApiConnection,
  twilioUrl: string,
  number: TwilioSettings,
): WhatsAppProvider => {
  const { accountSid, authToken } = number;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const account = `/2010-04-01/Accounts/${accountSid}`;
  const urlOf = (api: TwilioCall['api'], path: string) => `${twilioUrl.replace('//api.', `//${api}.`)}${path}`;
  const call = ({ api, method, path, form, json, endsAt = Date.now() + CALL_MS }: TwilioCall): Promise<ApiAnswer> =>
    connection.call({
      method,
      url: urlOf(api, path),
      endsAt,
      headers: {
        authorization,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form?.toString() ?? (json === undefined ? null : JSON.stringify(json)),
    });
  const ask: AskTwilio = (given) => call(given).then(toAnswer);
  return {
    async send(message, endsAt) {
      const made = formOf(message, number.hookUrl);
      if (!(made instanceof URLSearchParams)) return { kind: 'refused_final', ...made };
      const path = `${account}/Messages.json`;
      const answer = await call({ api: 'api', method: 'POST', path, form: made, endsAt });
      return asAsked(answer, outcomeOf(answer));
    },
    listTemplates: () => listTemplates(ask),
    submitTemplate: (draft) => submitContent(ask, draft),
    async readNumber() {
      const sender = await findSender(ask, number);
      return sender.ok ? { ok: true, value: senderState(sender.value) } : sender;
    },
    uploadMedia: async () => NO_UPLOADS,
    async findMedia(id) {
      if (!MEDIA_ID.test(id)) return NO_FILE;
      const url = urlOf('api', `${account}/Messages/${id}`);
      return { ok: true, value: { url, headers: { authorization }, mimeType: null, size: null } };
    },
    async setPhoto({ url }, endsAt) {
      const sender = await findSender(ask, number, endsAt);
      if (!sender.ok) return sender;
      // The rest of the profile goes back with it, so that nothing is lost by being left out; but a name that is given
      // again is handed in for approval again.
      const known = Object.entries((sender.value.profile ?? {}) as object).filter(
        ([name, value]) => name !== 'name' && value !== null,
      );
      const profile = { ...Object.fromEntries(known), logo_url: url };
      const answer = await ask({
        api: 'messaging',
        method: 'POST',
        path: `/v2/Channels/Senders/${String(sender.value.sid)}`,
        json: { profile },
        endsAt,
      });
      return answer.ok ? { ok: true, value: null } : answer;
    },
    close: async () => undefined,
  };
};

const MEDIA_ID = /^(SM|MM)[0-9a-fA-F]{32}\/Media\/ME[0-9a-fA-F]{32}$/;

const refusal = (code: string, message: string) => ({ ok: false as const, kind: 'refused' as const, code, message });
const NO_FILE = refusal('no_such_file', "Twilio doesn't have this file.");
const NO_UPLOADS = refusal('no_uploads', 'Twilio only accepts files by URL.');

/** A message as a form of `POST /Messages.json`, or why Twilio has no form for it. */
function formOf(
  { messageId, from, to, content }: OutgoingWhatsApp,
  hookUrl: string,
): URLSearchParams | { code: string; message: string } {
  const form = new URLSearchParams({
    From: `whatsapp:${from}`,
    To: `whatsapp:${to}`,
    StatusCallback: `${hookUrl}?message_id=${messageId}`,
  });
  switch (content.type) {
    case 'text':
      form.set('Body', content.text);
      return form;
    case 'template': {
      const { providerId, values } = content;
      if (!providerId) return { code: 'TEMPLATE_NOT_FOUND', message: "Twilio doesn't have this template." };
      form.set('ContentSid', providerId);
      if (Object.keys(values).length > 0) form.set('ContentVariables', JSON.stringify(values));
      return form;
    }
    case 'media': {
      const { link, caption } = content.media;
      if (link === undefined) return { code: 'media_unusable', message: 'Twilio only accepts files by URL.' };
      form.set('MediaUrl', link);
      if (caption) form.set('Body', caption);
      return form;
    }
    case 'interactive':
      return { code: 'invalid_message', message: 'Twilio only sends buttons and lists as templates.' };
  }
}

async function listTemplates(ask: AskTwilio): Promise<ProviderAnswer<ProviderTemplate[]>> {
  const found: ProviderTemplate[] = [];
  let query = new URLSearchParams({ PageSize: String(PAGE) });
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask({ api: 'content', method: 'GET', path: `/v1/ContentAndApprovals?${query}` });
    if (!answer.ok) return answer;
    const contents = answer.value.contents as Record<string, unknown>[] | undefined;
    found.push(...(contents ?? []).map(templateOf).filter((template) => template !== undefined));
    const next = nextOf(answer.value.meta);
    if (!next) break;
    query = next;
  }
  return { ok: true, value: found };
}

/** The query of the next page: of its address nothing else counts, so that credentials go nowhere else. */
function nextOf(meta: unknown): URLSearchParams | undefined {
  const next = (meta as { next_page_url?: unknown } | undefined)?.next_page_url;
  return typeof next === 'string' && URL.canParse(next) ? new URL(next).searchParams : undefined;
}

/** The number's record in the Senders API. */
async function findSender(
  ask: AskTwilio,
  { senderSid, phoneNumber }: TwilioSettings,
  endsAt = Date.now() + CALL_MS,
): Promise<ProviderAnswer<Record<string, unknown>>> {
  const about = { api: 'messaging', method: 'GET', endsAt } as const;
  if (senderSid !== null) return ask({ ...about, path: `/v2/Channels/Senders/${senderSid}` });
  let query = new URLSearchParams({ Channel: 'whatsapp', PageSize: String(PAGE) });
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask({ ...about, path: `/v2/Channels/Senders?${query}` });
    if (!answer.ok) return answer;
    const senders = (answer.value.senders ?? []) as Record<string, unknown>[];
    const sender = senders.find(({ sender_id }) => sender_id === `whatsapp:${phoneNumber}`);
    if (sender) return { ok: true, value: sender };
    const next = nextOf(answer.value.meta);
    if (!next) break;
    query = next;
  }
  return refusal('no_sender', 'Twilio has no WhatsApp sender with this number.');
}

/** The error of an answer in the form Twilio documents; undefined where it isn't one. */
function errorIn(body: Record<string, unknown> | undefined): { code: number; message: string } | undefined {
  if (typeof body?.code !== 'number') return undefined;
  return { code: body.code, message: oneLine(body.message) };
}

function outcomeOf(answer: ApiAnswer): SendOutcome {
  if (answer.kind === 'unreachable') {
    const message = explainFailure('Twilio', answer.code);
    return { kind: 'refused_retry', code: 'twilio_unreachable', message };
  }
  if (answer.kind === 'silence') {
    return { kind: 'unknown', message: `The connection closed before Twilio responded (${answer.code}).` };
  }
  const { status, body } = answer;
  if (status === 201 && typeof body?.sid === 'string') return { kind: 'accepted', providerMessageId: body.sid };
  const error = errorIn(body);
  // Of its own faults only the one that says "not now" proves that nothing was taken.
  if (error && (status < 500 || status === 503)) {
    const { code, retryable, ...more } = twilioFailure(error.code, status);
    const refused = { code, message: error.message, providerCode: String(error.code) };
    return retryable ? { kind: 'refused_retry', ...refused, ...more } : { kind: 'refused_final', ...refused };
  }
  if (status === 429) return { kind: 'refused_retry', code: 'rate_limited', message: 'Twilio returned 429.' };
  return { kind: 'unknown', message: `Twilio returned ${status}. The outcome of the message is unknown.` };
}

function toAnswer(answer: ApiAnswer): ProviderAnswer<Record<string, unknown>> {
  if (answer.kind === 'unreachable') {
    return { ok: false, kind: 'unreachable', code: answer.code, message: explainFailure('Twilio', answer.code) };
  }
  if (answer.kind === 'silence') {
    const kind = isLate(answer.code) ? 'timeout' : 'unreachable';
    return { ok: false, kind, code: answer.code, message: "Twilio didn't respond." };
  }
  const { status, body } = answer;
  const error = errorIn(body);
  if (error && status >= 300) {
    const { retryable: forNow } = twilioFailure(error.code, status);
    return { ok: false, kind: 'refused', code: String(error.code), message: error.message, forNow };
  }
  if (status >= 300 || (!body && status !== 204)) {
    const forNow = status === 429 || status >= 500;
    return { ok: false, kind: 'refused', code: `http_${status}`, message: `Twilio returned ${status}.`, forNow };
  }
  return { ok: true, value: body ?? {} };
}
