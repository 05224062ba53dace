import type { MeetingWords } from './meeting-words.js';

export const ar: MeetingWords = {
  until: ' إلى ',
  locations: { video: 'مكالمة فيديو', phone: 'مكالمة هاتفية', in_person: 'حضوريًا' },
  labels: { when: 'الموعد', where: 'المكان', join: 'الانضمام', with: 'مع', state: 'الحالة' },
  mail: {
    greeting: 'مرحبًا{name}،',
    notices: {
      invitation: { subject: 'دعوة', says: 'أنت مدعو إلى اجتماع.' },
      update: { subject: 'موعد جديد', says: 'تغيّر موعد اجتماعك.' },
      withdrawal: {
        subject: 'مضيف جديد',
        says: 'لاجتماعك مضيف جديد وموعد جديد. ستصلك دعوة جديدة. تزيل هذه الرسالة الدعوة السابقة من تقويمك.',
      },
      cancellation: { subject: 'أُلغي', says: 'أُلغي هذا الاجتماع.' },
      reminder: { subject: 'تذكير', says: 'نذكّرك باجتماعك.' },
      no_show: {
        subject: 'افتقدناك',
        says: 'افتقدناك في هذا الاجتماع. ردّ على هذه الرسالة لاختيار موعد آخر.',
      },
    },
    link: 'أكّد الاجتماع أو غيّر موعده أو ألغه هنا',
  },
  offer: {
    subject: 'مواعيد {name}',
    intro: 'المواعيد المتاحة لـ {name} ({zone}):',
    ask: 'ردّ بالموعد الذي يناسبك.',
  },
  page: {
    states: {
      scheduled: 'محجوز',
      confirmed: 'مؤكد',
      cancelled: 'ملغى',
      completed: 'انعقد',
      no_show: 'لم ينعقد',
    },
    done: {
      confirmed: 'تم تأكيد اجتماعك. شكرًا لك.',
      moved: 'تغيّر موعد اجتماعك.',
      cancelled: 'أُلغي اجتماعك.',
    },
    actions: {
      confirm: 'تأكيد',
      move: 'موعد آخر',
      cancel: 'إلغاء',
      back: 'رجوع',
      later: 'مواعيد لاحقة',
    },
    cancel: { title: 'هل تريد إلغاء هذا الاجتماع؟', confirm: 'إلغاء الاجتماع', keep: 'الاحتفاظ به' },
    times: {
      title: 'اختر موعدًا آخر',
      zone: 'الأوقات بتوقيت {zone}',
      none: 'لا توجد مواعيد متاحة في هذه الأيام.',
    },
    taken: 'لم يعد هذا الموعد متاحًا. اختر موعدًا آخر.',
    closed: 'لم يعد من الممكن تغيير هذا الاجتماع.',
    dead: {
      title: 'هذا الرابط لا يعمل',
      text: 'ربما نُسخ ناقصًا، أو انتهى الاجتماع منذ وقت طويل. افتح الرابط من الرسالة نفسها أو ردّ عليها.',
    },
  },
};
