import type { EmailProviders } from '../providers/email/index.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { VoiceProviders } from '../providers/voice/index.js';
import type { WhatsAppProviders } from '../providers/whatsapp/index.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { traced } from '../runtime/tracing.js';
import { providerConfigOf } from '../services/channels/email-senders.js';
import { voiceConfigOf } from '../services/channels/voice-agents.js';
import { whatsAppConfigOf } from '../services/channels/whatsapp-numbers.js';
import type { PreparedMessage } from '../services/messages/compose.js';

/** The providers of every channel, and what opens their credentials. */
export interface DeliveryDependencies {
  email: EmailProviders;
  whatsapp: WhatsAppProviders;
  voice: VoiceProviders;
  box: SecretBox;
}

/** Hands a message to its sender's provider. Settings that can't be read are the sender's fault, not the message's. */
export async function deliver(deps: DeliveryDependencies, prepared: PreparedMessage): Promise<SendOutcome> {
  let send: () => Promise<SendOutcome>;
  try {
    send = sending(deps, prepared);
  } catch (error) {
    return { kind: 'refused_retry', code: 'SENDER_UNUSABLE', message: (error as Error).message };
  }
  const { id, provider } = prepared.sender;
  const facts = { 'las.channel': prepared.channel, 'las.provider': provider, 'las.sender_id': id };
  return traced(`provider ${prepared.channel}`, facts, send, (outcome) => ({
    'las.outcome': outcome.kind,
    ...('code' in outcome ? { 'las.code': outcome.code } : {}),
  }));
}

function sending(
  { email, whatsapp, voice, box }: DeliveryDependencies,
  prepared: PreparedMessage,
): () => Promise<SendOutcome> {
  switch (prepared.channel) {
    case 'email': {
      const provider = email.for(providerConfigOf(prepared.sender, box));
      return () => provider.send(prepared.email);
    }
    case 'whatsapp': {
      const provider = whatsapp.for(whatsAppConfigOf(prepared.sender, box));
      return () => provider.send(prepared.message);
    }
    case 'call': {
      const provider = voice.for(voiceConfigOf(prepared.sender, box));
      return () => provider.call(prepared.call);
    }
  }
}
