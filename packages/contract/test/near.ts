import fc from "fast-check"

/** Gives an object a member, whatever its name: `__proto__` is one as others are. */
const put = <O extends object>(object: O, name: string, value: unknown): O =>
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })

/** Values near a valid one: the example, with a place changed, taken out or added. */
export const near = (example: unknown): fc.Arbitrary<unknown> => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
    fc.constantFrom("", " ", "x".repeat(121), "a".repeat(513), 0, -1, 1.5, 201, 2 ** 31, null, [], {}, "eq", "trace")
  )
  const name = fc.constantFrom("extraKey", "__proto__")
  const paths: Array<ReadonlyArray<string>> = []
  const walk = (value: unknown, path: ReadonlyArray<string>) => {
    paths.push(path)
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
    }
  }
  walk(example, [])
  const change = (value: unknown, [key, ...rest]: ReadonlyArray<string>, edit: (old: unknown) => unknown): unknown => {
    if (key === undefined) return edit(value)
    if (Array.isArray(value) && !(Number(key) < value.length)) return value // an array with gaps or names is no JSON
    const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) }
    const changed = change(Object.hasOwn(copy, key) ? copy[key] : undefined, rest, edit)
    if (changed !== undefined) put(copy, key, changed)
    else if (Array.isArray(copy)) copy.splice(Number(key), 1)
    else delete copy[key]
    return copy
  }
  return fc
    .array(fc.record({ path: fc.constantFrom(...paths), kind: fc.constantFrom("set", "drop", "add"), name, junk }), {
      maxLength: 2
    })
    .map((edits) =>
      edits.reduce((value, { path, kind, name, junk }) => {
        try {
          return change(value, path, (old) =>
            kind === "set" ? junk : kind === "drop" ? undefined : put({ ...(old as object) }, name, junk)
          )
        } catch {
          return value
        }
      }, example)
    )
}
