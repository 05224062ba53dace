import { useSession } from '../api/session.js';

/** Tells whether the user sets up how things are done, not only does them. */
export function useManages(): boolean {
  const { role } = useSession().user;
  return role === 'owner' || role === 'admin';
}
