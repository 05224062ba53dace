import { needsOne, onEither } from './definition.js';
import type { Planner } from './planner.js';

/** Tells users. */
const planNotifyUser: Planner<'notify_user'> = (params, { render }) => {
  const text = render(params.text).trim();
  if (text === '') return { skipped: 'The text is empty.' };
  return {
    params: {
      user_id: params.user_id ?? null,
      role: params.role ?? null,
      channel: params.channel ?? 'in_app',
      text,
    },
  };
};

export const notifyUser = onEither<'notify_user'>(planNotifyUser, { check: needsOne('user_id', 'role') });
