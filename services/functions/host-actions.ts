import type { ActionType } from '../../schemas/rules/actions.js';
import { isRecord, readOptions } from './check-arguments.js';
import type { HostRun } from './host-run.js';

/** Leaves out what is null within a message's media and buttons too. */
function withoutNulls({ media, interactive, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const deep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(deep);
    if (!isRecord(value)) return value;
    const present = Object.entries(value).filter(([, item]) => item !== null);
    return Object.fromEntries(present.map(([key, item]) => [key, deep(item)]));
  };
  return {
    ...rest,
    ...(media === undefined ? {} : { media: deep(media) }),
    ...(interactive === undefined ? {} : { interactive: deep(interactive) }),
  };
}

const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

/** Creates the methods that equal an action. The lead is the first parameter of each. */
export function actionMethods({ leads, act }: HostRun) {
  const asks =
    (type: ActionType, paramsOf: (...args: readonly unknown[]) => Record<string, unknown>) =>
    async (lead: unknown, ...args: readonly unknown[]) => {
      const params = paramsOf(...args);
      return act(await leads.find(lead), type, params);
    };
  return {
    'tags.add': asks('add_tag', (tags) => ({ tags: asList(tags) })),
    'tags.remove': asks('remove_tag', (tags) => ({ tags: asList(tags) })),
    'tags.set': asks('set_tags', (tags) => ({ tags: asList(tags) })),
    'status.set': asks('set_status', (key, more) => ({ ...readOptions(more, 'options'), status_key: key })),
    'messages.send': asks('send_message', (message) => withoutNulls(readOptions(message, 'message'))),
    'meetings.offer': asks('offer_meeting', (offer) => readOptions(offer, 'offer')),
    'automation.stop': asks('stop_automation', (more) => readOptions(more, 'options')),
    'automation.resume': asks('resume_automation', (more) => readOptions(more, 'options')),
    'consent.optOut': asks('opt_out', (more) => readOptions(more, 'options')),
    'conversions.record': asks('record_conversion', (one) => readOptions(one, 'conversion')),
    'fields.set': asks('set_field', (key, value, more) => ({ ...readOptions(more, 'options'), key, value })),
    'notes.add': asks('add_note', (text) => ({ text })),
    'tasks.create': asks('create_task', (task) => readOptions(task, 'task')),
  };
}
