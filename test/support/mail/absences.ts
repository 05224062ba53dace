/** Automatic answers of people who are away, per language, written on 28 November 2026. */
export interface Absences {
  /** Subjects as programs of that language write them, before what they answer. */
  subjects: readonly string[];
  /** The sentence that says so, and the first day back. */
  texts: readonly (readonly [text: string, back: string | null])[];
}

export const ABSENCES: Readonly<Record<string, Absences>> = {
  en: {
    subjects: [
      'Automatic reply: Offer',
      'Out of Office: Offer',
      'Auto-Reply: Offer',
      'Out of office Re: Offer',
      '[Auto-Reply] Re: Offer',
    ],
    texts: [
      ['I am out of the office until 12 December.', '2026-12-13'],
      ['I am on annual leave until December 12th, 2026 with limited access to email.', '2026-12-13'],
      ['I will be away from the office from 1 December to 12 December.', '2026-12-13'],
      ['I am on vacation and will be back on Monday, December 14.', '2026-12-14'],
      ['I am out of office from 12/20/2026 through 01/04/2027.', '2027-01-05'],
      ['I am on leave. I will return on 4 January.', '2027-01-04'],
      ['I am on leave and will not return until 14 December.', '2026-12-14'],
      ['I am currently out of the office.', null],
    ],
  },
  es: {
    subjects: ['Respuesta automática: Oferta', 'Fuera de la oficina: Oferta'],
    texts: [
      ['Estoy de vacaciones hasta el 12 de diciembre.', '2026-12-13'],
      ['Estaré fuera de la oficina del 1 al 12 de diciembre de 2026.', '2026-12-13'],
      ['Estoy de vacaciones. Vuelvo el lunes 14 de diciembre.', '2026-12-14'],
    ],
  },
  pt: {
    subjects: ['Resposta automática: Oferta', 'Fora do escritório: Oferta'],
    texts: [
      ['Estou de férias até 12 de dezembro.', '2026-12-13'],
      ['Estarei ausente de 1 a 12 de dezembro.', '2026-12-13'],
      ['Estou fora do escritório e volto no dia 14/12.', '2026-12-14'],
    ],
  },
  de: {
    subjects: ['Automatische Antwort: Angebot', 'Abwesenheitsnotiz: Angebot', 'Abwesend: Angebot'],
    texts: [
      ['Ich bin bis einschließlich 12. Dezember nicht im Büro.', '2026-12-13'],
      ['Vom 1.12. bis zum 12.12.2026 bin ich im Urlaub.', '2026-12-13'],
      ['Ich bin im Urlaub und ab dem 14. Dezember wieder erreichbar.', '2026-12-14'],
      ['Ich bin abwesend und am Montag, den 14.12. zurück.', '2026-12-14'],
      ['Ich bin vom 1.12. - 12.12. im Urlaub.', '2026-12-13'],
      ['Ich bin derzeit nicht im Büro.', null],
    ],
  },
  fr: {
    subjects: ['Réponse automatique : Offre', 'Absence du bureau : Offre'],
    texts: [
      ["Je suis absent du bureau jusqu'au 12 décembre inclus.", '2026-12-13'],
      ['Je suis en congés du 1er au 12 décembre.', '2026-12-13'],
      ['Je suis absente, de retour le lundi 14 décembre 2026.', '2026-12-14'],
    ],
  },
  it: {
    subjects: ['Risposta automatica: Offerta', 'Fuori ufficio: Offerta'],
    texts: [
      ['Sono in ferie fino al 12 dicembre.', '2026-12-13'],
      ['Sarò assente dal 1 al 12 dicembre.', '2026-12-13'],
      ['Sono fuori ufficio. Rientro lunedì 14 dicembre.', '2026-12-14'],
    ],
  },
  nl: {
    subjects: ['Automatisch antwoord: Aanbod', 'Afwezig: Aanbod'],
    texts: [
      ['Ik ben tot en met 12 december met vakantie.', '2026-12-13'],
      ['Ik ben afwezig van 1 t/m 12 december.', '2026-12-13'],
      ['Ik ben niet op kantoor. Maandag 14 december ben ik weer aanwezig.', '2026-12-14'],
    ],
  },
  sv: {
    subjects: ['Autosvar: Er offert', 'Automatiskt svar: Er offert', 'Frånvaro: Er offert'],
    texts: [
      [
        'Hej! Jag är på semester till och med 12 december och läser inte min e-post. Med vänlig hälsning, Karin',
        '2026-12-13',
      ],
      ['Jag är inte på kontoret t.o.m. 12/12.', '2026-12-13'],
      ['Jag har semester och är tillbaka den 14 december.', '2026-12-14'],
      ['Jag är ledig och åter måndag 14 december.', '2026-12-14'],
    ],
  },
  da: {
    subjects: ['Autosvar: Jeres tilbud', 'Automatisk svar: Jeres tilbud'],
    texts: [
      ['Tak for din mail. Jeg er på ferie og er tilbage den 14. december.', '2026-12-14'],
      ['Jeg holder ferie til og med den 12. december.', '2026-12-13'],
      ['Jeg er ikke på kontoret frem til 12. december.', '2026-12-13'],
    ],
  },
  nb: {
    subjects: ['Autosvar: Tilbud', 'Automatisk svar: Tilbud', 'Fraværende: Tilbud'],
    texts: [
      ['Jeg er på ferie til og med 12. desember.', '2026-12-13'],
      ['Jeg er ikke på kontoret, men er tilbake mandag 14. desember.', '2026-12-14'],
    ],
  },
  fi: {
    subjects: ['Automaattinen vastaus: Tarjous', 'Poissa: Tarjous'],
    texts: [
      ['Olen lomalla 12. joulukuuta asti.', '2026-12-13'],
      ['Olen lomalla 1.12.–12.12.2026.', '2026-12-13'],
      ['Olen poissa toimistolta. Palaan 14.12.', '2026-12-14'],
    ],
  },
  pl: {
    subjects: ['Autoodpowiedź: Oferta', 'Odpowiedź automatyczna: Oferta', 'Nieobecność: Oferta'],
    texts: [
      ['Jestem na urlopie do 12 grudnia włącznie.', '2026-12-13'],
      ['Przebywam na urlopie od 1 do 12 grudnia.', '2026-12-13'],
      ['Jestem poza biurem, wracam 14 grudnia.', '2026-12-14'],
    ],
  },
  cs: {
    subjects: ['Automatická odpověď: Nabídka', 'Mimo kancelář: Nabídka'],
    texts: [
      ['Jsem na dovolené do 12. prosince.', '2026-12-13'],
      ['Od 1. 12. do 12. 12. 2026 mám dovolenou, jsem mimo kancelář.', '2026-12-13'],
      ['Jsem na dovolené, vrátím se 14. prosince.', '2026-12-14'],
    ],
  },
  sk: {
    subjects: ['Automatická odpoveď: Ponuka', 'Mimo kancelárie: Ponuka'],
    texts: [
      ['Som na dovolenke do 12. decembra.', '2026-12-13'],
      ['Som mimo kancelárie, späť budem 14. decembra.', '2026-12-14'],
    ],
  },
  hu: {
    subjects: ['Automatikus válasz: Ajánlat', 'Házon kívül: Ajánlat'],
    texts: [
      ['Szabadságon vagyok december 12-ig.', '2026-12-13'],
      ['Szabadságon vagyok 2026. december 12-ig.', '2026-12-13'],
      ['Nem vagyok az irodában, visszatérek december 14-én.', '2026-12-14'],
      ['Szabadságon vagyok, december 14-től ismét elérhető leszek.', '2026-12-14'],
    ],
  },
  ro: {
    subjects: ['Răspuns automat: Ofertă'],
    texts: [
      ['Sunt în concediu până la 12 decembrie.', '2026-12-13'],
      ['Sunt în concediu și revin pe 14 decembrie.', '2026-12-14'],
    ],
  },
  tr: {
    subjects: ['Otomatik Yanıt: Teklif', 'Otomatik Cevap: Teklif', 'Ofis dışında: Teklif'],
    texts: [
      ["12 Aralık'a kadar izindeyim.", '2026-12-13'],
      ['12 Aralık tarihine kadar ofis dışındayım.', '2026-12-13'],
      ["Yıllık izindeyim, 14 Aralık'ta döneceğim.", '2026-12-14'],
    ],
  },
  el: {
    subjects: ['Αυτόματη απάντηση: Προσφορά', 'Εκτός γραφείου: Προσφορά'],
    texts: [
      ['Είμαι σε άδεια μέχρι τις 12 Δεκεμβρίου.', '2026-12-13'],
      ['Απουσιάζω και επιστρέφω στις 14 Δεκεμβρίου.', '2026-12-14'],
    ],
  },
  ru: {
    subjects: ['Автоматический ответ: Предложение', 'Автоответ: Предложение', 'Вне офиса: Предложение'],
    texts: [
      ['Я в отпуске до 12 декабря.', '2026-12-13'],
      ['Я в отпуске с 1 по 12 декабря включительно.', '2026-12-13'],
      ['Нахожусь в отпуске, вернусь 14 декабря.', '2026-12-14'],
    ],
  },
  uk: {
    subjects: ['Автоматична відповідь: Пропозиція', 'Автовідповідь: Пропозиція'],
    texts: [
      ['Я у відпустці до 12 грудня.', '2026-12-13'],
      ['Я у відпустці, повернуся 14 грудня.', '2026-12-14'],
    ],
  },
  ja: {
    subjects: ['自動返信: 見積もり', '自動応答：見積もり', '不在のお知らせ'],
    texts: [
      ['12月12日まで休暇をいただいております。', '2026-12-13'],
      ['2026年12月1日から12月12日まで不在です。', '2026-12-13'],
      ['休暇中です。12月14日に復帰いたします。', '2026-12-14'],
      ['出張のため不在です。12月14日より業務を再開します。', '2026-12-14'],
    ],
  },
  zh: {
    subjects: ['自动回复: 报价', '自动答复: 报价', '自動回覆: 報價'],
    texts: [
      ['我正在休假，12月1日至12月12日期间无法回复。', '2026-12-13'],
      ['我在休假，将于12月14日返回办公室。', '2026-12-14'],
      ['休假到2026年12月12日。', '2026-12-13'],
    ],
  },
  ko: {
    subjects: ['자동 회신: 견적', '자동응답: 견적', '부재중: 견적'],
    texts: [
      ['12월 12일까지 휴가입니다.', '2026-12-13'],
      ['12월 1일부터 12월 12일까지 부재중입니다.', '2026-12-13'],
      ['휴가 중이며 12월 14일에 복귀합니다.', '2026-12-14'],
    ],
  },
  ar: {
    subjects: ['رد تلقائي: عرض', 'خارج المكتب'],
    texts: [
      ['أنا في إجازة حتى 12 ديسمبر.', '2026-12-13'],
      ['أنا خارج المكتب وسأعود في ١٤ ديسمبر.', '2026-12-14'],
    ],
  },
  he: {
    subjects: ['תשובה אוטומטית: הצעה', 'מענה אוטומטי: הצעה'],
    texts: [
      ['אני בחופשה עד 12 בדצמבר.', '2026-12-13'],
      ['אני מחוץ למשרד ואחזור ב-14 בדצמבר.', '2026-12-14'],
    ],
  },
  hi: {
    subjects: ['स्वचालित उत्तर: प्रस्ताव'],
    texts: [
      ['मैं 12 दिसंबर तक छुट्टी पर हूँ।', '2026-12-13'],
      ['मैं छुट्टी पर हूँ, 14 दिसंबर को वापस आऊँगा।', '2026-12-14'],
    ],
  },
  id: {
    subjects: ['Balasan otomatis: Penawaran'],
    texts: [
      ['Saya sedang cuti sampai 12 Desember.', '2026-12-13'],
      ['Saya cuti dan kembali pada 14 Desember.', '2026-12-14'],
    ],
  },
  vi: {
    subjects: ['Trả lời tự động: Báo giá'],
    texts: [
      ['Tôi nghỉ phép đến hết ngày 12/12.', '2026-12-13'],
      ['Tôi đang nghỉ phép và sẽ trở lại vào ngày 14 tháng 12.', '2026-12-14'],
    ],
  },
  th: {
    subjects: ['ตอบกลับอัตโนมัติ: ใบเสนอราคา'],
    texts: [
      ['ดิฉันลาพักร้อนถึงวันที่ 12 ธันวาคม', '2026-12-13'],
      ['ดิฉันลาพักร้อน จะกลับมาวันที่ 14 ธันวาคม 2569', '2026-12-14'],
      ['ลาพักร้อนจนถึง 12 ธ.ค.', '2026-12-13'],
    ],
  },
};

