import { randomBytes } from 'node:crypto';
import { revokeApiKey } from '../../db/accounts/api-keys.js';
import { lockAgent } from '../../db/agents/agents.js';
import { fromJson } from '../../db/connection.js';
import type { WidgetRow } from '../../db/tables.js';
import {
  deleteWidget as deleteRow,
  findWidget,
  insertWidget,
  type KeyedWidget,
  lockWidget,
  updateWidget as updateRow,
} from '../../db/widget/widgets.js';
import type { Work } from '../../db/work.js';
import type { Problem } from '../../domain/problem.js';
import { parseAllowedDomain } from '../../domain/widget/allowed-domains.js';
import {
  changeSettings,
  completeSettings,
  DEFAULT_SETTINGS,
  type StoredSettings,
  settingsProblems,
} from '../../domain/widget/settings.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { CreateWidgetBody, UpdateWidgetBody, WidgetSettings } from '../../schemas/widget/widgets.js';
import { issueKey } from '../accounts/accounts.js';

/** The outcome of a request to create or change a widget. */
export type WidgetOutcome<Done> =
  | ({ outcome: 'done' } & Done)
  | { outcome: 'refused'; problems: Problem[] }
  | { outcome: 'missing' }
  | { outcome: 'no_agent' };

const context = (widgetId: string) => `widgets/${widgetId}/identity_secret`;
const newSecret = () => randomBytes(32).toString('base64url');

/** Returns the secret that the site of a widget signs its users with. */
export const identitySecretOf = (widget: Pick<WidgetRow, 'id' | 'identity_secret'>, box: SecretBox): string =>
  box.open(widget.identity_secret, context(widget.id));

/** Returns what visitors of a widget see and are asked. */
export const settingsOf = (widget: Pick<WidgetRow, 'settings'>): WidgetSettings =>
  completeSettings(fromJson<StoredSettings>(widget.settings));

/**
 * Creates a widget and its key. Its agent can't be deleted at the same time. The identity secret is in the response,
 * and sealed in the row.
 */
export async function createWidget(
  work: Work,
  box: SecretBox,
  accountId: string,
  body: CreateWidgetBody,
): Promise<WidgetOutcome<{ widget: KeyedWidget; identitySecret: string }>> {
  const { tx, now } = work;
  const settings = changeSettings(DEFAULT_SETTINGS, body);
  const { domains, problems } = readDomains(body.allowed_domains ?? []);
  problems.push(...settingsProblems(settings));
  if (problems.length > 0) return { outcome: 'refused', problems };
  const agent = await lockAgent(tx, accountId, body.workflow_id.toLowerCase());
  if (!agent) return { outcome: 'no_agent' };
  const { keyId, apiKey } = await issueKey(tx, now, { accountId, name: body.name, kind: 'pub' });
  const id = newId();
  const identitySecret = newSecret();
  const row: WidgetRow = {
    id,
    account_id: accountId,
    agent_id: agent.id,
    key_id: keyId,
    name: body.name,
    allowed_domains: JSON.stringify(domains),
    request_contact: body.request_contact ?? false,
    contact_confirmation: body.contact_confirmation ?? 'email',
    settings: JSON.stringify(settings),
    identity_secret: box.seal(identitySecret, context(id)),
    is_active: body.is_active ?? true,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertWidget(tx, row);
  return { outcome: 'done', widget: { ...row, public_key: apiKey }, identitySecret };
}

/** Changes a widget; its next request on any process goes by what it is then. */
export async function changeWidget(
  work: Work,
  accountId: string,
  id: string,
  body: UpdateWidgetBody,
): Promise<WidgetOutcome<{ widget: KeyedWidget }>> {
  const { tx, now } = work;
  const before = await lockWidget(tx, accountId, id);
  if (!before) return { outcome: 'missing' };
  const settings = changeSettings(fromJson<StoredSettings>(before.settings), body);
  const { domains, problems } = readDomains(body.allowed_domains ?? fromJson(before.allowed_domains));
  problems.push(...settingsProblems(settings));
  if (problems.length > 0) return { outcome: 'refused', problems };
  const agentId = body.workflow_id?.toLowerCase() ?? before.agent_id;
  if (agentId !== before.agent_id && !(await lockAgent(tx, accountId, agentId))) return { outcome: 'no_agent' };
  await updateRow(tx, id, {
    agent_id: agentId,
    name: body.name ?? before.name,
    allowed_domains: JSON.stringify(domains),
    request_contact: body.request_contact ?? before.request_contact,
    contact_confirmation: body.contact_confirmation ?? before.contact_confirmation,
    settings: JSON.stringify(settings),
    is_active: body.is_active ?? before.is_active,
    version: before.version + 1,
    updated_at: now,
  });
  return { outcome: 'done', widget: (await findWidget(tx, accountId, id)) as KeyedWidget };
}

/** Removes a widget and ends its key. Undefined: no such widget. */
export async function deleteWidget({ tx, now }: Work, accountId: string, id: string): Promise<true | undefined> {
  const widget = await lockWidget(tx, accountId, id);
  if (!widget) return undefined;
  await revokeApiKey(tx, now, widget.key_id);
  await deleteRow(tx, id);
  return true;
}

/**
 * Gives a widget a new key and ends the old one, which is refused from its next request on; sessions of the old one end
 * with it. Undefined: no such widget.
 */
export async function regenerateWidgetKey(
  { tx, now }: Work,
  accountId: string,
  id: string,
): Promise<KeyedWidget | undefined> {
  const widget = await lockWidget(tx, accountId, id);
  if (!widget) return undefined;
  await revokeApiKey(tx, now, widget.key_id);
  const { keyId } = await issueKey(tx, now, { accountId, name: widget.name, kind: 'pub' }, widget.key_id);
  await updateRow(tx, id, { key_id: keyId, version: widget.version + 1, updated_at: now });
  return findWidget(tx, accountId, id);
}

/** Gives a widget a new identity secret; what was signed with the old one proves nothing. Undefined: no such widget. */
export async function regenerateIdentitySecret(
  { tx, now }: Work,
  box: SecretBox,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const widget = await lockWidget(tx, accountId, id);
  if (!widget) return undefined;
  const secret = newSecret();
  await updateRow(tx, id, { identity_secret: box.seal(secret, context(id)), updated_at: now });
  return secret;
}

/** Reads a list of allowed domains, each once. */
function readDomains(entries: readonly string[]): { domains: string[]; problems: Problem[] } {
  const domains = new Set<string>();
  const problems: Problem[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = parseAllowedDomain(entry);
    if (read.ok) domains.add(read.value);
    else
      problems.push({
        code: 'VALIDATION_ERROR',
        field: `/allowed_domains/${index}`,
        message: `${entry} ${read.message}.`,
      });
  }
  return { domains: [...domains], problems };
}
