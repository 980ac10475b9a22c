/** The fields of a posted form, as often as each was given. */
export interface Form {
  /** The first value of a field, with line ends as `\n`; empty where it is absent. */
  readonly text: (name: string) => string
  /** Every value of a field, such as the boxes that were ticked. */
  readonly all: (name: string) => ReadonlyArray<string>
  readonly has: (name: string) => boolean
  /** Every field with its value, in the order of the form. */
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
}

// As HTML reads it, too; the database takes no NUL.
export const withoutNul = (text: string) => text.replaceAll("\0", "\uFFFD")

/** How many fields a form may have. `URLSearchParams` of Node takes time by the square of those without a `=`. */
const mostFields = 4096

/** Whether a body has more fields than a form may have. */
export const hasTooManyFields = (body: string): boolean => {
  let fields = 1
  for (let at = body.indexOf("&"); at >= 0 && fields <= mostFields; at = body.indexOf("&", at + 1)) fields++
  return fields > mostFields
}

/** Parses what `<form method="post">` sends. */
export const parseForm = (body: string): Form => {
  const given = new URLSearchParams(body)
  const read = (value: string) => withoutNul(value).replaceAll("\r\n", "\n")
  const all = (name: string) => given.getAll(name).map(read)
  return {
    all,
    text: (name) => all(name)[0] ?? "",
    has: (name) => given.has(name),
    get fields() {
      return [...given].map(([name, value]) => [read(name), read(value)] as const)
    }
  }
}
