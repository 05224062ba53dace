import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { variableIsMissing } from '../../db/leads/lacks.js';
import { templateSlots } from '../../domain/channels/whatsapp-template.js';
import {
  type MessageContent,
  type RenderedMessage,
  renderMessage,
  type StoredTemplate,
} from '../../domain/messages/message-content.js';
import { checkTemplate, type TemplateVariables } from '../../domain/messages/template-render.js';
import type { BodyOf } from '../../schemas/contract.js';
import type { renderMessageContract } from '../../schemas/messages/render.js';
import { findSender, type Sender, senderIdOf } from '../../services/channels/senders.js';
import { storedTemplate } from '../../services/messages/compose.js';
import { templateVariables } from '../../services/messages/template-variables.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { found } from '../http/request/path-id.js';
import type { Caller } from '../http/route.js';
import { leadInMemory } from '../leads/lead-in-memory.js';

type Body = BodyOf<typeof renderMessageContract>;

interface Asking extends Pick<Caller, 'account' | 'key' | 'user'> {
  db: Db;
  now: Date;
}

interface Fault {
  code: string;
  field: string;
  message: string;
  line: number | null;
  column: number | null;
}

/** A message as it would look, or why it can't be rendered. */
export interface Paper {
  shown: RenderedMessage | undefined;
  /** Variables that are read and that leads may lack. */
  reads: string[];
  missing: string[];
  warnings: string[];
  errors: Fault[];
}

/** Renders a message as a cadence would, for a lead of the account or one that is made up. Sends and keeps nothing. */
export async function renderInMemory(
  { account, db, now, key, user }: Asking,
  body: Body,
  given: { sender?: Sender; unsubscribeUrl: (leadId: string) => string },
): Promise<Paper> {
  if (body.template_id) assertMayAlso({ key, user }, 'templates:read', 'A stored template');
  const snapshot = await leadInMemory(db, account, body, now);
  const { sender, agent } = await senderFor(db, account.id, body, given.sender);
  const content = contentOf(body);
  const template = body.template_id
    ? found(await storedTemplate(db, account.id, content.template_id), 'TEMPLATE_NOT_FOUND')
    : undefined;
  const variables = templateVariables(snapshot, {
    now: now.toISOString(),
    ...(sender?.channel === 'email' ? { sender: sender.row } : {}),
    ...(agent ? { agent } : {}),
    unsubscribeUrl: given.unsubscribeUrl(snapshot.lead.id),
  });
  const texts = textsOf(content, template);
  const checks = texts.map(({ field, text }) => ({ field, ...checkTemplate(text) }));
  const read = [...new Set(checks.flatMap((check) => check.variables))];
  const faults = checks.flatMap(({ field, problems }) => problems.map((problem) => ({ field, ...problem })));
  const rendered = faults.length > 0 ? undefined : renderMessage(body.channel, content, template, variables);
  const refusal = rendered && !rendered.ok ? rendered : undefined;
  return {
    shown: rendered?.ok ? rendered.value : undefined,
    reads: read.filter((name) => variableIsMissing(db, name) !== undefined),
    missing: read.filter((name) => isKnownButEmpty(name, variables, checks)),
    warnings: checks.flatMap(({ field, unknownVariables }) =>
      unknownVariables.map((name) => `${field} uses {{ ${name} }}, but nothing sets that variable.`),
    ),
    errors: [
      ...faults.map(({ code, field, message, line, column }) => ({ code, field, message, line, column })),
      ...(refusal ? [{ code: refusal.code, message: refusal.message, field: '', line: null, column: null }] : []),
    ],
  };
}

/** Finds the sender that a message would leave by, unless one is named, and the agent that it is sent for. */
export async function senderFor(
  db: Db,
  accountId: string,
  { channel, workflow_id }: Pick<Body, 'channel' | 'workflow_id'>,
  named?: Sender,
) {
  if (workflow_id === undefined) {
    return { sender: named ?? (await findSender(db, channel, accountId, null)), agent: undefined };
  }
  const agent = found(await findAgent(db, accountId, workflow_id.toLowerCase()), 'WORKFLOW_NOT_FOUND');
  const published = agent.version > 0 ? await findDefinition(db, agent.id, agent.version) : undefined;
  const own = senderIdOf(published ?? draftOf(agent), channel);
  const sender = named ?? (await findSender(db, channel, accountId, own));
  return { sender, agent: { id: agent.id, name: agent.name } };
}

const contentOf = (body: Body): MessageContent => ({
  template_id: body.template_id?.toLowerCase() ?? null,
  subject: body.subject ?? null,
  content: body.content ?? null,
  html: body.html ?? null,
  begin_message: body.begin_message ?? null,
  variables: body.variables ?? {},
  components: body.components ?? null,
  media: body.media ?? null,
  interactive: body.interactive ?? null,
  literal: 'none',
});

/** Lists every rendered text with its path in the request or in its template. */
function textsOf(content: MessageContent, template: StoredTemplate | undefined): { field: string; text: string }[] {
  const own = (['subject', 'content', 'html', 'begin_message'] as const).map((name) => ({
    field: `/${name}`,
    text: template && name !== 'subject' ? null : content[name],
  }));
  const filling = Object.entries(content.variables).map(([name, text]) => ({ field: `/variables/${name}`, text }));
  const stored = (['subject', 'html', 'text'] as const).map((name) => ({
    field: `/template/${name}`,
    text: name === 'subject' && content.subject !== null ? null : (template?.[name] ?? null),
  }));
  // A named place of a WhatsApp template that nothing fills takes the lead's own value.
  const places = (template ? templateSlots(template.components) : [])
    .filter(({ kind, name }) => kind === 'text' && !/^\d+$/.test(name) && !(name in content.variables))
    .map(({ component, name }) => ({ field: `/template/${component}`, text: `{{ lead.${name} }}` }));
  return [...own, ...filling, ...stored, ...places].flatMap(({ field, text }) =>
    text === null ? [] : [{ field, text }],
  );
}

/** Returns whether a variable is one that leads can have, and this one has nothing there. */
function isKnownButEmpty(
  name: string,
  variables: TemplateVariables,
  checks: readonly { unknownVariables: readonly string[] }[],
): boolean {
  if (checks.some(({ unknownVariables }) => unknownVariables.includes(name))) return false;
  const value = name
    .split('.')
    .reduce<unknown>(
      (part, key) =>
        part && typeof part === 'object' && Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined,
      variables,
    );
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
