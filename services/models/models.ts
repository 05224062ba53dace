import type { Db } from '../../db/connection.js';
import { listLiveDefinitions } from '../../db/leads/references.js';
import type { ModelRow } from '../../db/tables.js';
import type { ModelEndpoint } from '../../providers/model/provider.js';
import { isPrivateHost, portOf } from '../../runtime/private-hosts.js';
import { isRefusedLiteral } from '../../runtime/public-address.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';

const context = (id: string) => `models/${id}/api_key`;

/** Returns the key as the row keeps it; sealed for this model, so that it can't be moved to another one. */
export const sealModelKey = (box: SecretBox, id: string, key: string): string => box.seal(key, context(id));

/** Returns what a model is asked by, its key opened. Throws where the key can't be opened. */
export const endpointOf = (row: ModelRow, box: SecretBox): ModelEndpoint => ({
  accountId: row.account_id,
  baseUrl: row.base_url,
  apiKey: row.api_key === null ? null : box.open(row.api_key, context(row.id)),
  model: row.model,
  timeoutMs: row.timeout_ms,
  temperature: row.temperature,
});

/**
 * Says what is wrong with a model's address; undefined where nothing is. https and a public host, or one of those that
 * the installation names. What a name resolves to is looked at with each call.
 */
export function addressProblem(text: string, accountId: string, privateHosts: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return 'The URL is invalid.';
  if (url.username || url.password || url.search || url.hash)
    return "The URL can't contain a user, password, query or fragment.";
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isPrivateHost(privateHosts, { host, port: portOf(url), accountId })) return undefined;
  if (url.protocol !== 'https:')
    return 'The URL must start with https://, unless MODEL_PRIVATE_HOSTS lists its host and port.';
  return isRefusedLiteral(host)
    ? 'The URL must be public, unless MODEL_PRIVATE_HOSTS lists its host and port.'
    : undefined;
}

/** Names the agents whose live versions answer with a model of the account, by its key. */
export async function agentsWithModel(db: Db, accountId: string, key: string): Promise<string[]> {
  const live = await listLiveDefinitions(db, accountId);
  const using = live.filter(({ definition }) => {
    const { ai } = JSON.parse(definition) as AgentDefinition;
    return [ai, ...(ai.variants ?? [])].some(({ model }) => model === key) || ai.fallback_model === key;
  });
  return [...new Set(using.map(({ name }) => name))];
}
