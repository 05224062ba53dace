import type { Config } from './config.js';
import { hostsWithoutPort, PRIVATE_HOST_SETTINGS, privateHostsOf } from './private-hosts.js';

type Setting = (typeof PRIVATE_HOST_SETTINGS)[number];

/** The ports that an entry without one opens. */
const USUAL_PORTS: Readonly<Record<Setting, readonly number[]>> = {
  /** SMTP and IMAP, with and without TLS. */
  MAIL_PRIVATE_HOSTS: [25, 143, 465, 587, 993],
  /** HTTP, and where LM Studio, vLLM, llama.cpp and Ollama listen unless configured otherwise. */
  MODEL_PRIVATE_HOSTS: [80, 443, 1234, 8000, 8080, 11434],
  /** HTTP, and where Radicale listens. */
  CALENDAR_PRIVATE_HOSTS: [80, 443, 5232],
  WEBHOOK_PRIVATE_HOSTS: [80, 443],
  VOICE_PRIVATE_HOSTS: [80, 443],
};

const DEPRECATED = ['CALENDAR', 'WEBHOOK', 'VOICE'] as const;

/** Lists the servers that may have private addresses by one of the settings. */
export const privateHostsFor = <S extends Setting>(config: Pick<Config, S>, setting: S): string[] =>
  privateHostsOf(config[setting], USUAL_PORTS[setting]);

/** Returns what a process logs at its start about settings that work but should be more precise. */
export const settingAdvice = (
  config: Pick<Config, Setting | `${(typeof DEPRECATED)[number]}_ALLOW_PRIVATE`>,
): string[] => [
  ...PRIVATE_HOST_SETTINGS.flatMap((name) =>
    hostsWithoutPort(config[name]).map(
      (host) =>
        `${name} opens only the ports ${USUAL_PORTS[name].join(', ')} of ${host}, as it gives no port. Name the port: ${host}:PORT`,
    ),
  ),
  ...DEPRECATED.filter((name) => config[`${name}_ALLOW_PRIVATE`]).map(
    (name) =>
      `${name}_ALLOW_PRIVATE is deprecated: it opens every private address to all accounts. Name the servers in ${name}_PRIVATE_HOSTS instead: host:port`,
  ),
];
