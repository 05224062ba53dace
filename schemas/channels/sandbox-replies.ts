import { oneOf, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

export const replyInSandboxContract = contract({
  operationId: 'replyInSandbox',
  method: 'post',
  path: '/api/internal/sandbox/replies',
  tag: 'Sandbox',
  auth: 'user',
  scope: 'messages:send',
  summary: 'Do as the lead whom the sandbox delivered a message to: answer it, read it, or let it bounce.',
  description: 'It takes the way of what providers tell, and is worked in a moment. Only for messages of the sandbox.',
  body: strictObject({
    message_id: Uuid('The message that was delivered.'),
    kind: oneOf(['reply', 'read', 'bounce'] as const, { description: 'What happens; only e-mails bounce.' }),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S', description: 'reply: what the lead writes.' }),
    ),
  }),
  success: { 202: strictObject({ success: Success, event_id: Type.String({ description: 'What came in.' }) }) },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});
