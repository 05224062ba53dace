import { agentsOfNumbers, findWhatsAppNumber, listWhatsAppNumbers } from '../../db/channels/whatsapp-numbers.js';
import { getWhatsAppNumberContract, listWhatsAppNumbersContract } from '../../schemas/channels/whatsapp-numbers.js';
import { twilioHooksOf } from '../../services/channels/whatsapp-numbers.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toWhatsAppNumber } from './to-whatsapp-number.js';

const KIND = 'whatsapp_numbers';

export const listWhatsAppNumbersRoute = ({ config }: ApiDependencies) => {
  const hooks = twilioHooksOf(config);
  return route(listWhatsAppNumbersContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listWhatsAppNumbers(db, account.id, page), page.limit);
    const ids = rows.map(({ id }) => id);
    const agents = await agentsOfNumbers(db, account.id, ids);
    const whatsapp_numbers = rows.map((row) => toWhatsAppNumber(row, agents.get(row.id) ?? [], hooks));
    return { status: 200, body: { success: true, whatsapp_numbers, pagination } };
  });
};

export const getWhatsAppNumberRoute = ({ config }: ApiDependencies) => {
  const hooks = twilioHooksOf(config);
  return route(getWhatsAppNumberContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'NUMBER_NOT_FOUND');
    const row = found(await findWhatsAppNumber(db, account.id, id), 'NUMBER_NOT_FOUND');
    const agents = await agentsOfNumbers(db, account.id, [id]);
    const whatsapp_number = toWhatsAppNumber(row, agents.get(id) ?? [], hooks);
    return { status: 200, body: { success: true, whatsapp_number } };
  });
};
