import { signHook } from '../../runtime/hook-signature.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import { requestCall } from './http.js';
import type { VoiceProvider } from './provider.js';

/** A voice server that speaks our own shape. */
export interface GenericVoiceSettings {
  url: string;
  /** Signs each request as hooks are signed; without it they go unsigned. */
  apiKey: string | null;
  fromNumber: string | null;
  agentId: string | null;
}

/**
 * Asks a server of the account's own for a call, by one signed POST; what becomes of the call it tells at the account's
 * hook for `voice`. The request has the same `Idempotency-Key` whenever it is made, but whether the server looks at it
 * isn't known, so silence is `unknown`.
 */
export const genericVoice = (
  fetch: SafeFetch,
  { url, apiKey, fromNumber, agentId }: GenericVoiceSettings,
): VoiceProvider => ({
  call: ({ messageId, to, beginMessage, variables }, endsAt) => {
    const body = JSON.stringify({
      call_id: messageId,
      to,
      from: fromNumber,
      agent_id: agentId,
      begin_message: beginMessage,
      variables,
    });
    return requestCall(fetch, {
      url,
      headers: {
        'idempotency-key': messageId,
        ...(apiKey === null ? {} : { 'x-signature': signHook(apiKey, body, new Date()) }),
      },
      body,
      endsAt,
      idOf: ({ call_id }) => (typeof call_id === 'string' && call_id !== '' ? call_id.slice(0, 255) : messageId),
    });
  },
  close: async () => undefined,
});
