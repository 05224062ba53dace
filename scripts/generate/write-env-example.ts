import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfigSchema } from '../../runtime/config.js';

const FILE = '.env.example';
const WIDTH = 100;

const HEAD = `# Settings of the API and the worker, read from the environment. \`npm start\` sets what it can automatically.
# Each setting can also be read from a file, whose path is in NAME_FILE. Written by \`npm run generate\` from runtime/config.ts.
`;

/** The settings that Temporal's own SDK reads. The service passes them on unchanged. */
const TEMPORAL = `
# The address of Temporal. If unset, \`npm start\` runs a private server.
#TEMPORAL_ADDRESS=127.0.0.1:7233

# The namespace, and the credentials for Temporal Cloud or a server with TLS.
#TEMPORAL_NAMESPACE=default
#TEMPORAL_API_KEY=
#TEMPORAL_TLS_CLIENT_CERT_PATH=
#TEMPORAL_TLS_CLIENT_KEY_PATH=
`;

/** The limits of a setting's value in its schema. */
interface Limits {
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  enum?: string[];
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

function range({ minimum, maximum, enum: words }: Limits): string[] {
  if (words) return [`One of ${words.join(', ')}.`];
  return minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}.`];
}

/** Lists every setting with its meaning and default, as a file for shells. Those without a default have to be set. */
export function envExample(): string {
  const required = new Set<string>(ConfigSchema.required ?? []);
  const settings = Object.entries<Limits>(ConfigSchema.properties).map(([name, schema]) => {
    const { description = '', default: value } = schema;
    const comment = wrapped([description, ...range(schema)].join(' ')).map((line) => `# ${line}`);
    const needed = required.has(name) && value === undefined;
    return [...comment, needed ? `${name}=` : `#${name}=${String(value ?? '')}`].join('\n');
  });
  return `${HEAD}\n${settings.join('\n\n')}\n${TEMPORAL}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(FILE, envExample());
