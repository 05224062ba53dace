import { Problem } from '../api/problem.js';
import * as words from '../words/en/passkeys.js';

type Options = Readonly<Record<string, unknown>>;

/** Runs a dialog of the browser. Its library is only loaded here. */
async function inDialog<T>(run: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new Problem(-1, 'NO_PASSKEYS', words.noPasskey, words.notSupported);
  try {
    return await run(library);
  } catch (thrown) {
    // Browsers don't distinguish a cancelled dialog from a device without a passkey.
    const isKnown = thrown instanceof Error && thrown.name === 'InvalidStateError';
    throw new Problem(-1, 'NO_PASSKEY', words.noPasskey, isKnown ? words.hasOneAlready : words.cancelled);
  }
}

/** Creates a passkey, in a dialog of the browser. Throws a `Problem` if the user cancels it. */
export const createPasskey = (options: Options) =>
  inDialog(async ({ startRegistration }) => {
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    const { id, response } = await startRegistration({ optionsJSON });
    return {
      id,
      client_data: response.clientDataJSON,
      attestation_object: response.attestationObject,
      transports: response.transports ?? [],
    };
  });

/** Signs in with a passkey, in a dialog of the browser. Throws a `Problem` if the user cancels it. */
export const signWithPasskey = (options: Options) =>
  inDialog(async ({ startAuthentication }) => {
    const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const { id, response } = await startAuthentication({ optionsJSON });
    return {
      id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle ?? '',
    };
  });
