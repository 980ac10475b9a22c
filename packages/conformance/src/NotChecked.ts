/** Thrown by a check that the families, or what the server accepts, leave nothing to look at. */
export class NotChecked extends Error {
  constructor(why: string) {
    super(why)
    this.name = "NotChecked"
  }
}
