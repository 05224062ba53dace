import { useSession } from './session.js';

/** Returns whether the user sets up how things are done, not only does them. */
export function useIsManager(): boolean {
  const { role } = useSession().user;
  return role === 'owner' || role === 'admin';
}
