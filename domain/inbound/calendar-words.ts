import { foldPhrase, phrases } from './phrases.js';

/** The names of the months, January first, in all languages that absences are read in. */
const MONTHS: readonly string[] = [
  'january|jan|enero|ene|janeiro|januar|jänner|janvier|janv|gennaio|gen|januari|januari|tammikuu|tammikuuta|tammikuun|tammik|styczeń|stycznia|sty|leden|ledna|január|januára|ianuarie|ian|ocak|oca|ιανουαρίου|ιανουάριος|ιαν|январь|января|янв|січень|січня|січ|يناير|ינואר|जनवरी|tháng một|มกราคม|ม.ค|januára',
  'february|feb|febrero|fevereiro|fev|februar|feber|février|févr|febbraio|febbr|februari|helmikuu|helmikuuta|helmikuun|helmik|luty|lutego|lut|únor|února|február|februára|februarie|şubat|şub|φεβρουαρίου|φεβρουάριος|φεβ|февраль|февраля|фев|февр|лютий|лютого|лют|فبراير|פברואר|फ़रवरी|फरवरी|กุมภาพันธ์|ก.พ|februárius',
  'march|mar|marzo|março|märz|maerz|mars|maart|mrt|mrz|maaliskuu|maaliskuuta|maaliskuun|maalisk|marzec|marca|březen|března|bře|marec|március|márc|martie|mart|μαρτίου|μάρτιος|μαρ|март|марта|мар|березень|березня|бер|مارس|מרץ|मार्च|maret|มีนาคม|มี.ค|marts',
  'april|apr|abril|abr|avril|avr|aprile|huhtikuu|huhtikuuta|huhtikuun|huhtik|kwiecień|kwietnia|kwi|duben|dubna|dub|apríl|apríla|április|ápr|aprilie|nisan|nis|απριλίου|απρίλιος|απρ|апрель|апреля|апр|квітень|квітня|квіт|أبريل|אפריל|अप्रैल|เมษายน|เม.ย',
  'may|mayo|maio|mai|maggio|mag|mei|maj|toukokuu|toukokuuta|toukokuun|toukok|maja|květen|května|kvě|máj|mája|május|máj|mayıs|μαΐου|μάιος|μαι|май|мая|травень|травня|трав|مايو|מאי|मई|พฤษภาคม|พ.ค',
  'june|jun|junio|junho|juni|juin|giugno|giu|kesäkuu|kesäkuuta|kesäkuun|kesäk|czerwiec|czerwca|cze|červen|června|jún|júna|június|iunie|iun|haziran|haz|ιουνίου|ιούνιος|ιουν|июнь|июня|июн|червень|червня|черв|يونيو|יוני|जून|มิถุนายน|มิ.ย',
  'july|jul|julio|julho|juli|juillet|juil|luglio|lug|heinäkuu|heinäkuuta|heinäkuun|heinäk|lipiec|lipca|lip|červenec|července|júl|júla|július|iulie|iul|temmuz|tem|ιουλίου|ιούλιος|ιουλ|июль|июля|июл|липень|липня|лип|يوليو|יולי|जुलाई|กรกฎาคม|ก.ค',
  'august|aug|agosto|ago|août|augusti|augustus|elokuu|elokuuta|elokuun|elok|sierpień|sierpnia|sie|srpen|srpna|srp|augusta|augusztus|ağustos|ağu|αυγούστου|αύγουστος|αυγ|август|августа|авг|серпень|серпня|серп|أغسطس|אוגוסט|अगस्त|agustus|agu|สิงหาคม|ส.ค',
  'september|sept|sep|septiembre|setiembre|setembro|set|septembre|settembre|sett|syyskuu|syyskuuta|syyskuun|syysk|wrzesień|września|wrz|září|zář|septembra|szeptember|szept|septembrie|eylül|eyl|σεπτεμβρίου|σεπτέμβριος|σεπ|сентябрь|сентября|сен|сент|вересень|вересня|вер|سبتمبر|ספטמבר|सितंबर|सितम्बर|กันยายน|ก.ย',
  'october|oct|octubre|outubro|out|oktober|okt|octobre|ottobre|ott|lokakuu|lokakuuta|lokakuun|lokak|październik|października|paź|říjen|října|říj|október|októbra|október|octombrie|ekim|eki|οκτωβρίου|οκτώβριος|οκτ|октябрь|октября|окт|жовтень|жовтня|жовт|أكتوبر|אוקטובר|अक्टूबर|ตุลาคม|ต.ค',
  'november|nov|noviembre|novembro|novembre|marraskuu|marraskuuta|marraskuun|marrask|listopad|listopada|lis|listopadu|lis|novembra|noiembrie|noi|kasım|kas|νοεμβρίου|νοέμβριος|νοε|ноябрь|ноября|ноя|нояб|листопад|листопада|лист|نوفمبر|נובמבר|नवंबर|नवम्बर|พฤศจิกายน|พ.ย',
  'december|dec|diciembre|dic|dezembro|dez|dezember|décembre|déc|dicembre|joulukuu|joulukuuta|joulukuun|jouluk|grudzień|grudnia|gru|prosinec|prosince|pro|decembra|decembrie|aralık|ara|δεκεμβρίου|δεκέμβριος|δεκ|декабрь|декабря|дек|грудень|грудня|груд|ديسمبر|דצמבר|दिसंबर|दिसम्बर|desember|des|ธันวาคม|ธ.ค',
];
/** The days of the week, Monday first. */
const WEEKDAYS: readonly string[] = [
  'monday|lunes|segunda|segunda-feira|montag|lundi|lunedì|maandag|måndag|mandag|maanantai|maanantaina|poniedziałek|pondělí|pondelok|hétfő|hétfőn|luni|pazartesi|δευτέρα|понедельник|понеділок|月曜日|周一|週一|星期一|월요일|الاثنين|יום שני|सोमवार|senin|thứ hai|วันจันทร์',
  'tuesday|martes|terça|terça-feira|dienstag|mardi|martedì|dinsdag|tisdag|tirsdag|tiistai|tiistaina|wtorek|úterý|utorok|kedd|kedden|marți|salı|τρίτη|вторник|вівторок|火曜日|周二|週二|星期二|화요일|الثلاثاء|יום שלישי|मंगलवार|selasa|thứ ba|วันอังคาร',
  'wednesday|miércoles|quarta|quarta-feira|mittwoch|mercredi|mercoledì|woensdag|onsdag|keskiviikko|keskiviikkona|środa|środę|středa|středu|streda|stredu|szerda|szerdán|miercuri|çarşamba|τετάρτη|среда|среду|середа|середу|水曜日|周三|週三|星期三|수요일|الأربعاء|יום רביעי|बुधवार|rabu|thứ tư|วันพุธ',
  'thursday|jueves|quinta|quinta-feira|donnerstag|jeudi|giovedì|donderdag|torsdag|torstai|torstaina|czwartek|čtvrtek|štvrtok|csütörtök|csütörtökön|joi|perşembe|πέμπτη|четверг|четвер|木曜日|周四|週四|星期四|목요일|الخميس|יום חמישי|गुरुवार|kamis|thứ năm|วันพฤหัสบดี',
  'friday|viernes|sexta|sexta-feira|freitag|vendredi|venerdì|vrijdag|fredag|perjantai|perjantaina|piątek|pátek|piatok|péntek|pénteken|vineri|cuma|παρασκευή|пятница|пятницу|п’ятниця|п’ятницю|金曜日|周五|週五|星期五|금요일|الجمعة|יום שישי|शुक्रवार|jumat|thứ sáu|วันศุกร์',
  'saturday|sábado|samstag|sonnabend|samedi|sabato|zaterdag|lördag|lørdag|lauantai|sobota|sobotę|sobotu|szombat|sâmbătă|cumartesi|σάββατο|суббота|субботу|субота|суботу|土曜日|周六|週六|星期六|토요일|السبت|שבת|शनिवार|sabtu|thứ bảy|วันเสาร์',
  'sunday|domingo|sonntag|dimanche|domenica|zondag|söndag|søndag|sunnuntai|niedziela|niedzielę|neděle|neděli|nedeľa|nedeľu|vasárnap|duminică|pazar|κυριακή|воскресенье|неділя|неділю|日曜日|周日|週日|星期日|星期天|일요일|الأحد|יום ראשון|रविवार|minggu|chủ nhật|วันอาทิตย์',
];

const numbered = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.flatMap((list, index) => phrases(list).map((name) => [name, index + 1] as const)));
const MONTH_OF = numbered(MONTHS);
const WEEKDAY_OF = numbered(WEEKDAYS);

/** Returns the month, 1 to 12, that a folded word names, however inflected; undefined where it names none. */
export const monthOf = (word: string): number | undefined =>
  MONTH_OF.get(word) ?? MONTH_OF.get(word.replace(/^(ב|ו)/, '').replace(/[.']{1,5}$/, ''));

/** Returns the day of the week, Monday 1, that a folded word names. */
export const weekdayOf = (word: string): number | undefined => WEEKDAY_OF.get(foldPhrase(word));

/** Every name of a day of the week, for patterns. */
export const WEEKDAY_NAMES: readonly string[] = [...WEEKDAY_OF.keys()].sort((a, b) => b.length - a.length);
