import { describe, expect, it } from '@jest/globals';
import { deriveKey } from '../../runtime/derived-key.js';
import { signHook, verifyHook } from '../../runtime/hook-signature.js';
import { createSecretBox, SealedSecretError } from '../../runtime/secret-box.js';
import { createTokenSigner } from '../../runtime/signed-token.js';

const SECRET = 'a master secret of more than 32 bytes';
const OTHER = 'another master secret, also long enough';
const now = new Date('2026-03-01T12:00:00Z');

/** Every text that differs from `text` in one character. */
const mutations = (text: string) =>
  Array.from(text, (char, index) => text.slice(0, index) + (char === 'A' ? 'B' : 'A') + text.slice(index + 1));

describe('a signed token', () => {
  const signer = createTokenSigner([SECRET], 'unsubscribe');
  const token = signer.sign(['account', 'lead', 'ñ👍']);

  it('gives back what it was made from and fits into a URL', () => {
    expect(signer.verify(token, now)).toEqual({ ok: true, payload: ['account', 'lead', 'ñ👍'] });
    expect(token).toMatch(/^[A-Za-z0-9_.-]+$/);
  });

  it('is refused after any change, for any other purpose, and under any other secret', () => {
    for (const changed of mutations(token)) expect(signer.verify(changed, now).ok).toBe(false);
    expect(createTokenSigner([SECRET], 'session').verify(token, now)).toEqual({ ok: false, reason: 'bad_signature' });
    expect(createTokenSigner([OTHER], 'unsubscribe').verify(token, now)).toEqual({
      ok: false,
      reason: 'bad_signature',
    });
  });

  it.each(['', '.', 'a', 'a.b', '..', 'a.b.c', `${'x'.repeat(5_000)}.y`, `W10.${'!'.repeat(43)}`])(
    'is not %j',
    (text) => {
      expect(signer.verify(text, now)).toEqual({ ok: false, reason: 'malformed' });
    },
  );

  it('ends at its expiry, to the second', () => {
    const short = signer.sign(['x'], new Date('2026-03-01T12:00:05Z'));
    expect(signer.verify(short, new Date('2026-03-01T12:00:04.999Z')).ok).toBe(true);
    expect(signer.verify(short, new Date('2026-03-01T12:00:05Z'))).toEqual({ ok: false, reason: 'expired' });
  });

  it('survives a change of the secret while the old one is still listed', () => {
    const renewed = createTokenSigner([OTHER, SECRET], 'unsubscribe');
    expect(renewed.verify(token, now).ok).toBe(true);
    expect(signer.verify(renewed.sign(['x']), now).ok).toBe(false);
  });

  it('has no other spelling of the same signature', () => {
    const last = token.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const char of alphabet) {
      if (char !== last) expect(signer.verify(token.slice(0, -1) + char, now).ok).toBe(false);
    }
  });
});

describe('a sealed secret', () => {
  const box = createSecretBox([SECRET]);
  const sealed = box.seal('p@ss wörd', 'email_senders/1/password');

  it('opens at its place only', () => {
    expect(box.open(sealed, 'email_senders/1/password')).toBe('p@ss wörd');
    expect(() => box.open(sealed, 'email_senders/2/password')).toThrow(SealedSecretError);
  });

  it('never looks the same twice and never shows the secret', () => {
    expect(box.seal('p@ss wörd', 'x')).not.toBe(box.seal('p@ss wörd', 'x'));
    expect(sealed).not.toContain('p@ss');
  });

  it('is refused after any change', () => {
    for (const changed of mutations(sealed)) {
      if (changed.at(-1) !== sealed.at(-1)) continue;
      expect(() => box.open(changed, 'email_senders/1/password')).toThrow(SealedSecretError);
    }
    for (const text of ['', 'v1', 'v1.x', 'v1.00000000.AAAA', 'v2.a.b', sealed.slice(0, 20)]) {
      expect(() => box.open(text, 'x')).toThrow(SealedSecretError);
    }
  });

  it('opens under a renewed secret while the old one is still listed', () => {
    const renewed = createSecretBox([OTHER, SECRET]);
    expect(renewed.open(sealed, 'email_senders/1/password')).toBe('p@ss wörd');
    expect(() => createSecretBox([OTHER]).open(sealed, 'email_senders/1/password')).toThrow(/not among/);
  });
});

describe('deriveKey', () => {
  it('gives each purpose a key of its own', () => {
    expect(deriveKey(SECRET, 'a').equals(deriveKey(SECRET, 'b'))).toBe(false);
    expect(deriveKey(SECRET, 'a').equals(deriveKey(SECRET, 'a'))).toBe(true);
  });
});

describe('an X-Signature header', () => {
  const body = '{"event_id":"e1","text":"ñ"}';
  const header = signHook('hook secret', body, now);
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it('is taken for its body within five minutes either way', () => {
    for (const seconds of [-300, 0, 300])
      expect(verifyHook('hook secret', header, body, later(seconds))).toEqual({ ok: true });
    expect(verifyHook('hook secret', header, Buffer.from(body), now)).toEqual({ ok: true });
    expect(verifyHook('hook secret', header, body, later(301))).toEqual({ ok: false, reason: 'too_old' });
    expect(verifyHook('hook secret', header, body, later(-301))).toEqual({ ok: false, reason: 'too_new' });
  });

  it('is refused for another body, secret or time', () => {
    const mismatch = { ok: false, reason: 'mismatch' };
    expect(verifyHook('hook secret', header, `${body} `, now)).toEqual(mismatch);
    expect(verifyHook('other', header, body, now)).toEqual(mismatch);
    expect(verifyHook('hook secret', header.replace(/t=\d+/, `t=${now.getTime() / 1000 + 1}`), body, now)).toEqual(
      mismatch,
    );
  });

  it('may carry several signatures, of which one must be right', () => {
    const old = signHook('old secret', body, now).split(',')[1];
    expect(verifyHook('hook secret', `${header},${old}`, body, now)).toEqual({ ok: true });
    expect(
      verifyHook('hook secret', header.toUpperCase().replace('T=', 't=').replace('V1=', 'v1='), body, now),
    ).toEqual({ ok: true });
  });

  it.each([
    [undefined, 'missing'],
    ['', 'missing'],
    ['v1=abc', 'malformed'],
    ['t=1', 'malformed'],
    ['t=x,v1=y', 'malformed'],
    ['t=1,t=2,v1=y', 'malformed'],
    ['t=-1,v1=y', 'malformed'],
    ['t=1e9,v1=y', 'malformed'],
    ['sha256=abcdef', 'malformed'],
    [`t=${now.getTime() / 1000},v1=`, 'mismatch'],
    [`t=${now.getTime() / 1000},v1=zz`, 'mismatch'],
    [`t=${now.getTime() / 1000},v0=${'a'.repeat(64)}`, 'malformed'],
  ])('is not %j', (value, reason) => {
    expect(verifyHook('hook secret', value, body, now)).toEqual({ ok: false, reason });
  });
});
