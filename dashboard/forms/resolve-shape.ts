import type { ObjectShape, Shape } from './shape.js';
import { SHAPES } from './shapes.js';

/** Returns the shape that a name refers to, and the name. */
export function resolve(shape: Shape): { shape: Shape; name: string | undefined } {
  if (shape.kind !== 'ref') return { shape, name: undefined };
  const known = SHAPES[shape.to];
  if (!known) throw new Error(`There is no shape ${shape.to}.`);
  return { shape: { ...known, help: shape.help ?? known.help } as Shape, name: shape.to };
}

/** Returns a named shape that is an object. */
export function objectShape(name: string): ObjectShape {
  const { shape } = resolve({ kind: 'ref', to: name });
  if (shape.kind !== 'object') throw new Error(`The shape ${name} is no object.`);
  return shape;
}

/** Returns the shape of one of several kinds of things, by its type. */
export function choiceShape(name: string, type: string): ObjectShape {
  const { shape } = resolve({ kind: 'ref', to: name });
  const found = shape.kind === 'choice' ? shape.of[type] : undefined;
  if (found?.kind !== 'object') throw new Error(`The shape ${name} has no ${type}.`);
  return found;
}
