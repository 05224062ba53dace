import { FormData } from 'undici';
import { leavesOpen, whatsAppFailure } from '../../domain/channels/whatsapp-errors.js';
import { explainFailure } from '../../runtime/network-failure.js';
import { type ApiAnswer, asAsked, isLate, oneLine, openConnection } from '../json-api.js';
import type { SendOutcome } from '../outcome.js';
import { messageBody } from './meta-message.js';
import { aboutOf, numberState, templateOf } from './meta-records.js';
import type { ProviderAnswer, ProviderTemplate, WhatsAppProvider } from './provider.js';
import type { GraphSettings, WhatsAppSettings } from './settings.js';

type MetaSettings = Extract<WhatsAppSettings, { provider: 'meta_cloud' }>;

/** Connections to Meta's API that all numbers of a process share. */
export interface GraphConnection {
  call(call: GraphCall): Promise<ApiAnswer>;
  appId: string;
  close(): Promise<void>;
}

interface GraphCall {
  method: 'GET' | 'POST';
  path: string;
  token: string;
  json?: unknown;
  form?: FormData;
  bytes?: Buffer;
  headers?: Record<string, string>;
  endsAt: number;
}

const CALL_MS = 8_000;
const PAGE = 200;
const MAX_PAGES = 50;

/** Opens connections to Meta's API. */
export function openGraph({ graphUrl, appId }: GraphSettings): GraphConnection {
  const connection = openConnection();
  return {
    appId,
    call: ({ method, path, token, json, form, bytes, headers, endsAt }) =>
      connection.call({
        method,
        url: `${graphUrl}${path}`,
        endsAt,
        headers: {
          authorization: `Bearer ${token}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: json === undefined ? (form ?? bytes ?? null) : JSON.stringify(json),
      }),
    close: connection.close,
  };
}

/** Sends by Meta's WhatsApp Cloud API. It has no idempotency key: silence after a send is `unknown`. */
export const metaCloudWhatsApp = (graph: GraphConnection, number: MetaSettings): WhatsAppProvider => {
  const { phoneNumberId, accessToken: token } = number;
  const ask = (call: Omit<GraphCall, 'token' | 'endsAt'> & { endsAt?: number }) =>
    graph.call({ endsAt: Date.now() + CALL_MS, ...call, token }).then(toAnswer);
  return {
    async send(message, endsAt) {
      const json = messageBody(message);
      const answer = await graph.call({
        method: 'POST',
        path: `/${phoneNumberId}/messages`,
        token,
        json,
        endsAt,
      });
      return asAsked(answer, outcomeOf(answer));
    },
    listTemplates: () => listTemplates(ask, number),
    async submitTemplate(draft) {
      if (number.wabaId === null) return NO_WABA;
      const answer = await ask({ method: 'POST', path: `/${number.wabaId}/message_templates`, json: draft });
      if (!answer.ok) return answer;
      const { id, status } = templateOf({ ...draft, ...answer.value });
      return { ok: true, value: { id, status } };
    },
    async readNumber() {
      const fields = 'verified_name,quality_rating,status,messaging_limit_tier,throughput';
      const answer = await ask({ method: 'GET', path: `/${phoneNumberId}?fields=${fields}` });
      if (!answer.ok) return answer;
      const profile = await ask({ method: 'GET', path: `/${phoneNumberId}/whatsapp_business_profile?fields=about` });
      return { ok: true, value: { ...numberState(answer.value), ...(profile.ok ? aboutOf(profile.value) : {}) } };
    },
    async uploadMedia({ bytes, contentType }) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', contentType);
      form.set('file', new Blob([new Uint8Array(bytes)], { type: contentType }), 'file');
      const answer = await ask({ method: 'POST', path: `/${phoneNumberId}/media`, form });
      return answer.ok ? { ok: true, value: { id: String(answer.value.id ?? '') } } : answer;
    },
    async findMedia(id) {
      const query = new URLSearchParams({ phone_number_id: phoneNumberId });
      const answer = await ask({ method: 'GET', path: `/${encodeURIComponent(id)}?${query}` });
      if (!answer.ok) return answer;
      const { url, mime_type: mimeType, file_size: size } = answer.value;
      if (typeof url !== 'string') return { ...NO_FILE };
      const headers = { authorization: `Bearer ${token}` };
      const media = { mimeType: typeof mimeType === 'string' ? mimeType : null, size: Number(size) || null };
      return { ok: true, value: { ...media, url, headers } };
    },
    async setPhoto({ bytes, contentType }, endsAt) {
      // The resumable upload: a session, the bytes, and the handle that the profile then takes.
      const query = new URLSearchParams({ file_length: String(bytes.length), file_type: contentType });
      const session = await ask({ method: 'POST', path: `/${graph.appId}/uploads?${query}`, endsAt });
      if (!session.ok) return session;
      const upload = await ask({
        method: 'POST',
        path: `/${String(session.value.id)}`,
        bytes,
        endsAt,
        headers: { authorization: `OAuth ${token}`, file_offset: '0', 'content-type': 'application/octet-stream' },
      });
      if (!upload.ok) return upload;
      const json = { messaging_product: 'whatsapp', profile_picture_handle: upload.value.h };
      const path = `/${phoneNumberId}/whatsapp_business_profile`;
      const profile = await ask({ method: 'POST', path, json, endsAt });
      return profile.ok ? { ok: true, value: null } : profile;
    },
    close: async () => undefined,
  };
};

const NO_FILE: ProviderAnswer<never> = {
  ok: false,
  kind: 'refused',
  code: 'no_url',
  message: 'Meta returned no URL for the file.',
};

const NO_WABA: ProviderAnswer<never> = {
  ok: false,
  kind: 'refused',
  code: 'no_waba_id',
  message: 'The number has no waba_id.',
};

type Ask = (call: Omit<GraphCall, 'token' | 'endsAt'>) => Promise<ProviderAnswer<Record<string, unknown>>>;

async function listTemplates(ask: Ask, { wabaId }: MetaSettings): Promise<ProviderAnswer<ProviderTemplate[]>> {
  if (wabaId === null) return NO_WABA;
  const found: ProviderTemplate[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      fields: 'id,name,language,category,status,components,rejected_reason',
      limit: String(PAGE),
      ...(after === '' ? {} : { after }),
    });
    const answer = await ask({ method: 'GET', path: `/${wabaId}/message_templates?${query}` });
    if (!answer.ok) return answer;
    const data = Array.isArray(answer.value.data) ? (answer.value.data as Record<string, unknown>[]) : [];
    found.push(...data.map(templateOf));
    const paging = answer.value.paging as { next?: string; cursors?: { after?: string } } | undefined;
    if (!paging?.next || !paging.cursors?.after) break;
    after = paging.cursors.after;
  }
  return { ok: true, value: found };
}

interface GraphError {
  code: number;
  message: string;
  /** True if Meta says that it passes. */
  transient: boolean;
}

/** The error of an answer in the form Meta documents; undefined where it isn't one. */
function errorIn(body: Record<string, unknown> | undefined): GraphError | undefined {
  const error = body?.error as
    | { code?: unknown; message?: unknown; is_transient?: unknown; error_data?: { details?: unknown } }
    | undefined;
  if (typeof error?.code !== 'number') return undefined;
  const details = error.error_data?.details;
  const message = oneLine(typeof details === 'string' ? details : error.message);
  return { code: error.code, message, transient: error.is_transient === true };
}

function outcomeOf(answer: ApiAnswer): SendOutcome {
  if (answer.kind === 'unreachable') {
    return { kind: 'refused_retry', code: 'meta_unreachable', message: explainFailure('Meta', answer.code) };
  }
  if (answer.kind === 'silence') {
    return { kind: 'unknown', message: `The connection closed before Meta responded (${answer.code}).` };
  }
  const error = errorIn(answer.body);
  if (error) return refusalOf(error, answer.status);
  const [sent] = (answer.body?.messages ?? []) as { id?: unknown }[];
  if (answer.status === 200 && typeof sent?.id === 'string') return { kind: 'accepted', providerMessageId: sent.id };
  // A gateway rejects excess load before it forwards the request. Its other answers prove nothing.
  if (answer.status === 429) return { kind: 'refused_retry', code: 'rate_limited', message: 'Meta returned 429.' };
  return { kind: 'unknown', message: `Meta returned ${answer.status}. The outcome of the message is unknown.` };
}

function refusalOf({ code, message, transient }: GraphError, status: number): SendOutcome {
  if (leavesOpen(code, status)) return { kind: 'unknown', message: `Meta answered ${status} (${code}): ${message}` };
  const { code: own, retryable, ...more } = whatsAppFailure(code, status, transient);
  const refusal = { code: own, message, providerCode: String(code) };
  if (!retryable) return { kind: 'refused_final', ...refusal };
  return { kind: 'refused_retry', ...refusal, ...more };
}

function toAnswer(answer: ApiAnswer): ProviderAnswer<Record<string, unknown>> {
  if (answer.kind === 'unreachable') {
    return { ok: false, kind: 'unreachable', code: answer.code, message: explainFailure('Meta', answer.code) };
  }
  if (answer.kind === 'silence') {
    return {
      ok: false,
      kind: isLate(answer.code) ? 'timeout' : 'unreachable',
      code: answer.code,
      message: "Meta didn't respond.",
    };
  }
  const error = errorIn(answer.body);
  if (error) {
    const { retryable: forNow } = whatsAppFailure(error.code, answer.status, error.transient);
    return { ok: false, kind: 'refused', code: String(error.code), message: error.message, forNow };
  }
  if (answer.status >= 300 || !answer.body) {
    const code = `http_${answer.status}`;
    const forNow = answer.status === 429 || answer.status >= 500;
    return { ok: false, kind: 'refused', code, message: `Meta returned ${answer.status}.`, forNow };
  }
  return { ok: true, value: answer.body };
}
