/** Returns the system's code of a failure, wherever in its chain of causes it is, else the failure's name. */
export function failureCode(error: unknown): string {
  const { code, cause, errors, name } = (error ?? {}) as Record<'code' | 'cause' | 'errors' | 'name', unknown>;
  if (typeof code === 'string') return code;
  if (Array.isArray(errors)) return failureCode(errors[0]);
  if (cause !== undefined && cause !== null) return failureCode(cause);
  return typeof name === 'string' ? name : 'ERROR';
}

const LATE = "{owner} didn't respond in time ({code}). Try again later.";
const CUT = '{owner} closed the connection ({code}). Try again later.';
const NO_ROUTE = "{owner}'s network can't be reached ({code}). Check the {address} and this server's network.";
const BAD_CERTIFICATE = "{owner}'s certificate isn't valid ({code}). Check the {address} and the certificate.";

const EXPLAINED: Readonly<Record<string, string>> = {
  ENOTFOUND: "{owner}'s host can't be resolved ({code}). Check the {address}.",
  EDNS: "{owner}'s host can't be resolved ({code}). Check the {address}.",
  EAI_AGAIN: "{owner}'s host can't be resolved at the moment ({code}). Try again later.",
  ECONNREFUSED: '{owner} refused the connection ({code}). Check the {address} and the port.',
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: LATE,
  UND_ERR_CONNECT_TIMEOUT: LATE,
  UND_ERR_HEADERS_TIMEOUT: LATE,
  UND_ERR_BODY_TIMEOUT: LATE,
  TimeoutError: LATE,
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  CERT_HAS_EXPIRED: "{owner}'s certificate has expired ({code}). Renew it.",
  DEPTH_ZERO_SELF_SIGNED_CERT: BAD_CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: BAD_CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: BAD_CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: BAD_CERTIFICATE,
};

/**
 * Explains why a server wasn't reached, by the code of the failure, with what to do: `owner` is whose server it is, such
 * as "The provider", and `address` how its address is called where it is set.
 */
export function explainFailure(owner: string, code: string, address: 'URL' | 'host' = 'URL'): string {
  const text = Object.hasOwn(EXPLAINED, code) ? EXPLAINED[code] : undefined;
  if (text === undefined) return `${owner} couldn't be reached (${code}).`;
  return text.replace('{owner}', owner).replace('{code}', code).replace('{address}', address);
}
