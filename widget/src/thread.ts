import type { Message } from './api-types.js';

export type Delivery = 'sending' | 'sent' | 'failed';

/** A message as it is shown: of the service, or on its way there. */
export interface Item {
  /** Stays the same when the service has taken it. */
  key: string;
  id: string | null;
  turnId: string | null;
  /** Its place; what is on its way comes last. */
  seq: number;
  role: Message['role'];
  text: string;
  actions: Message['actions'];
  /** The sources of its statements. */
  citations: Message['citations'];
  createdAt: string;
  delivery: Delivery;
}

/** The messages of a conversation, each once, in their order. */
export interface Thread {
  items(): readonly Item[];
  /** The last message that the service numbered. */
  lastKnown(): Item | undefined;
  /** Takes messages of the service; answers those that were new. */
  merge(messages: readonly Message[]): Item[];
  /** Shows what the visitor says, before the service has it. */
  add(turnId: string, text: string, createdAt: string): void;
  mark(turnId: string, delivery: Delivery): void;
  clear(): void;
}

const keyOf = ({ role, turn_id, id }: Message) => (role === 'user' && turn_id ? `turn:${turn_id}` : id);

const itemOf = (message: Message): Item => ({
  key: keyOf(message),
  id: message.id,
  turnId: message.turn_id,
  seq: message.seq,
  role: message.role,
  text: message.text ?? '',
  actions: message.actions,
  citations: message.citations,
  createdAt: message.created_at,
  delivery: 'sent',
});

/** Makes an empty thread. `changed` is called after each change. */
export function createThread(changed: () => void): Thread {
  const items = new Map<string, Item>();
  const sorted = () => [...items.values()].sort((a, b) => a.seq - b.seq || (a.createdAt < b.createdAt ? -1 : 1));
  return {
    items: sorted,
    lastKnown: () => sorted().findLast(({ id }) => id !== null),
    merge(messages) {
      const added: Item[] = [];
      for (const message of messages) {
        const item = itemOf(message);
        const known = items.get(item.key);
        if (!known) added.push(item);
        items.set(item.key, item);
        // A visitor's message comes right before its answer, also if only the answer has its number yet.
        const said = item.role !== 'user' && item.turnId ? items.get(`turn:${item.turnId}`) : undefined;
        if (said && said.id === null) {
          said.seq = Math.min(said.seq, item.seq - 0.5);
          said.delivery = 'sent';
        }
      }
      changed();
      return added;
    },
    add(turnId, text, createdAt) {
      const key = `turn:${turnId}`;
      if (items.has(key)) return;
      items.set(key, {
        key,
        id: null,
        turnId,
        seq: Number.MAX_SAFE_INTEGER,
        role: 'user',
        text,
        actions: [],
        citations: [],
        createdAt,
        delivery: 'sending',
      });
      changed();
    },
    mark(turnId, delivery) {
      const item = items.get(`turn:${turnId}`);
      if (!item || item.delivery === delivery) return;
      item.delivery = delivery;
      changed();
    },
    clear() {
      items.clear();
      changed();
    },
  };
}
