import type { RequestHandler } from 'express';
import type { Logger } from '../../../runtime/logger.js';

/**
 * Warns once when a proxy forwards requests although none is trusted, in the log and by the attention list: all clients
 * then share its address, and with it the limits of one address.
 */
export function warnOfProxy({
  logger,
  onProxyIgnored,
}: {
  logger: Logger;
  onProxyIgnored?: () => void;
}): RequestHandler {
  let warned = false;
  return (req, _res, next) => {
    if (!warned && req.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      onProxyIgnored?.();
      logger.warn(
        'X-Forwarded-For is ignored because TRUST_PROXY is not set. Behind a proxy, set it to the number of proxies',
      );
    }
    next();
  };
}
