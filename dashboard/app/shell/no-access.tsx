import { Empty, Page } from '../../components/page.js';
import * as words from '../../words/en/shell.js';

/** A page that the user's role doesn't open. It queries nothing. */
export const NoAccess = () => (
  <Page title={words.noAccess}>
    <Empty title={words.yourRoleCantOpenThisPage}>
      <p>{words.askAnOwnerOrAdmin}</p>
    </Empty>
  </Page>
);
