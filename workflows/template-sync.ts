import { calendar as slow } from './activity-profiles.js';
import type { TemplateSyncInput, TemplateSyncResult } from './template-sync.protocol.js';
import { listenForWakes } from './wait.js';

/**
 * Brings the templates of a WhatsApp number up to date; asked for again meanwhile, it looks again afterwards. Id:
 * `template-sync/<whatsapp_number_id>`.
 */
export async function templateSyncWorkflow(input: TemplateSyncInput): Promise<TemplateSyncResult> {
  const wakes = listenForWakes();
  for (;;) {
    wakes.take();
    const result = await slow.syncTemplates.executeWithOptions({ summary: 'sync templates' }, [input]);
    if (!wakes.pending()) return result;
  }
}
