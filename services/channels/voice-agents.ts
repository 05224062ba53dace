import type { VoiceAgentRow } from '../../db/tables.js';
import type { VoiceSettings } from '../../providers/voice/index.js';
import type { SecretBox } from '../../runtime/secret-box.js';

const context = (id: string) => `voice_agents/${id}/api_key`;

/** Returns the key as the row keeps it; sealed for this voice agent, so that it can't be moved to another one. */
export const sealVoiceKey = (box: SecretBox, id: string, key: string): string => box.seal(key, context(id));

/** Returns what `providers/voice` makes a provider from, the key opened. Throws where something is missing. */
export function voiceConfigOf(
  agent: Pick<VoiceAgentRow, 'id' | 'account_id' | 'provider' | 'from_number' | 'agent_id' | 'url' | 'api_key'>,
  box: SecretBox,
): VoiceSettings {
  const apiKey = agent.api_key === null ? null : box.open(agent.api_key, context(agent.id));
  const { from_number: fromNumber, agent_id: agentId, url } = agent;
  switch (agent.provider) {
    case 'retell':
      if (apiKey === null || fromNumber === null) throw new Error('The voice agent has no api_key or no from_number.');
      return { provider: 'retell', apiKey, fromNumber, agentId };
    case 'generic':
      if (url === null) throw new Error('The voice agent has no url.');
      return { provider: 'generic', accountId: agent.account_id, url, apiKey, fromNumber, agentId };
    case 'sandbox':
      return { provider: 'sandbox' };
  }
}
