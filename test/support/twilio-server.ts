import type { ServerResponse } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { newId } from '../../runtime/ids.js';
import { type Asked, endsBefore, endsBehind, type SendEnd, startStandIn } from './stand-in.js';

export const ACCOUNT_SID = `AC${'0123456789abcdef'.repeat(2)}`;
export const AUTH_TOKEN = 'the-auth-token-of-the-tests-0001';
export const SENDER_SID = `XE${'fedcba9876543210'.repeat(2)}`;

const sid = (prefix: string): string => `${prefix}${newId().replaceAll('-', '')}`;

/** A number, or the user ID of a person who hides theirs. */
const ADDRESS = {
  type: 'string',
  pattern: '^whatsapp:(\\+[1-9]\\d{4,14}|[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128})$',
};
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const closed = (required: string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const action = closed(['type', 'title'], {
  type: { enum: ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'] },
  title: text(25),
  id: text(200),
  url: text(2_000),
  phone: text(20),
});

/** The documented requests of Twilio, as far as ours go. */
const SCHEMAS = {
  message: {
    ...closed(['From', 'To', 'StatusCallback'], {
      From: ADDRESS,
      To: ADDRESS,
      StatusCallback: { type: 'string', pattern: '^https?://\\S+$' },
      Body: text(1_600),
      MediaUrl: { type: 'string', pattern: '^https?://' },
      ContentSid: { type: 'string', pattern: '^HX[0-9a-fA-F]{32}$' },
      ContentVariables: text(10_000),
    }),
    anyOf: [{ required: ['Body'] }, { required: ['MediaUrl'] }, { required: ['ContentSid'] }],
    dependentRequired: { ContentVariables: ['ContentSid'] },
  },
  content: closed(['language', 'types'], {
    friendly_name: text(64),
    language: text(10),
    variables: { type: 'object', additionalProperties: { type: 'string' } },
    types: {
      ...closed([], {
        'twilio/text': closed(['body'], { body: text(1_600) }),
        'whatsapp/card': closed(['body'], {
          body: text(1_024),
          header_text: text(60),
          footer: text(60),
          actions: { type: 'array', items: action },
        }),
      }),
      minProperties: 1,
    },
  }),
  approval: closed(['name', 'category'], {
    name: { type: 'string', pattern: '^[a-z0-9_]+$' },
    category: { enum: ['UTILITY', 'MARKETING', 'AUTHENTICATION'] },
  }),
  sender: closed([], {
    profile: closed([], {
      name: text(200),
      about: text(139),
      logo_url: { type: 'string', pattern: '^https://' },
      vertical: text(100),
      websites: { type: 'array' },
    }),
  }),
};
const ajv = new Ajv2020({ allErrors: true, strict: false });
const check = Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]));

/** A message that was taken, with our id as its status callback names it. */
export interface TakenByTwilio {
  sid: string;
  ourId: string;
  form: Record<string, string>;
}

/** The outcome of the next sends. A number is the code of their rejection. */
export type TwilioSend = SendEnd | number;

export interface ContentAtTwilio {
  sid: string;
  friendly_name: string;
  language: string;
  variables: Record<string, string>;
  types: Record<string, object>;
  approval_requests: Record<string, unknown> | null;
}

const STATUS_OF: Record<number, number> = { 20003: 401, 20404: 404, 20429: 429, 20500: 500, 20503: 503, 20504: 504 };

/**
 * A local stand-in for Twilio's Messages, Content and Senders APIs, all on one host. What Twilio's reference does not know
 * is refused and noted in `violations`, which every test that uses it expects empty. It calls status callbacks as they
 * were given, signed by the signer of Twilio's own package.
 */
