import { oneOf, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

export const replyInSandboxContract = contract({
  operationId: 'replyInSandbox',
  method: 'post',
  path: '/api/internal/sandbox/replies',
  tag: 'Sandbox',
  auth: 'user',
  scope: 'messages:send',
  summary: 'Simulate a reply, read receipt or bounce of a lead in the sandbox.',
  description:
    'The event is processed like a provider event, within moments. Only messages of the sandbox are ' + 'supported.',
  body: strictObject({
    message_id: Uuid('ID of the delivered message.'),
    kind: oneOf(['reply', 'read', 'bounce'] as const, { description: 'Event to simulate. Only emails can bounce.' }),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S', description: 'reply: text of the reply.' }),
    ),
  }),
  success: {
    202: strictObject({ success: Success, event_id: Type.String({ description: 'ID of the simulated event.' }) }),
  },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});
