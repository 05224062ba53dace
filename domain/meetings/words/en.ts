import type { MeetingWords } from './meeting-words.js';

export const en: MeetingWords = {
  until: ' to ',
  locations: { video: 'Video call', phone: 'Phone call', in_person: 'In person' },
  labels: { when: 'When', where: 'Where', join: 'Join', with: 'With', state: 'State' },
  mail: {
    greeting: 'Hello{name},',
    notices: {
      invitation: { subject: 'Invitation', says: 'you are invited to a meeting.' },
      update: { subject: 'New time', says: 'your meeting has a new time.' },
      withdrawal: {
        subject: 'New host',
        says: 'your meeting has a new host and a new time. A new invitation follows. This message removes the previous one from your calendar.',
      },
      cancellation: { subject: 'Cancelled', says: 'this meeting has been cancelled.' },
      reminder: { subject: 'Reminder', says: 'a reminder of your meeting.' },
      no_show: {
        subject: 'We missed you',
        says: 'we missed you at this meeting. Reply to this email to find another time.',
      },
    },
    link: 'Confirm, move or cancel it here',
  },
  offer: {
    subject: 'Times for {name}',
    intro: '{name} is available at these times ({zone}):',
    ask: 'Reply with the time that suits you.',
  },
  page: {
    states: {
      scheduled: 'Booked',
      confirmed: 'Confirmed',
      cancelled: 'Cancelled',
      completed: 'Took place',
      no_show: 'Did not take place',
    },
    done: {
      confirmed: 'Your meeting is confirmed. Thank you.',
      moved: 'Your meeting has a new time.',
      cancelled: 'Your meeting is cancelled.',
    },
    actions: {
      confirm: 'Confirm',
      move: 'Another time',
      cancel: 'Cancel',
      back: 'Back',
      later: 'Later times',
    },
    cancel: { title: 'Cancel this meeting?', confirm: 'Cancel the meeting', keep: 'Keep it' },
    times: {
      title: 'Choose another time',
      zone: 'Times on the clock of {zone}',
      none: 'There is no free time in these days.',
    },
    taken: 'This time is no longer available. Choose another time.',
    closed: 'This meeting can no longer be changed.',
    dead: {
      title: 'This link does not work',
      text: 'It may have been cut off when it was copied, or the meeting is long over. Please open the link in the email itself, or answer the email.',
    },
  },
};
