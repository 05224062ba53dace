const TAG = 'svc-chat';

/** The one element of the chat in the page, with everything inside its shadow. */
export interface RootElement {
  element: HTMLElement;
  root: ShadowRoot;
  /** Adds a style sheet in a way that no policy of a page refuses. */
  style(css: string): void;
  remove(): void;
}

/**
 * Puts the chat's element into the page. The same node comes back when the page swaps its body or removes it, and
 * copies that a page cache brought are taken away.
 */
export function createRootElement(): RootElement {
  const element = document.createElement(TAG);
  const root = element.attachShadow({ mode: 'open' });
  const place = () => {
    for (const copy of document.querySelectorAll(TAG)) if (copy !== element) copy.remove();
    if (!document.body) return;
    watched.observe(document.body, { childList: true });
    if (element.parentNode !== document.body) document.body.append(element);
  };
  const watched = new MutationObserver(place);
  watched.observe(document.documentElement, { childList: true });
  place();
  return {
    element,
    root,
    style(css) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    },
    remove() {
      watched.disconnect();
      element.remove();
    },
  };
}
