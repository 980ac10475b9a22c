import type { ExpectedTrace } from "./expected.ts"

/** What `get_trace` answers, as far as it is compared. */
export interface Whole {
  readonly trace: object
  readonly spans: ReadonlyArray<{ readonly id: string; readonly parentId: string | null; readonly name: string }>
}

/** Where something is not what is expected of it; of an object the members that are named, of an array the items. */
const unlike = (found: unknown, expected: unknown, path: string): ReadonlyArray<string> => {
  if (typeof expected !== "object" || expected === null || typeof found !== "object" || found === null)
    return Object.is(found, expected) ? [] : [`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`]
  return Object.entries(expected).flatMap(([name, value]) =>
    unlike((found as Readonly<Record<string, unknown>>)[name], value, `${path}/${name}`)
  )
}

/** Where a trace is not what its program told. */
export const differences = ({ trace, spans }: Whole, expected: ExpectedTrace): ReadonlyArray<string> => {
  const names = new Map(spans.map(({ id, name }) => [id, name]))
  const ofSpan = ({ name, ...members }: ExpectedTrace["spans"][number]) => {
    const found = spans.filter((span) => span.name === name)
    if (found.length === 0) return [`there is no span ${name} among ${[...names.values()].join(", ")}`]
    const each = found.map((span) => {
      const parent = span.parentId === null ? null : names.get(span.parentId)
      return unlike({ ...span, parent }, members, name)
    })
    return each.some((wrong) => wrong.length === 0) ? [] : each[0]!
  }
  return [...unlike(trace, expected.trace, "trace"), ...expected.spans.flatMap(ofSpan)]
}
