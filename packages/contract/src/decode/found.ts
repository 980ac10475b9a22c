import { shownKeys } from "@agent-operations/error-envelope/pointer"

/** A place that is wrong, and what was expected there. */
export interface Issue {
  /** The keys and indexes that lead there, or to what holds it where its name is too long to repeat. */
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** How many places are told at most: with so many there may be more. */
export const maxIssues = 20

/** A place in a value: its key, in what holds it. */
export interface Place {
  readonly within: Place | undefined
  readonly key: string | number
}

const pathOf = (place: Place | undefined): Issue["path"] => {
  const keys: Array<string | number> = []
  for (let at = place; at !== undefined; at = at.within) keys.unshift(at.key)
  return shownKeys(keys)
}

/** The issues found so far. Whoever looks for more stops once it is full. */
export class Found {
  readonly issues: Array<Issue> = []

  get isFull(): boolean {
    return this.issues.length >= maxIssues
  }

  /** Each member of a union may say the same of one place: it is told once. */
  add(place: Place | undefined, message: string): void {
    if (this.isFull) return
    const path = pathOf(place)
    const isKnown = this.issues.some((issue) => issue.message === message && issue.path.join("/") === path.join("/"))
    if (!isKnown) this.issues.push({ path, message })
  }
}
