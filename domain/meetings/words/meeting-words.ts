import type { NoticeKind } from '../booking-tasks.js';

/** The texts about meetings that leads read, in one language. */
export interface MeetingWords {
  /** Between the start and the end of a time, with its spaces. */
  until: string;
  locations: { video: string; phone: string; in_person: string };
  labels: { when: string; where: string; join: string; with: string; state: string };
  mail: {
    /** `{name}` is the first name with a space before it, or nothing. */
    greeting: string;
    /** Before the title in the subject, and the sentence after the greeting. */
    notices: Record<NoticeKind, { subject: string; says: string }>;
    /** The text of the link to the meeting's page. */
    link: string;
  };
  /** `{name}` is the kind of meeting, `{zone}` the time zone. */
  offer: { subject: string; intro: string; ask: string };
  page: {
    states: Record<'scheduled' | 'confirmed' | 'cancelled' | 'completed' | 'no_show', string>;
    done: Record<'confirmed' | 'moved' | 'cancelled', string>;
    actions: { confirm: string; move: string; cancel: string; back: string; later: string };
    cancel: { title: string; confirm: string; keep: string };
    /** `{zone}` is the time zone. */
    times: { title: string; zone: string; none: string };
    taken: string;
    closed: string;
    dead: { title: string; text: string };
  };
}
