import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { insertMessage } from '../support/leads.js';

const day = useWorkday('dashboard-mails');
const ELSEWHERE = 'https://elsewhere.example';
const RAN = "console.error('it ran');alert(1)";
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Attacks that strangers' emails have tried, each with a word that must be readable afterwards. */
const HOSTILE = `<!doctype html><html><head><title>Hello</title>
<meta http-equiv="refresh" content="0;url=${ELSEWHERE}/refresh"><base href="${ELSEWHERE}/">
<link rel="stylesheet" href="${ELSEWHERE}/link.css"><link rel="prefetch" href="${ELSEWHERE}/prefetch">
<style>@import url("${ELSEWHERE}/import.css"); .big { color: #b00; background: url(${ELSEWHERE}/style.png) }
@font-face { font-family: x; src: url('${ELSEWHERE}/font.woff') } p { font-family: x }</style>
<script>${RAN}</script></head><body style="background-image:url('${ELSEWHERE}/body.png')" onload="${RAN}">
<p class="big">An offer for your roof</p>
<script src="${ELSEWHERE}/script.js"></script><img src="x" onerror="${RAN}"><img src="${ELSEWHERE}/track.gif" width="1">
<img srcset="${ELSEWHERE}/set.png 2x" src="${ELSEWHERE}/plain.png" alt="A roof" onload="${RAN}">
<picture><source srcset="${ELSEWHERE}/source.png"><img src="http://elsewhere.example/http.png"></picture>
<table background="${ELSEWHERE}/table.png"><tr><td style="background:url(${ELSEWHERE}/cell.png)">In a table</td></tr></table>
<a href="javascript:${RAN}" id="bad">A bad link</a> <a href="&#106;avascript&colon;${RAN}">Another one</a>
<a href="https://good.example/offer" ping="${ELSEWHERE}/ping">A good link</a> <a href="leads">A near one</a>
<form action="${ELSEWHERE}/form"><input name="password" autofocus onfocus="${RAN}"><button>Sign in</button>In a form</form>
<svg onload="${RAN}"><script>${RAN}</script><image href="${ELSEWHERE}/svg.png"/><a href="javascript:${RAN}">x</a></svg>
<math><mtext><table><mglyph><style><img src=x onerror="${RAN}"></style></mglyph></table></mtext></math>
<iframe src="${ELSEWHERE}/frame" srcdoc="<script>${RAN}</script>"></iframe><object data="${ELSEWHERE}/object"></object>
<embed src="${ELSEWHERE}/embed"><video src="${ELSEWHERE}/video" poster="${ELSEWHERE}/poster"></video>
<audio src="${ELSEWHERE}/audio" autoplay></audio><details open ontoggle="${RAN}"><summary>More</summary>Within</details>
<noscript><p title="</noscript><img src=x onerror=${RAN}>"></p></noscript><template><script>${RAN}</script></template>
<div style="position:fixed;inset:0;z-index:9999;width:expression(${RAN})"></div><marquee onstart="${RAN}">Moves</marquee>
<p>Yours, Carla</p></body></html>`;

/** Opens a lead with this email, and the original email. Returns the external requests in the meantime. */
async function openMail(html: string): Promise<{ page: Page; asked: string[]; dialogs: string[] }> {
  const { account, api } = day;
  const lead = { first_name: 'Carla', last_name: 'Sent', source: 'fair' };
  const { body } = await account.request('post', '/leads').send(lead).expect(201);
  await insertMessage(api.db, account.accountId, body.lead.id, {
    direction: 'inbound',
    status: 'received',
    subject: 'An offer',
    content: 'An offer in words',
    html,
  });
  const page = await day.open(`/leads/${body.lead.id}`);
  const asked: string[] = [];
  const dialogs: string[] = [];
  await page.context().route(/elsewhere\.example|good\.example/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByText('An offer in words').waitFor();
  await page.getByRole('button', { name: 'Show original' }).click();
  return { page, asked, dialogs };
}
/** The complaints of browsers except those about the frame's own policy, which are expected. */
const complaintsOfThePage = (): string[] =>
  day.dashboard.complaints
    .splice(0)
    .filter((text) => !/policy of \/mail-frame|mail-frame\.html.*Content Security Policy/.test(text));
const mailIn = (page: Page) => page.frameLocator('iframe[title="Sent email"]');

describe('a mail as it was sent', () => {
  it('runs nothing, asks nothing of anybody and leads only to pages of the web', async () => {
    const { page, asked, dialogs } = await openMail(HOSTILE);
    const at = page.url();
    const mail = mailIn(page);
    for (const text of ['An offer for your roof', 'In a table', 'In a form', 'Within', 'Yours, Carla'])
      await mail.getByText(text).waitFor();
    await mail
      .getByText('A bad link')
      .click({ force: true, timeout: 2_000 })
      .catch(() => undefined);
    const left = await mail.locator('body').evaluate((body) => ({
      tags: [...new Set([...body.querySelectorAll('*')].map(({ tagName }) => tagName))].sort(),
      handlers: [...body.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter((name) => name.startsWith('on')),
      ),
      links: [...body.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target, link.rel]),
      origin: body.ownerDocument.defaultView?.origin,
    }));
    expect(left.tags).toEqual(
      expect.not.arrayContaining([
        'FORM',
        'INPUT',
        'BUTTON',
        'SVG',
        'MATH',
        'IFRAME',
        'OBJECT',
        'META',
        'BASE',
        'LINK',
      ]),
    );
    expect(left.handlers).toEqual([]);
    expect(left.links.map(([href]) => href)).toEqual([null, null, 'https://good.example/offer', null]);
    for (const [, target, rel] of left.links) expect([target, rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(left.origin).toBe('null');
    await day.look(page, 'mail-hostile');
    expect([asked, dialogs, page.url()]).toEqual([[], [], at]);
    expect(complaintsOfThePage()).toEqual([]);
  });

  it('loads external images only on request', async () => {
    const mail = `<p>Spring</p><img src="${ELSEWHERE}/roof.png" alt="A roof"><img src="data:image/png;base64,${PIXEL.toString('base64')}">`;
    const { page, asked } = await openMail(mail);
    await page.getByText('1 remote image blocked').waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Show images' }).click();
    await mailIn(page).locator(`img[src="${ELSEWHERE}/roof.png"]`).waitFor();
    await page.getByText('1 remote image blocked').waitFor({ state: 'detached' });
    await eventually(async () => (asked.length > 0 ? true : undefined));
    expect(asked).toEqual([`${ELSEWHERE}/roof.png`]);
    expect(complaintsOfThePage()).toEqual([]);
  });

  it('is held by its policy where a style hides what it fetches, and is never higher than its place', async () => {
    const style = `.x { background: \\75 rl(${ELSEWHERE}/escaped.png) } body { height: 200vh }`;
    const { page, asked } = await openMail(`<style>${style}</style><p class="x">Hidden ways</p>`);
    await mailIn(page).getByText('Hidden ways').waitFor();
    const heightOfFrame = () => page.locator('.mail iframe').evaluate((frame) => frame.clientHeight);
    await eventually(async () => ((await heightOfFrame()) === 640 ? true : undefined));
    expect(asked).toEqual([]);
    await eventually(async () => (day.dashboard.complaints.join().includes('escaped.png') ? true : undefined));
    expect(complaintsOfThePage()).toEqual([]);
  });
});
