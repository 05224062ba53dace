import type { MeetingWords } from './meeting-words.js';

export const pt: MeetingWords = {
  until: ' às ',
  locations: { video: 'Videochamada', phone: 'Chamada telefônica', in_person: 'Presencial' },
  labels: { when: 'Quando', where: 'Onde', join: 'Entrar', with: 'Com', state: 'Estado' },
  mail: {
    greeting: 'Olá{name},',
    notices: {
      invitation: { subject: 'Convite', says: 'Você tem um convite para uma reunião.' },
      update: { subject: 'Novo horário', says: 'A sua reunião tem um novo horário.' },
      withdrawal: {
        subject: 'Novo anfitrião',
        says: 'A sua reunião tem um novo anfitrião e um novo horário. Você receberá outro convite. Esta mensagem remove o anterior do seu calendário.',
      },
      cancellation: { subject: 'Cancelada', says: 'Esta reunião foi cancelada.' },
      reminder: { subject: 'Lembrete', says: 'Este é um lembrete da sua reunião.' },
      no_show: {
        subject: 'Sentimos a sua falta',
        says: 'Sentimos a sua falta nesta reunião. Responda a este e-mail para encontrar outro horário.',
      },
    },
    link: 'Confirme, altere ou cancele aqui',
  },
  offer: {
    subject: 'Horários para {name}',
    intro: 'Estes são os horários disponíveis para {name} ({zone}):',
    ask: 'Responda com o horário que preferir.',
  },
  page: {
    states: {
      scheduled: 'Marcada',
      confirmed: 'Confirmada',
      cancelled: 'Cancelada',
      completed: 'Realizada',
      no_show: 'Não realizada',
    },
    done: {
      confirmed: 'A sua reunião está confirmada. Obrigado.',
      moved: 'A sua reunião tem um novo horário.',
      cancelled: 'A sua reunião está cancelada.',
    },
    actions: {
      confirm: 'Confirmar',
      move: 'Outro horário',
      cancel: 'Cancelar',
      back: 'Voltar',
      later: 'Horários posteriores',
    },
    cancel: { title: 'Cancelar esta reunião?', confirm: 'Cancelar a reunião', keep: 'Manter' },
    times: {
      title: 'Escolha outro horário',
      zone: 'Horários no fuso {zone}',
      none: 'Não há horários livres nestes dias.',
    },
    taken: 'Este horário já não está disponível. Escolha outro.',
    closed: 'Esta reunião já não pode ser alterada.',
    dead: {
      title: 'Este link não funciona',
      text: 'Pode ter sido copiado incompleto, ou a reunião terminou há muito tempo. Abra o link no próprio e-mail ou responda ao e-mail.',
    },
  },
};
