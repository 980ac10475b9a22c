import { commandFieldsOf } from "@agent-operations/contract/calls"
import type { Operation } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import * as Result from "effect/Result"
import { CommandError, exits, UsageError } from "../errors.ts"
import { continuationOf } from "../output/continuation.ts"
import { jsonText, pick } from "../output/json.ts"
import type { Session } from "../session.ts"
import type { Step } from "./run-export.ts"
import type { Sink } from "./sink.ts"

/** What is exported. */
export interface Export {
  /** A list. */
  readonly operation: Operation.Any
  /** What it takes beside where it goes on. */
  readonly input: Readonly<Record<string, unknown>>
  /** The fields of each row; all of them where there are none. */
  readonly fields: ReadonlyArray<string>
  readonly after: string | undefined
  readonly limit: number
  /** Which of the list's items are rows; all of them where it is left out. */
  readonly isRow?: (item: unknown) => boolean
}

/** The sizes of pages that are tried: the more rows in a page, the fewer requests. */
const pageSizes = [1000, 500, 200, 100, 50]

/** The most items that a list takes for the limit of a page, of those that are tried. */
export const largestPage = ({ input }: Operation.Any, given: object): number | undefined => {
  const decode = makeDecoder(input)
  return pageSizes.find((limit) => Result.isSuccess(decode({ ...given, limit })))
}

/** Makes the inputs of the pages of a list, as large as it allows. Throws a `UsageError` where it takes no such input. */
const inputsOf = ({ operation, input, after }: Export) => {
  const { paging = "cursor" } = operation
  const isNumber = commandFieldsOf(operation).some(({ name, value }) => name === paging && value.type === "number")
  const inputOf = (cursor: string | undefined) => ({
    ...input,
    ...(cursor === undefined ? {} : { [paging]: isNumber ? Number(cursor) : cursor })
  })
  const first = makeDecoder(operation.input)(inputOf(after))
  if (Result.isFailure(first)) {
    const lines = first.failure.map(
      ({ path: [name, ...rest], message }) =>
        `${name === paging ? "--after" : `--input${name === undefined ? "" : ` at /${[name, ...rest].join("/")}`}`}: ${message}`
    )
    throw new UsageError(lines.join("\n"), "See --help of the list itself.")
  }
  const size = largestPage(operation, inputOf(after))
  return (cursor: string | undefined, left: number) =>
    size === undefined ? inputOf(cursor) : { ...inputOf(cursor), limit: Math.min(size, left) }
}

/** Writes the rows of a list, page after page. */
export async function* exportRows({ connect, terminal }: Session, asked: Export, sink: Sink): AsyncGenerator<Step> {
  const { operation, fields, limit, isRow = () => true } = asked
  const { signal } = terminal
  const inputOf = inputsOf(asked)
  const client = connect()
  let cursor = asked.after
  let left = limit
  do {
    const page = await client.call(operation.id, inputOf(cursor, left), { signal })
    const listed = page as { readonly items: ReadonlyArray<unknown> }
    const { items } = pick({ ...listed, items: listed.items.filter(isRow) }, fields) as typeof listed
    if (items.length > 0) await sink.write(items.map((item) => `${jsonText(item, true)}\n`).join(""))
    const next = continuationOf(operation, page)
    left -= items.length
    const going = next && String(next.value)
    yield { rows: items.length, omitted: listed.items.length - items.length, next: going }
    if (going !== undefined && going === cursor) {
      throw new CommandError("The list does not go on: it continues where it was.", {
        code: "NO_END",
        hint: "Please report it.",
        exit: exits.server
      })
    }
    cursor = going
  } while (cursor !== undefined && left > 0)
}
