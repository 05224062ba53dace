import { createTokenSigner } from '../../runtime/signed-token.js';

/** A number, as the address that Twilio calls names it. */
export interface HookedNumber {
  accountId: string;
  numberId: string;
}

/** The address of each number at Twilio, made from the number alone, so that nothing has to be kept of it. */
export interface TwilioHooks {
  urlOf(number: HookedNumber): string;
  /** The number that a token of an address names; undefined for one that was not made here. */
  read(token: string, now: Date): HookedNumber | undefined;
}

/**
 * Creates what makes and reads the addresses of Twilio's hooks. `secrets` are the master secrets, newest first;
 * `baseUrl` is the address the outside reaches the API under.
 */
export function createTwilioHooks(secrets: readonly [string, ...string[]], baseUrl: string): TwilioHooks {
  const signer = createTokenSigner(secrets, 'twilio-hook');
  return {
    urlOf: ({ accountId, numberId }) => `${baseUrl}/hooks/twilio/${signer.sign([accountId, numberId])}`,
    read(token, now) {
      const result = signer.verify(token, now);
      if (!result.ok) return undefined;
      const [accountId, numberId] = result.payload;
      return accountId && numberId ? { accountId, numberId } : undefined;
    },
  };
}
