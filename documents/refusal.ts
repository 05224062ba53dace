/** A file that can't be taken, for a reason that its owner can do something about. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}
