import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { systemClock } from '../../runtime/clock.js';
import { createAccount } from '../../services/accounts/accounts.js';
import { issueLink, type NewLink } from '../../services/accounts/links.js';
import { countNextEvents } from '../../services/operations/count-events.js';
import { recordNextTouches } from '../../services/operations/record-touches.js';
import { createReportLink } from '../../services/operations/report-links.js';
import { mailStep } from './agent-requests.js';
import type { TestAccount, TestApi } from './api.js';
import { imported } from './imports.js';
import { workWholeCycle } from './jobs.js';
import { addDocument, workDocument } from './knowledge.js';
import { addMeeting } from './meeting-rows.js';
import { addBlock } from './meetings.js';
import { addMessage } from './messaging.js';

const PEOPLE = [
  ['Lucía', 'Ferrer', 'Ferrer Solar'],
  ['Jonas', 'Weber', 'Weber Dachbau'],
  ['Amélie', 'Laurent', 'Atelier Laurent'],
  ['Nadia', 'Haddad', 'Haddad Foods'],
  ['Tom', 'Baker', 'Baker & Sons'],
  ['Giulia', 'Conti', 'Conti Vini'],
  ['Mateus', 'Rocha', 'Rocha Logística'],
  ['Sofie', 'Jansen', 'Jansen Bikes'],
  ['Piotr', 'Nowak', 'Nowak Druk'],
  ['Elena', 'Georgiou', 'Georgiou Hotels'],
] as const;
const SAID = ['Yes, what would it cost for 40 panels?', 'Please call me on Thursday.', 'Thanks, not this year.'];

/** The IDs of the pages for screenshots. */
export interface ScreenIds {
  lead: string;
  agent: string;
  job: string;
  cloudFunction: string;
  host: string;
  meeting: string;
  campaign: string;
  document: string;
  cycle: string;
  widget: string;
  import: string;
  /** The one-time links that are sent to people: to set the account up, to join it, to have a new password. */
  signedOut: Record<'setup' | 'invitation' | 'reset' | 'shared', string>;
}

