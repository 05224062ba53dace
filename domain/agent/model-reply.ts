import type { MessageAction } from '../../schemas/conversations/messages.js';
import { iso } from '../time/zoned.js';
import { slotsNamedIn } from './choose-slot.js';
import { formOf } from './form.js';
import { disclosure } from './phrases.js';
import { changePageOf } from './scripted-reply.js';
import { MEETING_LINK, OFFER_MS, type Offer, type Step, type TurnInput } from './turn-input.js';

const offersOf = ({ done }: TurnInput): readonly Offer[] =>
  done.findLast(({ offers, refused }) => offers !== undefined && refused === null)?.offers ?? [];

const wasBooked = ({ done }: TurnInput): boolean =>
  done.some(({ call, refused }) => call.tool === 'book_meeting' && refused === null);

/** The keys of the links that the turn has sent. */
const sentLinks = ({ done }: TurnInput): string[] =>
  done.flatMap(({ call, refused }) => (call.tool === 'send_link' && !refused ? [call.key] : []));

/** Returns whether the turn has sent the page of the lead's meeting, where the agent has no link of that name. */
const sendsMeeting = (turnInput: TurnInput): boolean =>
  sentLinks(turnInput).includes(MEETING_LINK) && !turnInput.agent.ai.links.some(({ key }) => key === MEETING_LINK);

/** Returns the actions of an answer: offered times that are still free, and sent links. */
function actionsOf(turnInput: TurnInput): MessageAction[] {
  const { zone, now, agent } = turnInput;
  const slots = wasBooked(turnInput)
    ? []
    : offersOf(turnInput).map(({ slotId, from, to, label, hostName }) => ({
        slot_id: slotId,
        starts_at: iso(from),
        ends_at: iso(to),
        label,
        host_name: hostName,
      }));
  const sent = sentLinks(turnInput);
  const links = agent.ai.links.filter(({ key }) => sent.includes(key));
  const form = slots.length > 0 ? undefined : formOf(turnInput);
  return [
    ...(form ? [form] : []),
    ...(slots.length > 0
      ? [{ type: 'book_meeting' as const, timezone: zone, slots, expires_at: iso(now + OFFER_MS) }]
      : []),
    ...links.map(({ label, url }) => ({ type: 'link' as const, label, url })),
  ];
}

/** Makes the reply of a turn from what a model wrote: what it is, its text, and the times where nothing can be clicked. */
export function composeModelReply(turnInput: TurnInput, text: string): Extract<Step, { kind: 'reply' }> {
  const { language, channel, agent, memory } = turnInput;
  const actions = actionsOf(turnInput);
  const times = actions.flatMap((action) => (action.type === 'book_meeting' ? action.slots : []));
  const list = channel === 'chat' ? [] : times.map(({ label }, at) => `${at + 1}. ${label}`);
  const isLinked = sendsMeeting(turnInput);
  const parts = [
    ...(turnInput.isFirst && agent.ai.disclose_ai ? [disclosure(language, agent.ai.persona)] : []),
    text,
    ...(list.length > 0 ? [list.join('\n')] : []),
    ...(isLinked ? changePageOf(turnInput) : []),
  ];
  const offers = times.length > 0 ? offersOf(turnInput) : turnInput.offers;
  const named = slotsNamedIn(text, { ...turnInput, offers });
  return {
    kind: 'reply',
    text: parts.join('\n\n'),
    actions,
    memory: {
      ...memory,
      asked: null,
      unanswered: 0,
      personOffered: false,
      proposed: named.proposed,
      linked: memory.linked || isLinked,
      shown: times.length > 0 ? times.map(({ slot_id }) => slot_id) : named.shown,
    },
    confidence: 1,
  };
}
