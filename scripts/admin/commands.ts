import { ACCOUNT_COMMANDS } from './accounts.js';
import { AGENT_COMMANDS } from './agents.js';
import { usageOf } from './arguments.js';
import type { Commands } from './command.js';
import { DOCTOR_COMMANDS } from './doctor.js';
import { FUNCTION_COMMANDS } from './functions.js';
import { KEY_COMMANDS } from './keys.js';
import { LEAD_COMMANDS } from './leads.js';
import { RECORD_COMMANDS } from './records.js';
import { RUN_COMMANDS } from './runs.js';
import { WIDGET_COMMANDS } from './widgets.js';

/** Every command of `npm run admin`. */
export const COMMANDS: Commands = {
  ...ACCOUNT_COMMANDS,
  ...KEY_COMMANDS,
  ...LEAD_COMMANDS,
  ...AGENT_COMMANDS,
  ...RUN_COMMANDS,
  ...RECORD_COMMANDS,
  ...FUNCTION_COMMANDS,
  ...WIDGET_COMMANDS,
  ...DOCTOR_COMMANDS,
};

/** Writes what `npm run admin` alone shows, or the part of it that concerns commands beginning with a word. */
export function help(word?: string): string {
  const entries = Object.entries(COMMANDS);
  const named = entries.filter(([name]) => name.split(' ')[0] === word);
  return [
    'Usage: npm run admin -- <command> [options] [--json]',
    '',
    ...(named.length > 0 ? named : entries).map(
      ([name, command]) => `  ${usageOf(name, command)}\n      ${command.does}`,
    ),
    '',
    '--json prints one line of JSON and nothing else (npm itself prints two lines before; npm run --silent doesn’t).',
    'Ends with 0; with 2 when the command can’t be carried out as it was typed; with 1 for any other failure.',
  ].join('\n');
}
