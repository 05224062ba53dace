const SAFE_LINK = /^(?:https?|mailto|tel):/i;
const OWN_IMAGE = /^data:image\//i;
const ADDRESSES = /url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^()]*))\)/gi;

const mayLoad = (address: string, withImages: boolean): boolean =>
  OWN_IMAGE.test(address) || (withImages && /^https:/i.test(address));

/** Takes out of a style what it would fetch. What is written to look like nothing of the kind is held by the policy. */
function tameStyle(css: string, withImages: boolean): string {
  return css
    .replaceAll(/@import\b[^;]*;?/gi, '')
    .replaceAll(ADDRESSES, (whole, ...[a, b, c]: string[]) =>
      mayLoad((a ?? b ?? c ?? '').trim(), withImages) ? whole : 'none',
    );
}

/** Takes out of a cleaned mail what would be fetched from elsewhere; answers how many images are kept back. */
export function sanitizeEmail(mail: Element, withImages: boolean): number {
  let hidden = 0;
  for (const link of mail.querySelectorAll('a, area')) {
    const address = link.getAttribute('href') ?? '';
    if (!SAFE_LINK.test(address.trim())) link.removeAttribute('href');
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const image of mail.querySelectorAll('img')) {
    const address = (image.getAttribute('src') ?? '').trim();
    if (mayLoad(address, withImages)) continue;
    if (/^https:/i.test(address)) hidden += 1;
    image.removeAttribute('src');
  }
  for (const style of mail.querySelectorAll('style')) style.textContent = tameStyle(style.textContent, withImages);
  for (const styled of mail.querySelectorAll('[style]'))
    styled.setAttribute('style', tameStyle(styled.getAttribute('style') ?? '', withImages));
  return hidden;
}
