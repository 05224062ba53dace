import { escapeHtml } from '../messages/escape-html.js';

/** A paragraph of an email of the service, or a button that opens a page. */
export type MailBlock = { text: string; strong?: true } | { link: string; label: string };

/** The content of an email of the service to a user. */
export interface LaidOutMail {
  subject: string;
  blocks: readonly MailBlock[];
  /** The reason why the user receives it. */
  footer?: string;
  language: string | null;
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';

const asText = (block: MailBlock): string => ('text' in block ? block.text : `${block.label}:\n${block.link}`);

function asHtml(block: MailBlock): string {
  if ('link' in block) {
    return `<p style="margin:0 0 20px"><a href="${escapeHtml(block.link)}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:#1f2937;color:#fff;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
  }
  const weight = block.strong ? 'font-weight:600;margin:0 0 4px' : 'margin:0 0 14px';
  return `<p style="${weight}">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`;
}

/** Writes an email of the service as HTML, with the same content as text. All texts are escaped. */
export function layOutMail({ subject, blocks, footer, language }: LaidOutMail): {
  subject: string;
  text: string;
  html: string;
} {
  const text = `${[...blocks.map(asText), ...(footer ? [footer] : [])].join('\n\n')}\n`;
  const end = footer ? `<p style="margin:24px 0 0;font-size:13px;color:#6b7280">${escapeHtml(footer)}</p>` : '';
  const html = `<!doctype html><html lang="${language === 'es' ? 'es' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f3f4f6"><div style="max-width:560px;margin:0 auto;padding:24px 12px"><div style="${FONT};font-size:15px;line-height:1.5;color:#111827;background:#fff;border:1px solid #e5e7eb;border-radius:8px;padding:24px">${blocks.map(asHtml).join('')}${end}</div></div></body></html>`;
  return { subject, text, html };
}
