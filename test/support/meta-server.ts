import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { newId } from '../../runtime/ids.js';
import { META_SCHEMAS } from './meta-schema.js';
import { metaBody, metaSignature, told } from './meta-webhooks.js';
import { type Asked, endsBefore, endsBehind, type SendEnd, startStandIn } from './stand-in.js';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const check = Object.fromEntries(Object.entries(META_SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]));

/** Returns the errors of a body; undefined for a valid one. */
function mismatch(name: keyof typeof META_SCHEMAS, body: unknown): string | undefined {
  const fits = check[name];
  return fits?.(body) ? undefined : ajv.errorsText(fits?.errors);
}

/** The allowed query parameters: those of the description, and those of every node and list of the Graph API. */
const NODE_QUERY = ['fields', 'phone_number_id'];
const QUERY: Record<string, readonly string[]> = {
  messages: [],
  media: [],
  whatsapp_business_profile: ['fields'],
  message_templates: ['fields', 'limit', 'after', 'name'],
  uploads: ['file_length', 'file_type', 'file_name'],
};

export const META_TOKEN = 'EAAG-token-of-the-tests';

/** The names in a form; none where it isn't one. */
const formNames = (request: IncomingMessage, bytes: Buffer): string[] =>
  /^multipart\/form-data/.test(String(request.headers['content-type']))
    ? [...bytes.toString('latin1').matchAll(/; name="([^"]+)"/g)].map(([, name]) => name as string)
    : [];

/** A message that was taken, with our id as it came along. */
export interface TakenMessage {
  wamid: string;
  ourId: string;
  body: Record<string, unknown>;
}

/** The outcome of the next sends. One with a code is rejected. */
export type SendBehaviour = SendEnd | { code: number; status?: number; transient?: boolean };

/** The host of Meta's files. */
export const FILES_HOST = 'lookaside.fbsbx.com';
const FILES = '/whatsapp_business/attachments/';

interface FileAtMeta {
  bytes: Buffer;
  mimeType: string;
  phoneNumberId: string;
  url: string;
}

export interface TemplateAtMeta {
  id: string;
  rejected_reason?: string;
  name: string;
  language: string;
  status: string;
  category: string;
  components: Record<string, unknown>[];
}

/**
 * A local stand-in for Meta's Cloud API. It checks each request, each of its own answers and each webhook it sends
 * against our description of it; what doesn't fit is refused and noted in `violations`, which every test that uses it
 * expects empty.
 */