/** Fills an account with what a small company has after some days: the same each time, but for the days. */
export async function fillForScreens(api: TestApi, account: TestAccount): Promise<ScreenIds> {
  const { accountId } = account;
  const make = async (path: string, body: object, name: string): Promise<string> => {
    const answer = await account.request('post', path).send(body);
    const made = answer.body[name] ?? answer.body.data;
    if (!made) throw new Error(`${path}: ${answer.text}`);
    return made.id;
  };
  await api.db('accounts').where({ id: accountId }).update({ name: 'Sunny Roofs' });
  const sender = { name: 'Marta of Sales', from_email: 'marta@sunny-roofs.example' };
  const senderId = await make('/email-senders', sender, 'email_sender');
  const steps = [
    mailStep('Sun for your roof', {
      key: 'hello',
      name: 'First mail',
      content: 'Hi {{ lead.first_name }},\n\nshall we look at your roof?',
      variants: [
        { key: 'question', subject: 'Your roof?' },
        { key: 'offer', subject: 'Sun for your roof' },
      ],
    }),
    { key: 'pause', type: 'wait', name: 'Wait', delay: { type: 'after', amount: 2, unit: 'days' } },
    mailStep('A second try', { key: 'again', name: 'Second mail' }),
  ];
  const agent = await make('/workflows', { name: 'Solar offers', cadence: { steps } }, 'workflow');
  await account.request('post', `/workflows/${agent}/publish`).expect(201);
  const campaign = await make('/campaigns', { name: 'Spring fair', source: 'fair' }, 'campaign');
  const sale = await make('/conversion-types', { name: 'Order' }, 'conversion_type');
  const host = await make(
    '/hosts',
    { name: 'Hugo Marín', email: 'hugo@sunny-roofs.example', timezone: 'Europe/Madrid' },
    'host',
  );
  await addBlock(account, host, { kind: 'open', weekday: 1, start_time: '09:00', end_time: '17:00' }).catch(() => '');
  await make('/meeting-types', { name: 'Roof check', duration_minutes: 30 }, 'meeting_type');
  const tag = { type: 'add_tag', params: { tags: ['warm'] } };
  const job = await make('/background-jobs', { name: 'Tag who answered', steps: [{ action: tag }] }, 'data');
  const cloudFunction = await make('/cloud-functions', { name: 'Score leads', source: SCORE }, 'function');
  const content = { title: 'Guarantee', kind: 'text', content: 'The guarantee on panels lasts 25 years.' };
  const document = (await addDocument(account, content as never)).id;
  await workDocument(api, document);
  const template = {
    name: 'Price list',
    channel: 'email',
    language: 'en',
    subject: 'Our prices',
    text: 'Hi {{ lead.first_name }}',
  };
  await make('/templates', template, 'template');
  await make('/suppressions', { channel: 'email', address: 'no@example.com', reason: 'asked by phone' }, 'suppression');
  const site = { name: 'Website', workflow_id: agent, allowed_domains: ['sunny-roofs.example'], ...SAYS };
  const widget = await make('/widgets', site, 'widget');
  await make(
    '/models',
    { key: 'small', name: 'Small model', base_url: 'https://models.example.com/v1', model: 'small' },
    'model',
  );
  const leads: string[] = [];
  for (const [n, [first_name, last_name, company]] of PEOPLE.entries()) {
    const email = `${first_name.normalize('NFD').replace(/\W/g, '').toLowerCase()}@example.com`;
    const body = {
      first_name,
      last_name,
      company,
      email,
      tags: n % 3 ? ['fair'] : ['fair', 'warm'],
      campaign_id: campaign,
      ...(n % 2 ? {} : { deal_value: 4_200 + n * 650, deal_currency: 'EUR' }),
    };
    const { lead, workflow_run } = (
      await account
        .request('post', '/leads')
        .send({ ...body, workflow_id: agent })
        .expect(201)
    ).body;
    leads.push(lead.id);
    if (n % 3)
      await account
        .request('post', `/leads/${lead.id}/status`)
        .send({ status_key: n % 3 > 1 ? 'engaged' : 'contacted' })
        .expect(200);
    const row = (await api.db('leads').where({ id: lead.id }).first())!;
    const run = (await api.db('agent_runs').where({ id: workflow_run.id }).first())!;
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000 - n * 600_000);
    const sent = await addMessage(api.db, row, run, {
      status: 'sent',
      step_key: 'hello',
      variant: n % 2 ? 'question' : 'offer',
      sender_id: senderId,
      subject: 'Sun for your roof',
      content: `Hi ${first_name},\n\nshall we look at your roof?`,
      created_at: ago(30),
      sent_at: ago(30),
    });
    const about = { accountId, leadId: lead.id, agentRunId: run.id, origin: { kind: 'system', id: null } } as const;
    await insertEvents(api.db, ago(30), [
      { ...about, type: 'message.sent', data: { message_id: sent.id, step_key: 'hello', channel: 'email' } },
      { ...about, type: 'cadence.step_executed', data: { message_id: sent.id, step_key: 'hello', channel: 'email' } },
    ]);
    if (n % 3 !== 0) continue;
    const answer = await addMessage(api.db, row, null, {
      direction: 'inbound',
      status: 'received',
      in_reply_to: sent.id,
      subject: 'Re: Sun for your roof',
      content: SAID[(n / 3) % SAID.length] ?? '',
      created_at: ago(3),
    });
    const data = { message_id: answer.id, channel: 'email', in_reply_to: sent.id };
    await insertEvents(api.db, ago(3), [{ ...about, type: 'message.received', data }]);
    await bumpEngagement(
      api.db,
      { id: lead.id, accountId },
      { counts: ['inbound_count'], lastInboundAt: ago(3), lastChannel: 'email' },
    );
  }
  const lead = leads[0] as string;
  const row = (await api.db('leads').where({ id: lead }).first())!;
  await account
    .request('post', `/leads/${lead}/notes`)
    .send({ text: 'Has two roofs, the second one flat.' })
    .expect(201);
  await make(
    '/conversions',
    { conversion_type_id: sale, lead_id: leads[3], amount: 12400, currency: 'EUR' },
    'conversion',
  );
  const meeting = (await addMeeting(api.db, row, { title: 'Roof check', host_id: host })).id;
  for (const lead_id of [leads[3], lead]) {
    await account.request('post', `/cloud-functions/${cloudFunction}/run`).send({ ctx: { lead_id } }).expect(200);
  }
  const { cycle_id: cycle } = (
    await account.request('post', `/background-jobs/${job}/run`).send({ dry_run: true }).expect(202)
  ).body;
  await workWholeCycle(api.db, systemClock, { jobId: job, cycleId: cycle, nominalAt: null, workflowId: 'cycle' });
  const brought = (await imported(api, account, FAIR)).id;
  while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
  while ((await recordNextTouches({ db: api.db, now: new Date() })) > 0);
  await connect(api, account, host);
  const signedOut = await signedOutPagesOf(api, accountId);
  return {
    lead,
    agent,
    job,
    cloudFunction,
    host,
    meeting,
    campaign,
    document,
    cycle,
    widget,
    import: brought,
    signedOut,
  };
}

