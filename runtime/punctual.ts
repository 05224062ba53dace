import { DecoratorHandler, type Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;

/** The time of a request had passed before anything of it was sent. */
export class TooLateToSendError extends Error {
  readonly code = 'TOO_LATE_TO_SEND';
  constructor() {
    super('The time for the request had passed before it was sent.');
    this.name = 'TooLateToSendError';
  }
}

// undici's types leave out the methods of its decorator.
const Decorator = DecoratorHandler as new (
  handler: Handler,
) => { onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void };

class Punctual extends Decorator {
  readonly #endsAt: number;
  constructor(handler: Handler, endsAt: number) {
    super(handler);
    this.#endsAt = endsAt;
  }

  override onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    if (Date.now() > this.#endsAt) throw new TooLateToSendError();
    super.onRequestStart(controller, context);
  }
}

/**
 * Creates an undici interceptor that sends no request after `endsAt` (Unix milliseconds). A signal isn't enough: in a
 * process that stalled, a connection that was established in the meantime is used before the signal's timer fires.
 */
export const notAfter =
  (endsAt: number): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    // No connection is opened for it either. A signal that fires in between would leave the outcome of the request
    // unknown.
    if (Date.now() > endsAt) throw new TooLateToSendError();
    return dispatch(options, new Punctual(handler, endsAt));
  };
