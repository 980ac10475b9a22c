import { translated } from "./copies.ts"

/** A text in an input that holds an ID or a name of the project, and the input with another in its place. */
export interface IdPlace {
  /** Where it is: `/traceIds/*`. A star is any member of a list, or of what a caller names. */
  readonly path: string
  readonly put: (mark: string) => object
}

const put = (value: unknown, [first, ...rest]: ReadonlyArray<string>, to: unknown): unknown => {
  if (first === undefined) return to
  if (Array.isArray(value)) return value.map((member, n) => (String(n) === first ? put(member, rest, to) : member))
  const object = value as Readonly<Record<string, unknown>>
  return { ...object, [first]: put(object[first], rest, to) }
}

function* texts(value: unknown, path: ReadonlyArray<string>): Generator<readonly [ReadonlyArray<string>, string]> {
  if (typeof value === "string") yield [path, value]
  else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* texts(member, [...path, name])
  }
}

/** Members that a caller names: what stands below them is called by a star. */
const named = ["references", "scorers", "rubric", "customFields"]

const pathOf = (path: ReadonlyArray<string>) =>
  path.map((name, n) => `/${/^\d+$/.test(name) || named.includes(path[n - 1] ?? "") ? "*" : name}`).join("")

/** Every text of an input that holds an ID or a name of the project. */
export const placesIn = (input: object): ReadonlyArray<IdPlace> =>
  [...texts(input, [])]
    .filter(([, text]) => translated(text, "f1") !== text)
    .map(([path, text]) => ({
      path: pathOf(path),
      put: (mark) => put(input, path, translated(text, mark)) as object
    }))
