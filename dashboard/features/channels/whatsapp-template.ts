import type { Body } from '../../api/operation-types.js';

/** What is written of a WhatsApp template in its form. */
export interface TemplateParts {
  header: string;
  body: string;
  footer: string;
  /** Quick replies, one in each line. */
  replies: string;
  /** An example of each placeholder, by `header.1` or `body.1`. Meta approves no template without them. */
  examples: Readonly<Record<string, string>>;
}

/** Lists the numbers of the placeholders of a text, such as 1 of `{{1}}`, in their order and each once. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number = '']) => number))].toSorted(
    (a, b) => Number(a) - Number(b),
  );

/** Fills the placeholders of a text with their examples. */
export const withExamples = (part: 'header' | 'body', text: string, { examples }: TemplateParts): string =>
  text.replace(/\{\{\s*(\d+)\s*\}\}/g, (place, number: string) => examples[`${part}.${number}`] || place);

/** Lists the quick replies. */
export const repliesOf = ({ replies }: TemplateParts): string[] =>
  replies.split('\n').flatMap((line) => line.trim() || []);

/** Returns the components of a template in Meta's format. */
export function componentsOf(parts: TemplateParts): NonNullable<Body<'createTemplate'>['components']> {
  const { header, body, footer, examples } = parts;
  const examplesOf = (part: 'header' | 'body') =>
    placeholdersOf(parts[part]).map((number) => examples[`${part}.${number}`] ?? '');
  const [inHeader, inBody] = [examplesOf('header'), examplesOf('body')];
  const buttons = repliesOf(parts).map((text) => ({ type: 'QUICK_REPLY', text }));
  const components = [];
  if (header)
    components.push({
      type: 'HEADER',
      format: 'TEXT',
      text: header,
      ...(inHeader.length > 0 ? { example: { header_text: inHeader } } : {}),
    });
  components.push({ type: 'BODY', text: body, ...(inBody.length > 0 ? { example: { body_text: [inBody] } } : {}) });
  if (footer) components.push({ type: 'FOOTER', text: footer });
  if (buttons.length > 0) components.push({ type: 'BUTTONS', buttons });
  return components;
}
