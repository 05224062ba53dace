import { hookCalls } from './activity-profiles.js';
import type { SandboxCallInput, SandboxCallResult } from './sandbox-call.protocol.js';

/**
 * Plays a call of the sandbox: tells at the account's hook what becomes of it, until the API has taken all of it.
 * Started when the sandbox takes the call. Id: `sandbox-call/<message_id>`.
 */
export async function sandboxCallWorkflow(input: SandboxCallInput): Promise<SandboxCallResult> {
  return hookCalls.playSandboxCall.executeWithOptions({ summary: 'tell how the call goes' }, [input]);
}
