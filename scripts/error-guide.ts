import { ERROR_CODES } from '../schemas/error-codes.js';

const HEAD = `# Errors

Every error has the same body: \`error\` is a short title, \`message\` says what is wrong and what to do, \`code\` is what programs look at, \`request_id\` names the request in questions to us (also in the header \`X-Request-Id\`). A 400 adds \`field\`, a JSON pointer to what is wrong, and \`details.errors\` with everything else that is. A conflict in booking adds \`conflicts\` and \`alternatives\`.

Try again after 429 and 5xx, with the same idempotency key and not before the seconds that \`Retry-After\` names. After any other status the same request gets the same answer.
`;

/** The guide to all error codes, one heading each, as Markdown. */
export function errorGuide(): string {
  const byStatus = Map.groupBy(Object.entries(ERROR_CODES), ([, [status]]) => status);
  const sections = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const entries = codes.map(([code, [, title, message]]) => `### ${code}\n\n${title}. ${message}\n`);
      return `## ${status}\n\n${entries.join('\n')}`;
    });
  return [HEAD, ...sections].join('\n');
}
