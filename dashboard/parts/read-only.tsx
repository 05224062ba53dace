import { useMay } from '../api/session.js';
import { ROLE_WORDS } from '../words/roles.js';

/** Says to whoever may not change what stands on a page that they read it, and who changes it. */
export function ReadOnly({ scope, what }: { scope: string; what: string }) {
  const may = useMay();
  if (may(scope)) return null;
  const who = `${ROLE_WORDS.owner.label.toLowerCase()}s and ${ROLE_WORDS.admin.label.toLowerCase()}s`;
  return (
    <p className="note-strip">
      You can read {what}; {who} change it.
    </p>
  );
}
