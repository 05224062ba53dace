import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '../../schemas/contract.js';
import type { Operations, PATHS } from './operations.js';

export type OperationName = keyof Operations & keyof typeof PATHS;
/** Operations that only read. */
export type QueryOperation = {
  [K in OperationName]: (typeof PATHS)[K] extends `GET ${string}` ? K : never;
}[OperationName];
/** Operations that change something. */
export type MutationOperation = Exclude<OperationName, QueryOperation>;

/** The input of an operation. */
export interface Input<K extends OperationName> {
  params?: ParamsOf<Operations[K]>;
  query?: QueryOf<Operations[K]>;
  body?: BodyOf<Operations[K]>;
}
/** The body of an operation. */
export type Body<K extends OperationName> = BodyOf<Operations[K]>;
/** The JSON that an operation answers. */
export type Answer<K extends OperationName> = Exclude<AnswerOf<Operations[K]>['body'], AsyncIterable<string>>;

/** An answer with the tag of the state that it shows. */
export interface Tagged<T> {
  body: T;
  tag: string | undefined;
}
