import { ApplicationFailure } from '@temporalio/common';
import type { Knex } from 'knex';
import { findNumberById } from '../db/whatsapp-numbers.js';
import type { WhatsAppProviders } from '../providers/whatsapp/index.js';
import type { Clock } from '../runtime/clock.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { noteSync, type SyncResult, syncNumber } from '../services/template-sync.js';
import { NEEDS_CREDENTIALS, whatsAppConfigOf } from '../services/whatsapp-numbers.js';

export interface TemplateDependencies {
  db: Knex;
  clock: Clock;
  whatsapp: WhatsAppProviders;
  box: SecretBox;
}

/** What the provider does not take for now is offered again after a while. */
const AGAIN_AFTER = '5 minutes';
const NOTHING = { submitted: 0, waiting: 0, templates: 0, changed: 0 };

/** The activities that keep templates as their provider has them. */
export const createTemplateActivities = ({ db, clock, whatsapp, box }: TemplateDependencies) => ({
  /** Brings one number's templates and state up to date. Safe to repeat, which it asks for while templates wait. */
  async syncTemplates({ whatsAppNumberId }: { whatsAppNumberId: string }): Promise<SyncResult> {
    const number = await findNumberById(db, whatsAppNumberId);
    if (!number) return { ...NOTHING, refused: 'number_gone' };
    let settings: ReturnType<typeof whatsAppConfigOf>;
    try {
      settings = whatsAppConfigOf(number, box);
    } catch {
      await noteSync(db, clock.now(), number, { code: 'number_unusable', message: NEEDS_CREDENTIALS });
      return { ...NOTHING, refused: 'number_unusable' };
    }
    const result = await syncNumber(db, () => clock.now(), number, whatsapp.for(settings));
    if (result.waiting === 0) return result;
    throw ApplicationFailure.create({
      type: 'TemplatesWait',
      message: `The provider does not take ${result.waiting} templates for now.`,
      nextRetryDelay: AGAIN_AFTER,
    });
  },
});
