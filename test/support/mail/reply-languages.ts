/** The lines by which mail programs of one language introduce a quoted email. */
export interface ReplyLanguage {
  /** The line above the quote, as Gmail, Apple Mail or Thunderbird of that language write it. */
  attributions: readonly string[];
  /** Outlook's labels: from, sent, to, copy, subject. */
  labels: readonly [string, string, string, string, string];
  /** The words between the dashes above an original message. */
  original: readonly string[];
  /** Lines that phones add below a reply. */
  sentFrom: readonly string[];
  /** A sentence of the person, and the words that opt out. */
  sentence: string;
  stop: readonly string[];
}

const S = 'Sales Team <sales@example.com>';

export const REPLY_LANGUAGES: Readonly<Record<string, ReplyLanguage>> = {
  en: {
    attributions: [
      `On Fri, Nov 27, 2026 at 10:12 AM ${S} wrote:`,
      `On 27 Nov 2026, at 10:12, ${S} wrote:`,
      `On Friday, November 27, 2026 at 10:12:50 AM GMT+1, ${S} wrote:`,
      `On Nov 27, 2026, 10:12 AM +0100, ${S}, wrote:`,
      'On 27/11/2026 10:12, Sales Team wrote:',
      'At 2026-11-27 10:12:50, "Sales Team" <sales@example.com> wrote:',
    ],
    labels: ['From', 'Sent', 'To', 'Cc', 'Subject'],
    original: ['Original Message', 'Original message', 'Forwarded message', 'Original'],
    sentFrom: [
      'Sent from my iPhone',
      'Sent from Outlook for iOS',
      'Get Outlook for Android',
      'Sent from Yahoo Mail on Android',
      'Sent with Proton Mail secure email.',
    ],
    sentence: 'Yes, Tuesday works.',
    stop: ['STOP', 'unsubscribe'],
  },
  es: {
    attributions: [
      `El vie, 27 nov 2026 a las 10:12, Sales Team (<sales@example.com>) escribió:`,
      `El 27 nov 2026, a las 10:12, ${S} escribió:`,
      `El viernes, 27 de noviembre de 2026, 10:12:50 CET, ${S} escribió:`,
    ],
    labels: ['De', 'Enviado', 'Para', 'CC', 'Asunto'],
    original: ['Mensaje original', 'Mensaje reenviado'],
    sentFrom: ['Enviado desde mi iPhone', 'Obtener Outlook para iOS', 'Enviado desde mi Galaxy'],
    sentence: 'Sí, el martes me va bien.',
    stop: ['Baja'],
  },
  pt: {
    attributions: [
      `Em sex., 27 de nov. de 2026 às 10:12, ${S} escreveu:`,
      `Em 27 de nov. de 2026, à(s) 10:12, ${S} escreveu:`,
      `No dia 27/11/2026, às 10:12, ${S} escreveu:`,
    ],
    labels: ['De', 'Enviada em', 'Para', 'Cc', 'Assunto'],
    original: ['Mensagem original', 'Mensagem encaminhada'],
    sentFrom: ['Enviado do meu iPhone', 'Obter o Outlook para iOS'],
    sentence: 'Sim, terça está bem.',
    stop: ['Sair'],
  },
  de: {
    attributions: [
      `Am Fr., 27. Nov. 2026 um 10:12 Uhr schrieb ${S}:`,
      `Am 27.11.2026 um 10:12 schrieb ${S}:`,
      `${S} schrieb am Fr., 27. Nov. 2026, 10:12:`,
      `${S} hat am 27.11.2026 10:12 CET geschrieben:`,
    ],
    labels: ['Von', 'Gesendet', 'An', 'Cc', 'Betreff'],
    original: ['Ursprüngliche Nachricht', 'Original-Nachricht', 'Originalnachricht', 'Weitergeleitete Nachricht'],
    sentFrom: ['Von meinem iPhone gesendet', 'Gesendet mit der GMX Mail App', 'Outlook für iOS beziehen'],
    sentence: 'Ja, Dienstag passt.',
    stop: ['Abmelden'],
  },
  fr: {
    attributions: [
      `Le ven. 27 nov. 2026 à 10:12, ${S} a écrit :`,
      `Le 27 nov. 2026 à 10:12, ${S} a écrit\u00a0:`,
      `Le vendredi 27 novembre 2026 à 10:12:50 UTC+1, ${S} a écrit :`,
    ],
    labels: ['De ', 'Envoyé ', 'À ', 'Cc ', 'Objet '],
    original: ["Message d'origine", 'Message d’origine', 'Mail original', 'Message transféré'],
    sentFrom: ['Envoyé de mon iPhone', 'Obtenir Outlook pour iOS', 'Envoyé depuis mon appareil Galaxy'],
    sentence: 'Oui, mardi me convient.',
    stop: ['Désabonner'],
  },
  it: {
    attributions: [
      `Il giorno ven 27 nov 2026 alle ore 10:12 ${S} ha scritto:`,
      `Il giorno 27 nov 2026, alle ore 10:12, ${S} ha scritto:`,
      `Il venerdì 27 novembre 2026 alle ore 10:12:50 CET, ${S} ha scritto:`,
    ],
    labels: ['Da', 'Inviato', 'A', 'Cc', 'Oggetto'],
    original: ['Messaggio originale', 'Messaggio inoltrato'],
    sentFrom: ['Inviato da iPhone', 'Inviato dal mio Galaxy', 'Ottieni Outlook per iOS'],
    sentence: 'Sì, martedì va bene.',
    stop: ['Disiscrivimi'],
  },
  nl: {
    attributions: [
      `Op vr 27 nov 2026 om 10:12 schreef ${S}:`,
      `Op 27 nov. 2026, om 10:12 heeft ${S} het volgende geschreven:`,
    ],
    labels: ['Van', 'Verzonden', 'Aan', 'CC', 'Onderwerp'],
    original: ['Oorspronkelijk bericht', 'Doorgestuurd bericht'],
    sentFrom: ['Verstuurd vanaf mijn iPhone', 'Outlook voor iOS downloaden'],
    sentence: 'Ja, dinsdag is goed.',
    stop: ['Afmelden'],
  },
  sv: {
    attributions: [`Den fre 27 nov. 2026 kl 10:12 skrev ${S}:`, `27 nov. 2026 kl. 10:12 skrev ${S}:`],
    labels: ['Från', 'Skickat', 'Till', 'Kopia', 'Ämne'],
    original: ['Ursprungligt meddelande', 'Originalmeddelande'],
    sentFrom: ['Skickat från min iPhone', 'Hämta Outlook för iOS'],
    sentence: 'Ja, tisdag går bra.',
    stop: ['Avregistrera', 'Sluta'],
  },
  da: {
    attributions: [`Den fre. 27. nov. 2026 kl. 10.12 skrev ${S}:`, `Den 27. nov. 2026 kl. 10.12 skrev ${S}:`],
    labels: ['Fra', 'Sendt', 'Til', 'Cc', 'Emne'],
    original: ['Oprindelig meddelelse', 'Oprindelig besked'],
    sentFrom: ['Sendt fra min iPhone', 'Hent Outlook til iOS'],
    sentence: 'Ja, tirsdag passer fint.',
    stop: ['Afmeld'],
  },
  nb: {
    attributions: [`fre. 27. nov. 2026 kl. 10:12 skrev ${S}:`, `27. nov. 2026 kl. 10:12 skrev ${S}:`],
    labels: ['Fra', 'Sendt', 'Til', 'Kopi', 'Emne'],
    original: ['Opprinnelig melding', 'Videresendt melding'],
    sentFrom: ['Sendt fra min iPhone', 'Skaff deg Outlook for iOS'],
    sentence: 'Ja, tirsdag passer.',
    stop: ['Avmeld', 'Stopp'],
  },
  fi: {
    attributions: [
      `pe 27. marrask. 2026 klo 10.12 Sales Team (sales@example.com) kirjoitti:`,
      `${S} kirjoitti 27.11.2026 kello 10.12:`,
    ],
    labels: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Kopio', 'Aihe'],
    original: ['Alkuperäinen viesti'],
    sentFrom: ['Lähetetty iPhonesta', 'Hanki Outlook iOSille'],
    sentence: 'Kyllä, tiistai sopii.',
    stop: ['Lopeta', 'Poista listalta'],
  },
  pl: {
    attributions: [
      `pt., 27 lis 2026 o 10:12 ${S} napisał(a):`,
      `Wiadomość napisana przez ${S} w dniu 27.11.2026, o godz. 10:12:`,
      `W dniu 27.11.2026 o 10:12, Sales Team pisze:`,
    ],
    labels: ['Od', 'Wysłano', 'Do', 'DW', 'Temat'],
    original: ['Wiadomość oryginalna', 'Oryginalna wiadomość', 'Wiadomość przekazana'],
    sentFrom: ['Wysłane z iPhone’a', 'Wysłano z iPhone', 'Pobierz Outlook dla systemu iOS'],
    sentence: 'Tak, wtorek pasuje.',
    stop: ['Wypisz', 'Rezygnuję'],
  },
  cs: {
    attributions: [
      `pá 27. 11. 2026 v 10:12 odesílatel ${S} napsal:`,
      `27. 11. 2026 v 10:12, ${S}:`,
      `Dne 27. 11. 2026 v 10:12 Sales Team napsal(a):`,
    ],
    labels: ['Od', 'Odesláno', 'Komu', 'Kopie', 'Předmět'],
    original: ['Původní zpráva', 'Původní e-mail'],
    sentFrom: ['Odesláno z iPhonu', 'Získat Outlook pro iOS'],
    sentence: 'Ano, úterý se hodí.',
    stop: ['Odhlásit'],
  },
  sk: {
    attributions: [`pi 27. 11. 2026 o 10:12 ${S} napísal(a):`, `Dňa 27. 11. 2026 o 10:12 Sales Team napísal(a):`],
    labels: ['Od', 'Odoslané', 'Komu', 'Kópia', 'Predmet'],
    original: ['Pôvodná správa'],
    sentFrom: ['Odoslané z iPhonu', 'Získať Outlook pre iOS'],
    sentence: 'Áno, utorok vyhovuje.',
    stop: ['Odhlásiť'],
  },
  hu: {
    attributions: [
      `${S} ezt írta (időpont: 2026. nov. 27., P, 10:12):`,
      `Dátum: 2026. nov. 27. – 10:12, Sales Team <sales@example.com> írta:`,
    ],
    labels: ['Feladó', 'Elküldve', 'Címzett', 'Másolatot kap', 'Tárgy'],
    original: ['Eredeti üzenet'],
    sentFrom: ['Elküldve az iPhone-omról', 'Az Outlook beszerzése iOS-re'],
    sentence: 'Igen, a kedd megfelel.',
    stop: ['Leiratkozás'],
  },
  ro: {
    attributions: [`În vin., 27 nov. 2026 la 10:12, ${S} a scris:`, `Pe 27 nov. 2026, la 10:12, ${S} a scris:`],
    labels: ['De la', 'Trimis', 'Către', 'Cc', 'Subiect'],
    original: ['Mesaj original', 'Mesajul inițial'],
    sentFrom: ['Trimis de pe iPhone-ul meu', 'Obțineți Outlook pentru iOS'],
    sentence: 'Da, marți e bine.',
    stop: ['Dezabonare'],
  },
  tr: {
    attributions: [`${S}, 27 Kas 2026 Cum, 10:12 tarihinde şunu yazdı:`, `${S} şunları yazdı (27 Kas 2026 10:12):`],
    labels: ['Kimden', 'Gönderildi', 'Kime', 'Bilgi', 'Konu'],
    original: ['Orijinal mesaj', 'Özgün İleti'],
    sentFrom: ['iPhone’umdan gönderildi', "iOS için Outlook'u edinin"],
    sentence: 'Evet, salı uygun.',
    stop: ['Durdur', 'DUR!'],
  },
  el: {
    attributions: [
      `Στις Παρ 27 Νοε 2026 στις 10:12 π.μ., ο χρήστης ${S} έγραψε:`,
      `27 Νοε 2026, 10:12, ο χρήστης «${S}» έγραψε:`,
    ],
    labels: ['Από', 'Στάλθηκε', 'Προς', 'Κοιν.', 'Θέμα'],
    original: ['Αρχικό μήνυμα'],
    sentFrom: ['Στάλθηκε από το iPhone μου', 'Λήψη του Outlook για iOS'],
    sentence: 'Ναι, η Τρίτη είναι εντάξει.',
    stop: ['Διαγραφή'],
  },
  ru: {
    attributions: [
      `пт, 27 нояб. 2026 г. в 10:12, ${S}:`,
      `27 нояб. 2026 г., в 10:12, ${S} написал(а):`,
      `Пятница, 27 ноября 2026, 10:12 +03:00 от ${S}:`,
      `27.11.2026, 10:12, "Sales Team" <sales@example.com>:`,
      `27.11.2026 10:12, Sales Team пишет:`,
    ],
    labels: ['От', 'Отправлено', 'Кому', 'Копия', 'Тема'],
    original: ['Исходное сообщение', 'Пересылаемое сообщение', 'Пересланное сообщение'],
    sentFrom: ['Отправлено с iPhone', 'Отправлено из мобильной Почты Mail.ru', 'Отправлено из Outlook для iOS'],
    sentence: 'Да, вторник подходит.',
    stop: ['Стоп', 'Отписаться'],
  },
  uk: {
    attributions: [`пт, 27 лист. 2026 р. о 10:12 ${S} пише:`, `27 лист. 2026 р. о 10:12 ${S} написав(-ла):`],
    labels: ['Від', 'Надіслано', 'Кому', 'Копія', 'Тема'],
    original: ['Вихідне повідомлення', 'Переслане повідомлення'],
    sentFrom: ['Надіслано з iPhone', 'Отримати Outlook для iOS'],
    sentence: 'Так, вівторок підходить.',
    stop: ['Відписатися', 'Стоп'],
  },
  ja: {
    attributions: [
      `2026年11月27日(金) 10:12 ${S}:`,
      `2026/11/27 10:12、${S}のメール:`,
      `On 2026/11/27 10:12, Sales Team wrote:`,
    ],
    labels: ['差出人', '送信日時', '宛先', 'CC', '件名'],
    original: ['元のメッセージ', 'Original Message'],
    sentFrom: ['iPhoneから送信', 'Outlook for iOS を入手'],
    sentence: 'はい、火曜日で大丈夫です。',
    stop: ['配信停止'],
  },
  zh: {
    attributions: [
      `${S} 于2026年11月27日周五 10:12写道：`,
      `在 2026年11月27日，10:12，${S} 写道：`,
      `在 2026-11-27 10:12:50，"Sales Team" <sales@example.com> 写道：`,
      `Sales Team <sales@example.com> 於 2026年11月27日 週五 上午10:12寫道：`,
    ],
    labels: ['发件人', '发送时间', '收件人', '抄送', '主题'],
    original: ['原始邮件', '邮件原件', '原始郵件'],
    sentFrom: ['发自我的 iPhone', '發自我的 iPhone', '從我的 iPhone 傳送', '获取 Outlook for iOS'],
    sentence: '好的，周二可以。',
    stop: ['退订', '退訂'],
  },
  ko: {
    attributions: [`2026년 11월 27일 (금) 오전 10:12, ${S}님이 작성:`, `2026. 11. 27. 오전 10:12, ${S} 작성:`],
    labels: ['보낸 사람', '보낸 날짜', '받는 사람', '참조', '제목'],
    original: ['원본 메일', '원본 메시지', '원본 이메일'],
    sentFrom: ['나의 iPhone에서 보냄', 'iOS용 Outlook 다운로드'],
    sentence: '네, 화요일 괜찮습니다.',
    stop: ['수신거부'],
  },
  ar: {
    attributions: [
      `\u202bفي الجمعة، 27 نوفمبر 2026 في 10:12 ص تمت كتابة ما يلي بواسطة \u202a${S}\u202c\u200f:`,
      `في ٢٧ نوفمبر ٢٠٢٦، ١٠:١٢، كتب ${S}:`,
    ],
    labels: ['من', 'تاريخ الإرسال', 'إلى', 'نسخة', 'الموضوع'],
    original: ['الرسالة الأصلية'],
    sentFrom: ['أُرسلت من الـ iPhone', 'مرسل من iPhone الخاص بي'],
    sentence: 'نعم، الثلاثاء مناسب.',
    stop: ['إلغاء الاشتراك', 'توقف'],
  },
  he: {
    attributions: [
      `\u202bבתאריך יום ו׳, 27 בנוב׳ 2026 ב-10:12 מאת \u202aSales Team\u202c\u200f <\u202asales@example.com\u202c\u200f>:\u202c`,
      `ב-27 בנוב׳ 2026, בשעה 10:12, ${S} כתב:`,
    ],
    labels: ['מאת', 'נשלח', 'אל', 'עותק', 'נושא'],
    original: ['הודעה מקורית', 'ההודעה המקורית'],
    sentFrom: ['נשלח מה-iPhone שלי', 'נשלח מ-Outlook עבור iOS'],
    sentence: 'כן, יום שלישי מתאים.',
    stop: ['הסר', 'הסירו אותי'],
  },
  hi: {
    attributions: [`शुक्र, 27 नव॰ 2026 को 10:12 am बजे को ${S} ने लिखा:`, `27 नव॰ 2026 को 10:12 बजे, ${S} ने लिखा:`],
    labels: ['प्रेषक', 'भेजा गया', 'प्रति', 'प्रतिलिपि', 'विषय'],
    original: ['मूल संदेश'],
    sentFrom: ['मेरे iPhone से भेजा गया'],
    sentence: 'हाँ, मंगलवार ठीक है।',
    stop: ['रोकें', 'बंद करें'],
  },
  id: {
    attributions: [`Pada Jum, 27 Nov 2026 pukul 10.12 ${S} menulis:`, `Pada 27 Nov 2026, pukul 10.12, ${S} menulis:`],
    labels: ['Dari', 'Dikirim', 'Kepada', 'Cc', 'Subjek'],
    original: ['Pesan asli', 'Pesan Asli'],
    sentFrom: ['Dikirim dari iPhone saya', 'Dapatkan Outlook untuk iOS'],
    sentence: 'Ya, Selasa bisa.',
    stop: ['Berhenti'],
  },
  vi: {
    attributions: [
      `Vào Th 6, 27 thg 11, 2026 vào lúc 10:12 ${S} đã viết:`,
      `Vào 10:12, Th 6, 27 thg 11, 2026 ${S} đã viết:`,
    ],
    labels: ['Từ', 'Đã gửi', 'Đến', 'Cc', 'Chủ đề'],
    original: ['Thư gốc', 'Tin nhắn gốc'],
    sentFrom: ['Đã gửi từ iPhone của tôi', 'Tải Outlook cho iOS'],
    sentence: 'Vâng, thứ Ba được.',
    stop: ['Hủy đăng ký', 'Dừng'],
  },
  th: {
    attributions: [`ในวันที่ ศ. 27 พ.ย. 2026 เวลา 10:12 ${S} เขียนว่า:`, `เมื่อ ศ. 27 พ.ย. 2569 เวลา 10:12 ${S} เขียนว่า:`],
    labels: ['จาก', 'ส่ง', 'ถึง', 'สำเนา', 'เรื่อง'],
    original: ['ข้อความต้นฉบับ'],
    sentFrom: ['ส่งจาก iPhone ของฉัน', 'รับ Outlook สำหรับ iOS'],
    sentence: 'ได้ค่ะ วันอังคารสะดวก',
    stop: ['หยุด', 'ยกเลิกการสมัคร'],
  },
};
