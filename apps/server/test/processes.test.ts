import { describeConformance } from "@agent-operations/conformance/vitest"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { migratedDatabase } from "./migrated.ts"
import { commandHere, type Started } from "./process.ts"
import { storedLaws } from "./stored-laws.ts"
import { inTurns, startTwo, type Two } from "./two.ts"

interface Item {
  readonly id: string
  readonly name: string
  readonly revision: number
}

/** A page of a list, or of a history. */
interface Page {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor: string | null
  readonly nextBefore: number | null
}

interface Answer<T> {
  readonly status: number
  readonly data: T
  readonly code: string | undefined
}

/** Calls an operation of one process. */
const callerOf =
  ({ url }: Pick<Started, "url">, projectId: string) =>
  async <T = Item>(apiKey: string, operation: string, input: object): Promise<Answer<T>> => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const body = (await response.json()) as { data: T; error?: { code: string } }
    return { status: response.status, data: body.data, code: body.error?.code }
  }

const table = (name: string) => ({ name, source: { type: "table" }, settings: { target: "traces" } })

let two: Two
let drop = async () => {}
beforeAll(async () => {
  const database = await migratedDatabase()
  drop = database.drop
  two = await startTwo(database.url)
})
afterAll(async () => {
  await two?.stop()
  await drop()
})

