import { alternatives, wordsOf } from './phrases.js';

/** The beginnings of subjects of automatic answers. */
export const AUTOMATIC_SUBJECT = new RegExp(
  `^[^\\p{L}\\p{N}]*(${alternatives('automatic reply|auto reply|auto-reply|autoreply|auto response|auto-response|autoresponse|automatic response|automated reply|automated response|auto|respuesta automática|contestación automática|resposta automática|automatische antwort|automatische antwortmail|automatische beantwoording|automatische reactie|automatisch antwoord|réponse automatique|risposta automatica|autosvar|automatiskt svar|automatisk svar|automatiskt meddelande|automaattinen vastaus|automaattivastaus|autodpowiedź|autoodpowiedź|odpowiedź automatyczna|automatyczna odpowiedź|automatická odpověď|automatická odpoveď|automatikus válasz|răspuns automat|otomatik yanıt|otomatik cevap|αυτόματη απάντηση|автоответ|автоматический ответ|автоматична відповідь|автовідповідь|自動返信|自動応答|自动回复|自動回覆|自动答复|自動回復|자동 회신|자동회신|자동 응답|자동응답|자동 답장|رد تلقائي|الرد التلقائي|رد آلي|מענה אוטומטי|תשובה אוטומטית|תגובה אוטומטית|स्वचालित उत्तर|स्वतः उत्तर|balasan otomatis|jawaban otomatis|trả lời tự động|thư trả lời tự động|phản hồi tự động|ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ|คำตอบอัตโนมัติ')})(?!\\p{L})`,
  'u',
);

/** The texts of automatic answers that don't mention an absence. */
export const AUTOMATIC_TEXT =
  /automat|automát|autom[aá]tic|自動|自动|자동|автомат|αυτοματ|تلقائي|اوטומטי|אוטומט|otomatik|otomatis|tu dong|อตโนมต|(received|erhalten|recibido|recebemos|recu|ricevuto|ontvangen) (your|ihre|su|tu|sua|votre|la sua|uw) /;

const AWAY =
  "out of office|out of the office|ooo|out of my office|away from the office|away from my office|away from my desk|i am away|i'm away|i will be away|on vacation|on annual leave|on leave|on holiday|on holidays|on parental leave|on maternity leave|on paternity leave|on sick leave|limited access to my email|limited access to email|fuera de la oficina|fuera de oficina|de vacaciones|ausente|ausente de la oficina|mensaje de ausencia|aviso de ausencia|ausencia|de baja médica|fora do escritório|de férias|em férias|ausência|mensagem de ausência|férias|de licença|abwesend|abwesenheit|abwesenheitsnotiz|abwesenheitsmeldung|abwesenheitsassistent|nicht im büro|nicht im haus|außer haus|im urlaub|in urlaub|in elternzeit|im mutterschutz|nicht erreichbar|urlaub|absent|absente|absence|absent du bureau|absence du bureau|message d'absence|avis d'absence|notification d'absence|en congé|en congés|en vacances|hors du bureau|en déplacement|assente|assenza|messaggio di assenza|in ferie|in vacanza|fuori ufficio|fuori sede|fuori dall'ufficio|chiusi per ferie|afwezig|afwezigheid|afwezigheidsbericht|op vakantie|met vakantie|met verlof|niet op kantoor|niet aanwezig|buiten kantoor|semester|på semester|inte på kontoret|föräldraledig|tjänstledig|frånvarande|frånvaro|frånvaromeddelande|ledig|ute ur kontoret|ferie|på ferie|ikke på kontoret|fraværende|fravær|ikke til stede|orlov|barsel|permisjon|borte fra kontoret|ute av kontoret|lomalla|poissa|poissaolo|poissaoloviesti|vapaalla|en ole tavoitettavissa|poissa toimistolta|na urlopie|urlop|na zwolnieniu|nieobecny|nieobecna|nieobecność|poza biurem|informacja o nieobecności|na dovolené|dovolená|mimo kancelář|nepřítomen|nepřítomna|nepřítomný|nepřítomnost|nejsem v kanceláři|na dovolenke|dovolenka|mimo kancelárie|neprítomný|neprítomná|neprítomnosť|nie som v kancelárii|szabadságon|házon kívül|nem vagyok az irodában|irodán kívül|távollét|távol vagyok|în concediu|în vacanță|nu sunt la birou|absent din birou|plecat din birou|absență|concediu|izinde|izinliyim|yıllık izin|yıllık izindeyim|izindeyim|ofis dışında|ofis dışındayım|tatilde|tatildeyim|εκτός γραφείου|σε άδεια|διακοπές|απουσιάζω|απουσία|με άδεια|в отпуске|отпуск|вне офиса|нет на месте|отсутствую|отсутствии|отсутствие|в командировке|у відпустці|відпустка|поза офісом|відсутній|відсутня|відсутність|у відрядженні|不在|休暇|休業|お休み|外出中|外出|出張|休假|不在办公室|不在辦公室|出差|度假|放假|부재중|부재|휴가|출장|자리를 비|خارج المكتب|في إجازة|إجازة|غير متواجد|בחופשה|חופשה|מחוץ למשרד|לא במשרד|נעדר|איני במשרד|छुट्टी|कार्यालय से बाहर|अवकाश|cuti|sedang cuti|di luar kantor|tidak di kantor|tidak berada di kantor|liburan|nghỉ phép|vắng mặt|không có mặt tại văn phòng|đi công tác|ngoài văn phòng|ลาพักร้อน|ลาพัก|ลาหยุด|วันหยุด|ไม่อยู่ที่สำนักงาน|ไม่อยู่ที่ออฟฟิศ|อยู่นอกสำนักงาน|ไม่อยู่ในสำนักงาน";

