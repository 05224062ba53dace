import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Api, type Message } from './api.js';
import { print, row } from './screen.js';
import { SmtpSink } from './smtp-sink.js';
import { untilWithin } from './until.js';

/**
 * One lead over three channels, followed through the public API alone: an email, a WhatsApp template that is delivered
 * and read, a call, a reply that pauses the cadence, a person's answer, and STOP. The email goes through a real mail
 * server, whose judgement counts; WhatsApp and calls have sandboxes, and what their providers would tell comes in
 * through the same signed doors as from Meta.
 */

const PHONE_NUMBER_ID = '100000000000001';
const OUR_NUMBER = '34600000001';
const LEAD_NUMBER = '34600123456';
const until = untilWithin(120_000);

interface Item {
  type: string;
  channel?: string;
  direction?: string;
  status?: string;
  content?: string | null;
  title?: string;
  description?: string | null;
  transcript?: { role: string; text: string }[] | null;
  created_at: string;
}
interface DemoData {
  api: Api;
  sink: SmtpSink;
  agentId: string;
  leadId: string;
  runId: string;
  hook: { url: string; secret: string };
}

const [serviceFile = ''] = process.argv.slice(2);

async function prepare(api: Api, sink: SmtpSink): Promise<DemoData> {
  const { email_sender } = await api.post<{ email_sender: { id: string } }>('/email-senders', {
    name: 'Maria of Sales',
    from_email: 'maria@sales.example.com',
    smtp: { host: sink.host, port: sink.port, secure: false },
  });
  const { whatsapp_number } = await api.post<{ whatsapp_number: { id: string } }>('/whatsapp-numbers', {
    phone_number: `+${OUR_NUMBER}`,
    provider: 'sandbox',
    provider_phone_number_id: PHONE_NUMBER_ID,
  });
  const { voice_agent } = await api.post<{ voice_agent: { id: string } }>('/voice-agents', { name: 'Sandbox caller' });
  const { template } = await api.post<{ template: { id: string } }>('/templates', {
    name: 'hello_again',
    channel: 'whatsapp',
    language: 'en',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'Hi {{1}}, shall we talk about your plans?', example: { body_text: [['Ana']] } },
    ],
  });
  await api.post('/templates/sync');
  const { workflow } = await api.post<{ workflow: { id: string } }>('/workflows', {
    name: 'Demo conversation',
    goal_type: 'appointment',
    exit: { on_reply: 'pause' },
    channels: {
      email_sender_id: email_sender.id,
      whatsapp_number_id: whatsapp_number.id,
      voice_agent_id: voice_agent.id,
    },
    cadence: {
      window: { mode: 'none' },
      steps: [
        { key: 'mail', type: 'message', channel: 'email', subject: 'Your plans', content: 'Hi {{lead.first_name}}!' },
        {
          key: 'whatsapp',
          type: 'message',
          channel: 'whatsapp',
          template_id: template.id,
          variables: { '1': '{{lead.first_name}}' },
          delay: { type: 'after', amount: 2, unit: 'seconds' },
        },
        {
          key: 'read',
          type: 'wait_until',
          any: ['message.read'],
          timeout: { type: 'after', amount: 1, unit: 'minutes' },
        },
        { key: 'call', type: 'call', begin_message: 'Hello {{lead.first_name}}, this is Maria.' },
        {
          key: 'later',
          type: 'message',
          channel: 'email',
          subject: 'One more thing',
          content: 'Still there?',
          delay: { type: 'after', amount: 1, unit: 'days' },
        },
      ],
    },
  });
  await api.post(`/workflows/${workflow.id}/publish`);
  const hook = await api.post<{ url: string; secret: string }>('/hooks', { provider: 'meta_cloud' });
  const { lead, workflow_run } = await api.post<{ lead: { id: string }; workflow_run: { id: string } }>('/leads', {
    first_name: 'Ana',
    email: 'ana@example.com',
    phone: `+${LEAD_NUMBER}`,
    workflow_id: workflow.id,
  });
  return { api, sink, agentId: workflow.id, leadId: lead.id, runId: workflow_run.id, hook };
}

