import { alternatives, phrases } from './phrases.js';

/** A field of the head that mail programs copy above a quoted mail. */
export type HeadField = 'from' | 'sent' | 'date' | 'to' | 'copy' | 'subject';

/** The labels of such heads, by the field they name. */
const LABELS: Readonly<Record<HeadField, string>> = {
  from: 'from|de|von|da|van|från|fra|lähettäjä|od|nadawca|odesílatel|odosielateľ|feladó|de la|expeditor|expéditeur|remitente|remetente|mittente|absender|avsändare|afsender|avsender|afzender|kimden|gönderen|από|αποστολέας|от|от кого|отправитель|від|від кого|відправник|差出人|送信者|发件人|發件人|寄件者|寄件人|보낸 사람|보낸사람|보낸이|من|المرسل|מאת|dari|pengirim|từ|người gửi|จาก|ผู้ส่ง|प्रेषक',
  sent: 'sent|sent on|enviado|enviado el|enviado em|enviada em|enviada|enviado a|gesendet|gesendet am|envoyé|envoyé le|inviato|inviata|verzonden|skickat|sendt|lähetetty|wysłano|wysłane|odesláno|odoslané|elküldve|küldve|trimis|gönderildi|gönderilme tarihi|gönderme tarihi|στάλθηκε|απεσταλμένα|εστάλη|отправлено|надіслано|送信日時|送信日|发送时间|發送時間|发送日期|寄件日期|傳送時間|傳送日期|보낸 날짜|보낸날짜|보낸 시간|تاريخ الإرسال|تم الإرسال|أرسلت|أرسل|נשלח|dikirim|đã gửi|ngày gửi|ส่ง|ส่งเมื่อ|भेजा गया|भेजने का समय',
  date: 'date|fecha|data|datum|dato|päivämäärä|pvm|dátum|dată|tarih|ημερομηνία|дата|日付|日時|日期|时间|時間|날짜|التاريخ|תאריך|tanggal|ngày|วันที่|तारीख|दिनांक',
  to: 'to|para|an|aan|à|a|ao|till|til|vastaanottaja|do|komu|címzett|către|destinataire|destinatario|destinatário|empfänger|ontvanger|odbiorca|kime|alıcı|προς|кому|宛先|收件人|收件者|받는 사람|받는사람|받는이|إلى|אל|kepada|đến|tới|người nhận|ถึง|प्रति',
  copy: 'cc|bcc|c.c.|k|kopie|kopia|copia|cópia|copie|kopi|kopio|kópia|dw|másolatot kap|másolat|bilgi|κοιν.|κοινοποίηση|копия|копія|抄送|副本|참조|نسخة|עותק|tembusan|สำเนา|प्रतिलिपि',
  subject:
    'subject|asunto|assunto|betreff|objet|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|tárgy|subiect|konu|θέμα|тема|件名|主题|主題|主旨|标题|標題|제목|الموضوع|נושא|subjek|perihal|chủ đề|tiêu đề|เรื่อง|หัวเรื่อง|विषय',
};

/** The field that each folded label names. */
export const FIELD_OF_LABEL: ReadonlyMap<string, HeadField> = new Map(
  (Object.entries(LABELS) as [HeadField, string][]).flatMap(([field, labels]) =>
    phrases(labels).map((label) => [label, field] as const),
  ),
);

/** The lines of mail programs above an original or forwarded email. */
export const ORIGINAL_MESSAGE: ReadonlySet<string> = new Set(
  phrases(
    "original|original message|original mail|original email|original-mail|forwarded message|begin forwarded message|reply message|replied message|mensaje original|correo original|mensaje reenviado|mensagem original|mensagem encaminhada|ursprüngliche nachricht|ursprüngliche mail|ursprüngliche e-mail|urspr. nachricht|originalnachricht|original-nachricht|original nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message d'origine|message original|mail original|message initial|message transféré|début du message transféré|messaggio originale|messaggio inoltrato|inizio messaggio inoltrato|oorspronkelijk bericht|origineel bericht|doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|oprindelig meddelelse|oprindelig besked|original meddelelse|videresendt meddelelse|videresendt besked|opprinnelig melding|original melding|videresendt melding|alkuperäinen viesti|välitetty viesti|wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|wiadomość pierwotna|treść oryginalnej wiadomości|původní zpráva|původní e-mail|přeposlaná zpráva|pôvodná správa|preposlaná správa|eredeti üzenet|eredeti levél|továbbított üzenet|mesaj original|mesajul original|mesajul inițial|mesaj redirecționat|orijinal mesaj|orijinal ileti|özgün ileti|özgün mesaj|iletilen mesaj|yönlendirilmiş ileti|αρχικό μήνυμα|προωθημένο μήνυμα|исходное сообщение|оригинальное сообщение|оригинал сообщения|пересылаемое сообщение|пересланное сообщение|перенаправленное сообщение|вихідне повідомлення|оригінальне повідомлення|переслане повідомлення|元のメッセージ|元のメール|転送されたメッセージ|原始邮件|原邮件|邮件原件|转发邮件|原始郵件|原始信件|轉寄郵件|원본 메일|원본 메시지|원본 이메일|원본 편지|전달된 메시지|الرسالة الأصلية|رسالة معاد توجيهها|הודעה מקורית|ההודעה המקורית|הודעה שהועברה|pesan asli|pesan terusan|thư gốc|tin nhắn gốc|thư đã chuyển tiếp|ข้อความต้นฉบับ|ข้อความที่ส่งต่อ|मूल संदेश|अग्रेषित संदेश",
  ),
);

