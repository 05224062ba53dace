import { calendar as slow } from './activity-profiles.js';
import type { TemplateSyncInput, TemplateSyncResult } from './template-sync.protocol.js';
import { listenForWakes } from './wait.js';

/**
 * Syncs the templates of a WhatsApp number. A request during a sync causes another one afterwards. Id:
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
