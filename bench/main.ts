import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bookSlot, raceForSlot } from './figures/bookings.js';
import { armTimers, meetDueTimes, walkSteps } from './figures/cadences.js';
import {
  answerByRules,
  answerWithModel,
  idleForNothing,
  proveCheaply,
  searchDocuments,
  thinkAtOnce,
} from './figures/chat.js';
import { loadPage } from './figures/chat-page.js';
import { dashboardTable, measureDashboard } from './figures/dashboard.js';
import { runFunction } from './figures/functions.js';
import { fireSchedule, selectAtScale, workCycle } from './figures/jobs.js';
import { waitInLine } from './figures/lines.js';
import { measureNeighbours } from './figures/neighbours.js';
import { authenticate, createBulk, createEnrolledLead, createLead, joinCampaign } from './figures/requests.js';
import { stopAutomation } from './figures/stop.js';
import { catchUp, sleepCheaply, startWorker, waitCheaply } from './figures/workers.js';
import { measureLimits } from './limits.js';
import type { Figure } from './support/figure.js';
import { stopPrograms } from './support/programs.js';
import { figureTable, limitTable } from './support/report.js';
import { openSetup, type Setup } from './support/stand.js';

/** In the order in which they are measured: what leaves much behind comes last. */
const FIGURES: Record<string, (setup: Setup) => Promise<Figure>> = {
  P13: runFunction,
  P1: createLead,
  P14: authenticate,
  P20: startWorker,
  P28: waitCheaply,
  P6: meetDueTimes,
  P7: stopAutomation,
  P5: walkSteps,
  P4: armTimers,
  P2: createEnrolledLead,
  P29: joinCampaign,
  P3: createBulk,
  P11: bookSlot,
  P12: raceForSlot,
  P8: workCycle,
  P19: fireSchedule,
  P9: selectAtScale,
  P18: catchUp,
  P17: sleepCheaply,
  P21: waitInLine,
  P15: answerByRules,
  P22: answerWithModel,
  P23: proveCheaply,
  P24: searchDocuments,
  P25: thinkAtOnce,
  P26: idleForNothing,
  P27: loadPage,
};

/** The figures that `chat` runs. */
const CHAT = ['P15', 'P22', 'P23', 'P24', 'P25', 'P26', 'P27'];

/** Measured alone, each with a table of its own. */
const APART = ['LIMITS', 'NEIGHBOURS', 'DASHBOARD'];

const number = (id: string) => Number(id.slice(1));
const usage = `Known: limits, neighbours, dashboard, chat, --profile, ${Object.keys(FIGURES)
  .sort((a, b) => number(a) - number(b))
  .join(', ')}`;

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const profile = given.includes('--profile');
  const wanted = given
    .filter((argument) => argument !== '--profile')
    .flatMap((argument) => (argument.toUpperCase() === 'CHAT' ? CHAT : [argument.toUpperCase()]));
  const unknown = wanted.filter((id) => !APART.includes(id) && !(id in FIGURES));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}. ${usage}\n`);
    return 1;
  }
  const folder = process.env.BENCH_DIR ?? '.data/bench';
  const load = os.loadavg()[0] ?? 0;
  const setup = await openSetup({ folder, profile });
  try {
    if (wanted.includes('LIMITS')) {
      const limits = await measureLimits(setup);
      process.stdout.write(limitTable(limits));
      save(folder, 'limits.json', { machine: machine(load), limits });
      announce(folder, 'limits.json');
      if (wanted.length === 1) return 0;
    }
    if (wanted.includes('NEIGHBOURS')) {
      const figures = await measureNeighbours(setup);
      process.stdout.write(figureTable(figures));
      save(folder, 'neighbours.json', { machine: machine(load), figures });
      announce(folder, 'neighbours.json');
      if (wanted.length === 1) return 0;
    }
    if (wanted.includes('DASHBOARD')) {
      const figures = await measureDashboard(setup);
      process.stdout.write(dashboardTable(figures));
      save(folder, 'dashboard.json', { machine: machine(load), ...figures });
      announce(folder, 'dashboard.json');
      if (wanted.length === 1) return 0;
    }
    const figures: Figure[] = [];
    let failures = 0;
    for (const [id, work] of Object.entries(FIGURES)) {
      if (wanted.length > 0 && !wanted.includes(id)) continue;
      const started = Date.now();
      try {
        const figure = await work(setup);
        figures.push(figure);
        const seconds = Math.round((Date.now() - started) / 1000);
        process.stderr.write(
          `  ${figure.met ? '✓' : '✗'} ${id} ${figure.name}: ${figure.ratio?.toFixed(2)} (${seconds} s)\n`,
        );
      } catch (error) {
        failures += 1;
        process.stderr.write(`  ✗ ${id} could not be measured: ${(error as Error).stack}\n`);
      }
      figures.sort((a, b) => number(a.id) - number(b.id));
      save(folder, 'results.json', { machine: machine(load), figures });
    }
    process.stdout.write(figureTable(figures));
    announce(folder, 'results.json');
    return failures > 0 ? 1 : 0;
  } finally {
    await setup.close();
  }
}

const machine = (loadBefore: number) => ({
  at: new Date().toISOString(),
  cpus: os.cpus().length,
  model: os.cpus()[0]?.model ?? '',
  memory_gib: Math.round(os.totalmem() / 2 ** 30),
  node: process.version,
  load_before: loadBefore,
  load_after: os.loadavg()[0] ?? 0,
});

const save = (folder: string, name: string, content: object): void =>
  writeFileSync(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);

const announce = (folder: string, name: string) =>
  process.stdout.write(`\nAlso in ${path.relative(process.cwd(), path.join(folder, name))}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stopPrograms().finally(() => process.exit(143)));
}
try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}
