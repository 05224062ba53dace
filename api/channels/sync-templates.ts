import { listNumbersToSync } from '../../db/channels/whatsapp-numbers.js';
import { syncTemplatesContract } from '../../schemas/channels/templates.js';
import { askForTemplateSync } from '../../services/messages/template-sync.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

export const syncTemplatesRoute = (_deps: ApiDependencies) =>
  route(syncTemplatesContract).handle(async ({ work, account, db, body }) => {
    const wanted = body.whatsapp_number_id?.toLowerCase();
    const numbers = await listNumbersToSync(db, account.id, wanted);
    if (numbers.length === 0 && wanted !== undefined) throw new ApiError('NUMBER_NOT_FOUND');
    if (numbers.length === 0) {
      throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: 'The account has no WhatsApp number.' });
    }
    await askForTemplateSync(work, numbers);
    return { status: 202, body: { success: true, whatsapp_number_ids: numbers.map(({ id }) => id) } };
  });
