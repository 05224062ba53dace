import type { SafeFetch } from '../../runtime/safe-fetch.js';
import { requestCall } from './http.js';
import type { VoiceProvider } from './provider.js';

/** A voice agent at Retell. */
export interface RetellSettings {
  baseUrl: string;
  apiKey: string;
  fromNumber: string;
  /** The agent that speaks; the one bound to the number if not given. */
  agentId: string | null;
}

/** The field that Retell returns with every event of a call, which has our message ID. */
const RETELL_CALL_KEY = 'las_call_id';

/**
 * Creates the provider that calls through Retell's API (`POST /v2/create-phone-call`). It has no idempotency key:
 * silence is `unknown`.
 */
export const retellVoice = (fetch: SafeFetch, settings: RetellSettings): VoiceProvider => ({
  call: ({ messageId, to, beginMessage, variables }, endsAt) =>
    requestCall(fetch, {
      url: `${settings.baseUrl}/v2/create-phone-call`,
      headers: { authorization: `Bearer ${settings.apiKey}` },
      body: JSON.stringify({
        from_number: settings.fromNumber,
        to_number: to,
        ...(settings.agentId === null ? {} : { override_agent_id: settings.agentId }),
        metadata: { [RETELL_CALL_KEY]: messageId },
        retell_llm_dynamic_variables: { ...variables, begin_message: beginMessage },
        ...(beginMessage === '' ? {} : { agent_override: { retell_llm: { begin_message: beginMessage } } }),
      }),
      endsAt,
      idOf: ({ call_id }) => (typeof call_id === 'string' && call_id !== '' ? call_id : undefined),
    }),
  close: async () => undefined,
});