describe("a walk from process to process", () => {
  const made = async (call: ReturnType<typeof callerOf>, apiKey: string, name: string) => {
    const { status, data } = await call(apiKey, "create_page_view", table(name))
    assert.strictEqual(status, 200)
    return data
  }

  /** The two processes, in turns: what is read at one is written at the other. */
  const turns = () => {
    const { apiKey, projectId } = two.first
    const calls = [callerOf(two.first, projectId), callerOf(two.second, projectId)] as const
    return { apiKey, calls, one: calls[0], other: calls[1] }
  }

  it("P1, P3: a list goes on at the other process, and yields what existed throughout once, whatever is written there", async () => {
    const { apiKey, calls, one } = turns()
    const kept: Array<Item> = []
    const doomed: Array<Item> = []
    for (let n = 0; n < 30; n++) {
      kept.push(await made(calls[n % 2]!, apiKey, `Walked ${n}`))
      if (n % 3 === 0) doomed.push(await made(one, apiKey, `Walked, doomed ${n}`))
    }
    const seen: Array<string> = []
    let cursor: string | null = null
    let page = 0
    do {
      const [reader, writer] = [calls[page % 2]!, calls[(page + 1) % 2]!]
      const input: object = { search: "walked", limit: 4, ...(cursor === null ? {} : { cursor }) }
      const { status, data }: Answer<Page> = await reader(apiKey, "list_page_views", input)
      assert.strictEqual(status, 200)
      seen.push(...data.items.map(({ id }) => id))
      cursor = data.nextCursor
      await made(writer, apiKey, `Walked, made at page ${page}`)
      const gone = doomed.pop()
      if (gone !== undefined) {
        await writer(apiKey, "delete_page_view", { id: gone.id, expectedRevision: 1 })
      }
      const changed = kept[page]!
      const renamed = { id: changed.id, expectedRevision: 1, name: `Walked anew ${page}` }
      assert.strictEqual((await writer(apiKey, "update_page_view", renamed)).status, 200)
      page++
    } while (cursor !== null)
    assert.isAtLeast(page, 9)
    assert.strictEqual(new Set(seen).size, seen.length)
    assert.deepStrictEqual(
      seen.filter((id) => kept.some((item) => item.id === id)),
      kept.map(({ id }) => id).toReversed()
    )
  })

  it("P3: a cursor of one process is refused by the other where it would be refused by the first", async () => {
    const { apiKey, one, other } = turns()
    for (const n of [0, 1]) await made(one, apiKey, `Bound ${n}`)
    const input = { search: "bound", limit: 1 }
    const { data } = await one<{ readonly nextCursor: string }>(apiKey, "list_page_views", input)
    const cursor = data.nextCursor
    const changed = `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`
    const answers = [
      await other(apiKey, "list_page_views", { ...input, cursor }),
      await other(apiKey, "list_page_views", { ...input, cursor: changed }),
      await other(apiKey, "list_page_views", { limit: 1, cursor })
    ]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 400, 400]
    )
  })

  it("P6: a history goes on at the other process, and yields each revision once, while more are made there", async () => {
    const { apiKey, calls, one } = turns()
    const { id } = await made(one, apiKey, "Revised")
    let revision = 1
    const update = async (call: ReturnType<typeof callerOf>) => {
      const answer = await call(apiKey, "update_page_view", {
        id,
        expectedRevision: revision,
        description: `${revision}`
      })
      assert.strictEqual(answer.data?.revision, ++revision)
    }
    for (let n = 1; n < 20; n++) await update(calls[n % 2]!)
    const seen: Array<number> = []
    let before: number | null = null
    let page = 0
    do {
      const input: object = { id, limit: 3, ...(before === null ? {} : { before }) }
      const { data }: Answer<Page> = await calls[page % 2]!(apiKey, "get_page_view_history", input)
      seen.push(...data.items.map((item) => item.revision))
      before = data.nextBefore
      await update(calls[++page % 2]!)
    } while (before !== null)
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 20 }, (_, n) => 20 - n)
    )
  })

  it("R2, R8: what one process acknowledges is what the other reads at once, however often that has read it before", async () => {
    const { apiKey, calls } = turns()
    for (let round = 0; round < 4; round++) {
      const [reader, writer] = [calls[round % 2]!, calls[(round + 1) % 2]!]
      const { id } = await made(writer, apiKey, `Shared ${round}`)
      const read = (revision?: number) => reader(apiKey, "get_page_view", { id, revision })
      for (let revision = 1; revision < 5; revision++) {
        const before = [await read(), await read(), await read(1)]
        assert.deepStrictEqual(
          before.map(({ data }) => data?.revision),
          [revision, revision, 1]
        )
        const change = { id, expectedRevision: revision, name: `Shared ${round}, ${revision + 1}` }
        assert.strictEqual((await writer(apiKey, "update_page_view", change)).status, 200)
        assert.deepInclude((await read()).data, { revision: revision + 1, name: change.name })
        assert.deepStrictEqual((await read(revision)).data, before[0]!.data)
      }
      const last = [await read(), await read(1), await read(5)]
      assert.deepStrictEqual(
        last.map(({ status }) => status),
        [200, 200, 200]
      )
      assert.strictEqual((await writer(apiKey, "delete_page_view", { id, expectedRevision: 5 })).status, 200)
      const gone = [await read(), await read(1), await read(5)]
      assert.deepStrictEqual(
        gone.map(({ code }) => code),
        ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]
      )
    }
  })

  it("R3, R4: an update at one process makes one at the other that saw the same revision a CONFLICT", async () => {
    const { apiKey, calls, one } = turns()
    for (let round = 0; round < 10; round++) {
      const { id } = await made(one, apiKey, `Contested ${round}`)
      const [winner, loser] = [calls[round % 2]!, calls[(round + 1) % 2]!]
      const change = { id, expectedRevision: 1, description: "changed" }
      assert.strictEqual((await winner(apiKey, "update_page_view", change)).data?.revision, 2)
      assert.strictEqual((await loser(apiKey, "update_page_view", change)).code, "CONFLICT")
      const raced = { ...change, expectedRevision: 2 }
      const answers = await Promise.all(calls.map((call) => call(apiKey, "update_page_view", raced)))
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    }
  })

  it("A5: a revoked key fails on both processes at once", async () => {
    const { calls } = turns()
    const { organizationId } = two.first
    const scopes = ["--scopes", "views:read,views:write", "--json"]
    const key = await commandHere(["key", "create", "--org", organizationId, ...scopes], two.settings)
    const { id, token } = JSON.parse(key.stdout) as { id: string; token: string }
    const statuses = () => Promise.all(calls.map(async (call) => (await call(token, "list_page_views", {})).status))
    assert.deepStrictEqual(await statuses(), [200, 200])
    const revoked = await commandHere(["key", "revoke", "--org", organizationId, "--key", id], two.settings)
    assert.strictEqual(revoked.code, 0)
    assert.deepStrictEqual(await statuses(), [401, 401])
  })
})

// Many cases of each are a long run's, as are the laws of what one call sends and gets, whichever process answers it.
const laws = storedLaws.filter((law) => !["E4", "P7"].includes(law))
describeConformance("two processes that take turns", async () => inTurns(two), { laws, quick: true })
