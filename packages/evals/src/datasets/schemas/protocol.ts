/** The parts of an item that schemas check. */
export const parts = ["input", "expected", "metadata"] as const

/** The schemas of a dataset, as JSON text; null for any JSON. */
export interface PartSchemas {
  readonly input: string | null
  readonly expected: string | null
  readonly metadata: string | null
}

/** The parts of an item to be checked, as JSON text; those that are left out are not. */
export interface Parts {
  readonly input?: string | undefined
  readonly expected?: string | undefined
  readonly metadata?: string | undefined
}

export interface Job {
  readonly schemas: PartSchemas
  readonly items: ReadonlyArray<Parts>
}

/** A job whose items are looked at one after the other, where there is a schema at all. */
export interface JobToPack extends Omit<Job, "items"> {
  readonly items: Iterable<Parts>
}

/** What is wrong with a schema (`index` -1, at the name of its part) or with an item. */
export interface Finding {
  readonly index: number
  readonly pointer: string
  readonly message: string
}
