import { emailKey } from './email.js';

/** The identities by which two leads are the same person, strongest first. */
export type IdentityKind = 'id' | 'external_id' | 'email' | 'phone';

/** Something that names a person within an account. */
export interface Identity {
  kind: IdentityKind;
  value: string;
}

export interface Identifiable {
  external_id?: string | Buffer | null;
  email?: string | null;
  phone?: string | null;
}

/** Lists the identities of a lead, the strongest first; values in the form in which they are compared. */
export function identitiesOf({ external_id, email, phone }: Identifiable): Identity[] {
  return [
    ...(external_id ? [{ kind: 'external_id' as const, value: external_id.toString() }] : []),
    ...(email ? [{ kind: 'email' as const, value: emailKey(email) }] : []),
    ...(phone ? [{ kind: 'phone' as const, value: phone }] : []),
  ];
}

/** Makes of an identity a map's key. */
export const identityKey = ({ kind, value }: Identity): string => `${kind}\n${value}`;
