import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addWidget, SITE } from '../support/widgets.js';

const day = useWorkday('dashboard-widget');
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 1, unit: 'days' as const } }];

describe('a chat widget', () => {
  it('is created, designed next to its preview, given a new key, and deleted', async () => {
    const { api, account, dashboard } = day;
    const agentName = 'Sun advice';
    await publishAgent(api.db, account.accountId, STEPS, { name: agentName });
    const page = await day.open('/integrations');
    await page.getByRole('button', { name: 'New widget' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Allowed domains' }).fill('www.example.com, localhost');
    await page.getByRole('button', { name: 'Create widget' }).click();
    await page.getByRole('dialog', { name: 'Identity secret' }).waitFor();
    await page.getByRole('button', { name: /stored/i }).click();
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();

    const widgetOf = async () => (await account.request('get', '/widgets').expect(200)).body.widgets[0];
    const made = await widgetOf();
    expect(made).toMatchObject({ name: 'Shop', allowed_domains: ['www.example.com', 'localhost'] });
    // A new widget shows what visitors see of it: whom they write to, and where.
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText(agentName, { exact: true }).waitFor();
    await preview.getByText('No opening message. The chat starts empty.').waitFor();
    await preview.getByText('Write a message…').waitFor();
    await page.getByRole('textbox', { name: 'Opening message' }).fill('Hello, what can we do for you?');
    await preview.getByText('Hello, what can we do for you?').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await widgetOf()).opening_message).toBe('Hello, what can we do for you?');
    expect(await page.getByText(made.key).count()).toBeGreaterThan(0);
    await day.look(page, 'widget');

    const more = page.getByRole('button', { name: 'More actions for the widget' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Regenerate key' }).click();
    const asked = page.getByRole('dialog', { name: 'Regenerate key' });
    await asked.getByRole('button', { name: 'Regenerate key' }).click();
    await asked.waitFor({ state: 'hidden' });
    const renewed = await widgetOf();
    expect(renewed.key).not.toBe(made.key);
    await page.getByText(renewed.key).first().waitFor();

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete widget' }).getByRole('button', { name: 'Delete widget' }).click();
    await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor();
    expect((await account.request('get', '/widgets').expect(200)).body.widgets).toEqual([]);
    expect(dashboard.complaints).toEqual([]);
  });

  it('tells what browsers met: how often it was loaded, how long answers took, and what went wrong', async () => {
    const { api, account, dashboard } = day;
    const { id, key } = await addWidget(api, account, { name: 'Seen' });
    const page = await day.open(`/integrations/widgets/${id}`);
    const told = page.getByRole('region', { name: 'Browser activity in the last 90 days' });
    await told.getByText('No data yet.').waitFor();

    const events = [
      { type: 'load', ts: 1 },
      { type: 'load', ts: 2 },
      { type: 'open', ts: 3 },
      { type: 'turn_ms', ts: 4, data: { ms: 400 } },
      { type: 'turn_ms', ts: 5, data: { ms: 1_200 } },
      { type: 'error', ts: 6, data: { code: 'NETWORK' } },
    ];
    await supertest(api.app)
      .post(`/api/widget/v1/telemetry?key=${key}`)
      .set({ origin: SITE, 'content-type': 'text/plain' })
      .send(JSON.stringify({ events }))
      .expect(204);
    await page.reload();
    const line = (name: string) => told.getByRole('listitem').filter({ hasText: name });
    await line('Page loads').getByText('2', { exact: true }).waitFor();
    await line('Opened by visitors').getByText('1', { exact: true }).waitFor();
    await line('Reply time').getByText('800 ms on average, 1,200 ms at most').waitFor();
    await line('Errors').getByText('NETWORK').waitFor();
    await day.look(page, 'widget-telemetry');
    expect(dashboard.complaints).toEqual([]);
  });
});
