/** Faults that no test can notice, or that none has to, and why. */
export interface Explained {
  /** Below `packages/`. */
  readonly file: string
  readonly why: string
  /** The words that it changes, before and after, as the report prints them. */
  readonly faults: ReadonlyArray<string>
}

/** Explains faults in the files of a package, by the path below its sources. */
export const explainedIn =
  (name: string) =>
  (path: string, why: string, ...faults: ReadonlyArray<string>): Explained => ({
    file: `${name}/src/${path}.ts`,
    why,
    faults
  })
