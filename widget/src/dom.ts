type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/**
 * Makes an element: a prop that is a function listens, one that is false or null is left out, any other is an
 * attribute. Children that are strings are text, never markup.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, props);
  element.append(...(children.filter((child) => (child ?? false) !== false) as (Node | string)[]));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Makes a picture of one path, which says nothing to those who listen. */
export function icon(path: string, size = 24): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  set(svg, { viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true', focusable: 'false' });
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

function set(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if ((value ?? false) !== false) element.setAttribute(name, String(value));
  }
}
