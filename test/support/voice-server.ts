import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { startStandIn } from './stand-in.js';

/** A request as the server saw it. */
export interface SeenCall {
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
  body: Record<string, unknown>;
}

type Answer = (seen: SeenCall, response: ServerResponse) => void;

export interface VoiceServer {
  url: string;
  seen: SeenCall[];
  /** Sets the responses from now on. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

const E164 = '^\\+[1-9]\\d{1,14}$';

/** The documented body of Retell's `POST /v2/create-phone-call`, as far as ours goes. */
const RETELL_REQUEST = {
  type: 'object',
  required: ['from_number', 'to_number'],
  additionalProperties: false,
  properties: {
    from_number: { type: 'string', pattern: E164 },
    to_number: { type: 'string', pattern: E164 },
    override_agent_id: { type: 'string', minLength: 1 },
    metadata: { type: 'object' },
    retell_llm_dynamic_variables: { type: 'object', additionalProperties: { type: 'string' } },
    agent_override: {
      type: 'object',
      additionalProperties: false,
      properties: {
        retell_llm: {
          type: 'object',
          additionalProperties: false,
          properties: { begin_message: { type: ['string', 'null'] } },
        },
      },
    },
  },
};

const fitsRetell = new Ajv2020().compile(RETELL_REQUEST);

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Answers as Retell does: 401 without a key, 400 for a body that its reference does not know, else a registered call. */
export const likeRetell =
  (apiKey: string): Answer =>
  ({ path, headers, body }, response) => {
    if (headers.authorization !== `Bearer ${apiKey}`)
      return json(response, 401, { status: 'error', message: 'No key.' });
    if (path !== '/v2/create-phone-call') return json(response, 404, { status: 'error', message: 'Not found.' });
    if (!fitsRetell(body)) return json(response, 400, { status: 'error', message: JSON.stringify(fitsRetell.errors) });
    return json(response, 201, {
      call_type: 'phone_call',
      direction: 'outbound',
      call_id: `call_${body.to_number}`,
      call_status: 'registered',
      agent_id: body.override_agent_id ?? 'bound',
      ...body,
    });
  };

/** A voice provider on this machine; on a port of its own unless one is given. */
export async function startVoiceServer(first: Answer, port = 0): Promise<VoiceServer> {
  let how = first;
  const seen: SeenCall[] = [];
  const { origin, stop } = await startStandIn(({ request, response, bytes }) => {
    const text = bytes.toString('utf8');
    const call = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text || '{}') };
    seen.push(call);
    how(call, response);
  }, port);
  return {
    url: origin,
    seen,
    answer: (next) => {
      how = next;
    },
    close: stop,
  };
}
