import type { ComponentType } from 'react';
import { InvitationPage } from './invitation/page.js';
import { render } from './render.js';
import { ResetPage } from './reset/page.js';
import { SetupPage } from './setup/page.js';
import { SignInPage } from './sign-in/page.js';

/** The pages of those who aren't signed in: a document of their own, without what stands around the others. */
const DOORS: Readonly<Record<string, ComponentType>> = {
  '/setup': SetupPage,
  '/sign-in': SignInPage,
  '/invitation': InvitationPage,
  '/reset': ResetPage,
};

const base = new URL(document.baseURI).pathname;
const Page = DOORS[`/${location.pathname.slice(base.length).replace(/\/+$/, '')}`] ?? SignInPage;
render(<Page />);
