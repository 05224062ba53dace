import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type Member, membersAt, pathBefore, rootOf, type Types, typesIn } from './type-members.js';

let reading: Promise<Types> | undefined;

/** Reads once what functions are given and can do: the file that the service hands to editors elsewhere too. */
function svcTypes(): Promise<Types> {
  reading ??= fetch(new URL('functions/svc.d.ts', document.baseURI))
    .then((answer) => (answer.ok ? answer.text() : ''))
    .then(typesIn)
    .catch(() => {
      reading = undefined;
      return new Map();
    });
  return reading;
}

const toCompletion = ({ name, isMethod, detail, doc }: Member): Completion => ({
  label: name,
  type: isMethod ? 'method' : 'property',
  ...(detail.length < 60 ? { detail } : {}),
  ...(doc || detail.length >= 60 ? { info: [doc, detail.length >= 60 ? detail : ''].filter(Boolean).join('\n') } : {}),
});

/** Completes what hangs on `ctx`, on `svc`, and on names that the source gives to parts of them. */
export async function completeSvc(context: CompletionContext): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[\w$]+(?:\??\.[\w$]*)+/);
  if (!before) return null;
  const { path, begun } = pathBefore(before.text);
  const [name = '', ...rest] = path;
  const root = rootOf(name, context.state.doc.toString());
  if (root.length === 0) return null;
  const options = membersAt(await svcTypes(), [...root, ...rest]).map(toCompletion);
  return options.length > 0 ? { from: context.pos - begun.length, options, validFor: /^[\w$]*$/ } : null;
}
