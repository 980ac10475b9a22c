import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { isLong } from "@agent-operations/testing/long"
import { assert, describe, it } from "vitest"
import { migratedDatabase } from "./migrated.ts"
import { start, type Started } from "./process.ts"

const itemCount = 10_000

const lines = Array.from({ length: itemCount }, (_, n) => `{"input":"question ${n}","externalId":"${n}"}\n`).join("")

const parts = [1, 2].map((index) => ({
  importKey: "killed",
  files: [{ path: "large.jsonl", content: index === 1 ? lines.slice(0, 300_001) : lines.slice(300_001) }],
  into: { datasetName: "Large" },
  mode: "add",
  part: { index, count: 2 }
}))

interface Answer {
  readonly status?: string
  readonly version?: number
  readonly report?: { readonly items: object }
  readonly total?: number
  readonly items?: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

const call = async ({ url, apiKey, projectId }: Started, operation: string, input: object): Promise<Answer> => {
  const response = await fetch(`${url}/api/agent/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
    body: JSON.stringify(input)
  })
  const { data } = (await response.json()) as { readonly data?: Answer }
  assert.isDefined(data)
  return data
}

/** The version of the dataset, and how many items it has; undefined where there is none. */
const found = async (server: Started) => {
  const { items = [] } = await call(server, "list_datasets", { search: "Large" })
  if (items[0] === undefined) return undefined
  const listed = { datasetId: items[0].id, limit: 1, includeTotal: true }
  const { version, total } = await call(server, "list_dataset_items", listed)
  return { version, total }
}

const databases = {
  PGlite: async () => {
    const directory = await mkdtemp(join(tmpdir(), "imports-"))
    return { settings: { DATA_DIR: directory }, drop: () => rm(directory, { recursive: true, force: true }) }
  },
  PostgreSQL: async () => {
    const { url, drop } = await migratedDatabase()
    return { settings: { DATABASE_URL: url }, drop }
  }
}

describe.each(Object.entries(databases).slice(isLong ? 0 : 1))("a server on %s that is killed", (_, database) => {
  it("I1: an import that kill -9 met is whole or not there, and goes on with its last part", async () => {
    const { settings, drop } = await database()
    let server = await start([], { ...settings, PORT: "0" })
    const { apiKey, projectId } = server
    try {
      await call(server, "import_resources", parts[0]!)
      const lost = call(server, "import_resources", parts[1]!).catch(() => undefined)
      // clock: any moment will do to be killed at: before the import, within it or after
      await setTimeout(250)
      await server.stop("SIGKILL")
      await lost
      server = { ...(await start([], { ...settings, PORT: "0" })), apiKey, projectId }
      const there = await found(server)
      if (there !== undefined) assert.deepStrictEqual(there, { version: 1, total: itemCount })
      const answers = [
        await call(server, "import_resources", parts[1]!),
        await call(server, "import_resources", parts[0]!)
      ]
      for (const { status, version, report } of answers) {
        const items = { created: itemCount, changed: 0, unchanged: 0, deleted: 0 }
        assert.deepStrictEqual([status, version, report?.items], ["applied", 1, items])
      }
      assert.deepStrictEqual(await found(server), { version: 1, total: itemCount })
    } finally {
      await server.stop("SIGKILL")
      await drop()
    }
  })
})
