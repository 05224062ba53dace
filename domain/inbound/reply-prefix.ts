/** The prefixes of mail programs before the subject of a reply or a forwarded email, per language. */
const PREFIXES =
  're|r|ré|rép|ref|rv|rif|res|resp|rsp|aw|antw|antwort|antwoord|sv|svar|vs|vast|vl|odp|odpoveď|odpověď|ynt|yanıt|cevap|vá|válasz|răsp|răspuns|απ|απαντ|σχετ|на|отв|ответ|re_ответ|відп|відповідь|回复|回覆|答复|答覆|返信|返|회신|답장|رد|الرد|השב|תשובה|תגובה|उत्तर|bls|balas|tl|trả lời|ตอบ|ตอบกลับ|fw|fwd|wg|i|tr|enc|doorst|vb|pd|továbbítás|ilt|i̇lt|πρθ|转发|轉寄|전달';
const PREFIX = new RegExp(`^\\s*(?:${PREFIXES})\\s?(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\)|\\^\\d{1,3})?\\s?[:：]\\s*`, 'iu');

/** Returns whether a subject answers or forwards a mail. */
export const hasReplyPrefix = (subject: string): boolean => PREFIX.test(subject.normalize('NFC').slice(0, 100));

/** Returns a subject without the prefixes of answers; at most ten are removed. */
export function withoutReplyPrefixes(subject: string): string {
  let plain = subject.normalize('NFC');
  for (let count = 0; count < 10 && PREFIX.test(plain.slice(0, 100)); count += 1) plain = plain.replace(PREFIX, '');
  return plain;
}