/** Posts what Meta would tell, signed as Meta signs. */
async function post({ hook }: DemoData, value: object): Promise<void> {
  const metadata = { display_phone_number: OUR_NUMBER, phone_number_id: PHONE_NUMBER_ID };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      { id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }] },
    ],
  });
  const signature = createHmac('sha256', hook.secret).update(body).digest('hex');
  const answer = await fetch(hook.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` },
    body,
  });
  if (!answer.ok) throw new Error(`The hook answered ${answer.status}: ${await answer.text()}`);
}

const seconds = () => String(Math.floor(Date.now() / 1000));
const status = (id: string, word: string) => ({
  statuses: [{ id, status: word, timestamp: seconds(), recipient_id: LEAD_NUMBER }],
});
const leadMessage = (id: string, body: string) => ({
  contacts: [{ profile: { name: 'Ana' }, wa_id: LEAD_NUMBER }],
  messages: [{ from: LEAD_NUMBER, id, timestamp: seconds(), type: 'text', text: { body } }],
});

const messages = ({ api, leadId }: DemoData) =>
  api.list<Message & { channel: string; content: string | null; provider_message_id: string | null }>(
    `/messages?lead_id=${leadId}`,
    'messages',
  );
const history = ({ api, leadId }: DemoData) => api.list<Item>(`/leads/${leadId}/history`, 'history');

async function play(data: DemoData): Promise<[promise: string, kept: boolean][]> {
  const { api, sink, leadId, agentId, runId } = data;
  const sent = await until('The WhatsApp message', async () =>
    (await messages(data)).find((each) => each.channel === 'whatsapp' && each.status === 'sent'),
  );
  await post(data, status(sent.provider_message_id ?? '', 'delivered'));
  await post(data, status(sent.provider_message_id ?? '', 'read'));
  const call = await until('The call', async () =>
    (await history(data)).find((item) => item.type === 'call' && item.transcript),
  );
  await post(data, leadMessage('wamid.demo.reply', 'Thursday at ten would suit me.'));
  const paused = await until('The pause', async () => {
    const answer = await api.get<{ paused: boolean }>(`/leads/${leadId}/is_paused`);
    const { workflow_run } = await api.get<{ workflow_run: { cadence_state: string } }>(`/workflow-runs/${runId}`);
    return answer.paused || workflow_run.cadence_state === 'paused' ? true : undefined;
  });
  const { message_id: answerId } = await api.post<{ message_id: string }>('/messages', {
    lead_id: leadId,
    workflow_id: agentId,
    channel: 'whatsapp',
    content: 'Wonderful, see you on Thursday at ten.',
  });
  await until('The answer', async () =>
    (await messages(data)).find((each) => each.id === answerId && each.status === 'sent'),
  );
  await post(data, leadMessage('wamid.demo.stop', 'STOP'));
  await post(data, leadMessage('wamid.demo.stop', 'STOP'));
  const stopped = await until('The end', async () => {
    const { workflow_run } = await api.get<{ workflow_run: { run_status: string; stop_reason: string } }>(
      `/workflow-runs/${runId}`,
    );
    return workflow_run.run_status === 'running' ? undefined : workflow_run;
  });
  const before = new Set([sent.id, answerId]);
  const confirmations = await until('The confirmation', async () => {
    const found = (await messages(data)).filter(
      (each) => each.channel === 'whatsapp' && each.direction === 'outbound' && !before.has(each.id),
    );
    return found.some((each) => each.status === 'sent') ? found : undefined;
  });
  const refused = await api
    .post('/messages', { lead_id: leadId, workflow_id: agentId, channel: 'whatsapp', content: 'Are you sure?' })
    .then(() => '')
    .catch((error: Error) => error.message);
  const read = (await messages(data)).find((each) => each.id === sent.id);
  const mails = sink.mails.map(({ to, headers }) => `${to}: ${headers.subject}`);
  return [
    ['The mail server received the email once, and no other.', mails.join() === 'ana@example.com: Your plans'],
    ['The template was sent, delivered and read.', read?.status === 'read'],
    ['The call was made once it was read, and its words can be read.', (call.transcript ?? []).length > 0],
    ['The reply paused the cadence for a person.', paused],
    [
      'STOP ended the run, once, with one confirmation.',
      stopped.stop_reason === 'opted_out' && confirmations.length === 1,
    ],
    ['Messages to the lead on WhatsApp are rejected.', refused.includes('LEAD_OPTED_OUT')],
  ];
}

const SHOWN = 70;

function lineOf({ type, title, description, direction, channel, status: state, content, transcript }: Item): string {
  if (type === 'activity') return [title, description].filter(Boolean).join(': ');
  const spoken = transcript?.map(({ role, text }) => `${role}: ${text}`).join(' / ');
  return `${direction === 'inbound' ? '←' : '→'} ${channel} ${state ?? ''}: ${(spoken ?? content ?? '').slice(0, SHOWN)}`;
}

async function show(data: DemoData): Promise<void> {
  print('\nWhat GET /leads/{id}/history tells');
  for (const item of await history(data)) {
    const time = item.created_at.slice(11, 19);
    print(`  ${time}  ${lineOf(item)}`);
  }
  const { workflow_run } = await data.api.get<{ workflow_run: { temporal: { url: string | null } } }>(
    `/workflow-runs/${data.runId}`,
  );
  if (workflow_run.temporal.url) {
    print('\nThe run in the Temporal UI');
    row('Conversation', workflow_run.temporal.url);
  }
}

const sink = await SmtpSink.start();
try {
  const { api_url: url } = JSON.parse(readFileSync(serviceFile, 'utf8')) as { api_url: string };
  const data = await prepare(new Api(url, process.env.DEMO_API_KEY ?? ''), sink);
  const promises = await play(data);
  await show(data);
  print('\nPromises');
  for (const [promise, kept] of promises) print(`  ${kept ? '✓' : '✗'} ${promise}`);
  process.exitCode = promises.every(([, kept]) => kept) ? 0 : 1;
} catch (error) {
  process.stderr.write(`\nThe demo ended early: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await sink.stop();
}
