import type { MessageAction } from '../../schemas/conversations/messages.js';
import { iso } from '../time/zoned.js';
import { namedIn } from './choose-slot.js';
import { formOf } from './form.js';
import { disclosure } from './phrases.js';
import { OFFER_MS, type Offer, type Scene, type Step } from './scene.js';

const offersOf = ({ done }: Scene): readonly Offer[] =>
  done.findLast(({ offers, refused }) => offers !== undefined && refused === null)?.offers ?? [];

const wasBooked = ({ done }: Scene): boolean =>
  done.some(({ call, refused }) => call.tool === 'book_meeting' && refused === null);

/** What an answer offers to click: times that were found and can still be picked, and links that were sent. */
function actionsOf(scene: Scene): MessageAction[] {
  const { done, zone, now, agent } = scene;
  const slots = wasBooked(scene)
    ? []
    : offersOf(scene).map(({ slotId, from, to, label, hostName }) => ({
        ...{ slot_id: slotId, starts_at: iso(from), ends_at: iso(to), label, host_name: hostName },
      }));
  const sent = done.flatMap(({ call, refused }) => (call.tool === 'send_link' && !refused ? [call.key] : []));
  const links = agent.ai.links.filter(({ key }) => sent.includes(key));
  const form = slots.length > 0 ? undefined : formOf(scene);
  return [
    ...(form ? [form] : []),
    ...(slots.length > 0
      ? [{ type: 'book_meeting' as const, timezone: zone, slots, expires_at: iso(now + OFFER_MS) }]
      : []),
    ...links.map(({ label, url }) => ({ type: 'link' as const, label, url })),
  ];
}

/** Makes the reply of a turn from what a model wrote: what it is, its text, and the times where nothing can be clicked. */
export function composeModelReply(scene: Scene, text: string): Extract<Step, { kind: 'reply' }> {
  const { language, channel, agent, memory } = scene;
  const actions = actionsOf(scene);
  const times = actions.flatMap((action) => (action.type === 'book_meeting' ? action.slots : []));
  const list = channel === 'chat' ? [] : times.map(({ label }, at) => `${at + 1}. ${label}`);
  const parts = [
    ...(scene.isFirst && agent.ai.disclose_ai ? [disclosure(language, agent.ai.persona)] : []),
    text,
    ...(list.length > 0 ? [list.join('\n')] : []),
  ];
  const offers = times.length > 0 ? offersOf(scene) : scene.offers;
  const named = namedIn(text, { ...scene, offers });
  return {
    kind: 'reply',
    text: parts.join('\n\n'),
    actions,
    memory: {
      ...{ ...memory, asked: null, unanswered: 0, personOffered: false, proposed: named.proposed },
      shown: times.length > 0 ? times.map(({ slot_id }) => slot_id) : named.shown,
    },
    confidence: 1,
  };
}