export async function startTwilioServer(port = 0) {
  const taken: TakenByTwilio[] = [];
  const violations: string[] = [];
  const contents: ContentAtTwilio[] = [];
  const telling: Promise<unknown>[] = [];
  const files = new Map<string, Buffer>();
  const state = {
    send: (_form: Record<string, string>): TwilioSend => 'take',
    /** Answers this instead of doing anything but sending. */
    refuseCalls: undefined as number | undefined,
    silentCalls: false,
    authToken: AUTH_TOKEN,
    /** The statuses that it sends automatically for each message, in this order, each twice. */
    statuses: (_message: TakenByTwilio): string[] => [],
    pageSize: 2,
    sender: {
      sid: SENDER_SID,
      sender_id: 'whatsapp:+15550783881',
      status: 'ONLINE',
      profile: { name: 'Example', about: 'We sell.', logo_url: null, banner_url: null } as Record<string, unknown>,
      properties: { quality_rating: 'HIGH', messaging_limit: '10K Customers/24hr' },
    },
  };
  const json = (response: ServerResponse, status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, code: number, message = `Error ${code}`) => {
    const status = STATUS_OF[code] ?? 400;
    return json(response, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
  };
  /** Returns whether a request fits the reference; if not it is refused as Twilio does. */
  const fits = (response: ServerResponse, name: keyof typeof SCHEMAS, body: unknown, code = 20422): boolean => {
    if (check[name]?.(body)) return true;
    violations.push(`request ${name}: ${ajv.errorsText(check[name]?.errors)} in ${JSON.stringify(body)}`);
    refuse(response, code, 'Invalid parameter');
    return false;
  };

  /** Posts a form as Twilio does, signed for the very address; answers the status. */
  const post = async (url: string, form: Record<string, string>): Promise<number> => {
    const signature = webhooks.getExpectedTwilioSignature(state.authToken, url, form);
    const { origin } = route;
    const to = origin === undefined ? url : `${origin}${new URL(url).pathname}${new URL(url).search}`;
    const answer = await fetch(to, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form),
    });
    return answer.status;
  };
  /** The address on this machine behind the public address. */
  const route = { origin: undefined as string | undefined };
  const tell = (message: TakenByTwilio, status: string, { code }: { code?: number } = {}): Promise<number> =>
    post(message.form.StatusCallback ?? '', {
      MessageSid: message.sid,
      SmsSid: message.sid,
      MessageStatus: status,
      SmsStatus: status,
      AccountSid: ACCOUNT_SID,
      From: message.form.From ?? '',
      To: message.form.To ?? '',
      ChannelPrefix: 'whatsapp',
      ApiVersion: '2010-04-01',
      ...(code === undefined ? {} : { ErrorCode: String(code), ChannelStatusMessage: `Error ${code}` }),
    });
  const tellAll = async (message: TakenByTwilio, statuses: readonly string[]): Promise<void> => {
    for (const status of [...statuses, ...statuses]) await tell(message, status);
  };

  const send = (asked: Asked) => {
    const { response } = asked;
    const form = Object.fromEntries(new URLSearchParams(asked.bytes.toString('utf8')));
    if (!fits(response, 'message', form)) return;
    const behaviour = state.send(form);
    if (endsBefore(behaviour, asked)) return;
    if (typeof behaviour === 'number') return refuse(response, behaviour);
    const ourId = new URL(form.StatusCallback ?? '').searchParams.get('message_id') ?? '';
    const message = { sid: sid(form.MediaUrl ? 'MM' : 'SM'), ourId, form };
    taken.push(message);
    telling.push(tellAll(message, state.statuses(message)));
    if (endsBehind(behaviour, asked)) return;
    return json(response, 201, {
      sid: message.sid,
      account_sid: ACCOUNT_SID,
      status: 'queued',
      direction: 'outbound-api',
      from: form.From,
      to: form.To,
      body: form.Body ?? '',
      error_code: null,
      error_message: null,
    });
  };

  const page = (url: URL, name: string, all: unknown[]) => {
    const at = Number(url.searchParams.get('Page') ?? 0);
    const end = (at + 1) * state.pageSize;
    const more = end < all.length;
    const query = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith('PageT')));
    query.set('Page', String(at + 1));
    query.set('PageToken', `t${at + 1}`);
    const next = `${url.origin}${url.pathname}?${query}`;
    return { [name]: all.slice(end - state.pageSize, end), meta: { key: name, next_page_url: more ? next : null } };
  };
  const call = ({ request, response, url, bytes }: Asked) => {
    if (state.silentCalls) return;
    if (state.refuseCalls) return refuse(response, state.refuseCalls);
    const what = `${request.method} ${url.pathname}`;
    const body = request.method === 'POST' ? JSON.parse(bytes.toString('utf8')) : undefined;
    const content = contents.find((each) => url.pathname.startsWith(`/v1/Content/${each.sid}`));
    if (what === 'GET /v1/ContentAndApprovals') return json(response, 200, page(url, 'contents', contents));
    if (what === 'POST /v1/Content') {
      if (!fits(response, 'content', body)) return;
      const made = { variables: {}, friendly_name: '', ...body, sid: sid('HX'), approval_requests: null };
      contents.push(made);
      return json(response, 201, { ...made, account_sid: ACCOUNT_SID });
    }
    if (content && what === `POST /v1/Content/${content.sid}/ApprovalRequests/whatsapp`) {
      if (!fits(response, 'approval', body)) return;
      content.approval_requests = { ...body, status: 'received', rejection_reason: '', allow_category_change: true };
      return json(response, 201, content.approval_requests);
    }
    if (content && what === `DELETE /v1/Content/${content.sid}`) {
      contents.splice(contents.indexOf(content), 1);
      return void response.writeHead(204).end();
    }
    if (what === 'GET /v2/Channels/Senders') {
      if (url.searchParams.get('Channel') !== 'whatsapp') violations.push('senders of no channel');
      const other = { ...state.sender, sid: sid('XE'), sender_id: 'whatsapp:+15550000000' };
      return json(response, 200, page(url, 'senders', [other, other, state.sender]));
    }
    if (url.pathname === `/v2/Channels/Senders/${SENDER_SID}`) {
      if (request.method === 'GET') return json(response, 200, state.sender);
      if (!fits(response, 'sender', body)) return;
      Object.assign(state.sender.profile, body.profile);
      return json(response, 202, state.sender);
    }
    const file = files.get(url.pathname.replace(`/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/`, ''));
    if (file) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(file);
    if (content === undefined && url.pathname.startsWith('/v1/Content/')) return refuse(response, 20404);
    violations.push(`unknown call ${what}`);
    return refuse(response, 20404);
  };

  const standIn = await startStandIn((asked) => {
    const { request, response, url } = asked;
    const credentials = Buffer.from(`${ACCOUNT_SID}:${state.authToken}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) return refuse(response, 20003, 'Authenticate');
    return url.pathname === `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json` ? send(asked) : call(asked);
  }, port);
  return {
    url: standIn.origin,
    requests: standIn.requests,
    stop: standIn.stop,
    taken,
    violations,
    contents,
    state,
    route,
    post,
    tell,
    /** Stores a content as created at Twilio. */
    keepContent(content: Partial<ContentAtTwilio>): ContentAtTwilio {
      const bare = { friendly_name: 'bare', language: 'en', variables: {}, types: { 'twilio/text': { body: 'Hi' } } };
      const kept = { sid: sid('HX'), ...bare, approval_requests: null, ...content };
      contents.push(kept);
      return kept;
    },
    /** Stores a file that a person sent, and returns its webhook fields. */
    keepFile(bytes: Buffer): Record<string, string> {
      const [message, id] = [sid('MM'), `Media/${sid('ME')}`];
      files.set(`${message}/${id}`, bytes);
      const MediaUrl0 = `https://api.twilio.com/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${message}/${id}`;
      return { MessageSid: message, NumMedia: '1', MediaUrl0, MediaContentType0: 'image/jpeg' };
    },
    /** Waits until all automatic statuses have been accepted. */
    quiet: () => Promise.all(telling),
    /** Returns the number of times that our message was accepted. */
    timesTaken: (messageId: string) => taken.filter(({ ourId }) => ourId === messageId).length,
  };
}

export type TwilioServer = Awaited<ReturnType<typeof startTwilioServer>>;

/** A form of a message that a person sent to the number at Twilio. */
export const wroteAtTwilio = (from: string, says: Record<string, string>): Record<string, string> => ({
  MessageSid: sid('SM'),
  AccountSid: ACCOUNT_SID,
  SmsStatus: 'received',
  ApiVersion: '2010-04-01',
  From: `whatsapp:${from}`,
  To: 'whatsapp:+15550783881',
  WaId: from.slice(1),
  ProfileName: 'Ana Pérez',
  NumMedia: '0',
  NumSegments: '1',
  MessageType: 'text',
  Body: '',
  ...says,
});
