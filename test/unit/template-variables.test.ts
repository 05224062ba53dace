import { expect, it } from '@jest/globals';
import { KNOWN_VARIABLES, renderTemplate } from '../../domain/messages/template-render.js';
import { inMemorySnapshot } from '../../services/agents/simulate.js';
import { templateVariables } from '../../services/messages/template-variables.js';

it('every variable that a message may use is filled where the lead has it', () => {
  const now = new Date('2026-03-02T09:00:00Z');
  const account = {
    id: 'a',
    name: 'Example Ltd',
    timezone: 'UTC',
    country: 'ES',
    sending_enabled: true,
    sending_note: null,
    limits: null,
  };
  const values = {
    first_name: 'Ana',
    last_name: 'Pérez',
    email: 'ana@example.com',
    phone: '+34600111222',
    company: 'Acme',
    title: 'CEO',
    source: 'api',
    timezone: 'Europe/Madrid',
    country: 'ES',
    external_id: 'crm-1',
    deal_value: 1250.5,
    deal_currency: 'EUR',
  };
  const snapshot = inMemorySnapshot(now, account, values as Parameters<typeof inMemorySnapshot>[2], {
    tags: ['vip'],
    variables: { size: 3 },
  });
  const variables = templateVariables(
    { ...snapshot, lead: { ...snapshot.lead, owner_id: 'o' }, metadata: { plan: 'gold' } },
    {
      now: now.toISOString(),
      sender: { name: 'Sales', from_email: 'sales@example.com', from_name: 'Sales of Example' },
      agent: { id: 'w', name: 'Welcome' },
      unsubscribeUrl: 'https://example.com/u',
    },
  );
  const wild: Record<string, string> = { 'lead.tags.*': 'lead.tags.first', 'variables.*': 'variables.size' };
  Object.assign(wild, { 'fields.*': 'fields.size', 'lead.metadata.*': 'lead.metadata.plan' });
  Object.assign(wild, { 'metadata.*': 'metadata.plan' });
  const empty = KNOWN_VARIABLES.filter((name) => {
    const rendered = renderTemplate(`{{ ${wild[name] ?? name} }}`, variables, 'text');
    return !rendered.ok || rendered.value === '';
  });
  expect(empty).toEqual([]);
});