/** Connects a calendar at Google, a mailbox at Microsoft and one of another provider, as after their sign-in. */
async function connect({ db }: TestApi, account: TestAccount, host_id: string): Promise<void> {
  const oauth = { issuer: 'https://login.sunny-roofs.example', client_id: 'leads', scopes: ['mail', 'offline_access'] };
  const servers = { smtp: { host: 'smtp.sunny-roofs.example' }, imap: { host: 'imap.sunny-roofs.example' } };
  const mail = { purposes: ['send_mail', 'read_mail'] };
  const connected = [
    [{ provider: 'google', purposes: ['calendars'], host_id }, 'hugo@sunny-roofs.example'],
    [{ provider: 'microsoft', ...mail }, 'marta@sunny-roofs.example'],
    [{ provider: 'oauth', ...mail, email: 'hello@sunny-roofs.example', oauth: { ...oauth, ...servers } }, null],
  ] as const;
  for (const [body, email] of connected) {
    const { connection } = (await account.request('post', '/connections').send(body).expect(201)).body;
    const address = email === null ? {} : { email };
    await db('connections')
      .where({ id: connection.id })
      .update({ ...address, status: 'connected', connected_at: new Date() });
  }
}

const SAYS = {
  opening_message: 'Hi! Ask us anything about your roof.',
  quick_replies: ['What does it cost?', 'I want a visit'],
};

/** Notes from a fair, with typical errors of such files. */
const FAIR = [
  'First Name,Last Name,Email,Phone,Country',
  'Inés,Prieto,ines.prieto@example.com,+34600111222,ES',
  'Karl,Vogt,karl.vogt(at)example.com,,DE',
  'Lucía,Ferrer,lucia@example.com,,ES',
  'Noor,de Wit,noor@example.com,12,NL',
  ',,,,',
  'Óscar,Lima,oscar@example.com,+351912345678,Atlantis',
  '',
].join('\n');

const SCORE = `export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const answered = lead.engagement.inbound_count > 0;
  const score = (answered ? 60 : 20) + (lead.tags.length > 1 ? 20 : 0);
  svc.log.info('Scored', { answered, score });
  await svc.leads.update(lead.id, { metadata: { score } });
  if (score >= 60) await svc.tags.add(lead.id, ['call-first']);
  return { score };
}
`;

async function signedOutPagesOf({ db }: TestApi, accountId: string): Promise<ScreenIds['signedOut']> {
  const asked = { accountId, createdBy: 'system' };
  const user = await db('users').where({ account_id: accountId }).first('id');
  const all = { workflow_id: null, owner_id: null, sender_id: null, channel: null, group: 'workflow' } as const;
  const view = { last_days: 30, from: null, to: null, ...all };
  const shared = { accountId, name: 'Results of the month', view, expiresAt: null };
  const { accountId: fresh } = await createAccount(db, new Date(), { name: 'Sunny Roofs' });
  const email = 'pablo@sunny-roofs.example';
  const link = async (about: Omit<NewLink, keyof typeof asked>) =>
    (await issueLink(db, new Date(), { ...asked, ...about })).path;
  return {
    // Only an account without users can be set up.
    setup: (await issueLink(db, new Date(), { ...asked, accountId: fresh, kind: 'setup' })).path,
    invitation: await link({ kind: 'invitation', email, role: 'operator' }),
    reset: await link({ kind: 'reset', userId: user?.id ?? '' }),
    shared: (await createReportLink(db, new Date(), { ...shared, createdBy: `user:${user?.id}` })).path,
  };
}
