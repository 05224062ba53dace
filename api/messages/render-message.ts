import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { templateSlots } from '../../domain/channels/whatsapp-template.js';
import { type MessageContent, renderMessage, type StoredTemplate } from '../../domain/messages/message-content.js';
import { checkTemplate, type TemplateVariables } from '../../domain/messages/template-render.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import type { BodyOf } from '../../schemas/contract.js';
import { renderMessageContract } from '../../schemas/messages/render.js';
import { findSender } from '../../services/channels/find-sender.js';
import { senderIdOf } from '../../services/channels/senders.js';
import { storedTemplate } from '../../services/messages/compose.js';
import { templateVariables } from '../../services/messages/template-variables.js';
import { createUnsubscribeLinks } from '../../services/messages/unsubscribe-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/assert-scope.js';
import { found } from '../http/path-id.js';
import { route } from '../http/route.js';
import { leadOnPaper } from '../leads/lead-on-paper.js';

type Body = BodyOf<typeof renderMessageContract>;

export const renderMessageRoute = ({ config }: ApiDependencies) => {
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return route(renderMessageContract).handle(async ({ account, db, body, now, key, user }) => {
    if (body.template_id) assertMayAlso({ key, user }, 'templates:read', 'A stored template');
    const snapshot = await leadOnPaper(db, account, body, now);
    const { sender, agent } = await senderFor(db, account.id, body);
    const content = contentOf(body);
    const template = body.template_id
      ? found(await storedTemplate(db, account.id, content.template_id), 'TEMPLATE_NOT_FOUND')
      : undefined;
    const variables = templateVariables(snapshot, {
      now: now.toISOString(),
      ...(sender?.channel === 'email' ? { sender: sender.row } : {}),
      ...(agent ? { agent } : {}),
      unsubscribeUrl: links.urlFor(account.id, snapshot.lead.id),
    });
    const texts = textsOf(content, template);
    const checks = texts.map(({ field, text }) => ({ field, ...checkTemplate(text) }));
    const read = [...new Set(checks.flatMap((check) => check.variables))];
    const faults = checks.flatMap(({ field, problems }) => problems.map((problem) => ({ field, ...problem })));
    const rendered = faults.length > 0 ? undefined : renderMessage(body.channel, content, template, variables);
    const shown = rendered?.ok ? rendered.value : undefined;
    const refusal = rendered && !rendered.ok ? rendered : undefined;
    const { channel: _channel, ...whatsapp } = shown?.channel === 'whatsapp' ? shown : { channel: null };
    return {
      status: 200,
      body: {
        success: true,
        valid: shown !== undefined,
        subject: shown?.channel === 'email' ? shown.subject : null,
        text: shown?.text ?? null,
        html: shown?.channel === 'email' ? shown.html : null,
        whatsapp: shown?.channel === 'whatsapp' ? whatsapp : null,
        missing: read.filter((name) => isKnownButEmpty(name, variables, checks)),
        warnings: checks.flatMap(({ field, unknownVariables }) =>
          unknownVariables.map((name) => `${field} reads {{ ${name} }}, which nothing fills.`),
        ),
        errors: [
          ...faults.map(({ code, field, message, line, column }) => ({ code, field, message, line, column })),
          ...(refusal
            ? [{ ...{ code: refusal.code, message: refusal.message }, field: '', line: null, column: null }]
            : []),
        ],
      },
    };
  });
};

async function senderFor(db: Db, accountId: string, { channel, workflow_id }: Body) {
  if (workflow_id === undefined) return { sender: await findSender(db, channel, accountId, null), agent: undefined };
  const agent = found(await findAgent(db, accountId, workflow_id.toLowerCase()), 'WORKFLOW_NOT_FOUND');
  const published = agent.version > 0 ? await findDefinition(db, agent.id, agent.version) : undefined;
  const sender = await findSender(db, channel, accountId, senderIdOf(published ?? draftOf(agent), channel));
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

/** Every text that is rendered, and where it stands in the request or in its template. */
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

/** Whether a variable is one that leads can have, and this one has nothing there. */
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
