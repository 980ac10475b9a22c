import type { Operation } from "@agent-operations/contract"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { expect } from "../Broken.ts"
import { isObject } from "../json.ts"
import { type Answer, type Definition, expectCode, issuePathsOf } from "../client.ts"
import { isText, put, type Shape, shapeOf, type Site } from "../shape.ts"
import { discard } from "./fixtures.ts"
import { perFamily } from "./per.ts"

const isOfIds = (error: Answer["error"]) => {
  const paths = issuePathsOf(error)
  return paths.length > 0 && paths.every((path) => path.endsWith("/id"))
}

/**
 * Characters of several units of UTF-16, of several bytes, and of several characters to who takes them apart, or writes
 * them otherwise.
 */
const characters = ["\u{1f600}", "\u00e9", "\t", "\n", "&", "\\"]

/** More are too large for a body. */
const most = 262_000

/** So many characters, of which a JSON Pointer begins with the first, and the last is no white space. */
const textOf = (count: number) => {
  if (count === 1) return "/"
  const [rounds, rest] = [Math.floor((count - 2) / characters.length), (count - 2) % characters.length]
  return `/${characters.join("").repeat(rounds)}${characters.slice(0, rest).join("")}x`
}

/** An input with so many characters at a place of text. */
const inputWith = ({ whole, path }: Site, count: number): unknown => put(whole, path, textOf(count))

/** How many characters a place takes at most; undefined where a body is too large before. */
const boundOf = ({ takes }: Shape, site: Site): number | undefined => {
  let [low, high] = [1, most]
  if (!takes(inputWith(site, low)) || takes(inputWith(site, high))) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (takes(inputWith(site, middle))) low = middle
    else high = middle
  }
  return low
}

/** Places of text that have a bound, but for cursors, which no text is. */
const boundedIn = (operation: Operation.Any) => {
  const shape = shapeOf(operation)
  return shape.sites.flatMap((site) => {
    const bound = isText(site) && site.path[0] !== "cursor" ? boundOf(shape, site) : undefined
    return bound === undefined ? [] : [{ site, bound }]
  })
}

/** Laws of how much a place takes. */
export const bounds = [
  perFamily(
    "E3",
    ["E3.input"],
    "as many characters as a place of text takes are taken, whatever they are, and one more is refused",
    async ({ client, document, few, family, served, word }) => {
      const found = await document().catch(() => undefined)
      for (const operation of family.operations) {
        // A server of another make may take more than the contract: its document says so.
        const takesMore = (input: unknown) => found?.operation(operation.id)?.input?.accepts(input) === true
        const about = served.aboutOf(operation)
        const makes = about?.verb === "create" || about?.verb === "copy"
        const send = async ({ site, count }: { readonly site: Site; readonly count: number }) => {
          const input = inputWith(site, count) as Readonly<Record<string, unknown>>
          const { cursor: _, ...rest } = isObject(input) ? input : {}
          const named = makes && site.path[0] !== "name" ? { ...rest, name: word() } : rest
          const call = takesMore(named) ? client.callOpen : client.call
          const answer = await call(operation.id, named, { repeatable: true })
          if (makes && answer.data !== undefined) await discard(client, about.kind, (answer.data as Definition).id)
          return answer
        }
        for (const { site, bound } of few(boundedIn(operation))) {
          const what = (count: number) => `${operation.id} with ${count} characters at ${pointerOf(site.path)}`
          const taken = await send({ site, count: bound })
          // A host's own validation may ask for more than the schema, and an ID that nothing has may be refused for its form.
          const isTaken =
            taken.error?.code !== "VALIDATION_ERROR" || about?.kind.isBuiltIn !== true || isOfIds(taken.error)
          expect("E3", isTaken, `${what(bound)} was answered ${taken.text.slice(0, 300)}`)
          if (takesMore(inputWith(site, bound + 1))) continue
          const refused = await send({ site, count: bound + 1 })
          // An operation for people may refuse a key before it looks at what was sent.
          if (operation.callers === "people" && refused.error?.code === "HUMAN_REQUIRED") continue
          expectCode("E3", refused, "VALIDATION_ERROR", what(bound + 1))
        }
      }
    }
  )
]
