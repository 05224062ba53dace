import { createWidgetRoute, listWidgetsRoute, regenerateWidgetKeyRoute } from '../../api/widget/widgets.js';
import { ACCOUNT, type Commands, countOf, LIMIT, listOf, ownerOf } from './command.js';
import { operate, operateList } from './operate.js';

const LISTED = 50;

/** Chat widgets, and the keys that pages show. */
export const WIDGET_COMMANDS: Commands = {
  'widgets create': {
    options: {
      ...ACCOUNT,
      workflow: { value: 'W', needed: true },
      domains: { value: 'x,y' },
      name: { value: 'N' },
      'request-contact': {},
    },
    does: 'create a chat widget for an agent; pages of the given domains can embed it with the returned key',
    async run(given) {
      const body = {
        name: given.text('name') ?? 'Widget',
        workflow_id: given.needed('workflow'),
        allowed_domains: listOf(given.text('domains')),
        request_contact: given.isOn('request-contact'),
      };
      const made = await operate<{ widget: { id: string; key: string }; identity_secret: string }>(
        given.db,
        createWidgetRoute,
        { accountId: await given.account(), body },
      );
      return { widget_id: made.widget.id, key: made.widget.key, identity_secret: made.identity_secret };
    },
  },
  'widgets list': {
    options: { ...ACCOUNT, ...LIMIT },
    does: 'list the chat widgets of an account',
    columns: ['id', 'name', 'workflow_id', 'key', 'allowed_domains', 'is_active'],
    run: async (given) =>
      operateList(given.db, listWidgetsRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
      }),
  },
  'widgets regenerate-key': {
    options: { widget: { value: 'W', needed: true } },
    does: 'replace the key of a chat widget; the old key is revoked immediately',
    async run(given) {
      const { accountId, id } = await ownerOf(given, 'widgets', 'widget');
      const { widget } = await operate<{ widget: { id: string; key: string } }>(given.db, regenerateWidgetKeyRoute, {
        accountId,
        params: { id },
      });
      return { widget_id: widget.id, key: widget.key };
    },
  },
};
