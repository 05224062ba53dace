import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../runtime/config.js';
import { privateHostsFor, settingAdvice } from '../../runtime/private-host-settings.js';
import { isPrivateHost, PRIVATE_HOST_SETTINGS } from '../../runtime/private-hosts.js';

const configWith = (env: NodeJS.ProcessEnv) =>
  loadConfig({ DATABASE_URL: 'mysql://x', LAS_SECRET: 'a secret of more than 32 bytes, for tests', ...env });
const ACCOUNT = '01a209ec-475e-77da-8572-9775e50eba93';
const OTHER = '01a209ec-475e-77da-8572-9775e50eba94';

describe('MODEL_PRIVATE_HOSTS', () => {
  it.each([
    // The named port, and no other one of the same host.
    ['127.0.0.1:11434', '127.0.0.1', 11434, ACCOUNT, true],
    ['127.0.0.1:11434', '127.0.0.1', 6379, ACCOUNT, false],
    ['Ollama.lan:8001, 10.0.0.7:8000', 'OLLAMA.lan', 8001, undefined, true],
    ['ollama.lan:8001, 10.0.0.7:8000', 'ollama.lan', 8000, undefined, false],
    ['[fd00::1]:11434', '[fd00::1]', 11434, ACCOUNT, true],
    ['[fd00::1]:11434', 'fd00::1', 11435, ACCOUNT, false],
    // All ports, where the setting says so.
    ['127.0.0.1:*', '127.0.0.1', 6379, ACCOUNT, true],
    // A host without a port opens the usual ones.
    ['127.0.0.1', '127.0.0.1', 11434, ACCOUNT, true],
    ['127.0.0.1', '127.0.0.1', 6379, ACCOUNT, false],
    ['127.0.0.1', '127.0.0.1', 3000, ACCOUNT, false],
    ['fd00::1', '[fd00::1]', 8000, ACCOUNT, true],
    // An entry of an account opens nothing to others.
    [`${ACCOUNT}=10.0.0.7:8000`, '10.0.0.7', 8000, ACCOUNT, true],
    [`${ACCOUNT.toUpperCase()}=10.0.0.7:*`, '10.0.0.7', 22, ACCOUNT, true],
    [`${ACCOUNT}=10.0.0.7:8000`, '10.0.0.7', 8000, OTHER, false],
    [`${ACCOUNT}=10.0.0.7:8000`, '10.0.0.7', 8000, undefined, false],
    ['', '127.0.0.1', 80, ACCOUNT, false],
  ])('%p opens %s:%i to the account %s: %p', (MODEL_PRIVATE_HOSTS, host, port, accountId, isOpen) => {
    const opened = privateHostsFor(configWith({ MODEL_PRIVATE_HOSTS }), 'MODEL_PRIVATE_HOSTS');
    expect(isPrivateHost(opened, { host, port, accountId })).toBe(isOpen);
  });

  it.each([
    'ollama:port',
    'ollama:0',
    'ollama:70000',
    '=ollama:80',
    '[ollama]:80',
    'http://ollama:80',
    'a:1:2',
    'x=y=z:1',
  ])('%p is refused at start, with the form that is expected', (item) => {
    for (const name of PRIVATE_HOST_SETTINGS)
      expect(() => configWith({ [name]: `127.0.0.1:80,${item}` })).toThrow(
        `${name}: ${item} is neither host:port nor account=host:port`,
      );
  });

  it('names hosts without a port at start, with what they open', () => {
    const config = configWith({ MODEL_PRIVATE_HOSTS: 'ollama,10.0.0.7:8000', MAIL_PRIVATE_HOSTS: 'mail.lan' });
    expect(settingAdvice(config)).toEqual([
      expect.stringMatching(/^MAIL_PRIVATE_HOSTS opens only the ports 25, 143.* of mail\.lan/),
      expect.stringMatching(/^MODEL_PRIVATE_HOSTS opens only the ports 80, 443.* of ollama/),
    ]);
    expect(privateHostsFor(config, 'MAIL_PRIVATE_HOSTS')).toEqual(
      expect.arrayContaining(['mail.lan:587', 'mail.lan:993']),
    );
  });

  it.each(['CALENDAR', 'WEBHOOK', 'VOICE'])(
    'replaces the deprecated %s_ALLOW_PRIVATE, as is logged at start',
    (name) => {
      expect(settingAdvice(configWith({ [`${name}_ALLOW_PRIVATE`]: 'true' }))).toEqual([
        expect.stringMatching(`^${name}_ALLOW_PRIVATE is deprecated.*${name}_PRIVATE_HOSTS instead`),
      ]);
    },
  );
});
