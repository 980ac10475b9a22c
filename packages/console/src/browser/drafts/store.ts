/** The fields of a form in the order of the form, by their names. */
export type Fields = ReadonlyArray<readonly [name: string, value: string]>

/** What somebody typed and did not save. */
export interface Draft {
  /** When, in milliseconds since 1970. */
  readonly at: number
  /** The revision that it was made from; empty for something new. */
  readonly revision: string
  readonly fields: Fields
}

/** A draft with the key that it is kept by. */
export interface Kept extends Draft {
  readonly key: string
}

/** Whose draft it is, of which form, as it was opened once: two tabs keep two. */
export interface Owner {
  readonly person: string
  readonly form: string
  readonly opened: string
}

const prefix = "agent-operations.draft:"

/** How long a draft is kept, how many there are at most, and how much they take together, in UTF-16 code units. */
export const limits = { age: 14 * 24 * 60 * 60 * 1000, count: 20, size: 2 * 1024 * 1024 }

const keyOf = (parts: ReadonlyArray<string>) => prefix + parts.map(encodeURIComponent).join(":")

const isFields = (value: unknown): value is Fields =>
  Array.isArray(value) &&
  value.every((field) => Array.isArray(field) && field.length === 2 && field.every((each) => typeof each === "string"))

const parse = (key: string, text: string): Kept | undefined => {
  try {
    const { at, revision, fields } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return typeof at === "number" && typeof revision === "string" && isFields(fields)
      ? { key, at, revision, fields }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps drafts in the storage of a browser: each by the person and the form that it is of, for 14 days at most,
 * and the newest where there are too many. What is not a draft any more is removed.
 */
export const makeDrafts = (storage: Storage, now: () => number) => {
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "").filter((key) =>
      key.startsWith(prefix)
    )

  /** All that are still to be kept, newest first. */
  const sweep = (): ReadonlyArray<Kept> => {
    const kept: Array<Kept> = []
    for (const key of keys()) {
      const draft = parse(key, storage.getItem(key) ?? "")
      const isKept = draft !== undefined && now() - draft.at <= limits.age
      if (isKept) kept.push(draft)
      else storage.removeItem(key)
    }
    return kept.toSorted((one, other) => other.at - one.at)
  }

  const tryToKeep = (key: string, text: string): boolean => {
    try {
      storage.setItem(key, text)
      return true
    } catch {
      return false
    }
  }

  /** Keeps what is in a form; false where there is no room for it. Older drafts make room. */
  const keep = ({ person, form, opened }: Owner, draft: Omit<Draft, "at">): boolean => {
    const key = keyOf([person, form, opened])
    const text = JSON.stringify({ at: now(), revision: draft.revision, fields: draft.fields } satisfies Draft)
    if (text.length > limits.size) return false
    const others = sweep().filter((other) => other.key !== key)
    const sizes = others.map((other) => (storage.getItem(other.key) ?? "").length)
    let size = text.length + sizes.reduce((sum, each) => sum + each, 0)
    while (others.length >= limits.count || size > limits.size) {
      storage.removeItem(others.pop()!.key)
      size -= sizes.pop()!
    }
    while (!tryToKeep(key, text)) {
      const oldest = others.pop()
      if (oldest === undefined) return false
      storage.removeItem(oldest.key)
    }
    return true
  }

  /** The drafts of a form, newest first: those of this person alone. */
  const of = ({ person, form }: Omit<Owner, "opened">): ReadonlyArray<Kept> =>
    sweep().filter(({ key }) => key.startsWith(`${keyOf([person, form])}:`))

  return {
    keep,
    of,
    remove: (key: string) => storage.removeItem(key),
    /** Removes the draft of a form as it was opened. */
    drop: ({ person, form, opened }: Owner) => storage.removeItem(keyOf([person, form, opened])),
    /** The keys of all drafts of a person. */
    ofPerson: (person: string): ReadonlyArray<string> => keys().filter((key) => key.startsWith(`${keyOf([person])}:`))
  }
}

export type Drafts = ReturnType<typeof makeDrafts>
