import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, type ImportState, type Message, type Run } from './api.js';
import { agentWith, stepOfSubject } from './cadence.js';
import type { Evidence, SeenMail } from './judge.js';
import { resolveUnknown } from './operator.js';
import { People, PLAN } from './people.js';
import { report, type Story } from './report.js';
import { Progress } from './screen.js';
import { type ReceivedMail, SmtpSink } from './smtp-sink.js';

/** A mail server on the internet takes its time to answer, which is when a crash leaves an outcome unknown. */
const ANSWER_MS = 100;
/** The worker dies when this many mails arrived: in the middle of the second round. */
const KILL_AFTER_MAILS = 1000;
const BOUND_MS = 12 * 60_000;
const LOOK_MS = 2500;

interface Service {
  api_url: string;
  pids: { worker: number };
}
interface RowProblems {
  problems: { code: string }[];
}

const [serviceFile = '', csvFile = '', ...flags] = process.argv.slice(2);
const kill = flags.includes('--kill-worker');
const readService = () => JSON.parse(readFileSync(serviceFile, 'utf8')) as Service;

const seen = ({ headers, to, at }: ReceivedMail): SeenMail => ({
  header: headers['message-id'] ?? '',
  messageId: headers['x-message-id'] ?? '',
  to,
  step: stepOfSubject(headers.subject),
  at: at.getTime(),
});

/** Waits for something that has to happen, for a limited time. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + BOUND_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${BOUND_MS / 60_000} minutes.`);
    await sleep(LOOK_MS);
  }
}

/** Makes what the demo needs in its fresh account: a sender that ends at the demo's mail server, the agent, the hook. */
async function prepare(api: Api, sink: SmtpSink) {
  const { email_sender: sender } = await api.post<{ email_sender: { id: string } }>('/email-senders', {
    name: 'Maria of Sales',
    from_email: 'maria@sales.example.com',
    smtp: { host: sink.host, port: sink.port, secure: false },
  });
  const { workflow } = await api.post<{ workflow: { id: string } }>('/workflows', agentWith(sender.id));
  await api.post(`/workflows/${workflow.id}/publish`);
  const hook = await api.post<{ url: string; secret: string }>('/hooks', { provider: 'email' });
  return { agentId: workflow.id, hook };
}

/** Kills the worker as a crash would, and answers once another one has its place. */
async function killWorker(progress: Progress): Promise<boolean> {
  const { worker } = readService().pids;
  process.kill(worker, 'SIGKILL');
  progress.note(`✗ Killed the worker (process ${worker}) with SIGKILL, in the middle of its work.`);
  for (let looks = 0; looks < 150; looks += 1) {
    await sleep(200);
    const { worker: next } = readService().pids;
    if (next === worker) continue;
    progress.note(`✓ Its supervisor started another one (process ${next}).`);
    return true;
  }
  return false;
}

/** Three runs worth looking at: one that was paused and resumed, one with a reply, one that went through to the end. */
async function linksTo(api: Api, runs: readonly Run[], people: People): Promise<Story['links']> {
  const resumed = new Set(people.stops.filter((stop) => stop.resumedAt).map((stop) => stop.leadId));
  const touched = new Set([...people.stops.map((stop) => stop.leadId), ...people.replies.keys()]);
  const wanted = [
    ['Paused and resumed', runs.find((run) => resumed.has(run.lead_id))],
    ['Ended by a reply', runs.find((run) => people.replies.has(run.lead_id) && !resumed.has(run.lead_id))],
    ['Went through to its end', runs.find((run) => run.run_status === 'completed' && !touched.has(run.lead_id))],
  ] as const;
  const links: { what: string; url: string }[] = [];
  for (const [what, run] of wanted) {
    if (!run) continue;
    const { workflow_run } = await api.get<{ workflow_run: { temporal: { url: string | null } } }>(
      `/workflow-runs/${run.id}`,
    );
    if (workflow_run.temporal.url) links.push({ what, url: workflow_run.temporal.url });
  }
  return links;
}

