import type { Knex } from 'knex';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { type GenericVoiceSettings, genericVoice } from './generic.js';
import type { VoiceProvider } from './provider.js';
import { type RetellSettings, retellVoice } from './retell.js';
import { type ReceiveEvents, sandboxVoice } from './sandbox.js';

/** How a voice agent's calls leave. */
export type VoiceSettings =
  | { provider: 'sandbox' }
  | ({ provider: 'retell' } & Omit<RetellSettings, 'baseUrl'>)
  | ({ provider: 'generic' } & GenericVoiceSettings);

/** The voice providers of one process. */
export interface VoiceProviders {
  for(settings: VoiceSettings): VoiceProvider;
  close(): Promise<void>;
}

export interface VoiceOptions {
  retellUrl: string;
  /** Whether voice servers may have private addresses. */
  allowPrivate: boolean;
  receive: ReceiveEvents;
}

/** Makes the voice providers of a process; all of them share its connections. */
export function createVoiceProviders(db: Knex, { retellUrl, allowPrivate, receive }: VoiceOptions): VoiceProviders {
  const fetch = createSafeFetch({ allowPrivate, allowHttp: true });
  const sandbox = sandboxVoice(db, receive);
  return {
    for(settings) {
      switch (settings.provider) {
        case 'sandbox':
          return sandbox;
        case 'retell':
          return retellVoice(fetch, { ...settings, baseUrl: retellUrl });
        case 'generic':
          return genericVoice(fetch, settings);
      }
    },
    close: () => fetch.close(),
  };
}
