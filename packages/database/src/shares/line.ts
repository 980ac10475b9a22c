/** What stands in a line. */
export interface Standing<A> {
  before: A | undefined
  after: A | undefined
}

/** A line that is joined at both ends and left anywhere, in the same time however many stand in it. */
export class Line<A extends Standing<A>> {
  first: A | undefined
  last: A | undefined
  size = 0

  join(one: A): void {
    one.before = this.last
    if (this.last === undefined) this.first = one
    else this.last.after = one
    this.last = one
    this.size++
  }

  joinInFront(one: A): void {
    one.after = this.first
    if (this.first === undefined) this.last = one
    else this.first.before = one
    this.first = one
    this.size++
  }

  leave(one: A): void {
    if (one.before === undefined) this.first = one.after
    else one.before.after = one.after
    if (one.after === undefined) this.last = one.before
    else one.after.before = one.before
    one.before = undefined
    one.after = undefined
    this.size--
  }
}
