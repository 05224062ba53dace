/** Returns whether WhatsApp takes free text for a lead, which it does for 24 hours after the lead's last message. */
export const isWindowOpen = (expiresAt: string | null, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) > now;
