import type { ComponentType } from 'react';
import { render } from './render.js';
import { InvitationPage } from './signed-out/invitation-page.js';
import { ResetPage } from './signed-out/reset-password-page.js';
import { SetupPage } from './signed-out/setup-page.js';
import { SharedPage } from './signed-out/shared-page.js';
import { SignInPage } from './signed-out/sign-in-page.js';

/** The pages of signed-out users, a separate document without the layout of the others. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  '/setup': SetupPage,
  '/sign-in': SignInPage,
  '/invitation': InvitationPage,
  '/reset': ResetPage,
  '/shared': SharedPage,
};

const base = new URL(document.baseURI).pathname;
const Page = PAGES[`/${location.pathname.slice(base.length).replace(/\/+$/, '')}`] ?? SignInPage;
render(<Page />);
