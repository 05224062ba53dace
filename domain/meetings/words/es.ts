import type { MeetingWords } from './meeting-words.js';

export const es: MeetingWords = {
  until: ' a ',
  locations: { video: 'Videollamada', phone: 'Llamada telefónica', in_person: 'En persona' },
  labels: { when: 'Cuándo', where: 'Dónde', join: 'Unirse', with: 'Con', state: 'Estado' },
  mail: {
    greeting: 'Hola{name}:',
    notices: {
      invitation: { subject: 'Invitación', says: 'Tienes una invitación a una reunión.' },
      update: { subject: 'Nueva hora', says: 'Tu reunión tiene una nueva hora.' },
      withdrawal: {
        subject: 'Nuevo anfitrión',
        says: 'Tu reunión tiene un nuevo anfitrión y una nueva hora. Recibirás otra invitación. Este mensaje elimina la anterior de tu calendario.',
      },
      cancellation: { subject: 'Cancelada', says: 'Esta reunión se ha cancelado.' },
      reminder: { subject: 'Recordatorio', says: 'Te recordamos tu reunión.' },
      no_show: {
        subject: 'Te echamos de menos',
        says: 'No pudimos reunirnos contigo. Responde a este correo para buscar otra hora.',
      },
    },
    link: 'Confírmala, cámbiala o cancélala aquí',
  },
  offer: {
    subject: 'Horas para {name}',
    intro: 'Estas son las horas disponibles para {name} ({zone}):',
    ask: 'Responde con la hora que te venga bien.',
  },
  page: {
    states: {
      scheduled: 'Reservada',
      confirmed: 'Confirmada',
      cancelled: 'Cancelada',
      completed: 'Celebrada',
      no_show: 'No se celebró',
    },
    done: {
      confirmed: 'Tu reunión está confirmada. Gracias.',
      moved: 'Tu reunión tiene una nueva hora.',
      cancelled: 'Tu reunión está cancelada.',
    },
    actions: {
      confirm: 'Confirmar',
      move: 'Otra hora',
      cancel: 'Cancelar',
      back: 'Volver',
      later: 'Horas posteriores',
    },
    cancel: { title: '¿Cancelar esta reunión?', confirm: 'Cancelar la reunión', keep: 'Mantenerla' },
    times: {
      title: 'Elige otra hora',
      zone: 'Horas en la zona horaria {zone}',
      none: 'No hay horas libres en estos días.',
    },
    taken: 'Esta hora ya no está disponible. Elige otra.',
    closed: 'Esta reunión ya no se puede cambiar.',
    dead: {
      title: 'Este enlace no funciona',
      text: 'Puede que se haya copiado incompleto o que la reunión terminara hace tiempo. Abre el enlace desde el propio correo o responde al correo.',
    },
  },
};
