/** A phone, also in landscape, where a panel next to the page has no space for a message. */
const PHONE = '(max-width:480px),(max-height:480px) and (pointer:coarse)';

/**
 * On a phone the chat covers the page. It is modal, the page behind is inert, and the chat fits the area above the
 * keyboard. On wide screens it is next to the page, and nothing is locked.
 */
export function mobileModal(host: HTMLElement, panel: HTMLElement): { show(): void; hide(): void } {
  const phone = matchMedia(PHONE);
  const view = window.visualViewport as VisualViewport;
  let covered: Element[] = [];
  let isShown = false;

  const fit = () => {
    panel.style.setProperty('--height', `${view.height}px`);
    panel.style.setProperty('--top', `${view.offsetTop}px`);
  };
  const update = () => {
    for (const element of covered) element.removeAttribute('inert');
    covered = [];
    const isModal = isShown && phone.matches;
    if (!isModal) return panel.removeAttribute('aria-modal');
    panel.setAttribute('aria-modal', 'true');
    covered = [...(host.parentElement?.children ?? [])].filter(
      (child) => child !== host && !child.hasAttribute('inert'),
    );
    for (const element of covered) element.setAttribute('inert', '');
    fit();
  };
  const set = (isOn: boolean) => {
    isShown = isOn;
    const change = isOn ? 'addEventListener' : 'removeEventListener';
    phone[change]('change', update);
    view[change]('resize', fit);
    view[change]('scroll', fit);
    update();
  };
  return { show: () => set(true), hide: () => set(false) };
}
