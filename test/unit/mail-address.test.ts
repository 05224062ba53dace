import { describe, expect, it } from '@jest/globals';
import { aliasesOf, readAddress } from '../../domain/inbound/mail-address.js';
import { cpuMs } from '../support/cpu-time.js';

describe('the address of a header', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['ana@example.com (Ana Ruiz)', 'ana@example.com'],
    ['(a (nested) comment) ana@example.com', 'ana@example.com'],
    ['Ana Ruiz <ana@example.com> (work)', 'ana@example.com'],
    ['"Ruiz, Ana" <ana@example.com>', 'ana@example.com'],
    ['Ruiz, Ana <ana@example.com>', 'ana@example.com'],
    ['"ana@other.example" <ana@example.com>', 'ana@example.com'],
    ['"A \\"quoted\\" <x@y.example>" <ana@example.com>', 'ana@example.com'],
    ['ana@other.example <ana@example.com>', 'ana@example.com'],
    ['=?utf-8?q?Ana_L=C3=B3pez?= <ana@example.com>', 'ana@example.com'],
    ['ANA@EXAMPLE.COM', 'ANA@example.com'],
    ['<ana@example.com>', 'ana@example.com'],
    ['<mailto:ana@example.com>', 'ana@example.com'],
    ['Team: ana@example.com, bob@example.com;', 'ana@example.com'],
    ['Team: Ana <ana@example.com>;', 'ana@example.com'],
    ['<@relay.example:ana@example.com>', 'ana@example.com'],
    ['ana@example.com, bob@example.com', 'ana@example.com'],
    ['ana(comment)@example.com', 'ana@example.com'],
    ['  ana@example.com  ', 'ana@example.com'],
  ])('%s is %s', (header, address) => {
    expect(readAddress(header)).toBe(address);
  });

  it.each(['', 'nobody', '(ana@example.com)', '"ana@example.com"', '<>', 'undisclosed-recipients:;', '<'])(
    'is missing in %j',
    (header) => expect(readAddress(header)).toBeNull(),
  );

  it('is looked for in time', () => {
    for (const unit of ['(', '<', '"', 'a@', '\\', ',', '<a@b'])
      expect([unit, cpuMs(() => readAddress(unit.repeat(500_000))) < 1_000]).toEqual([unit, true]);
  });
});

describe('the aliases of an address', () => {
  it('are the one without its tag and the other name of its domain', () => {
    expect(aliasesOf('Ana+Shop@example.com')).toEqual(['ana@example.com']);
    expect(aliasesOf('ana@googlemail.com')).toEqual(['ana@gmail.com']);
    expect(aliasesOf('ana@example.com')).toEqual([]);
    expect(aliasesOf('+a@example.com')).toEqual([]);
  });
});
