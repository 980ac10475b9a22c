import type { Caller } from "./call.ts"
import type { CallOptions } from "./methods.ts"
import type { OperationEntry } from "./operation-table.ts"

type Page<Item> = Readonly<Record<string, unknown>> & { readonly items: ReadonlyArray<Item> }

/**
 * The items of a list, page after page. The next page is asked for once a second item of this one is wanted, and what is
 * under way is aborted when the loop is left.
 */
export async function* walk<Item>(
  call: Caller,
  operation: OperationEntry,
  input: unknown,
  options: CallOptions = {}
): AsyncGenerator<Item, void, undefined> {
  const { paging = "cursor" } = operation
  const continuation = `next${paging.charAt(0).toUpperCase()}${paging.slice(1)}`
  const left = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal
  const ask = (more: object) => {
    const page = call(operation, { ...(input as object), ...more }, { ...options, signal }) as Promise<Page<Item>>
    // It is awaited later, or never.
    page.catch(() => undefined)
    return page
  }
  try {
    let asked: Promise<Page<Item>> | undefined = ask({})
    while (asked !== undefined) {
      const page: Page<Item> = await asked
      const next = page[continuation] ?? undefined
      const ahead = () => (next === undefined ? undefined : ask({ [paging]: next }))
      asked = undefined
      for (const item of page.items) {
        yield item
        asked ??= ahead()
      }
      asked ??= ahead()
    }
  } finally {
    left.abort()
  }
}
