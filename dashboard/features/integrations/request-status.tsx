import { Chip } from '../../components/chip.js';
import * as words from '../../words/en/request-log.js';

/** The HTTP status of a request. */
export const RequestStatus = ({ status }: { status: number | null }) => (
  <Chip
    who={status === null ? 'off' : status < 400 ? 'ok' : status < 500 ? 'decide' : 'act'}
    label={status === null ? words.noResponse : String(status)}
  />
);
