/** What people can be told in one line, with a way out; anything else is a bug and keeps its stack. */
export class Failure extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
