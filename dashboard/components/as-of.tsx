import * as words from '../words/en/reports.js';
import { Timestamp } from './time/timestamp.js';

/** Up to when events are counted: counts are some seconds behind. */
export const AsOf = ({ at }: { at: string | null }) => (
  <span className="faint">
    {at ? (
      <>
        {words.updated}
        {<Timestamp at={at} plain />}
      </>
    ) : (
      words.noDataYet
    )}
  </span>
);
