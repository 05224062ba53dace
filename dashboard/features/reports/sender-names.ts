import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';

/** Returns the names of senders, numbers and voice agents, by ID. */
export function useSenderNames(when: boolean): ReadonlyMap<string, string> {
  const may = usePermission();
  const query = { limit: 200 };
  const senders = useApiQuery('listEmailSenders', { query }, { enabled: when && may('messaging:read') });
  const numbers = useApiQuery('listWhatsAppNumbers', { query }, { enabled: when && may('whatsapp_numbers:read') });
  const voices = useApiQuery('listVoiceAgents', { query }, { enabled: when && may('messaging:read') });
  return new Map([
    ...(senders.data?.email_senders.map(({ id, from_email }) => [id, from_email] as const) ?? []),
    ...(numbers.data?.whatsapp_numbers.map(({ id, phone_number }) => [id, phone_number] as const) ?? []),
    ...(voices.data?.voice_agents.map(({ id, name }) => [id, name] as const) ?? []),
  ]);
}
