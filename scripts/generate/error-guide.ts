import { ERROR_CODES, type ErrorCode } from '../../schemas/error-codes.js';
import { ERROR_CURES } from './error-cures.js';

const HEAD = `# Errors

Every error response has the same fields:

- \`error\`: a short title.
- \`message\`: the problem and how to fix it.
- \`code\`: a stable, machine-readable code. Use it in your programs.
- \`request_id\`: the ID of the request, also in the \`X-Request-Id\` header. Include it when you contact support.

Responses with status 400 also have \`field\`, a JSON pointer to the first invalid field, and \`details.errors\`, a list of all invalid fields. Booking conflicts also have \`conflicts\` and \`alternatives\`.

\`\`\`sh
curl -X POST "$BASE_URL/api/public/leads" -H "X-API-Key: $API_KEY" \\
  -H "Content-Type: application/json" -d '{"first_name": "Ana", "phone": "12"}'
\`\`\`
\`\`\`json 400
{
  "error": "Validation error",
  "message": "The phone number isn't valid in its country.",
  "code": "INVALID_PHONE",
  "request_id": "01a1ff8b-5414-743e-9313-b0207cf80edb",
  "field": "/phone",
  "details": {
    "errors": [
      { "field": "/phone", "message": "The phone number isn't valid in its country.", "code": "INVALID_PHONE" }
    ]
  }
}
\`\`\`

Retry after 429 and 5xx, with the same idempotency key and after the seconds in \`Retry-After\`. Other errors return the same response until you change the request.
`;

/** Writes the guide to all error codes, one heading each, as Markdown. */
export function errorGuide(): string {
  const byStatus = Map.groupBy(Object.entries(ERROR_CODES), ([, [status]]) => status);
  const sections = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const entries = codes.map(([code, [, , message]]) => {
        const [cause, cure] = ERROR_CURES[code as ErrorCode];
        return `### ${code}\n\n> ${message}\n\n**Cause.** ${cause}\n\n**Solution.** ${cure}\n`;
      });
      return `## ${status}\n\n${entries.join('\n')}`;
    });
  return [HEAD, ...sections].join('\n');
}