/** Mails of people that speak of an absence, or whose subject does, and are no automatic answers. */
export const PEOPLE: readonly { subject: string; text: string; headers?: Record<string, string> }[] = [
  {
    subject: 'Re: Your quote',
    text: 'That price works for us. I am on vacation next week, so please ring me on the 14th after 10.\n\nMarta',
  },
  { subject: 'R: Absence management demo', text: 'Sì, facciamo la demo venerdì.' },
  {
    subject: 'Absence of invoice for October',
    text: 'Hello, we never got the invoice, could you resend it? Then we can go ahead.',
  },
  { subject: 'Re: Out of office automation', text: 'How much is it? I am out of the office until Monday.' },
  { subject: 'AW: Abwesenheitsverwaltung', text: 'Ja, gerne. Ich bin bis Freitag im Urlaub, danach passt es.' },
  { subject: 'SV: Frånvarosystem', text: 'Vi är intresserade. Jag är på semester till den 12 december.' },
  { subject: 'VS: Tarjous', text: 'Sopii. Olen lomalla ensi viikolla.' },
  { subject: 'Odp: Oferta', text: 'Cena jest w porządku. Jestem na urlopie do 12 grudnia, proszę dzwonić potem.' },
  { subject: 'RIF: Offerta', text: 'Va bene, sono in ferie fino al 12 dicembre.' },
  { subject: 'RES: Oferta', text: 'Fechado. Estou de férias até dia 12.' },
  { subject: 'Ynt: Teklif', text: 'Kabul. Önümüzdeki hafta izindeyim.' },
  { subject: '回复：报价', text: '可以，我下周休假，请14日之后联系我。' },
  { subject: '答复: 报价', text: '好的，12月12日之前我出差。' },
  { subject: 'RE: 見積もり', text: '了解しました。来週は休暇です。' },
  { subject: 'Re[2]: Предложение', text: 'Цена подходит, до 12 декабря я в отпуске.' },
  { subject: 'Holiday homes in Spain', text: 'Which of them are free in August?' },
  { subject: 'Vacation rentals', text: 'I want to offer my flat on your site.' },
  { subject: 'Question', text: 'Is the automatic reply feature included?' },
  { subject: 'Automatic reply feature', text: 'Does your product have it?' },
  { subject: 'Urlaubsplanung', text: 'Können Sie uns ein Angebot machen?' },
  { subject: 'Ferie', text: 'Kan I ringe til mig i morgen om tilbuddet?' },
  { subject: 'Your offer', text: 'I am on leave from tomorrow on. Can we sign today?' },
  { subject: 'Re: Offer', text: 'Thanks, please call me.', headers: { 'X-Auto-Response-Suppress': 'All' } },
  {
    subject: 'Re: Offer',
    text: 'I am on holiday until 12 December, call me then.',
    headers: { Precedence: 'bulk', 'Auto-Submitted': 'no' },
  },
  { subject: 'Antw: Aanbod', text: 'Akkoord! Ik ben tot 12 december met vakantie.' },
];
