import { ERROR_CODES, type ErrorCode } from '../schemas/error-codes.js';
import { ERROR_CURES } from './error-cures.js';

const HEAD = `# Errors

Every error has the same body: \`error\` is a short title, \`message\` says what is wrong and what to do, \`code\` is what programs look at, \`request_id\` names the request in questions to us (also in the header \`X-Request-Id\`). A 400 adds \`field\`, a JSON pointer to what is wrong, and \`details.errors\` with everything else that is. A conflict in booking adds \`conflicts\` and \`alternatives\`.

\`\`\`sh
curl -X POST "$BASE_URL/api/public/leads" -H "X-API-Key: $API_KEY" \\
  -H "Content-Type: application/json" -d '{"first_name": "Ana", "phone": "12"}'
\`\`\`
\`\`\`json 400
{
  "error": "Validation error",
  "message": "No such number can exist in its country.",
  "code": "INVALID_PHONE",
  "request_id": "01a1ff8b-5414-743e-9313-b0207cf80edb",
  "field": "/phone",
  "details": {
    "errors": [{ "field": "/phone", "message": "No such number can exist in its country.", "code": "INVALID_PHONE" }]
  }
}
\`\`\`

Try again after 429 and 5xx, with the same idempotency key and not before the seconds that \`Retry-After\` names. After any other status the same request gets the same answer.
`;

/** Writes the guide to all error codes, one heading each, as Markdown. */
export function errorGuide(): string {
  const byStatus = Map.groupBy(Object.entries(ERROR_CODES), ([, [status]]) => status);
  const sections = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const entries = codes.map(([code, [, , message]]) => {
        const [cause, cure] = ERROR_CURES[code as ErrorCode];
        return `### ${code}\n\n> ${message}\n\n**Cause.** ${cause}\n\n**Cure.** ${cure}\n`;
      });
      return `## ${status}\n\n${entries.join('\n')}`;
    });
  return [HEAD, ...sections].join('\n');
}
