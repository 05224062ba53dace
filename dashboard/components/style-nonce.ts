/** Returns the nonce with which style elements may stand in this answer; browsers hide attributes that hold one. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
