import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { solveChallenge } from 'altcha-lib/v1';
import { type Challenge, createProofs, type ProofSubject } from '../../services/widget/proofs.js';

const proofs = createProofs(['a secret of the tests, of more than 32 bytes']);
const NOW = new Date('2026-03-01T09:00:00.400Z');
const OURS: ProofSubject = { keyId: 'key', sessionId: 'session', purpose: 'turn' };
const EASY = { base: 1_000, doublings: 0 };
const later = (ms: number) => new Date(NOW.getTime() + ms);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
function solve({ salt, challenge, max_number }: Challenge): number {
  for (let number = 0; number <= max_number; number += 1) if (sha256(`${salt}${number}`) === challenge) return number;
  throw new Error('The challenge has no solution.');
}
const codeOf = (result: ReturnType<typeof proofs.check>) => (result.ok ? 'ok' : result.code);

describe('a challenge', () => {
  it('has a solution within its range, a salt of 64 characters that ends with &, and ends after two minutes', () => {
    const challenge = proofs.challenge(OURS, EASY, NOW);
    const number = solve(challenge);
    expect(challenge).toMatchObject({ algorithm: 'SHA-256', max_number: 1_000 });
    expect(challenge.salt).toMatch(/^[\x21-\x7e]{63}&$/);
    expect(challenge.challenge).toMatch(/^[0-9a-f]{64}$/);
    expect(challenge.expires_at).toBe('2026-03-01T09:02:00.000Z');
    expect(challenge.id.endsWith(`.${challenge.signature}`)).toBe(true);
    expect(codeOf(proofs.check(OURS, { id: challenge.id, number }, NOW))).toBe('ok');
    expect(proofs.challenge(OURS, EASY, NOW).salt).not.toBe(challenge.salt);
  });

  it('is solved by ALTCHA’s own solver', async () => {
    const { id, salt, challenge, algorithm, max_number } = proofs.challenge(OURS, EASY, NOW);
    const solution = await solveChallenge(challenge, salt, algorithm, max_number).promise;
    expect(codeOf(proofs.check(OURS, { id, number: solution?.number ?? -1 }, NOW))).toBe('ok');
  });

  it('gets twice as hard with each burst, up to 2,000,000', () => {
    const max = (doublings: number) => proofs.challenge(OURS, { base: 50_000, doublings }, NOW).max_number;
    expect([0, 1, 2, 5, 6, 100].map(max)).toEqual([50_000, 100_000, 200_000, 1_600_000, 2_000_000, 2_000_000]);
  });
});

describe('a solution', () => {
  const challenge = proofs.challenge(OURS, EASY, NOW);
  const solution = { id: challenge.id, number: solve(challenge) };

  it('pays for nothing but one purpose of one session of one key, until two minutes have passed', () => {
    expect(codeOf(proofs.check(OURS, undefined, NOW))).toBe('POW_REQUIRED');
    for (const other of [{ purpose: 'visitor' as const }, { sessionId: 'another' }, { keyId: 'another' }])
      expect(codeOf(proofs.check({ ...OURS, ...other }, solution, NOW))).toBe('POW_INVALID');
    expect(codeOf(proofs.check(OURS, solution, later(119_000)))).toBe('ok');
    expect(codeOf(proofs.check(OURS, solution, later(120_000)))).toBe('POW_EXPIRED');
  });

  it('is the one number, written in one way', () => {
    for (const number of [solution.number + 1, -1, solution.number + 0.5, Number.NaN, 1e21, -0.1, 2_000_001])
      expect(codeOf(proofs.check(OURS, { ...solution, number }, NOW))).toBe('POW_INVALID');
  });

  it('is worth nothing with any one character of its challenge changed', () => {
    const changed = [...solution.id].map((each, at) => {
      const other = each === 'A' ? 'B' : 'A';
      return solution.id.slice(0, at) + other + solution.id.slice(at + 1);
    });
    const results = changed.map((id) => codeOf(proofs.check(OURS, { ...solution, id }, NOW)));
    expect(new Set(results)).toEqual(new Set(['POW_INVALID']));
  });

  it('can’t be made by shifting digits between salt and number, or by a challenge signed for something else', () => {
    // CVE-2025-68113: where salt and number aren't held apart, `salt1` with 23 hashes as `salt` with 123.
    const [body = '', signature = ''] = solution.id.split('.');
    const parts = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[];
    const spliced = (change: (parts: unknown[]) => void): string => {
      const copy = [...parts];
      change(copy);
      return `${Buffer.from(JSON.stringify(copy)).toString('base64url')}.${signature}`;
    };
    const digits = String(solution.number);
    const attempts = [
      { id: spliced((copy) => copy.splice(5, 1, `${copy[5]}${digits[0]}`)), number: Number(digits.slice(1) || 0) },
      { id: spliced((copy) => copy.splice(0, 1, Number(copy[0]) + 3_600)), number: solution.number },
      { id: spliced((copy) => copy.splice(4, 1, '2000000')), number: solution.number },
      { id: `${solution.id}.${signature}`, number: solution.number },
      { id: `${solution.id}=`, number: solution.number },
      { id: '', number: solution.number },
      { id: `${'A'.repeat(3_000)}.${signature}`, number: solution.number },
    ];
    for (const attempt of attempts) expect(codeOf(proofs.check(OURS, attempt, NOW))).toBe('POW_INVALID');
    const others = createProofs(['another secret of the tests, more than 32 bytes']).challenge(OURS, EASY, NOW);
    expect(codeOf(proofs.check(OURS, { id: others.id, number: solve(others) }, NOW))).toBe('POW_INVALID');
  });
});