/** The verbs by which the line above a quote says who wrote, in its third person. */
export const WROTE = new RegExp(
  alternatives(
    'wrote|writes|escribió|escribio|escribe|escreveu|schrieb|geschrieben|schreibt|a écrit|a ecrit|écrivait|ha scritto|scrive|schreef|geschreven|skrev|skriver|kirjoitti|napisał|napisała|napisał(a)|pisze|napsal|napsala|napsal(a)|napísal|napísala|napísal(a)|írta|a scris|yazdı|yazmış|έγραψε|пишет|написал|написала|написал(а)|пише|написав|написала|написав(-ла)|さんは書きました|のメール|写道|寫道|寫道|님이 작성|작성|님이 쓴 글|كتب|كتبت|تمت كتابة ما يلي|כתב|כתבה|מאת|ने लिखा|menulis|đã viết|เขียนว่า|wiadomość napisana',
  ),
  'u',
);
/** One of them, with what may follow it, at the end of a line. */
export const WROTE_AT_END = new RegExp(`(?:${WROTE.source})[)\\s.,-]{0,4}$`, 'u');

/** The verbs of people about an earlier email, which aren't lines of a mail program. */
export const OWN_VERBS =
  /\b(i|we|you|they) (just )?(wrote|write)\b|\bich schrieb|\bwir schrieben|\bho scritto|\bik schreef|\b(jag|jeg|vi|du) skrev|\b(je|j'ai|nous avons|vous avez) /;

/** The beginning of the line above a quote if the day comes first. */
export const DAY_FIRST = new RegExp(
  `^[^\\p{L}\\p{N}]*(${alternatives('on|at|el|em|no dia|am|le|il|il giorno|op|den|dne|dňa|w dniu|pada|pe|în|στις|в|у|在|في|בתאריך|vào|เมื่อ|ในวันที่|wiadomość napisana')})(?!\\p{L})`,
  'u',
);
/** The beginnings and ends of the lines that phones and apps add below a text. */
const SENT_STARTS =
  'sent from|sent via|sent with|sent using|sent by|send from|get|download|enviado desde|enviado do|enviado da|enviado a partir|enviado com|enviado por|enviado con|enviado a través|obtener|descargar|obtén|obter|baixar|gesendet mit|gesendet von|gesendet aus|diese nachricht wurde|holen sie sich|envoyé de|envoyé depuis|envoyé à partir|envoyé avec|envoyé par|obtenir|télécharger|téléchargez|inviato da|inviato dal|inviato con|inviato tramite|inviata da|ottieni|scarica|verstuurd|verzonden vanaf|verzonden met|verzonden vanuit|skickat från|skickades från|hämta|sendt fra|hent|skaff|lähetetty|hanki|wysłane|wysłano|pobierz|odesláno|získat|získejte|odoslané|získať|získajte|elküldve|küldve|az outlook|trimis|obțineți|obține|στάλθηκε|εστάλη|αποστολή|λήψη|отправлено|получить|скачать|надіслано|відправлено|отримати|发自|發自|從我的|从我的|获取|下载|取得|나의|내|أرسلت|مرسل|تم الإرسال|احصل|נשלח|השג|קבל|dikirim|dapatkan|đã gửi|được gửi|gửi|tải|ส่งจาก|รับ|मेरे';
const SENT_ENDS =
  'gesendet|beziehen|herunterladen|gönderildi|gönderilmiştir|edinin|から送信|を入手|傳送|发送|에서 보냄|에서 보냈습니다|다운로드|भेजा गया|downloaden';
export const SENT_FROM = new RegExp(`^(${alternatives(SENT_STARTS)})|(${alternatives(SENT_ENDS)})[.!]?$`);
/** The devices that such a line names. */
export const DEVICE =
  /i ?phon|i ?pad|ipod|\bios|android|galaxy|samsung|huawei|xiaomi|redmi|\bhonor\b|\boppo\b|oneplus|\bpixel\b|nokia|motorola|blackberry|outlook|yahoo|gmail|proton|mail\.ru|web\.de|gmx|mail app|mail-app|windows|\bspark\b|\bzoho\b|mobil|phone|handy|telefon|почт|手机|手機|携帯|スマートフォン|휴대폰|\baol\b|hotmail|airmail|superhuman|tutanota/;
