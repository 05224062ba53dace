import * as words from '../words/en/parts.js';
import { Timestamp } from './time/timestamp.js';

/** Returns whether WhatsApp takes free text, which it does for a day after the lead wrote. */
export const allowsFreeText = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now();

/** The rule of WhatsApp at this time: free text for a day after the lead's message, templates otherwise. */
export const WhatsAppWindow = ({ until }: { until: string | null }) => (
  <p className="faint">
    {until !== null && allowsFreeText(until) ? (
      <>
        {words.theWhatsappWindowCloses}
        <Timestamp at={until} />
      </>
    ) : (
      words.theWhatsappWindowIsClosedUntil
    )}
  </p>
);
