import type { WhatsAppMedia } from '../../../schemas/channels/whatsapp-content.js';

/** A file that goes with an answer, by its address. */
export type Attachment = Pick<WhatsAppMedia, 'type'> & { link: string };

const ENDINGS: readonly [RegExp, Attachment['type']][] = [
  [/\.(jpe?g|png)$/i, 'image'],
  [/\.(mp4|3gpp?)$/i, 'video'],
  [/\.(mp3|m4a|aac|amr|og[ga]|opus)$/i, 'audio'],
  [/\.webp$/i, 'sticker'],
];

/** Returns what a file is by the end of its address: a document, where that says nothing else. */
export function kindOfFile(link: string): Attachment['type'] {
  const [path = ''] = link.split(/[?#]/);
  return ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? 'document';
}

/** Returns whether WhatsApp shows words with a file. */
export const allowsCaption = ({ type }: Attachment): boolean => type !== 'audio' && type !== 'sticker';
