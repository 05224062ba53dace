import type { MeetingWords } from './meeting-words.js';

export const de: MeetingWords = {
  until: ' bis ',
  locations: { video: 'Videoanruf', phone: 'Telefonat', in_person: 'Vor Ort' },
  labels: { when: 'Wann', where: 'Wo', join: 'Teilnehmen', with: 'Mit', state: 'Status' },
  mail: {
    greeting: 'Guten Tag{name},',
    notices: {
      invitation: { subject: 'Einladung', says: 'Sie sind zu einem Termin eingeladen.' },
      update: { subject: 'Neue Uhrzeit', says: 'Ihr Termin wurde verschoben.' },
      withdrawal: {
        subject: 'Neuer Gastgeber',
        says: 'Ihr Termin hat einen neuen Gastgeber und eine neue Uhrzeit. Eine neue Einladung folgt. Diese Nachricht entfernt die bisherige aus Ihrem Kalender.',
      },
      cancellation: { subject: 'Abgesagt', says: 'Dieser Termin wurde abgesagt.' },
      reminder: { subject: 'Erinnerung', says: 'Wir erinnern Sie an Ihren Termin.' },
      no_show: {
        subject: 'Wir haben Sie vermisst',
        says: 'Wir haben Sie bei diesem Termin vermisst. Antworten Sie auf diese E-Mail, um einen neuen zu finden.',
      },
    },
    link: 'Hier können Sie ihn bestätigen, verschieben oder absagen',
  },
  offer: {
    subject: 'Termine für {name}',
    intro: 'Für {name} sind diese Zeiten frei ({zone}):',
    ask: 'Antworten Sie mit der Zeit, die Ihnen passt.',
  },
  page: {
    states: {
      scheduled: 'Gebucht',
      confirmed: 'Bestätigt',
      cancelled: 'Abgesagt',
      completed: 'Hat stattgefunden',
      no_show: 'Hat nicht stattgefunden',
    },
    done: {
      confirmed: 'Ihr Termin ist bestätigt. Vielen Dank.',
      moved: 'Ihr Termin wurde verschoben.',
      cancelled: 'Ihr Termin ist abgesagt.',
    },
    actions: {
      confirm: 'Bestätigen',
      move: 'Andere Zeit',
      cancel: 'Absagen',
      back: 'Zurück',
      later: 'Spätere Zeiten',
    },
    cancel: { title: 'Diesen Termin absagen?', confirm: 'Termin absagen', keep: 'Behalten' },
    times: {
      title: 'Andere Zeit auswählen',
      zone: 'Uhrzeiten in der Zeitzone {zone}',
      none: 'An diesen Tagen ist keine Zeit frei.',
    },
    taken: 'Diese Zeit ist nicht mehr frei. Wählen Sie eine andere.',
    closed: 'Dieser Termin kann nicht mehr geändert werden.',
    dead: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er wurde vielleicht unvollständig kopiert, oder der Termin ist lange vorbei. Öffnen Sie den Link in der E-Mail selbst, oder antworten Sie auf die E-Mail.',
    },
  },
};
