import { ROLES, type Role } from '../../schemas/roles.js';

/** The rules by which the claims of an issuer grant access. */
export interface SignOnRules {
  /** Names the claim, or its path with dots; empty: none. */
  roleClaim: string;
  /** The role of each value of that claim. Without entries, the values are the roles. */
  roleMap: ReadonlyMap<string, Role>;
  /** The role of people without a mapped value; undefined: they can't sign in. */
  defaultRole: Role | undefined;
  accountClaim: string;
  /** The account of each value of that claim. Without entries, the values are IDs of accounts. */
  accountMap: ReadonlyMap<string, string>;
  /** The account of people without a mapped value. */
  defaultAccount: string | undefined;
  /** Domains of the addresses that may sign in, in lower case; empty: all. */
  domains: ReadonlySet<string>;
}

type Claims = Readonly<Record<string, unknown>>;

/** Returns the texts of a claim: of its exact name, else of its path with dots. */
export function valuesOf(claims: Claims, name: string): string[] {
  if (name === '') return [];
  const nested = () =>
    name
      .split('.')
      .reduce<unknown>(
        (part, key) =>
          typeof part === 'object' && part !== null && Object.hasOwn(part, key) ? (part as Claims)[key] : undefined,
        claims,
      );
  const value = Object.hasOwn(claims, name) ? claims[name] : nested();
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}

/** Returns the strongest role that claims give; the default one if they give none. */
export function roleOf({ roleClaim, roleMap, defaultRole }: SignOnRules, claims: Claims): Role | undefined {
  const values = valuesOf(claims, roleClaim);
  const given = roleMap.size > 0 ? values.map((value) => roleMap.get(value)) : values;
  return ROLES.find((role) => given.includes(role)) ?? defaultRole;
}

/** Returns the account that claims give; the default one if they give none, or several. */
export function accountOf(
  { accountClaim, accountMap, defaultAccount }: SignOnRules,
  claims: Claims,
): string | undefined {
  const values = valuesOf(claims, accountClaim).map((value) => (accountMap.size > 0 ? accountMap.get(value) : value));
  const given = new Set(values.filter((value) => value !== undefined));
  return given.size === 1 ? [...given][0]?.toLowerCase() : defaultAccount;
}

/** Returns whether people with an address may sign in. */
export const allowsAddress = ({ domains }: SignOnRules, email: string | null): boolean =>
  domains.size === 0 || (email !== null && domains.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase()));
