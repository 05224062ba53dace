import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../api/request.js';
import { Skeleton } from '../../components/page.js';
import * as words from '../../words/en/links.js';
import { SignedOutLayout } from './signed-out-layout.js';

interface Props {
  kind: 'setup' | 'invitation' | 'reset';
  token: string;
  title: string;
  /** The way to a new link. */
  remedy: ReactNode;
  children: ReactNode;
}

/** A page that a one-time link opens. A link that can't be used any more leads to the remedy instead of the form. */
export function WithLink({ kind, token, title, remedy, children }: Props) {
  const link = useQuery({
    queryKey: ['checkLink', kind],
    queryFn: () => request('checkLink', { body: { kind, token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.data?.valid === false) {
    return (
      <SignedOutLayout title={words.linkNotValid}>
        <p>{words.thisLinkWasUsedOrHas}</p>
        <p className="quiet">{remedy}</p>
        <a href="sign-in">{words.signIn}</a>
      </SignedOutLayout>
    );
  }
  // Where the check itself fails, the form still says what is wrong.
  return <SignedOutLayout title={title}>{link.isPending ? <Skeleton lines={4} /> : children}</SignedOutLayout>;
}
