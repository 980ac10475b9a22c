import { CustomField, PageView } from "@agent-operations/contract"
import { operations } from "./served.ts"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { sendOnce } from "../src/transport.ts"
import { databases, startKit } from "./kit.ts"
import { type Cell, cellsOf, expected } from "./tenancy/rules.ts"

const kinds = { page_view: PageView, custom_field: CustomField }
const kindOf = (operation: string) => (operation.includes("page_view") ? "page_view" : "custom_field")
const find = (id: string) => operations.find((one) => one.id === id)
let names = 0

/** The example of an operation, of a resource and under a name that are free. */
const inputOf = ({ operation }: Cell, id: string | undefined) => {
  const { references: _, before: __, revision: ___, ...example } = operation.example.input as Record<string, unknown>
  return {
    ...example,
    ...(id === undefined ? {} : { id }),
    ...("name" in example ? { name: `Cell ${names++}` } : {}),
    ...("expectedRevision" in example ? { expectedRevision: 1 } : {}),
    ...(operation.id.startsWith("restore") ? { revision: 1 } : {}),
    ...("cursor" in example ? { cursor: undefined } : {})
  }
}

describe.each(isLong ? databases : databases.slice(1))("the tenancy matrix on $name", (database) => {
  let running: Awaited<ReturnType<typeof startKit>>
  let keys: Record<Cell["caller"], string | undefined>
  let writer: string
  let reader: string
  beforeAll(async () => {
    running = await startKit(database)
    const { key, foreign, readOnlyKey } = running.credentials
    const gone = await running.keyWith()
    await gone.revoke()
    reader = readOnlyKey!
    writer = (await running.keyWith(["views:write"])).key
    keys = {
      owner: key,
      "without a scope": undefined,
      "of another organization": foreign!.key,
      revoked: gone.key,
      malformed: `${key.slice(0, -1)}!`,
      none: undefined
    }
  })
  afterAll(() => running.close())

  const client = (key: string, projectId: string) =>
    makeClient(
      find,
      (sent) => sendOnce({ url: "http://tenancy.test", fetch: running.kit.fetch, key, projectId }, sent, 30_000),
      { key, projectId },
      () => {}
    )

  const make = async (kind: "page_view" | "custom_field", key: string, projectId: string) => {
    const { example } = kinds[kind]
    const input = { name: `Resource ${names++}`, source: example.source, settings: example.settings }
    return (await client(key, projectId).ok(`create_${kind}`, input)).id
  }

  /** Sends what a cell says, and resolves with the answer. */
  const send = async (cell: Cell, id: string | undefined) => {
    const { projectId, otherProjectId } = running.credentials
    const named = cell.project === "the resource's" ? projectId : otherProjectId!
    const { scopes } = cell.operation
    const key =
      cell.caller === "without a scope" ? (scopes.includes("views:write") ? reader : writer) : keys[cell.caller]
    const inHeader = ["header", "both agreeing", "both differing"].includes(cell.naming)
    const inQuery = ["query", "both agreeing", "both differing"].includes(cell.naming)
    const query = inQuery ? `?projectId=${cell.naming === "both differing" ? "another" : named}` : ""
    return client(key ?? "none", named).call(cell.operation.id, inputOf(cell, id), {
      headers: {
        "x-project-id": inHeader ? named : undefined,
        ...(key === undefined ? { authorization: undefined } : {})
      },
      query
    })
  }

  const idOf = async ({ operation, resource }: Cell) => {
    const kind = kindOf(operation.id)
    const { key, projectId, foreign } = running.credentials
    if (resource === "own") {
      const id = await make(kind, key, projectId)
      if (operation.id.startsWith("recover")) {
        await client(key, projectId).ok(`delete_${kind}`, { id, expectedRevision: 1 })
      }
      return id
    }
    if (resource === "of another organization") return make(kind, foreign!.key, foreign!.projectId)
    return resource === "missing" ? `${kinds[kind].prefix}_7zzzzzzzzzzzzzzzzzzzzzzzzz` : undefined
  }

  it.each(operations.map(({ id }) => id))("A1, A2, A3: every cell of %s is answered as the rules say", async (id) => {
    const operation = operations.find((one) => one.id === id)!
    for (const cell of cellsOf(operation)) {
      const { status, error, text } = await send(cell, await idOf(cell))
      const shown = `${JSON.stringify({ ...cell, operation: id })} was answered ${status} ${text.slice(0, 300)}`
      assert.strictEqual(error?.code ?? "success", expected(cell), shown)
    }
  })

  it.each(operations.filter(({ example }) => "id" in example.input).map(({ id }) => id))(
    "A3: %s of what is another organization's is answered as of what there is not, letter by letter",
    async (id) => {
      const operation = operations.find((one) => one.id === id)!
      const answers = []
      for (const resource of ["of another organization", "missing"] as const) {
        const cell: Cell = { operation, caller: "owner", naming: "header", project: "the resource's", resource }
        const resourceId = await idOf(cell)
        const { status, headers, text } = await send(cell, resourceId)
        const told = [...headers].filter(([name]) => name !== "x-request-id")
        answers.push({ status, told, text: text.replaceAll(resourceId!, "<id>") })
      }
      assert.deepStrictEqual(answers[0], answers[1])
    }
  )
})
