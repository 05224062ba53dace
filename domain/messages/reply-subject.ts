const MAX_SUBJECT = 200;

/** Returns the subject of an answer to a mail: that mail's own, marked as an answer once. */
export function replySubject(subject: string): string {
  const plain = subject.trim().slice(0, MAX_SUBJECT);
  return /^(re|aw|sv|rv|antw)\s*:/i.test(plain) ? plain : `Re: ${plain}`;
}