export async function startMetaServer(port = 0) {
  const taken: TakenMessage[] = [];
  const uploads: { bytes: Buffer; type: string; handle: string }[] = [];
  const profiles: Record<string, unknown>[] = [];
  const violations: string[] = [];
  const templates: TemplateAtMeta[] = [];
  const files = new Map<string, FileAtMeta>();
  let app: { url: string; secret: string } | undefined;
  /** The business account that was last asked for its templates. */
  let wabaId: string | undefined;
  const telling: Promise<void>[] = [];
  const sessions = new Map<string, { type: string; length: number }>();
  const state = {
    send: (_body: Record<string, unknown>): SendBehaviour => 'take',
    /** Answers this instead of doing anything but sending. */
    refuseCalls: undefined as { code: number; status: number } | undefined,
    silentCalls: false,
    number: {
      quality_rating: 'GREEN',
      status: 'CONNECTED',
      verified_name: 'Example',
      messaging_limit_tier: 'TIER_1K',
      throughput: { level: 'STANDARD' },
    },
    /** The number's profile text. */
    about: 'Open from nine to six',
    /** Decides about submitted templates. A number rejects them. */
    decide: (_template: Record<string, unknown>): string | number => 'PENDING',
    /** The statuses that it sends automatically for each message, in this order. `failed:<code>` has a reason. */
    statuses: (_message: TakenMessage): string[] => [],
    pageSize: 2,
    /** The reported size of a file, if it is false. */
    fileSize: undefined as number | undefined,
  };

  const answer = (response: ServerResponse, schema: keyof typeof META_SCHEMAS, body: unknown, status = 200) => {
    const odd = mismatch(schema, body);
    if (odd) violations.push(`answer ${schema}: ${odd}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const refuse = (
    response: ServerResponse,
    code: number,
    status: number,
    details = `Error ${code}`,
    transient?: boolean,
  ) =>
    answer(
      response,
      'error',
      {
        error: {
          message: `(#${code}) ${details}`,
          type: 'OAuthException',
          code,
          ...(transient === undefined ? {} : { is_transient: transient }),
          error_data: { messaging_product: 'whatsapp', details },
          fbtrace_id: 'A1b2',
        },
      },
      status,
    );
  /** The JSON of a request if it fits the description, else refused as Meta does. */
  const read = (response: ServerResponse, schema: keyof typeof META_SCHEMAS, bytes: Buffer) => {
    const body = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    const odd = mismatch(schema, body);
    if (!odd) return body;
    violations.push(`request ${schema}: ${odd} in ${bytes.toString('utf8')}`);
    refuse(response, 100, 400, 'Invalid parameter');
    return undefined;
  };

  const send = (asked: Asked) => {
    const { response } = asked;
    const body = read(response, 'message', asked.bytes);
    if (!body) return;
    const behaviour = state.send(body);
    if (endsBefore(behaviour, asked)) return;
    if (typeof behaviour === 'object') {
      const usual = [130429, 131056, 131048].includes(behaviour.code) ? 429 : 400;
      return refuse(response, behaviour.code, behaviour.status ?? usual, undefined, behaviour.transient);
    }
    const wamid = `wamid.${newId()}`;
    const message = { wamid, ourId: String(body.biz_opaque_callback_data), body };
    taken.push(message);
    telling.push(tellAll(message, state.statuses(message)));
    if (endsBehind(behaviour, asked)) return undefined;
    const contacts = body.to
      ? [{ input: body.to, wa_id: body.to }]
      : [{ input: body.recipient, user_id: body.recipient }];
    return answer(response, 'sent', {
      messaging_product: 'whatsapp',
      contacts,
      messages: [{ id: wamid, message_status: 'accepted' }],
    });
  };

  const call = ({ request, response, url, bytes }: Asked) => {
    if (state.silentCalls) return undefined;
    if (state.refuseCalls) return refuse(response, state.refuseCalls.code, state.refuseCalls.status);
    const [, , node = '', edge = ''] = url.pathname.split('/');
    const strange = [...url.searchParams.keys()].filter((name) => !(QUERY[edge] ?? NODE_QUERY).includes(name));
    if (strange.length > 0) violations.push(`query of ${request.method} ${url.pathname}: ${strange.join(', ')}`);
    if (edge === 'uploads') {
      const id = `upload:${newId()}`;
      const length = Number(url.searchParams.get('file_length'));
      sessions.set(id, { type: url.searchParams.get('file_type') ?? '', length });
      return answer(response, 'upload', { id });
    }
    if (node.startsWith('upload:')) {
      const session = sessions.get(node);
      if (session?.length !== bytes.length) violations.push(`upload of ${bytes.length} bytes, ${session?.length} said`);
      if (request.headers.file_offset !== '0') violations.push('an upload without file_offset');
      const handle = `4:${newId()}`;
      uploads.push({ bytes, type: session?.type ?? '', handle });
      return answer(response, 'handle', { h: handle });
    }
    if (edge === 'whatsapp_business_profile' && request.method === 'GET') {
      return answer(response, 'profiles', { data: [{ messaging_product: 'whatsapp', about: state.about }] });
    }
    if (edge === 'whatsapp_business_profile') {
      const body = read(response, 'profile', bytes);
      if (body) profiles.push(body);
      return body && answer(response, 'success', { success: true });
    }
    if (edge === 'media') {
      const names = formNames(request, bytes).sort().join(', ');
      if (names !== 'file, messaging_product, type') violations.push(`media sent as a form of: ${names}`);
      return answer(response, 'media', { id: '4490709327384033' });
    }
    if (edge === 'message_templates') wabaId = node;
    if (edge === 'message_templates' && request.method === 'POST') {
      const body = read(response, 'template', bytes);
      if (!body) return undefined;
      const status = state.decide(body);
      if (typeof status === 'number') return refuse(response, status, 400);
      const made = { id: String(templates.length + 1), status, category: String(body.category) };
      templates.push({ ...(body as unknown as TemplateAtMeta), ...made });
      return answer(response, 'templateMade', made);
    }
    if (edge === 'message_templates') {
      const from = Number(url.searchParams.get('after') ?? 0);
      const to = from + state.pageSize;
      const next = to < templates.length ? { next: `${url.origin}${url.pathname}?after=${to}` } : {};
      const paging = { cursors: { before: String(from), after: String(to) }, ...next };
      return answer(response, 'templates', { data: templates.slice(from, to), paging });
    }
    const file = files.get(node);
    if (edge === '' && file) {
      const phone = url.searchParams.get('phone_number_id');
      if (phone !== file.phoneNumberId) return refuse(response, 100, 400, 'Media does not belong to the number');
      const { mimeType: mime_type, bytes: content } = file;
      const sha256 = createHash('sha256').update(content).digest('hex');
      const told = { messaging_product: 'whatsapp', url: file.url, mime_type, sha256, id: node };
      return answer(response, 'mediaFile', { ...told, file_size: String(state.fileSize ?? content.length) });
    }
    if (edge === '' && node.startsWith('file-')) return refuse(response, 100, 400, 'Object does not exist');
    if (edge === '' && request.method === 'GET') return answer(response, 'number', { id: node, ...state.number });
    violations.push(`unknown call ${request.method} ${url.pathname}`);
    return refuse(response, 100, 404);
  };

  const standIn = await startStandIn((asked) => {
    const { request, response, url } = asked;
    const { authorization } = request.headers;
    if (authorization !== `Bearer ${META_TOKEN}` && authorization !== `OAuth ${META_TOKEN}`) {
      return refuse(response, 190, 401, 'Invalid OAuth access token');
    }
    if (url.pathname === FILES) {
      const file = files.get(url.searchParams.get('mid') ?? '');
      return void response.writeHead(file ? 200 : 404, { 'content-type': 'image/jpeg' }).end(file?.bytes ?? '');
    }
    if (!url.pathname.startsWith('/v23.0/')) violations.push(`no version in ${url.pathname}`);
    return url.pathname.endsWith('/messages') ? send(asked) : call(asked);
  }, port);
  /** Posts a webhook as Meta does: checked against the description, signed with the app's secret, `times` over. */
  const secondsNow = () => Math.floor(Date.now() / 1000);
  let decidedAt = 0;
  const webhook = async (
    value: Record<string, unknown>,
    { field = 'messages', times = 1, time = secondsNow() } = {},
  ): Promise<number[]> => {
    if (!app) throw new Error('The app at Meta has no webhook address.');
    const body = metaBody(value, field, time, wabaId);
    const odd = mismatch('webhook', body);
    if (odd) violations.push(`webhook: ${odd}`);
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': metaSignature(app.secret, text) };
    const { url } = app;
    const posts = Array.from({ length: times }, () => fetch(url, { method: 'POST', headers, body: text }));
    return (await Promise.all(posts)).map(({ status }) => status);
  };

  const tell = (
    { wamid: id, ourId, body }: TakenMessage,
    status: string,
    { code, times = 1 }: { code?: number | undefined; times?: number } = {},
  ): Promise<number[]> => {
    const error = code === undefined ? {} : { error: { code, title: `Error ${code}` } };
    return webhook(told({ id, status, ours: ourId, to: String(body.to), ...error }), { times });
  };
  const tellAll = async (message: TakenMessage, statuses: readonly string[]): Promise<void> => {
    for (const each of statuses) {
      const [status = '', code] = each.split(':');
      await tell(message, status, { code: code === undefined ? undefined : Number(code), times: 2 });
    }
  };

  return {
    url: `${standIn.origin}/v23.0`,
    requests: standIn.requests,
    stop: standIn.stop,
    taken,
    uploads,
    profiles,
    violations,
    templates,
    state,
    /** Sends the app's webhooks there from now on. */
    subscribe(to: { url: string; secret: string }) {
      app = to;
    },
    webhook,
    /** Decides on a template and tells the app. */
    async decide(name: string, event: string, reason = 'NONE'): Promise<number[]> {
      const template = templates.find((each) => each.name === name);
      if (!template) throw new Error('There is no such template at Meta.');
      Object.assign(template, { status: event, rejected_reason: reason });
      const { id: message_template_id, language: message_template_language, category } = template;
      const about = { message_template_id, message_template_name: name, message_template_language };
      const value = { event, ...about, reason, message_template_category: category };
      // Times are whole seconds, and Meta doesn't decide twice within one.
      decidedAt = Math.max(secondsNow(), decidedAt + 1);
      return webhook(value, { field: 'message_template_status_update', time: decidedAt });
    },
    /** Sends a status of an accepted message. `code` is the reason of a failure. */
    tell,
    /** Waits until all automatic statuses have been accepted. */
    quiet: () => Promise.all(telling),
    /** Stores a file that a person sent to the number. */
    keepFile(file: Omit<FileAtMeta, 'url'> & { url?: string }): string {
      const id = `file-${newId()}`;
      files.set(id, { url: `https://${FILES_HOST}${FILES}?mid=${id}`, ...file });
      return id;
    },
    /** Returns the number of times that our message was accepted. */
    timesTaken: (messageId: string) => taken.filter(({ ourId }) => ourId === messageId).length,
  };
}

export type MetaServer = Awaited<ReturnType<typeof startMetaServer>>;
