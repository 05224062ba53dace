import type { Static } from '../../../schemas/common.js';
import type { UpdateWidgetBody, Widget as WidgetShape } from '../../../schemas/widget/widgets.js';
import { requestTagged } from '../../api/request.js';
import { type Draft, useDraft } from '../../api/use-draft.js';
import { plainOf } from '../../forms/shape.js';

export type Widget = Static<typeof WidgetShape>;

/** A field that is missing in a part stays as it is, so cleared fields are sent. */
const bodyOf = (changed: unknown, whole: boolean): unknown =>
  whole ? Object.fromEntries(Object.entries(plainOf(changed)).map(([key, part]) => [key, part ?? null])) : changed;

/** Edits a widget; pages go by it as soon as it is saved, so it is saved by hand. */
export function useWidget(id: string): Draft<Widget> {
  return useDraft<Widget>({
    id,
    operation: 'updateWidget',
    load: async () => {
      const { body, tag } = await requestTagged('getWidget', { params: { id } });
      return { body: body.widget, tag };
    },
    send: async (changes, how) => {
      const parts = Object.entries(changes).map(([key, part]) => [key, bodyOf(part, isPart(part))]);
      const input = { params: { id }, body: Object.fromEntries(parts) as UpdateWidgetBody };
      const { body, tag } = await requestTagged('updateWidget', input, how);
      return { body: body.widget, tag };
    },
  });
}

const isPart = (part: unknown): boolean => typeof part === 'object' && part !== null && !Array.isArray(part);
