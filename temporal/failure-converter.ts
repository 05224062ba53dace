import { DefaultFailureConverter } from '@temporalio/common';

/** Moves messages and stack traces of failures into payloads, so that the codec encrypts them too. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
