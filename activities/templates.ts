import { ApplicationFailure } from '@temporalio/common';
import { findNumberById } from '../db/channels/whatsapp-numbers.js';
import type { WorkDependencies } from '../db/work.js';
import type { WhatsAppProviders } from '../providers/whatsapp/index.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { NEEDS_CREDENTIALS, whatsAppConfigOf } from '../services/channels/whatsapp-numbers.js';
import { noteSync, type SyncResult, syncNumber } from '../services/messages/template-sync.js';

export interface TemplateDependencies extends WorkDependencies {
  whatsapp: WhatsAppProviders;
  box: SecretBox;
}

/** Templates that the provider rejects temporarily are submitted again after this time. */
const RETRY_DELAY = '5 minutes';
const NOTHING = { submitted: 0, waiting: 0, templates: 0, changed: 0 };

/** Creates the activities that keep templates as their provider has them. */
export const createTemplateActivities = ({ whatsapp, box, ...deps }: TemplateDependencies) => ({
  /** Brings one number's templates and state up to date. Safe to repeat, which it asks for while templates wait. */
  async syncTemplates({ whatsAppNumberId }: { whatsAppNumberId: string }): Promise<SyncResult> {
    const number = await findNumberById(deps.db, whatsAppNumberId);
    if (!number) return { ...NOTHING, refused: 'number_gone' };
    let settings: ReturnType<typeof whatsAppConfigOf>;
    try {
      settings = whatsAppConfigOf(number, box);
    } catch {
      await noteSync(deps.db, deps.clock.now(), number, { code: 'number_unusable', message: NEEDS_CREDENTIALS });
      return { ...NOTHING, refused: 'number_unusable' };
    }
    const result = await syncNumber(deps, number, whatsapp.for(settings));
    if (result.waiting === 0) return result;
    throw ApplicationFailure.create({
      type: 'TemplatesWait',
      message: `The provider currently doesn't accept ${result.waiting} templates.`,
      nextRetryDelay: RETRY_DELAY,
    });
  },
});
