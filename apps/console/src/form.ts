/** The fields of a posted form, as often as each was given. */
export interface Form {
  /** The first value of a field, with line ends as `\n`; empty where it is absent. */
  readonly text: (name: string) => string
  /** Every value of a field, such as the boxes that were ticked. */
  readonly all: (name: string) => ReadonlyArray<string>
  readonly has: (name: string) => boolean
}

// As HTML reads it, too; the database takes no NUL.
export const withoutNul = (text: string) => text.replaceAll("\0", "\uFFFD")

/** Reads what `<form method="post">` sends. */
export const readForm = (body: string): Form => {
  const fields = new URLSearchParams(body)
  const all = (name: string) => fields.getAll(name).map((value) => withoutNul(value).replaceAll("\r\n", "\n"))
  return { all, text: (name) => all(name)[0] ?? "", has: (name) => fields.has(name) }
}
