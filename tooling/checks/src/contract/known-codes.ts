type Part = Readonly<Record<string, unknown>>

const partOf = (value: unknown): Part => (typeof value === "object" && value !== null ? (value as Part) : {})

/** Follows the references of a document. */
const resolverOf = (document: object) => {
  const resolve = (value: unknown): Part => {
    const { $ref, ...part } = partOf(value)
    if (typeof $ref !== "string") return part
    const keys = $ref.split("/").slice(1)
    return resolve(keys.reduce<unknown>((at, key) => partOf(at)[key], document))
  }
  return resolve
}

type Resolve = ReturnType<typeof resolverOf>

const bodyOf = (response: Part, resolve: Resolve) =>
  resolve(partOf(partOf(response["content"])["application/json"])["schema"])

/** The errors that an answer has, by their codes; none where it names no code. */
const errorsOf = (response: Part, resolve: Resolve): ReadonlyMap<unknown, Part> => {
  const error = resolve(partOf(bodyOf(response, resolve)["properties"])["error"])
  const each = Array.isArray(error["anyOf"]) ? error["anyOf"].map(resolve) : [error]
  const codeOf = (one: Part) => resolve(partOf(one["properties"])["code"])["enum"]
  return new Map(each.flatMap((one) => ((codeOf(one) as ReadonlyArray<unknown>) ?? []).map((code) => [code, one])))
}

/**
 * An answer without the codes that its status did not have when it was released: callers handle codes that they don't know by
 * the status (docs/http.md).
 */
const withoutNewCodes = (was: Part, is: Part, [released, next]: readonly [Resolve, Resolve]): Part => {
  const [before, errors] = [errorsOf(was, released), errorsOf(is, next)]
  const known = [...errors].flatMap(([code, error]) => (before.has(code) ? [error] : []))
  if (known.length === errors.size) return is
  if (known.length === 0) return before.size === 0 ? was : is
  const body = bodyOf(is, next)
  const properties = { ...partOf(body["properties"]), error: known.length === 1 ? known[0] : { anyOf: known } }
  return { ...is, content: { "application/json": { schema: { ...body, properties } } } }
}

/** The next document, as it is for a caller that knows the codes of the released one alone. */
export const withKnownCodes = (released: object, next: object): object => {
  const resolvers = [resolverOf(released), resolverOf(next)] as const
  const responsesIn = (document: object, path: string) =>
    partOf(partOf(partOf(partOf(partOf(document)["paths"])[path])["post"])["responses"])
  const paths = Object.entries(partOf(partOf(next)["paths"])).map(([path, item]) => {
    const before = responsesIn(released, path)
    const responses = Object.entries(responsesIn(next, path)).map(([status, response]) => {
      if (!/^[45]/.test(status) || before[status] === undefined) return [status, response]
      const is = resolvers[1](response)
      const known = withoutNewCodes(resolvers[0](before[status]), is, resolvers)
      return [status, known === is ? response : known]
    })
    const { post, ...methods } = partOf(item)
    return [
      path,
      post === undefined ? item : { ...methods, post: { ...partOf(post), responses: Object.fromEntries(responses) } }
    ]
  })
  return { ...next, paths: Object.fromEntries(paths) }
}