const codesOf = async (api: Api, importId: string, severity: 'error' | 'warning') =>
  (await api.list<RowProblems>(`/imports/${importId}/errors?severity=${severity}`, 'errors')).map(({ problems }) =>
    [...new Set(problems.map(({ code }) => code))].join(' and '),
  );

async function run(sink: SmtpSink): Promise<boolean> {
  const began = Date.now();
  const progress = new Progress();
  const api = new Api(readService().api_url, process.env.DEMO_API_KEY ?? '');
  const { agentId, hook } = await prepare(api, sink);
  const people = new People(api, hook);
  const arrived = new Set<string>();
  sink.onMail((mail) => {
    const mailSeen = seen(mail);
    arrived.add(mailSeen.messageId);
    people.see(mailSeen);
  });

  const csv = new Uint8Array(readFileSync(csvFile));
  const name = encodeURIComponent(path.basename(csvFile));
  const started = await api.postCsv<{ import: ImportState }>(
    `/leads/import?workflow_id=${agentId}&file_name=${name}`,
    csv,
  );
  let imported = started.import;
  progress.note(`✓ Sent ${imported.rows.toLocaleString('en')} rows to be imported and enrolled.`);

  let killed: Promise<boolean> | undefined;
  const resolved = { sent: 0, resend: 0 };
  await until('The demo', async () => {
    people.check();
    if (kill && !killed && arrived.size >= KILL_AFTER_MAILS) killed = killWorker(progress);
    if (imported.completed_at === null)
      imported = (await api.get<{ import: ImportState }>(`/imports/${imported.id}`)).import;
    const open = await api.list<Run>(`/workflow-runs?workflow_id=${agentId}&run_status=running`, 'workflow_runs');
    progress.show(
      `rows ${imported.rows - imported.remaining}, emails ${sink.mails.length}, open runs ${open.length}, ` +
        `stopped ${people.stops.length}, replies ${people.replies.size}`,
    );
    if (open.some((each) => each.hold_reason === 'outcome_unknown'))
      await resolveUnknown(api, (id) => arrived.has(id), resolved);
    if (['failed', 'cancelled'].includes(imported.status)) throw new Error(`The import ended as ${imported.status}.`);
    return imported.status === 'completed' && open.every(({ cadence_state: state }) => state === 'paused');
  });
  await people.settled();
  await until('Resumed runs', async () => {
    const open = await api.list<Run>(`/workflow-runs?workflow_id=${agentId}&run_status=running`, 'workflow_runs');
    const paused = new Set(people.stops.filter((stop) => !stop.resumedAt).map((stop) => stop.leadId));
    return open.every((each) => paused.has(each.lead_id));
  });
  progress.end();

  const runs = await api.list<Run>(`/workflow-runs?workflow_id=${agentId}`, 'workflow_runs');
  const evidence: Evidence = {
    mails: sink.mails.map(seen),
    imported,
    leads: (await api.list('/leads', 'leads')).length,
    runs,
    messages: await api.list<Message>(`/messages`, 'messages'),
    stops: people.stops,
    replies: people.replies,
    bounces: people.bounces,
    // A lead whose email bounced doesn't reply.
    wanted: { stops: PLAN.stops, replies: PLAN.replies - PLAN.bounces, bounces: PLAN.bounces, kills: kill ? 1 : 0 },
    workerKilled: killed !== undefined,
    workerCameBack: (await killed) ?? false,
  };
  return report(evidence, {
    errors: await codesOf(api, imported.id, 'error'),
    warnings: await codesOf(api, imported.id, 'warning'),
    resolved,
    seconds: (Date.now() - began) / 1000,
    links: await linksTo(api, runs, people),
  });
}

const sink = await SmtpSink.start();
sink.rule(() => ({ kind: 'accept', afterMs: ANSWER_MS }));
try {
  process.exitCode = (await run(sink)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`\nThe demo ended early: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await sink.stop();
}
