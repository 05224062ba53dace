import {
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';
const VOICE_PROVIDERS = ['sandbox', 'retell', 'generic'] as const;
export type VoiceProviderName = (typeof VOICE_PROVIDERS)[number];
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: LINE, description: 'What people call it.' });
const Provider = oneOf(VOICE_PROVIDERS, {
  description: '`sandbox` plays scripted calls, `retell` calls through Retell, `generic` asks a server of yours.',
});
const FromNumber = Type.String({ minLength: 3, maxLength: 64, description: 'The number calls come from, E.164.' });
const AgentId = Type.String({ minLength: 1, maxLength: 200, pattern: LINE, description: "The provider's own agent." });
const Url = Type.String({
  minLength: 8,
  maxLength: 2_048,
  pattern: '^https?://[^\\s]+$',
  description: 'generic: where calls are asked for.',
});
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: '^[\\x21-\\x7e]+$',
  description: "The provider's key; with `generic`, what requests are signed with. Kept encrypted and never shown.",
});
const MaxConcurrent = Type.Integer({ minimum: 1, maximum: 10_000, description: 'Calls at once at most; 10.' });

/** Who makes calls, as the API answers it. */
export const VoiceAgent = named(
  'VoiceAgent',
  strictObject({
    id: Uuid('The voice agent.'),
    name: Name,
    provider: Provider,
    from_number: nullable(FromNumber),
    agent_id: nullable(AgentId),
    url: nullable(Url),
    api_key_set: Type.Boolean({ description: 'Whether a key is stored.' }),
    max_concurrent: MaxConcurrent,
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const Answer = strictObject({ success: Success, voice_agent: VoiceAgent });
const params = Type.Object({ id: Uuid('The voice agent.') });
const tag = 'Voice agents';
const ignoredKeys = ['id', 'api_key_set', 'created_at', 'updated_at'];

export const listVoiceAgentsContract = contract({
  operationId: 'listVoiceAgents',
  method: 'get',
  path: '/api/public/voice-agents',
  tag,
  scope: 'messaging:read',
  summary: 'List the voice agents, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      voice_agents: Type.Array(VoiceAgent, { description: 'The voice agents.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createVoiceAgentContract = contract({
  operationId: 'createVoiceAgent',
  method: 'post',
  path: '/api/public/voice-agents',
  tag,
  ignoredKeys,
  scope: 'messaging:write',
  summary: 'Add a voice agent, which makes calls.',
  body: strictObject({
    name: Name,
    provider: optional(Provider),
    from_number: optional(FromNumber),
    agent_id: optional(AgentId),
    url: optional(Url),
    api_key: optional(ApiKey),
    max_concurrent: optional(MaxConcurrent),
  }),
  success: { 201: Answer },
  errors: ['INVALID_PHONE'],
});

export const getVoiceAgentContract = contract({
  operationId: 'getVoiceAgent',
  method: 'get',
  path: '/api/public/voice-agents/{id}',
  tag,
  scope: 'messaging:read',
  summary: 'Get a voice agent.',
  params,
  success: { 200: Answer },
  errors: ['VOICE_AGENT_NOT_FOUND'],
});

export const updateVoiceAgentContract = contract({
  operationId: 'updateVoiceAgent',
  method: 'patch',
  path: '/api/public/voice-agents/{id}',
  tag,
  ignoredKeys: [...ignoredKeys, 'provider'],
  scope: 'messaging:write',
  summary: 'Change a voice agent: what is left out stays, null clears. Its provider stays what it is.',
  params,
  body: strictObject({
    name: optional(Name),
    from_number: Type.Optional(nullable(FromNumber)),
    agent_id: Type.Optional(nullable(AgentId)),
    url: Type.Optional(nullable(Url)),
    api_key: Type.Optional(nullable(ApiKey)),
    max_concurrent: optional(MaxConcurrent),
  }),
  success: { 200: Answer },
  errors: ['VOICE_AGENT_NOT_FOUND', 'INVALID_PHONE'],
});

export const deleteVoiceAgentContract = contract({
  operationId: 'deleteVoiceAgent',
  method: 'delete',
  path: '/api/public/voice-agents/{id}',
  tag,
  scope: 'messaging:write',
  summary: 'Remove a voice agent that no workflow and no waiting call needs.',
  params,
  success: { 204: null },
  errors: ['VOICE_AGENT_NOT_FOUND', 'IN_USE'],
});
