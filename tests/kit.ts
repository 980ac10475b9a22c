import { isAgentError } from "@agent-operations/error-envelope"
import { type AnyModule, createAgentOperations } from "@agent-operations/kit"
import { testKit, type TestKit, type TestKitOptions } from "@agent-operations/kit/testing"
import { assert, inject } from "vitest"
import type { Limit } from "../tooling/readme/src/limits.ts"

/** The sorts of database that a kit has here, for `describe.each`. */
export const databases = [{ name: "PGlite" }, { name: "PostgreSQL" }] as const
export type Sort = (typeof databases)[number]

/** Starts a kit on a sort of database, for a suite. */
export const startKit = <const M extends ReadonlyArray<AnyModule>>(
  { name }: Sort,
  families: M,
  options: Omit<TestKitOptions<M>, "families" | "database"> = {}
): Promise<TestKit<M>> => {
  const database = name === "PGlite" ? undefined : { url: inject("postgresUrl"), maxConnections: 4 }
  return testKit<M>({ logLevel: "None", ...options, families, database })
}

/** Starts two kits on one database, as two processes of a host have; the other may have its own options of the families. */
export const startTwo = async <const M extends ReadonlyArray<AnyModule>>(
  sort: Sort,
  families: () => M,
  ofOther: () => M = families
) => {
  const { kit, database, close } = await startKit(sort, families())
  const other = await createAgentOperations({ families: ofOther(), database, logLevel: "None" })
  return { kit, other, close: () => other.close().then(close) }
}

/** Somebody who signed in. */
export const ada = { type: "user", id: "usr_ada", name: "Ada" } as const

/** What a call ends in: its answer, or what it is refused with. */
export const outcome = async <A>(call: Promise<A>) => {
  try {
    return { code: "done", answer: await call } as const
  } catch (error) {
    assert.isTrue(isAgentError(error), String(error))
    const {
      _tag: code,
      message,
      hint,
      details
    } = error as Record<"_tag" | "message" | "hint", string> & { details?: unknown }
    return { code, message, hint, details }
  }
}

/** The code that a call is refused with, or that it is done. */
export const codeOf = async (call: Promise<unknown>) => (await outcome(call)).code

/** The pages of a list, by a walk from the first to the last. */
export const pagesOf = async <Page extends { readonly nextCursor: string | null }>(
  read: (at: { readonly cursor?: string }) => Promise<Page>
): Promise<ReadonlyArray<Page>> => {
  const pages = [await read({})]
  for (let cursor = pages[0]!.nextCursor; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    pages.push(await read({ cursor }))
    assert.isBelow(pages.length, 1000, "a list without an end")
  }
  return pages
}

/** Holds the program to a limit: so much is let through, and one more is refused as it is promised. */
export const assertLimit = async ({ most, beyond }: Limit, ask: (amount: number) => Promise<unknown>) => {
  assert.deepInclude(await outcome(ask(most)), { code: "done" })
  assert.deepInclude(await outcome(ask(most + 1)), { code: beyond })
}
