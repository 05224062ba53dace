import type { Api, Message } from './api.js';

/** The operator's findings about sends with an unknown outcome. */
export interface Resolved {
  sent: number;
  resend: number;
}

/**
 * Settles messages whose sender died in the middle, as a person would who asks the mail server: what it has was sent,
 * what it hasn't is sent again.
 */
export async function resolveUnknown(api: Api, arrived: (messageId: string) => boolean, done: Resolved): Promise<void> {
  for (const { id } of await api.list<Message>('/messages?status=unknown&direction=outbound', 'messages')) {
    const as = arrived(id) ? 'sent' : 'resend';
    await api.post(`/messages/${id}/resolve`, { as });
    done[as] += 1;
  }
}
