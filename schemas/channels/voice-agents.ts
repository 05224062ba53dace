import {
  LINE,
  named,
  nameText,
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

const VOICE_PROVIDERS = ['sandbox', 'retell', 'generic'] as const;
export type VoiceProviderName = (typeof VOICE_PROVIDERS)[number];
const Name = nameText();
const Provider = oneOf(VOICE_PROVIDERS, {
  description:
    'Provider of the calls: `sandbox` simulates calls, `retell` uses Retell, and `generic` uses your own ' + 'server.',
});
const FromNumber = Type.String({ minLength: 3, maxLength: 64, description: 'Caller number, in E.164 format.' });
const AgentId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: LINE,
  description: 'ID of the agent at the provider.',
});
const Url = Type.String({
  minLength: 8,
  maxLength: 2_048,
  pattern: '^https?://[^\\s]+$',
  description: 'generic: URL for call requests.',
});
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'API key of the provider. For `generic`, the key that signs requests. It is encrypted and never returned.',
});
const MaxConcurrent = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'Maximum number of concurrent calls. Defaults to 10.',
});

/** A voice agent, as in the API. */
export const VoiceAgent = named(
  'VoiceAgent',
  strictObject({
    id: Uuid(),
    name: Name,
    provider: Provider,
    from_number: nullable(FromNumber),
    agent_id: nullable(AgentId, 'Null if the provider needs none.'),
    url: nullable(Url),
    api_key_set: Type.Boolean({ description: 'Whether a key is stored.' }),
    max_concurrent: MaxConcurrent,
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const Answer = strictObject({ success: Success, voice_agent: VoiceAgent });
const params = Type.Object({ id: Uuid() });
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
      voice_agents: Type.Array(VoiceAgent, { description: 'One page of voice agents, newest first.' }),
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
  summary: 'Create a voice agent.',
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
  summary:
    "Update a voice agent. Omitted fields are unchanged, and null clears a field. The provider can't be " + 'changed.',
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
  summary: 'Delete a voice agent. Fails if a workflow or a queued call uses it.',
  params,
  success: { 204: null },
  errors: ['VOICE_AGENT_NOT_FOUND', 'IN_USE'],
});
