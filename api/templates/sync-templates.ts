import { listNumbersToSync } from '../../db/whatsapp-numbers.js';
import { syncTemplates } from '../../schemas/templates.js';
import { askForTemplateSync } from '../../services/template-sync.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { route } from '../route.js';

export const syncTemplatesRoute = (_deps: ApiDependencies) =>
  route(syncTemplates).handle(async ({ account, db, body, now }) => {
    const wanted = body.whatsapp_number_id?.toLowerCase();
    const numbers = await listNumbersToSync(db, account.id, wanted);
    if (numbers.length === 0 && wanted !== undefined) throw new ApiError('NUMBER_NOT_FOUND');
    if (numbers.length === 0) {
      throw new ApiError('CHANNEL_NOT_CONFIGURED', { message: 'The account has no WhatsApp number.' });
    }
    await askForTemplateSync(db, now, numbers);
    return { status: 202, body: { success: true, whatsapp_number_ids: numbers.map(({ id }) => id) } };
  });
