import { contractOf, CustomField, type Family, PageView, viewFamilies } from "@agent-operations/contract"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { kits, startKit } from "./server.ts"

const { byId: operationsById } = contractOf(viewFamilies)
type OperationId = Family.OperationId<(typeof viewFamilies)[number]>

const copied = /^(pv|cf)_01k9x3s6d1g8wm4j7v2b5n9q0h$/
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** What differs from server to server, told in the same words: times, actors and the project. */
const neutral = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(neutral)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (["createdAt", "updatedAt", "deletedAt", "recoverableUntil"].includes(key))
        return [key, time.test(String(inner)) ? "a time" : inner]
      if (["createdBy", "updatedBy", "deletedBy"].includes(key)) return [key, Object.keys(inner as object)]
      return [key, key === "projectId" ? "a project" : neutral(inner)]
    })
  )
}

describe.each(isLong ? kits : kits.slice(1))("the contract's examples on $name", ({ database }) => {
  let host: Awaited<ReturnType<typeof startKit>>
  beforeAll(async () => void (host = await startKit(database)))
  afterAll(() => host.close())

  it("C1, C2: every operation's example holds on a live server", async () => {
    /** The server's IDs, by the examples'. */
    const ids = new Map<string, string>()
    const swap = (value: unknown, pairs: Iterable<readonly [string, string]>) =>
      JSON.parse([...pairs].reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value))) as unknown
    const walked = new Set<OperationId>()

    const run = async (id: OperationId, learns?: (answered: { id: string }) => void) => {
      const { example } = operationsById[id]
      const { status, body } = await host.call(id, swap(example.input, ids))
      assert.strictEqual(status, 200, `${id}: ${JSON.stringify(body)}`)
      learns?.(body.data as unknown as { id: string })
      const answered = swap(
        body.data,
        [...ids].map(([example, real]) => [real, example] as const)
      )
      assert.deepStrictEqual(neutral(answered), neutral(example.result), id)
      walked.add(id)
    }

    for (const { name, plural, example } of [CustomField, PageView]) {
      const create = () => run(`create_${name}`, ({ id }) => ids.set(example.id, id))
      await create()
      await run(`delete_${name}`)
      await run(`list_deleted_${plural as `${typeof name}s`}`)
      await run(`recover_${name}`)
      // The other examples are of one that was never deleted.
      await host.call(`delete_${name}`, { id: ids.get(example.id), expectedRevision: 2 })
      ids.delete(example.id)
      await create()
      await run(`list_${plural as `${typeof name}s`}`)
      await run(`get_${name}`)
      await run(`get_${name}_dependencies`)
      if (name === "page_view") await run("validate_page_view")
      let copy = ""
      const copyId = (operationsById[`copy_${name}`].example.result as { id: string }).id
      assert.match(copyId, copied)
      await run(`copy_${name}`, ({ id }) => ids.set(copyId, (copy = id)))
      await run(`update_${name}`)
      await run(`get_${name}_history`)
      await run(`restore_${name}`)
      // The example deletes a definition at revision 1, which the copy is.
      const kept = ids.get(example.id) ?? ""
      ids.delete(copyId)
      ids.set(example.id, copy)
      await run(`delete_${name}`)
      ids.set(example.id, kept)
    }
    assert.sameMembers([...walked], Object.keys(operationsById))
  })

  it("C2: GET /openapi.json is the document that is committed, but for the credentials that this server does not take", async () => {
    const { default: committed } = await import("@agent-operations/contract/openapi.json", { with: { type: "json" } })
    const served = await (await host.kit.fetch(new Request("http://test/openapi.json"))).json()
    const withoutOauth = JSON.parse(JSON.stringify(committed), (_, value: unknown) => {
      if (Array.isArray(value)) return value.filter((item) => !Object.hasOwn(Object(item), "oauth2"))
      if (typeof value !== "object" || value === null || !("oauth2" in value)) return value
      const { oauth2: _oauth2, ...rest } = value
      return Object.keys(rest).length > 0 ? rest : value
    }) as unknown
    assert.deepStrictEqual(served, withoutOauth)
  })
})
