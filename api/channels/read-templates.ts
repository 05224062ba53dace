import { findTemplate, listTemplates } from '../../db/channels/templates.js';
import { findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import { getTemplateContract, listTemplatesContract } from '../../schemas/channels/templates.js';
import type { ApiDependencies } from '../dependencies.js';
import { contentTag } from '../http/request/if-match.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toTemplate } from './to-template.js';

const KIND = 'templates';

export const listTemplatesRoute = (_deps: ApiDependencies) =>
  route(listTemplatesContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { limit: _limit, cursor: _cursor, whatsapp_number_id: numberId, ...given } = query;
    const number =
      numberId && found(await findWhatsAppNumber(db, account.id, numberId.toLowerCase()), 'NUMBER_NOT_FOUND');
    const filter = number ? { ...given, channel: 'whatsapp' as const, waba_id: number.waba_id ?? '' } : given;
    const { rows, pagination } = idPageOf(KIND, await listTemplates(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, templates: rows.map(toTemplate), pagination } };
  });

export const getTemplateRoute = (_deps: ApiDependencies) =>
  route(getTemplateContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'TEMPLATE_NOT_FOUND');
    const row = found(await findTemplate(db, account.id, id), 'TEMPLATE_NOT_FOUND');
    const template = toTemplate(row);
    return { status: 200, headers: { ETag: contentTag(template) }, body: { success: true, template } };
  });
