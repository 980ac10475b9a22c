import type { Operation } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import * as Result from "effect/Result"
import { CommandError, exits, UsageError } from "../errors.ts"
import { failureOf } from "../failure.ts"
import { fieldsOf } from "../input/fields.ts"
import { continuationOf } from "../output/continuation.ts"
import { jsonText, pick } from "../output/json.ts"
import type { Session } from "../session.ts"
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
  /** The command that goes on after some rows. */
  readonly goOn: (cursor: string, rows: number) => string
}

/** The sizes of pages that are tried: the more rows in a page, the fewer requests. */
const pageSizes = [1000, 500, 200, 100, 50]

/** Makes the inputs of the pages of a list, as large as it allows. Throws a `UsageError` where it takes no such input. */
const inputsOf = ({ operation, input, after }: Export) => {
  const { paging = "cursor" } = operation
  const decode = makeDecoder(operation.input)
  const isNumber = fieldsOf(operation).some(({ name, value }) => name === paging && value.type === "number")
  const inputOf = (cursor: string | undefined, limit: number | undefined) => ({
    ...input,
    ...(cursor === undefined ? {} : { [paging]: isNumber ? Number(cursor) : cursor }),
    ...(limit === undefined ? {} : { limit })
  })
  const first = decode(inputOf(after, undefined))
  if (Result.isFailure(first)) {
    const lines = first.failure.map(
      ({ path: [name, ...rest], message }) =>
        `${name === paging ? "--after" : `--input${name === undefined ? "" : ` at /${[name, ...rest].join("/")}`}`}: ${message}`
    )
    throw new UsageError(lines.join("\n"), "See --help of the list itself.")
  }
  const size = pageSizes.find((limit) => Result.isSuccess(decode(inputOf(after, limit))))
  return (cursor: string | undefined, left: number) => inputOf(cursor, size && Math.min(size, left))
}

/**
 * Exports the rows of a list, page after page. Where it ends before its end it rejects with how to go on, and what was
 * written are whole lines. Resolves to the number of rows, and to where more are.
 */
export const exportRows = async (
  { connect, terminal }: Session,
  asked: Export,
  sink: Sink,
  progress: (rows: number) => void
): Promise<{ readonly rows: number; readonly cursor: string | undefined }> => {
  const { operation, fields, limit } = asked
  const { signal } = terminal
  let cursor = asked.after
  let rows = 0
  try {
    const inputOf = inputsOf(asked)
    const client = connect()
    do {
      const page = await client.call(operation.id, inputOf(cursor, limit - rows), { signal })
      const { items } = pick(page, fields) as { readonly items: ReadonlyArray<unknown> }
      if (items.length > 0) await sink.write(items.map((item) => `${jsonText(item, true)}\n`).join(""))
      const next = continuationOf(operation, page)
      rows += items.length
      progress(rows)
      if (next !== undefined && String(next.value) === cursor) {
        throw new CommandError("The list does not go on: it continues where it was.", {
          code: "NO_END",
          hint: "Please report it.",
          exit: exits.server
        })
      }
      cursor = next && String(next.value)
    } while (cursor !== undefined && rows < limit)
    await sink.close()
    return { rows, cursor }
  } catch (error) {
    const kept = await sink.keep(cursor)
    if (rows === 0) throw error
    const { failure, exit } = failureOf(error, terminal)
    const place = kept === undefined ? "" : `, and are kept in ${kept}`
    throw new CommandError(`${failure.message} Before that, ${rows} rows were written${place}.`, {
      code: failure.code,
      hint: cursor === undefined ? failure.hint : `To go on: ${asked.goOn(cursor, rows)}`,
      exit,
      details: failure.details
    })
  }
}
