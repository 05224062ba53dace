import { publicUrl, secretsOf } from '../../runtime/config.js';
import { renderMessageContract } from '../../schemas/messages/render.js';
import { createUnsubscribeLinks } from '../../services/messages/mail-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { renderInMemory } from './render-in-memory.js';

export const renderMessageRoute = ({ config }: ApiDependencies) => {
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return route(renderMessageContract).handle(async (input) => {
    const unsubscribeUrl = (leadId: string) => links.urlFor(input.account.id, leadId);
    const { shown, ...paper } = await renderInMemory(input, input.body, { unsubscribeUrl });
    const { channel: _channel, ...whatsapp } = shown?.channel === 'whatsapp' ? shown : { channel: null };
    return {
      status: 200,
      body: {
        success: true,
        valid: shown !== undefined,
        subject: shown?.channel === 'email' ? shown.subject : null,
        text: shown?.text ?? null,
        html: shown?.channel === 'email' ? shown.html : null,
        whatsapp: shown?.channel === 'whatsapp' ? whatsapp : null,
        ...paper,
      },
    };
  });
};
