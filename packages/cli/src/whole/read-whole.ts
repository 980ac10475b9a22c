import { type CallOptions, isAgentError } from "@agent-operations/client"
import { continuationOf } from "../output/continuation.ts"
import { jsonText, pick } from "../output/json.ts"
import { largestPage } from "../export/export-rows.ts"
import type { AnyClient } from "../session.ts"
import type { Item } from "./place.ts"
import type { Whole } from "./whole.ts"

type Page = Readonly<Record<string, unknown>> & { readonly items: ReadonlyArray<unknown> }

/** Reads items whole, as lines of JSON. */
export const makeReader = (client: AnyClient, whole: Whole, fields: ReadonlyArray<string>, options: CallOptions) => {
  const lineOf = (value: Readonly<Record<string, unknown>>, isLast: boolean) =>
    `${jsonText({ ...(pick(value, fields) as object), ...(isLast ? {} : { more: true }) }, true)}\n`

  async function* pagesOf({ id }: Item): AsyncGenerator<Readonly<Record<string, unknown>>> {
    for (const { name, list } of whole.parts) {
      if (fields.length > 0 && !fields.includes(name)) continue
      const input = { [whole.owner]: id }
      const limit = largestPage(list, input)
      let more: object | undefined = limit === undefined ? {} : { limit }
      while (more !== undefined) {
        const page = (await client.call(list.id, { ...input, ...more }, options)) as Page
        if (page.items.length > 0) yield { [name]: page.items }
        const next = continuationOf(list, page)
        more = next && { ...more, [next.member]: next.value }
      }
    }
  }

  return {
    /** An item in one line; `large` where that is more than one answer holds, and `gone` where it was deleted meanwhile. */
    line: async ({ id }: Item): Promise<{ readonly text: string } | "large" | "gone"> => {
      try {
        return {
          text: lineOf((await client.call(whole.get.id, { id }, options)) as Readonly<Record<string, unknown>>, true)
        }
      } catch (error) {
        if (isAgentError(error, "PAYLOAD_TOO_LARGE")) return "large"
        if (isAgentError(error, "NOT_FOUND")) return "gone"
        throw error
      }
    },
    /** An item in a line per page of its parts: each has the shape of a whole one, and all but the last say that there is more. */
    lines: async function* (item: Item): AsyncGenerator<{ readonly text: string; readonly isLast: boolean }> {
      const none = Object.fromEntries(whole.parts.map(({ name }) => [name, []]))
      const base: Readonly<Record<string, unknown>> = { [whole.record]: item, ...none }
      let last = base
      let isFirst = true
      for await (const page of pagesOf(item)) {
        if (!isFirst) yield { text: lineOf(last, false), isLast: false }
        isFirst = false
        last = { ...base, ...page }
      }
      yield { text: lineOf(last, true), isLast: true }
    }
  }
}
