/** What one thing became on two sides. */
export interface Versions<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

/** Each version changed in the same way. */
export const eachVersion = <T, U>({ base, mine, theirs }: Versions<T>, change: (version: T) => U): Versions<U> => ({
  base: change(base),
  mine: change(mine),
  theirs: change(theirs)
})
