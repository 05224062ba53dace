import type { Knex } from 'knex';
import { findNumberById } from '../db/whatsapp-numbers.js';
import type { WhatsAppProviders } from '../providers/whatsapp/index.js';
import type { Clock } from '../runtime/clock.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { type SyncResult, syncNumber } from '../services/template-sync.js';
import { whatsAppConfigOf } from '../services/whatsapp-numbers.js';

export interface TemplateDependencies {
  db: Knex;
  clock: Clock;
  whatsapp: WhatsAppProviders;
  box: SecretBox;
}

const NOTHING = { submitted: 0, templates: 0, changed: 0 };

/** The activities that keep templates as their provider has them. */
export const createTemplateActivities = ({ db, clock, whatsapp, box }: TemplateDependencies) => ({
  /** Brings one number's templates and state up to date. Safe to repeat. */
  async syncTemplates({ whatsAppNumberId }: { whatsAppNumberId: string }): Promise<SyncResult> {
    const number = await findNumberById(db, whatsAppNumberId);
    if (!number) return { ...NOTHING, refused: 'number_gone' };
    let settings: ReturnType<typeof whatsAppConfigOf>;
    try {
      settings = whatsAppConfigOf(number, box);
    } catch {
      return { ...NOTHING, refused: 'number_unusable' };
    }
    return syncNumber(db, () => clock.now(), number, whatsapp.for(settings));
  },
});
