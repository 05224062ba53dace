import type { WhatsAppInteractive, WhatsAppMedia } from '../../schemas/channels/whatsapp-content.js';
import * as labels from '../words/en/parts.js';

/** The parts of a message that its provider gets and the lead sees. */
interface Given {
  interactive?: WhatsAppInteractive;
  media?: WhatsAppMedia;
}

/** Lists what can be tapped below a message. */
function buttonsOf(interactive: WhatsAppInteractive | undefined): string[] {
  switch (interactive?.type) {
    case 'button':
      return interactive.action.buttons.map(({ reply }) => reply.title);
    case 'list':
      return [interactive.action.button];
    case 'cta_url':
      return [interactive.action.parameters.display_text];
    default:
      return [];
  }
}

/** The header above the text: a text of its own, or a file by its type. */
function headOf({ interactive, media }: Given): string | undefined {
  if (media) return media.filename ?? media.type;
  const header = interactive && 'header' in interactive ? interactive.header : undefined;
  return header?.type === 'text' ? header.text : header?.type;
}

/** A WhatsApp message as on the lead's phone. `text` is its whole text. */
export function WhatsAppBubble({ text, given }: { text: string | null; given: Given }) {
  const { interactive, media } = given;
  const head = headOf(given);
  const words = interactive && 'body' in interactive ? interactive.body?.text : (media?.caption ?? text);
  const foot = interactive && 'footer' in interactive ? interactive.footer?.text : undefined;
  const buttons = buttonsOf(interactive);
  return (
    <div className="phone">
      <div className="bubble" data-side="us">
        {head && <strong>{head}</strong>}
        {words && <p className="said">{words}</p>}
        {foot && <p className="faint">{foot}</p>}
      </div>
      {buttons.length > 0 && (
        <ul className="phone-buttons" aria-label={labels.buttons}>
          {buttons.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
