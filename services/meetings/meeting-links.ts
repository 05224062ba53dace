import { createTokenSigner } from '../../runtime/signed-token.js';

/** Makes and reads the links to the page on which a lead confirms, moves or cancels a meeting. */
export interface MeetingLinks {
  urlFor(accountId: string, meetingId: string): string;
  /** Returns the meeting of a token. Undefined for a token that wasn't signed here. */
  read(token: string, now: Date): { accountId: string; meetingId: string } | undefined;
}

/**
 * Creates what makes and reads the links of meeting pages. `secrets` are the master secrets, newest first; `baseUrl` is
 * the address the outside reaches the API under.
 */
export function createMeetingLinks(secrets: readonly [string, ...string[]], baseUrl: string): MeetingLinks {
  const signer = createTokenSigner(secrets, 'meeting');
  return {
    urlFor: (accountId, meetingId) => `${baseUrl}/m/${signer.sign([accountId, meetingId])}`,
    read(token, now) {
      const result = signer.verify(token, now);
      if (!result.ok) return undefined;
      const [accountId, meetingId] = result.payload;
      return accountId && meetingId ? { accountId, meetingId } : undefined;
    },
  };
}
