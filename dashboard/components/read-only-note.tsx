import { usePermission } from '../api/session.js';
import * as words from '../words/en/parts.js';
import { ROLE_WORDS } from '../words/roles.js';

/** Tells users without permission that a page is read-only, and who can change it. */
export function ReadOnlyNote({ scope, what }: { scope: string; what: string }) {
  const may = usePermission();
  if (may(scope)) return null;
  const [owner, admin] = [ROLE_WORDS.owner.label.toLowerCase(), ROLE_WORDS.admin.label.toLowerCase()];
  return <p className="note-strip">{words.youCanViewOnlySAnd(what, owner, admin)}</p>;
}
