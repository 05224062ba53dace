import { findTemplate, listTemplates as listRows } from '../../db/templates.js';
import { findWhatsAppNumber } from '../../db/whatsapp-numbers.js';
import { getTemplate, listTemplates } from '../../schemas/templates.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { toTemplate } from './to-template.js';

const KIND = 'templates';

export const listTemplatesRoute = (_deps: ApiDependencies) =>
  route(listTemplates).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { limit: _limit, cursor: _cursor, whatsapp_number_id: numberId, ...given } = query;
    const number =
      numberId && found(await findWhatsAppNumber(db, account.id, numberId.toLowerCase()), 'NUMBER_NOT_FOUND');
    const filter = number ? { ...given, channel: 'whatsapp', waba_id: number.waba_id ?? '' } : given;
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, templates: rows.map(toTemplate), pagination } };
  });

export const getTemplateRoute = (_deps: ApiDependencies) =>
  route(getTemplate).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'TEMPLATE_NOT_FOUND');
    const row = found(await findTemplate(db, account.id, id), 'TEMPLATE_NOT_FOUND');
    return { status: 200, body: { success: true, template: toTemplate(row) } };
  });
