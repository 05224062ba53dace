import { typescriptLanguage } from '@codemirror/lang-javascript';

type Node = ReturnType<typeof typescriptLanguage.parser.parse>['topNode'];

/** A property or method, as its type file writes it. */
export interface Member {
  name: string;
  isMethod: boolean;
  /** Its type, or what a call of it takes and answers. */
  detail: string;
  doc: string;
  /** The members of the type itself. */
  own: readonly Member[];
  /** Other types that it is. */
  named: readonly string[];
}

/** The members of each type that a file declares. */
export type Types = ReadonlyMap<string, readonly Member[]>;

const proseOf = (comment: string): string => comment.replaceAll(/^\/\*\*?|\*\/$|^[ \t]*\* ?/gm, '').trim();

/** Collects what a type is: members that it writes itself, and types that it names, also behind a promise. */
function partsOf(type: Node | null, text: string): Pick<Member, 'own' | 'named'> {
  if (!type) return { own: [], named: [] };
  if (type.name === 'ObjectType') return { own: membersOf(type, text), named: [] };
  if (type.name === 'TypeName') return { own: [], named: [text.slice(type.from, type.to)] };
  const name = type.name === 'ParameterizedType' ? text.slice(type.from, type.firstChild?.to) : '';
  if (type.name !== 'UnionType' && type.name !== 'IntersectionType' && name !== 'Promise')
    return { own: [], named: [] };
  const within = name === 'Promise' ? (type.getChild('TypeArgList') ?? type) : type;
  const parts: Pick<Member, 'own' | 'named'>[] = [];
  for (let child = within.firstChild; child; child = child.nextSibling) parts.push(partsOf(child, text));
  return { own: parts.flatMap(({ own }) => own), named: parts.flatMap(({ named }) => named) };
}

function membersOf(object: Node, text: string): Member[] {
  const members: Member[] = [];
  let doc = '';
  for (let child = object.firstChild; child; child = child.nextSibling) {
    if (child.name === 'BlockComment') doc = proseOf(text.slice(child.from, child.to));
    if (child.name !== 'PropertyType' && child.name !== 'MethodType') continue;
    const name = child.getChild('PropertyDefinition');
    const type = child.getChild('TypeAnnotation');
    if (name)
      members.push({
        name: text.slice(name.from, name.to),
        isMethod: child.name === 'MethodType',
        detail: text
          .slice(name.to, child.to)
          .replaceAll(/\s+/g, ' ')
          .replace(/^\??: /, ''),
        doc,
        ...partsOf(type?.lastChild ?? null, text),
      });
    doc = '';
  }
  return members;
}

/** Reads the types that a file declares. */
export function typesIn(file: string): Types {
  const types = new Map<string, Member[]>();
  const { topNode } = typescriptLanguage.parser.parse(file);
  for (const declared of topNode.getChildren('InterfaceDeclaration')) {
    const name = declared.getChild('TypeDefinition');
    const object = declared.getChild('ObjectType');
    if (name && object) types.set(file.slice(name.from, name.to), membersOf(object, file));
  }
  return types;
}

/** Lists the members of a path such as `ctx`, `lead`. For a method these are the members of its result. */
export function membersAt(types: Types, [root = '', ...path]: readonly string[]): readonly Member[] {
  let members = types.get(root) ?? [];
  for (const step of path) {
    const member = members.find(({ name }) => name === step);
    members = member ? [...member.own, ...member.named.flatMap((name) => types.get(name) ?? [])] : [];
  }
  return members;
}

const ROOTS: Readonly<Record<string, string>> = { ctx: 'FunctionContext', svc: 'Svc' };
const pathOf = (text: string): string[] => text.split(/\??\./);

/**
 * Finds the path that a name in the source refers to, from a type: `lead`, which the source defines as `= ctx.lead`.
 */
export function rootOf(name: string, source: string): string[] {
  const type = ROOTS[name];
  if (type) return [type];
  const given = new RegExp(
    `\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\s*=\\s*(?:await\\s+)?((?:ctx|svc)[\\w$.?]*)`,
  );
  const [, path] = given.exec(source) ?? [];
  if (!path) return [];
  const [first = '', ...rest] = pathOf(path);
  return [ROOTS[first] ?? '', ...rest];
}

/** Splits the text before the cursor into the path and the start of a name: `svc.leads.ge`. */
export function pathBefore(text: string): { path: string[]; begun: string } {
  const path = pathOf(text);
  return { path: path.slice(0, -1), begun: path.at(-1) ?? '' };
}
