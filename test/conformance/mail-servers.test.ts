import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { readMail } from '../../providers/email/read-mail.js';
import { pythonPrograms, pythonSource } from '../support/conformance-tools.js';

/** The reports of some thirty mail servers to mailing lists between 1999 and 2023, and their meaning to us. */
const SERVERS: Record<string, [kind: 'hard' | 'soft', code: string | null] | 'delayed' | 'automatic'> = {
  bounce_02: ['hard', '550'],
  // It gives no reason at all.
  caiwireless_01: ['soft', null],
  dsn_10: ['hard', '5.0.0'],
  dsn_12: ['hard', '5.1.1'],
  dsn_14: ['hard', '5.1.1'],
  dsn_16: ['hard', '5.0.0'],
  dsn_17: 'delayed',
  dsn_18: ['hard', '5.0.0'],
  exim_01: ['hard', '5.1.1'],
  newmailru_01: ['soft', null],
  postfix_01: ['hard', '5.1.1'],
  postfix_02: ['soft', null],
  postfix_03: ['soft', null],
  postfix_05: ['soft', '554'],
  qmail_01: ['soft', null],
  qmail_02: ['soft', null],
  qmail_03: ['hard', '5.1.1'],
  qmail_04: ['hard', '550'],
  qmail_05: ['hard', '550'],
  qmail_06: ['soft', null],
  qmail_07: ['soft', null],
  qmail_08: 'automatic',
  sendmail_01: ['soft', '554'],
  simple_01: ['soft', '552'],
  simple_03: 'delayed',
  simple_06: ['hard', null],
  simple_08: ['hard', '550'],
  simple_09: ['soft', null],
  simple_11: ['hard', null],
  simple_12: ['hard', null],
  simple_14: ['soft', '552'],
  simple_15: ['hard', '5.1.1'],
  simple_16: ['soft', null],
  simple_18: ['soft', '554'],
  simple_19: ['hard', '5.1.1'],
  simple_21: 'delayed',
  simple_26: ['hard', null],
  simple_28: 'delayed',
  simple_29: ['hard', '550'],
  simple_30: ['hard', '5.3.0'],
  simple_34: ['hard', '5.1.1'],
  simple_35: 'delayed',
  simple_39: ['hard', null],
  simple_40: 'delayed',
  simple_41: ['hard', '550'],
  simple_44: ['soft', '4.4.4'],
  simple_45: ['soft', '550'],
  sina_01: ['soft', null],
  smtp32_06: ['hard', '5.3.0'],
  yahoo_01: ['soft', '4.4.1'],
  yahoo_02: ['soft', null],
  yahoo_03: ['hard', null],
  yahoo_10: ['hard', null],
  yahoo_11: ['hard', '5.1.1'],
  yahoo_13: ['hard', '5.1.1'],
};
/** It gives neither a reason nor an address of the form that others give. */
const WITHOUT_ADDRESS = ['caiwireless_01'];

const SOURCE = pythonSource('flufl.bounce==6.0.0', 'a1df16b9d1877ae4536f7d76c00d8421fcefbe694f80f5285d05c45a2547b1bc');
const MAILS = path.join(SOURCE, 'tests/data');
const SCAN = `
import json, sys
from email import message_from_bytes
from pathlib import Path
from flufl.bounce import scan_message
found = {}
for file in Path(sys.argv[1]).glob('*.txt'):
    found[file.stem] = sorted(address.decode() for address in scan_message(message_from_bytes(file.read_bytes())))
print(json.dumps(found))
`;

/** The addresses that the other program reads out of each of its mails. */
function scanned(): Record<string, string[]> {
  const python = path.join(pythonPrograms('flufl.bounce', ['atpublic==9.0.0']), 'python');
  const env = { ...process.env, PYTHONPATH: path.join(SOURCE, 'src') };
  const { status, stdout, stderr } = spawnSync(python, ['-c', SCAN, MAILS], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, string[]>;
}

const read = async (name: string) => {
  const event = mailToEvent(await readMail(readFileSync(path.join(MAILS, `${name}.txt`))), name);
  return { event, email: readInboundEmail(event, new Date('2026-03-02T10:00:05Z')) };
};

describe('the mails of mail servers in use', () => {
  const addresses = scanned();

  it.each(Object.entries(SERVERS))(
    '%s is understood, and about the address that flufl.bounce finds',
    async (name, meaning) => {
      const { event, email } = await read(name);
      if (meaning === 'delayed') return expect(event.type).toBe('imap.delayed');
      if (meaning === 'automatic') {
        return expect(email).toMatchObject({ kind: 'reply', autoReply: { kind: 'auto_reply', pauseUntil: null } });
      }
      expect([event.type, event.bounce?.kind, event.bounce?.code]).toEqual(['bounce', ...meaning]);
      if (!WITHOUT_ADDRESS.includes(name)) expect(addresses[name]).toContain(event.to);
    },
  );
});
