import type { CallOptions } from "@agent-operations/client"
import type { Operation } from "@agent-operations/contract"
import { continuationOf } from "../output/continuation.ts"
import type { AnyClient } from "../session.ts"

/** The items of a list, page after page, each of so many. */
export async function* walk<Item>(
  client: AnyClient,
  list: Operation.Any,
  input: object,
  limit: number,
  options: CallOptions
): AsyncGenerator<Item> {
  let more: object | undefined = { limit }
  while (more !== undefined) {
    const page = (await client.call(list.id, { ...input, ...more }, options)) as { readonly items: ReadonlyArray<Item> }
    yield* page.items
    const next = continuationOf(list, page)
    more = next && { limit, [next.member]: next.value }
  }
}
