import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from './api.js';
import { print, row } from './screen.js';
import { untilWithin } from './until.js';

/**
 * Runs a website with a chat on another origin than the service. The agent asks for a name and an email address, offers
 * times and books one. The demo ends after a booking.
 */

const PATIENCE_MS = 30 * 60_000;
const until = untilWithin(PATIENCE_MS);

interface Meeting {
  lead_id: string;
  starts_at: string;
  attendee_name: string | null;
  attendee_email: string | null;
}

const page = (serviceUrl: string, key: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Acme Solar</title>
<style>
body { margin: 0; font: 1.1rem/1.6 system-ui, sans-serif; color: #14322a; background: linear-gradient(#f4faf7, #dcefe6) fixed }
main { max-width: 40rem; margin: 0 auto; padding: 6rem 1.5rem }
h1 { font-size: 2.6rem; line-height: 1.15 }
button { padding: .8rem 1.5rem; border: 0; border-radius: 2rem; background: #0b6e4f; color: #fff; font: inherit; cursor: pointer }
</style>
<script async src="${serviceUrl}/widget.js" data-key="${key}" data-open-with="#talk"></script>
</head>
<body>
<main>
<h1>Your roof can do more than keep the rain out</h1>
<p>We plan and build solar panels. Tell us about your roof, and talk with Maria about what it can earn.</p>
<p><button id="talk">Talk to us</button></p>
</main>
</body>
</html>
`;

/** Creates a host, the agent that talks, and its widget. Returns the widget's key. */
async function prepare(api: Api): Promise<string> {
  const { host } = await api.post<{ host: { id: string } }>('/hosts', {
    name: 'Maria',
    email: 'maria@sales.example.com',
    timezone: 'Europe/Madrid',
  });
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  const hours = { kind: 'weekly', weekdays, starts: '09:00', ends: '17:00' };
  await api.post(`/hosts/${host.id}/availability-blocks`, hours);
  const { meeting_type: type } = await api.post<{ meeting_type: { id: string } }>('/meeting-types', {
    name: 'First talk',
    duration_minutes: 30,
    meeting_url: 'https://meet.example.com/maria',
  });
  const { workflow } = await api.post<{ workflow: { id: string } }>('/workflows', {
    name: 'Acme Solar',
    goal_type: 'appointment',
    timezone: 'Europe/Madrid',
    fields: [
      { key: 'first_name', label: 'Name', type: 'text', required: true, ask_prompt: 'What is your name?' },
      {
        key: 'email',
        label: 'Email',
        type: 'email',
        required: true,
        ask_prompt: 'Which email address may we send the invitation to?',
      },
    ],
    ai: {
      enabled: true,
      meeting_type: type.id,
      tools: ['capture_field', 'get_availability', 'book_meeting', 'request_human', 'end_conversation'],
    },
    cadence: { steps: [{ key: 'rest', type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
  });
  await api.post(`/workflows/${workflow.id}/publish`);
  const { widget } = await api.post<{ widget: { key: string } }>('/widgets', {
    name: 'Acme Solar',
    workflow_id: workflow.id,
    allowed_domains: ['localhost'],
    theme: { primary_color: '#0b6e4f' },
    opening_message: '**Hello!** Shall we look at what your roof can earn?',
    quick_replies: ['Yes, please'],
  });
  return widget.key;
}

const [serviceFile = ''] = process.argv.slice(2);
const service = JSON.parse(readFileSync(serviceFile, 'utf8')) as { api_url: string };
const api = new Api(service.api_url, process.env.DEMO_API_KEY ?? '');
const html = page(service.api_url, await prepare(api));
const site = createServer((_req, res) => void res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html));
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));

print(`A website with the chat: http://localhost:${(site.address() as AddressInfo).port}`);
print('Talk to it, give a name and an email address, and pick a time.\n');
const booked = await until(
  'The booking',
  async () => (await api.get<{ meetings: Meeting[] }>('/meetings')).meetings[0],
);
row('Booked', booked.starts_at);
row('With', `${booked.attendee_name} <${booked.attendee_email}>`);
row('The lead', booked.lead_id);
site.close();
site.closeAllConnections();
