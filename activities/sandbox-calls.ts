import { findSandboxCall } from '../db/channels/sandbox-deliveries.js';
import type { WorkDependencies } from '../db/work.js';
import type { VoiceProviders } from '../providers/voice/index.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { sandboxHook } from '../services/inbound/sandbox-calls.js';
import type { SandboxCallInput, SandboxCallResult } from '../workflows/sandbox-call.protocol.js';

export interface SandboxCallDependencies extends WorkDependencies {
  box: SecretBox;
  voice: Pick<VoiceProviders, 'play'>;
  /** The address of the API from here. */
  apiUrl: string;
}

/** Creates the activities of the sandbox's voice provider. */
export const createSandboxCallActivities = ({ box, voice, apiUrl: baseUrl, ...deps }: SandboxCallDependencies) => ({
  /** Returns how a call goes, event by event. A repeat tells the same events, which count once. */
  async playSandboxCall({ messageId }: SandboxCallInput): Promise<SandboxCallResult> {
    const call = await findSandboxCall(deps.db, messageId);
    if (!call) return { told: 0 };
    const { account_id: accountId, voice_agent_id: voiceAgentId } = call;
    const hook = await sandboxHook(deps, box, { accountId, voiceAgentId, baseUrl });
    if (!hook) return { told: 0 };
    const { to_address: to, begin_message: beginMessage, created_at: madeAt } = call;
    return { told: await voice.play({ messageId, to, beginMessage, madeAt }, hook) };
  },
});
