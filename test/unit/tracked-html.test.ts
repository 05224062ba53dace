import { describe, expect, it } from '@jest/globals';
import { trackHtml } from '../../domain/messages/tracked-html.js';
import { createTrackingLinks } from '../../services/messages/mail-links.js';
import { cpuMs } from '../support/cpu-time.js';

const linkOf = (url: string) => `https://t.example/${encodeURIComponent(url)}?x=1&y=2`;
const to = (url: string) => `https://t.example/${encodeURIComponent(url)}?x=1&amp;y=2`;

describe('the HTML of a tracked mail', () => {
  it('has its web links replaced, whatever their quotes and entities, and nothing else', () => {
    const cases: [string, string][] = [
      ['<a href="https://a.example/?b=1&amp;c=2">x</a>', `<a href="${to('https://a.example/?b=1&c=2')}">x</a>`],
      [`<A class=x HREF = 'http://a.example'>x</A>`, `<A class=x HREF = "${to('http://a.example')}">x</A>`],
      ['<a\n href="https://a.example/&#x41;">x</a>', `<a\n href="${to('https://a.example/A')}">x</a>`],
      ...['mailto:a@b.example', 'tel:+34600', '#top', '/path', 'javascript:alert(1)', 'https://'].map(
        (url): [string, string] => [`<a href="${url}">x</a>`, `<a href="${url}">x</a>`],
      ),
      ['<img src="https://a.example/x.png">', '<img src="https://a.example/x.png">'],
      ['https://a.example in plain text', 'https://a.example in plain text'],
      [
        '<a name="x">y</a> <abbr href="https://a.example">z</abbr>',
        '<a name="x">y</a> <abbr href="https://a.example">z</abbr>',
      ],
      [
        '<a data-mce-href="https://a.example" href="https://a.example">x</a>',
        `<a data-mce-href="https://a.example" href="${to('https://a.example')}">x</a>`,
      ],
      [
        `<a title="see href='https://b.example' > there" href=https://a.example>x</a>`,
        `<a title="see href='https://b.example' > there" href="${to('https://a.example')}">x</a>`,
      ],
      [
        '<a href="https://a.example" href="https://b.example">x</a>',
        `<a href="${to('https://a.example')}" href="https://b.example">x</a>`,
      ],
      ['<!-- <a href="https://a.example">x</a> -->', '<!-- <a href="https://a.example">x</a> -->'],
      [
        '<style>/* <a href="https://a.example"> */</style><p>ñ<a href="https://a.example">',
        `<style>/* <a href="https://a.example"> */</style><p>ñ<a href="${to('https://a.example')}">`,
      ],
      [
        '<a href="https://a.example"><p>x<a href="https://b.example">y</p></a>',
        `<a href="${to('https://a.example')}"><p>x<a href="${to('https://b.example')}">y</p></a>`,
      ],
      ['<a href="https://a.example/?a=1&copy=2">x</a>', `<a href="${to('https://a.example/?a=1&copy=2')}">x</a>`],
      ['<a data-href="https://a.example">x</a>', '<a data-href="https://a.example">x</a>'],
    ];
    for (const [before, after] of cases) expect(trackHtml(before, { linkOf })).toBe(after);
  });

  it('keeps links that have no replacement', () => {
    const html = '<a href="https://a.example">x</a>';
    expect(trackHtml(html, { linkOf: () => undefined })).toBe(html);
    expect(trackHtml(html, {})).toBe(html);
  });

  it('has the image at the end of its body', () => {
    const image =
      '<img src="https://t.example/1?a=1&amp;b=2" width="1" height="1" alt="" style="display:block;border:0">';
    const pixelUrl = 'https://t.example/1?a=1&b=2';
    expect(trackHtml('<p>x</p>', { pixelUrl })).toBe(`<p>x</p>${image}`);
    expect(trackHtml('<BODY><p>x</p></BODY></html>', { pixelUrl })).toBe(`<BODY><p>x</p>${image}</BODY></html>`);
  });

  it('takes hostile text in time', () => {
    const hostile = '<a href="'.repeat(50_000) + '<a '.repeat(50_000);
    expect(cpuMs(() => trackHtml(hostile, { linkOf, pixelUrl: 'https://t.example/1' }))).toBeLessThan(2_000);
  });
});

describe('tracking links', () => {
  const links = createTrackingLinks(['a secret of the tests, of 32 bytes'], 'https://las.example');

  it('are made for no page of our own, unsubscribing first of all, and for none too long', () => {
    for (const page of ['/u/token', '/c/token', '/m/token', '/t/token']) {
      expect(links.clickUrl('account', 'message', `https://las.example${page}`)).toBeUndefined();
    }
    expect(links.clickUrl('account', 'message', `https://a.example/${'x'.repeat(1_000)}`)).toBeUndefined();
    const url = links.clickUrl('account', 'message', 'https://a.example/');
    expect(links.read(url?.split('/t/')[1] ?? '', new Date())).toEqual({
      kind: 'click',
      accountId: 'account',
      messageId: 'message',
      url: 'https://a.example/',
    });
  });
});
