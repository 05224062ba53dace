/** The texts of message previews in `dashboard/parts`, kept apart from those that every page loads. */

import { plural } from '../plural.js';

export const leadsHaveTheseFields = (leads: number, capped: boolean) =>
  plural(leads, {
    one: 'The lead has these fields.',
    other: `${capped ? 'The first' : 'All'} # leads have these fields.`,
  });
export const remoteImageBlocked = (images: number) =>
  plural(images, {
    one: '# remote image blocked.',
    other: '# remote images blocked.',
  });
export const isMissingForOf = (lacking: string, leads: number, capped: boolean) =>
  ` is missing for ${lacking} of ${capped ? 'the first ' : ''}${plural(leads, { one: '# lead', other: '# leads' })}`;
export const missingVariables = 'Missing variables';
export const theSenderCanSeeWhenYou = 'The sender can see when you load them.';
export const showImages = 'Show images';
export const sentEmail = 'Sent email';
