import { lockLead } from '../../db/leads/leads.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { eraseLeadContract } from '../../schemas/leads/one-lead.js';
import { eraseLead } from '../../services/leads/remove-lead.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export function eraseLeadRoute({ config }: ApiDependencies) {
  const box = createSecretBox(secretsOf(config));
  return route(eraseLeadContract).handle(async ({ work, account, params, db, now, origin, requestId }) => {
    // Hidden leads too: people who were deleted have the same right to be forgotten.
    const lead = found(await lockLead(db, account.id, pathId(params.id, 'LEAD_NOT_FOUND')), 'LEAD_NOT_FOUND');
    const erasedError = new ApiError('LEAD_ERASED');
    if (lead.erased_at) throw erasedError;
    await eraseLead(work, lead, origin, { box, goneBody: JSON.stringify(erasedError.toBody(requestId)) });
    return { status: 200, body: { success: true, lead_id: lead.id, erased_at: now.toISOString() } };
  });
}
