import type { WebhookChannel } from '../../schemas/accounts/notification-settings.js';
import type { NoticeText } from './notice-text.js';

/** The code of a webhook that no longer exists. */
export const WEBHOOK_GONE = 'WEBHOOK_GONE';

/** Escapes the characters that control text in Slack, so that no text can mention anyone or hide a link. */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** Slack allows 50 blocks in a message. An entry takes three. */
const MAX_SLACK_ENTRIES = 15;

const slackMessage = ({ subject, entries, more, footer }: NoticeText) => ({
  // Notifications of the phone show it instead of the blocks.
  text: forSlack(subject),
  unfurl_links: false,
  blocks: [
    ...entries
      .slice(0, MAX_SLACK_ENTRIES)
      .flatMap(({ title, detail, url, label }) => [
        { type: 'section', text: plain(title) },
        ...(detail === null ? [] : [{ type: 'context', elements: [plain(detail)] }]),
        { type: 'actions', elements: [{ type: 'button', text: plain(label), url }] },
      ]),
    { type: 'context', elements: [plain(more === null ? footer : `${more} ${footer}`)] },
  ],
});

/** A line of text that Teams shows as it is. A text block would read it as Markdown. */
const run = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const teamsMessage = ({ entries, more, footer }: NoticeText) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          ...entries.flatMap(({ title, detail, url, label }) => [
            run(title, { weight: 'Bolder' }),
            ...(detail === null ? [] : [run(detail)]),
            { type: 'ActionSet', actions: [{ type: 'Action.OpenUrl', title: label, url }] },
          ]),
          run(more === null ? footer : `${more} ${footer}`, { size: 'Small', isSubtle: true }),
        ],
      },
    },
  ],
});

/** Writes a notice as the body of an incoming webhook of Slack or Teams. */
export const chatPayload = (channel: WebhookChannel, notice: NoticeText): string =>
  JSON.stringify(channel === 'slack' ? slackMessage(notice) : teamsMessage(notice));
