import { fromJson } from '../../db/connection.js';
import type { TemplateRow } from '../../db/tables.js';
import { type TemplatePart, templateSlots } from '../../domain/channels/whatsapp-template.js';
import { checkTemplate } from '../../domain/messages/template-render.js';
import type { Template } from '../../schemas/channels/templates.js';
import type { Static } from '../../schemas/common.js';

type TemplateBody = Static<typeof Template>;

/** Shows a template as the API answers it, with the variables each of its parts reads. */
export function toTemplate(row: TemplateRow): TemplateBody {
  const components = fromJson<TemplatePart[] | null>(row.components) ?? [];
  const parts = { subject: row.subject, html: row.html, text: row.body };
  return {
    id: row.id,
    name: row.name,
    channel: row.channel,
    language: row.language,
    category: row.category as TemplateBody['category'],
    status: row.status,
    components,
    rejected_reason: row.rejected_reason,
    ...parts,
    variables: row.channel === 'whatsapp' ? slotsOf(components) : variablesOf(parts),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const slotsOf = (components: readonly TemplatePart[]): TemplateBody['variables'] =>
  templateSlots(components).map(({ name, position, component }) => ({ name, position, component }));

const variablesOf = (parts: Record<string, string | null>): TemplateBody['variables'] =>
  Object.entries(parts).flatMap(([component, source]) =>
    source === null
      ? []
      : checkTemplate(source).variables.map((name, index) => ({ name, position: index + 1, component })),
  );
