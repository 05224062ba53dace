import { createTokenSigner } from '../../runtime/signed-token.js';

/** The tokens by which providers prove that a report is about a channel of this instance. They name the channel. */
export interface PushTokens {
  sign(channelId: string): string;
  /** Returns the ID of the channel; undefined for a token that wasn't created here. */
  read(token: string, now: Date): string | undefined;
}

/**
 * Creates and reads the tokens of channels. `secrets` are the master secrets, newest first. A token is as long as the
 * shortest limit of a provider allows: at most 128 characters.
 */
export function createPushTokens(secrets: readonly [string, ...string[]]): PushTokens {
  const signer = createTokenSigner(secrets, 'push-channel');
  return {
    sign: (channelId) => signer.sign([channelId]),
    read(token, now) {
      const result = signer.verify(token, now);
      return result.ok ? result.payload[0] : undefined;
    },
  };
}
