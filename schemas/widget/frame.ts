import { Type } from '../common.js';
import { contract } from '../contract.js';

/** The page that a site embeds; its own script asks for everything else. */
export const showWidgetFrameContract = contract({
  operationId: 'showWidgetFrame',
  method: 'get',
  path: '/widget/frame',
  tag: 'Chat widget',
  auth: 'none',
  summary: 'Get the page that embeds the chat in a frame.',
  query: Type.Object({ key: Type.Optional(Type.String()) }),
  lenientQuery: true,
  answerType: 'text/html',
  success: {
    200: Type.String({ description: 'The HTML page.' }),
    404: Type.String({ description: "The same page, which can't be embedded." }),
  },
  errors: [],
});
