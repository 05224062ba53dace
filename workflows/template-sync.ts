import { setHandler } from '@temporalio/workflow';
import { calendar as slow } from './activity-profiles.js';
import { wakeSignal } from './cadence.protocol.js';
import type { TemplateSyncInput, TemplateSyncResult } from './template-sync.protocol.js';

/**
 * Brings the templates of a WhatsApp number up to date; asked for again meanwhile, it looks again afterwards. Id:
 * `template-sync/<whatsapp_number_id>`.
 */
export async function templateSyncWorkflow(input: TemplateSyncInput): Promise<TemplateSyncResult> {
  let asked = 0;
  setHandler(wakeSignal, () => {
    asked += 1;
  });
  for (;;) {
    const seen = asked;
    const result = await slow.syncTemplates.executeWithOptions({ summary: 'sync templates' }, [input]);
    if (asked === seen) return result;
  }
}
