import type { EmailProviders } from '../providers/email/index.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { VoiceProviders } from '../providers/voice/index.js';
import type { WhatsAppProviders } from '../providers/whatsapp/index.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { traced } from '../runtime/tracing.js';
import { providerConfigOf } from '../services/email-senders.js';
import type { Outgoing } from '../services/message-compose.js';
import { voiceConfigOf } from '../services/voice-agents.js';
import { whatsAppConfigOf } from '../services/whatsapp-numbers.js';

/** The providers of every channel, and what opens their credentials. */
export interface DeliveryDependencies {
  email: EmailProviders;
  whatsapp: WhatsAppProviders;
  voice: VoiceProviders;
  box: SecretBox;
}

/** Hands a message to its sender's provider. Settings that can't be read are the sender's fault, not the message's. */
export async function deliver(deps: DeliveryDependencies, outgoing: Outgoing): Promise<SendOutcome> {
  let send: () => Promise<SendOutcome>;
  try {
    send = sending(deps, outgoing);
  } catch (error) {
    return { kind: 'refused_retry', code: 'SENDER_UNUSABLE', message: (error as Error).message };
  }
  const { id, provider } = outgoing.sender;
  const facts = { 'las.channel': outgoing.channel, 'las.provider': provider, 'las.sender_id': id };
  return traced(`provider ${outgoing.channel}`, facts, send, (outcome) => ({
    'las.outcome': outcome.kind,
    ...('code' in outcome ? { 'las.code': outcome.code } : {}),
  }));
}

function sending(
  { email, whatsapp, voice, box }: DeliveryDependencies,
  outgoing: Outgoing,
): () => Promise<SendOutcome> {
  switch (outgoing.channel) {
    case 'email': {
      const provider = email.for(providerConfigOf(outgoing.sender, box));
      return () => provider.send(outgoing.email);
    }
    case 'whatsapp': {
      const provider = whatsapp.for(whatsAppConfigOf(outgoing.sender, box));
      return () => provider.send(outgoing.message);
    }
    case 'call': {
      const provider = voice.for(voiceConfigOf(outgoing.sender, box));
      return () => provider.call(outgoing.call);
    }
  }
}
