import { lockAccount } from '../../db/accounts/accounts.js';
import * as templates from '../../db/channels/templates.js';
import { findDefaultWhatsAppNumber, findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import { type Db, isDuplicate } from '../../db/connection.js';
import { isUsedByAgents, isUsedByMessages } from '../../db/leads/references.js';
import type { TemplateRow, WhatsAppNumberRow } from '../../db/tables.js';
import { checkTemplate } from '../../domain/messages/template-render.js';
import { newId } from '../../runtime/ids.js';
import {
  createTemplateContract,
  deleteTemplateContract,
  updateTemplateContract,
} from '../../schemas/channels/templates.js';
import type { Static } from '../../schemas/common.js';
import { askForTemplateSync } from '../../services/messages/template-sync.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { contentTag, requireMatch } from '../http/request/if-match.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toTemplate } from './to-template.js';

export const createTemplateRoute = (_deps: ApiDependencies) =>
  route(createTemplateContract).handle(async ({ work, account, db, body, now }) => {
    checkParts(body);
    const number = body.channel === 'whatsapp' ? await numberOf(db, account.id, body.whatsapp_number_id) : undefined;
    const row: TemplateRow = {
      id: newId(),
      account_id: account.id,
      name: body.name,
      channel: body.channel,
      language: body.language,
      category: body.category ?? null,
      // Only the account decides on its own emails.
      status: number ? 'PENDING' : 'APPROVED',
      subject: body.subject ?? null,
      html: body.html ?? null,
      body: body.text ?? null,
      components: body.components === undefined ? null : JSON.stringify(body.components),
      waba_id: number?.waba_id ?? '',
      provider_template_id: null,
      rejected_reason: null,
      told_at: null,
      created_at: now,
      updated_at: now,
    };
    if (!number) checkEmailTemplate(row);
    await templates.insertTemplate(db, row).catch(refuseTakenName);
    if (number) await askForTemplateSync(work, [number]);
    return { status: 201, body: { success: true, template: toTemplate(row) } };
  });

export const updateTemplateRoute = (_deps: ApiDependencies) =>
  route(updateTemplateContract).handle(async ({ account, db, params, body, now, req }) => {
    const id = pathId(params.id, 'TEMPLATE_NOT_FOUND');
    const row = found(await templates.lockTemplate(db, account.id, id), 'TEMPLATE_NOT_FOUND');
    await requireMatch(req, () => toTemplate(row));
    if (row.channel === 'whatsapp') {
      throw new ApiError('NOT_MODIFIABLE', {
        message: "Approved WhatsApp templates can't be changed. Create a new template.",
      });
    }
    const { text, ...rest } = body;
    const changes: Partial<TemplateRow> = { ...rest, ...(text === undefined ? {} : { body: text }), updated_at: now };
    const changed = { ...row, ...changes };
    checkEmailTemplate(changed);
    await templates.updateTemplate(db, id, changes).catch(refuseTakenName);
    const template = toTemplate(changed);
    return { status: 200, headers: { ETag: contentTag(template) }, body: { success: true, template } };
  });

export const deleteTemplateRoute = (_deps: ApiDependencies) =>
  route(deleteTemplateContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'TEMPLATE_NOT_FOUND');
    // The lock prevents the publication of an agent that references it.
    await lockAccount(db, account.id);
    found(await templates.lockTemplate(db, account.id, id), 'TEMPLATE_NOT_FOUND');
    if ((await isUsedByAgents(db, account.id, id)) || (await isUsedByMessages(db, account.id, 'template_id', id))) {
      throw new ApiError('IN_USE', { message: 'A workflow or a queued message still uses this template.' });
    }
    await templates.deleteTemplate(db, id);
    return { status: 204, body: null };
  });

/** Checks the parts of a template against its channel. */
function checkParts(body: Static<(typeof createTemplateContract)['body']>): void {
  const wrong = (field: string, message: string): never => {
    throw new ApiError('VALIDATION_ERROR', { field, message });
  };
  if (body.channel === 'email') {
    if (body.subject === undefined) wrong('/subject', 'Email templates require a subject.');
    if (body.components !== undefined) wrong('/components', 'Only WhatsApp templates can have components.');
    if (body.whatsapp_number_id !== undefined)
      wrong('/whatsapp_number_id', 'Only WhatsApp templates can have a number.');
    return;
  }
  for (const part of ['subject', 'html', 'text'] as const) {
    if (body[part] !== undefined) wrong(`/${part}`, 'Put the text of a WhatsApp template in its components.');
  }
  if (!/^[a-z0-9_]+$/.test(body.name))
    wrong('/name', 'WhatsApp template names can only have lowercase letters, digits and underscores.');
  if (body.category === undefined) wrong('/category', 'WhatsApp templates require a category.');
  const texts = (body.components ?? []).filter((part) => String(part.type).toUpperCase() === 'BODY' && part.text);
  if (texts.length !== 1) wrong('/components', 'WhatsApp templates require one BODY component with text.');
}

async function numberOf(db: Db, accountId: string, id: string | undefined): Promise<WhatsAppNumberRow> {
  if (id !== undefined) return found(await findWhatsAppNumber(db, accountId, id.toLowerCase()), 'NUMBER_NOT_FOUND');
  const number = await findDefaultWhatsAppNumber(db, accountId);
  if (number) return number;
  throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: 'The account has no WhatsApp number.', field: '/channel' });
}

/** Refuses a template that could not be sent: nothing to read in it, or Liquid that doesn't parse. */
function checkEmailTemplate(row: TemplateRow): void {
  if (!row.html?.trim() && !row.body?.trim()) {
    throw new ApiError('VALIDATION_ERROR', { message: 'Email templates require html or text.', field: '/html' });
  }
  const problems = Object.entries({ '/subject': row.subject, '/html': row.html, '/text': row.body }).flatMap(
    ([field, source]) => (source === null ? [] : checkTemplate(source).problems.map((found) => ({ field, ...found }))),
  );
  const [first] = problems;
  if (!first) return;
  throw new ApiError('VALIDATION_ERROR', {
    message: `${first.field} line ${first.line}: ${first.message}.`,
    field: first.field,
    details: {
      line: first.line,
      column: first.column,
      errors: problems.slice(0, 20).map(({ field, code, message, line }) => ({
        field,
        code,
        message: `line ${line}: ${message}`,
      })),
    },
  });
}

function refuseTakenName(error: unknown): never {
  if (!isDuplicate(error)) throw error;
  throw new ApiError('NAME_TAKEN', { message: 'A template with this name, channel and language already exists.' });
}
