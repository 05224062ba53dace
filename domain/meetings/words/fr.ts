import type { MeetingWords } from './meeting-words.js';

export const fr: MeetingWords = {
  until: ' à ',
  locations: { video: 'Appel vidéo', phone: 'Appel téléphonique', in_person: 'Sur place' },
  labels: { when: 'Quand', where: 'Où', join: 'Rejoindre', with: 'Avec', state: 'État' },
  mail: {
    greeting: 'Bonjour{name},',
    notices: {
      invitation: { subject: 'Invitation', says: 'Voici votre invitation à un rendez-vous.' },
      update: { subject: 'Nouvel horaire', says: 'Votre rendez-vous a un nouvel horaire.' },
      withdrawal: {
        subject: 'Nouvel interlocuteur',
        says: 'Votre rendez-vous a un nouvel interlocuteur et un nouvel horaire. Vous recevrez une autre invitation. Ce message retire la précédente de votre agenda.',
      },
      cancellation: { subject: 'Annulé', says: 'Ce rendez-vous a été annulé.' },
      reminder: { subject: 'Rappel', says: 'Nous vous rappelons votre rendez-vous.' },
      no_show: {
        subject: 'Rendez-vous manqué',
        says: 'Nous n’avons pas pu vous rencontrer à ce rendez-vous. Répondez à cet e-mail pour convenir d’un autre horaire.',
      },
    },
    link: 'Confirmez-le, déplacez-le ou annulez-le ici',
  },
  offer: {
    subject: 'Horaires pour {name}',
    intro: 'Voici les horaires disponibles pour {name} ({zone}) :',
    ask: 'Répondez avec l’horaire qui vous convient.',
  },
  page: {
    states: {
      scheduled: 'Réservé',
      confirmed: 'Confirmé',
      cancelled: 'Annulé',
      completed: 'Terminé',
      no_show: 'N’a pas eu lieu',
    },
    done: {
      confirmed: 'Votre rendez-vous est confirmé. Merci.',
      moved: 'Votre rendez-vous a un nouvel horaire.',
      cancelled: 'Votre rendez-vous est annulé.',
    },
    actions: {
      confirm: 'Confirmer',
      move: 'Autre horaire',
      cancel: 'Annuler',
      back: 'Retour',
      later: 'Horaires suivants',
    },
    cancel: { title: 'Annuler ce rendez-vous ?', confirm: 'Annuler le rendez-vous', keep: 'Le garder' },
    times: {
      title: 'Choisissez un autre horaire',
      zone: 'Horaires dans le fuseau {zone}',
      none: 'Aucun horaire n’est libre ces jours-ci.',
    },
    taken: 'Cet horaire n’est plus disponible. Choisissez-en un autre.',
    closed: 'Ce rendez-vous ne peut plus être modifié.',
    dead: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il a peut-être été copié incomplètement, ou le rendez-vous est passé depuis longtemps. Ouvrez le lien dans l’e-mail lui-même, ou répondez à l’e-mail.',
    },
  },
};
