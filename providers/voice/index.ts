import type { Knex } from 'knex';
import { createSafeFetch, fetchFor } from '../../runtime/safe-fetch.js';
import { type GenericVoiceSettings, genericVoice } from './generic.js';
import type { VoiceProvider } from './provider.js';
import { type RetellSettings, retellVoice } from './retell.js';
import { playSandboxCall, type SandboxCall, type StartCall, sandboxVoice, type VoiceHook } from './sandbox.js';

/** The delivery of a voice agent's calls. */
export type VoiceSettings =
  | { provider: 'sandbox' }
  | ({ provider: 'retell' } & Omit<RetellSettings, 'baseUrl'>)
  | ({ provider: 'generic'; accountId: string } & GenericVoiceSettings);

/** The voice providers of one process. */
export interface VoiceProviders {
  for(settings: VoiceSettings): VoiceProvider;
  /** Tells at a hook how a call of the sandbox goes; answers how many events, throws where one isn't taken. */
  play(call: SandboxCall, hook: VoiceHook): Promise<number>;
  close(): Promise<void>;
}

export interface VoiceOptions {
  retellUrl: string;
  /** The voice servers that may have private addresses. */
  privateHosts?: readonly string[];
  /** True if all may. */
  allowPrivate: boolean;
  /** Plays a call that the sandbox accepted. */
  startCall: StartCall;
}

/** Makes the voice providers of a process; all of them share its connections. */
export function createVoiceProviders(
  db: Knex,
  { retellUrl, privateHosts = [], allowPrivate, startCall }: VoiceOptions,
): VoiceProviders {
  const fetch = createSafeFetch({ privateHosts, allowPrivate, allowHttp: true });
  const sandbox = sandboxVoice(db, startCall);
  // The sandbox tells our own API, wherever that is.
  const own = createSafeFetch({ allowPrivate: true, allowHttp: true });
  return {
    for(settings) {
      switch (settings.provider) {
        case 'sandbox':
          return sandbox;
        case 'retell':
          return retellVoice(fetch, { ...settings, baseUrl: retellUrl });
        case 'generic':
          return genericVoice(fetchFor(fetch, settings.accountId), settings);
      }
    },
    play: (call, hook) => playSandboxCall(own, call, hook),
    close: async () => {
      await Promise.all([fetch.close(), own.close()]);
    },
  };
}
