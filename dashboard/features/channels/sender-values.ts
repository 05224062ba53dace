import type { Answer } from '../../api/operation-types.js';
import { changedFormValues, formValues } from '../../components/form-field.js';
import { readWarmUp, warmUpText } from './warm-up.js';

type Sender = Answer<'getEmailSender'>['email_sender'];
const NUMBERS = ['per_minute', 'per_day'];
const TICKS = ['track_opens', 'track_clicks'] as const;

/** Reads what a form says of a sender: its own fields, its mail server and its ramp as one each, and what is ticked. */
export function senderValues<T extends object>({ ramp = '', ...values }: Record<string, string>, known?: Sender): T {
  const isOwn = (name: string) => !name.startsWith('smtp_') && !(TICKS as readonly string[]).includes(name);
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => isOwn(name)));
  const { smtp_host: host = '', smtp_port: port = '', smtp_user: user = '', smtp_password: password = '' } = values;
  const server = host ? formValues<object>({ host, port, user, password }, ['port']) : undefined;
  const isSame =
    known?.smtp &&
    // A connection's server takes its tokens only.
    known.connection_id === null &&
    !password &&
    known.smtp.host === host &&
    String(known.smtp.port) === port &&
    (known.smtp.user ?? '') === user;
  return {
    ...(known ? changedFormValues<object>(own, known, NUMBERS) : formValues<object>(own, NUMBERS)),
    ...(server && !isSame ? { smtp: server } : {}),
    // A connection replaces the server, and the other way round.
    ...(!server && known?.smtp && !values.connection_id ? { smtp: null } : {}),
    ...(!server && known?.connection_id && !values.connection_id ? { connection_id: null } : {}),
    ...(ramp.trim() === warmUpText(known?.ramp) ? {} : { ramp: readWarmUp(ramp) }),
    ...Object.fromEntries(TICKS.map((name) => [name, values[name] === 'on'])),
  } as T;
}