/** The texts about an absence, from people and programs. */
export const AWAY_TEXT = wordsOf(AWAY);

/** A subject that is about an absence: it begins so, or says that a person is away. */
export const AWAY_SUBJECT = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${alternatives(AWAY)})|(?<!\\p{L})is (currently )?(${alternatives('out of office|out of the office|on vacation|on leave|on holiday|away')})(?!\\p{L})`,
  'u',
);
/** The names that programs give to the notice of an absence. */
const NOTICE = alternatives(
  "out of office|out of the office|ooo|fuera de la oficina|fuera de oficina|mensaje de ausencia|aviso de ausencia|fora do escritório|mensagem de ausência|abwesenheitsnotiz|abwesenheitsmeldung|abwesenheitsassistent|absence du bureau|message d'absence|avis d'absence|notification d'absence|fuori ufficio|messaggio di assenza|afwezigheidsbericht|frånvaromeddelande|poissaoloviesti|informacja o nieobecności|mimo kancelář|mimo kancelárie|házon kívül|ofis dışında|εκτός γραφείου|вне офиса|поза офісом|不在のお知らせ|不在通知|부재중|خارج المكتب|מחוץ למשרד|di luar kantor",
);
/** A subject that is such a notice, alone or before what it answers. */
export const AWAY_NOTICE = new RegExp(`^[^\\p{L}\\p{N}]*(?:${NOTICE}) ?(?:$|[:：)\\]–—.!-]|re:)`, 'u');
/** A subject that puts any words of absence alone, or before a colon. */
export const AWAY_PREFIX = new RegExp(`^[^\\p{L}\\p{N}]*(?:${alternatives(AWAY)}) ?(?:$|[:：)\\]–—.!-]|re:)`, 'u');

/** The words before and after the first day back. */
export const BACK_BEFORE = wordsOf(
  'back|be back|return|returning|returns|available again|reachable again|in the office again|resume|vuelvo|volveré|regreso|regresaré|de vuelta|de regreso|retorno|retornaré|me reincorporo|reincorporación|volto|voltarei|regresso|regressarei|retornarei|de volta|zurück|wieder|rückkehr|de retour|retour|reviens|reviendrai|reprendrai|rientro|rientrerò|torno|tornerò|di ritorno|ritorno|di nuovo|terug|weer|tillbaka|åter|åter på|återkommer|tilbage|retur|tilbake|palaan|takaisin|jälleen|tavoitettavissa jälleen|wracam|wrócę|powrót|powracam|ponownie|z powrotem|zpět|vrátím se|vracím se|budu zpět|opět|späť|vrátim sa|vraciam sa|opäť|vissza|visszatérek|visszajövök|újra|ismét|revin|mă întorc|voi reveni|înapoi|întoarcere|tekrar|dönüş|dönüşüm|επιστρέφω|θα επιστρέψω|επιστροφή|πίσω|ξανά|вернусь|возвращаюсь|выйду|выхожу|снова буду|буду снова|на работе с|вернётся|повернуся|повертаюся|повертаюсь|знову|恢复|返回|回来|回來|返岗|回到|回覆於|ساعود|سأعود|أعود|العودة|عودتي|متواجد مجددا|אחזור|חוזר|חוזרת|אשוב|בחזרה|אהיה זמין|वापस|वापसी|kembali|trở lại|quay lại|quay trở lại|กลับมา|กลับ',
);
export const BACK_AFTER = new RegExp(
  `^[^.!?。]{0,24}?(?:(?:${alternatives('wieder|zurück|erreichbar|weer|terug|back|tillbaka|åter|tilbage|tilbake|de retour|di nuovo|de vuelta|tekrar|döneceğim|dönüyorum|ofiste|ofisteyim|iş başında|ismét|újra|vissza|elérhető|alkaen|jälleen|tavoitettavissa|opět|znovu|opäť|ponownie|снова|знову')})(?!\\p{L})|${alternatives('復帰|戻|出社|返回|回来|回來|恢复|上班|返岗|복귀|돌아|वापस|लौट')}|(?:から|より|부터|以降).{0,10}?(?:${alternatives('対応|出社|業務|営業|通常|再開|근무|업무|출근|가능')}))`,
  'u',
);

/** The words before and after the last day away. */
export const UNTIL_BEFORE = wordsOf(
  'until|till|til|through|thru|up to|up to and including|ending|hasta|hasta el|até|bis|bis zum|bis einschließlich|bis inklusive|bis inkl.|jusque|jusqu|inclus|fino|sino|tot|tot en met|t/m|till och med|t.o.m|t o m|tom|fram till|til og med|t.o.m.|indtil|frem til|fram til|inntil|do|do dnia|aż do|až do|do dne|până|până la|până pe|pana in|μέχρι|μέχρι και|έως|ως|до|по|включно до|至|到|直到|截至|حتى|إلى|لغاية|עד|sampai|hingga|sampai dengan|s/d|cho đến|đến hết|đến ngày|đến hết ngày|ถึง|จนถึง|จนกระทั่ง',
);
export const UNTIL_AFTER = new RegExp(
  `^[^.!?。\\d]{0,12}?(?:${alternatives('まで|까지|为止|為止|तक')}|(?<!\\p{L})(?:${alternatives('kadar|asti|saakka|včetně|vrátane|włącznie|incluido|inclusive|inclus')})(?!\\p{L}))|^-?e?a?ig(?!\\p{L})`,
  'u',
);
/** Words between the first and the last day of a range. */
export const RANGE_BEFORE =
  /(?:^|[\d.\p{L}]) ?(?:[-–—~〜～]|(?<!\p{L})(?:to|a|al|au|ao|bis|bis zum|til|till|do|tot|la|es|at))(?: (?:the|den|el|le|il|dem|zum))?(?: \p{L}{3,12}\.?,?)? ?$/u;
/** A first day of which the number only is named. */
export const NUMBER_BEFORE =
  /\d{1,2}(?:st|nd|rd|th|er|º|\.)? ?(?:[-–—]|(?<!\p{L})(?:to|a|al|au|ao|bis|bis zum|til|till|do|tot|la|es))(?: (?:the|den|el|le|il|dem|zum))? ?$/u;
