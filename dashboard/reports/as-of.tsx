import { When } from '../parts/when.js';

/** Up to when events are counted: counts are some seconds behind. */
export const AsOf = ({ at }: { at: string | null }) => (
  <span className="faint">{at ? <>Counted up to {<When at={at} plain />}</> : 'Nothing is counted yet'}</span>
);
