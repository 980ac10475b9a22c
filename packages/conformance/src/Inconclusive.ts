/** Thrown where the server, or the way to it, was not well enough to decide anything. No law is broken by it. */
export class Inconclusive extends Error {
  constructor(why: string) {
    super(why)
    this.name = "Inconclusive"
  }
}
