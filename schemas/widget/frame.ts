import { Type } from '../common.js';
import { contract } from '../contract.js';

/** The page that a site embeds; its own script asks for everything else. */
export const widgetFrameContract = contract({
  operationId: 'showWidgetFrame',
  method: 'get',
  path: '/widget/frame',
  tag: 'Chat widget',
  auth: 'none',
  summary: 'The page in which a site embeds its chat.',
  query: Type.Object({ key: Type.Optional(Type.String({ description: 'The key of the widget.' })) }),
  lenientQuery: true,
  answerType: 'text/html',
  success: {
    200: Type.String({ description: 'The page.' }),
    404: Type.String({ description: 'The same page, which nobody may embed.' }),
  },
  errors: [],
});
