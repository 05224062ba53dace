import { type RequestHandler, Router } from 'express';
import { DateTime } from 'luxon';
import { type Config, publicUrl } from '../runtime/config.js';

const VALID = { months: 6 };

/** Serves `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities of this instance. */
export function securityText(config: Config): Router {
  const contact = config.SECURITY_CONTACT;
  const send: RequestHandler = (_req, res) => {
    const expires = DateTime.utc().plus(VALID).startOf('day').toISO({ suppressMilliseconds: true });
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      `Canonical: ${publicUrl(config)}/.well-known/security.txt`,
    ];
    res.type('text/plain').send(`${lines.join('\n')}\n`);
  };
  const router = Router();
  if (contact) router.get('/.well-known/security.txt', send);
  return router;
}
