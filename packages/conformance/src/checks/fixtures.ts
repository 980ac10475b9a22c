import { expect } from "../Broken.ts"
import type { Client, Definition } from "../client.ts"
import type { Law } from "../laws.ts"

/** A page of a list. */
export interface Page {
  readonly items: ReadonlyArray<Definition>
  readonly nextCursor: string | null
  readonly total?: number
}

/** A page view that refers to nothing, in its shortest form. */
export const pageView = (name: string, more: object = {}) => ({
  name,
  source: { type: "table" },
  settings: { target: "traces" },
  ...more
})

/** A custom field in its shortest form. */
export const customField = (name: string) => ({
  name,
  source: { type: "attribute", pointer: "/a" },
  settings: { target: "trace", valueType: "json" }
})

/** A reference to a custom field. */
export const field = (id: string) => ({ kind: "custom_field", id, revision: null })

/** Makes page views for a check, and deletes them when it ends, at whatever revision they are by then. */
export const withPageViews = async (
  client: Client,
  names: ReadonlyArray<string>,
  use: (made: ReadonlyArray<Definition>) => Promise<void>
): Promise<void> => {
  const made: Array<Definition> = []
  try {
    for (const name of names) made.push(await client.ok("create_page_view", pageView(name)))
    await use(made)
  } finally {
    for (const { id } of made) await discard(client, "page_view", id)
  }
}

/** Deletes a definition, if it is there, whoever wrote it last. */
export const discard = async (client: Client, kind: "page_view" | "custom_field", id: string): Promise<void> => {
  const { data } = await client.call(`get_${kind}`, { id })
  if (data === undefined) return
  await client.call(`delete_${kind}`, { id, expectedRevision: (data as Definition).revision })
}

/** Far more pages than any list of these checks has. */
const maxPages = 200

/** Follows a continuation until it is null, and fails with a law where it never is. */
export const follow = async <C>(law: Law, page: (continuation: C | undefined) => Promise<C | null>): Promise<void> => {
  let continuation: C | null | undefined
  for (let pages = 0; continuation !== null; pages++) {
    expect(law, pages < maxPages, `a walk has not ended after ${pages} pages`)
    continuation = await page(continuation)
  }
}

/** Every item of a list, page by page. */
export const walk = async (
  client: Client,
  input: { readonly search: string; readonly limit: number },
  between: (items: ReadonlyArray<Definition>) => Promise<unknown> = async () => {}
): Promise<ReadonlyArray<Definition>> => {
  const seen: Array<Definition> = []
  await follow<string>("P1", async (cursor) => {
    const continued = cursor === undefined ? input : { ...input, cursor }
    const page = await client.ok<Page>("list_page_views", continued)
    seen.push(...page.items)
    await between(page.items)
    return page.nextCursor
  })
  return seen
}
