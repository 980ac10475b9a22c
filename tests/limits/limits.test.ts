/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Operation } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { createAgentOperations } from "@agent-operations/kit"
import { serverWith } from "@agent-operations/testing/kit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, describe, it } from "vitest"
import { defaults, limits } from "../../tooling/readme/src/limits.ts"
import { everyScope } from "../tenancy/contract.ts"
import { everyFamily } from "../tenancy/families.ts"

/** The operations of every family. */
const operations = referenceFamilies.flatMap(({ operations }) => Object.values<Operation.Any>(operations))

const promised = { ...limits.requests, ...limits.bodies }

const modules = everyFamily(true)
const { database, drop } = await serverWith(modules)
const access = { actor: { type: "user", id: "usr_ada", name: "Ada" }, organizationId: "acme" } as const
const kit = await createAgentOperations({
  ...{ families: modules, database, migrate: false, logLevel: "None" },
  // One credential makes more than it may in a minute.
  requestsPerMinute: "off",
  verify: ({ projectId = null }) => ({
    ...access,
    projectId,
    scopes: everyScope
  })
})
const server = createServer(kit.listener)
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await kit.close()
  await drop()
})

interface Answer {
  readonly bytes: number
  readonly body: {
    readonly data?: any
    readonly error?: {
      readonly code: string
      readonly details?: { readonly issues?: ReadonlyArray<{ readonly path: string }> }
    }
  }
}

const ask = async (id: string, input: unknown, project = "prj_limits"): Promise<Answer> => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/agent/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-project-id": project, authorization: "Bearer ada" },
    body: typeof input === "string" ? input : JSON.stringify(input)
  })
  const text = await response.text()
  return { bytes: Buffer.byteLength(text), body: JSON.parse(text) }
}

let made = 0
const view = (more: object = {}) => ({
  ...{ name: `View ${++made}`, source: { type: "table" }, settings: { target: "traces" } },
  ...more
})
const formula = (expression: string, more: object = {}) => ({
  ...{ name: `Field ${++made}`, source: { type: "formula", language: "cel", expression } },
  ...{ settings: { target: "trace", valueType: "number" }, ...more }
})
const ok = async (id: string, input: unknown, project?: string) => {
  const { body } = await ask(id, input, project)
  assert.isDefined(body.data, JSON.stringify(body))
  return body.data
}

/** Does something so many times, some at a time. */
const times = async <A>(count: number, what: (n: number) => Promise<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  while (all.length < count) {
    const few = Math.min(25, count - all.length)
    all.push(...(await Promise.all(Array.from({ length: few }, (_, n) => what(all.length + n)))))
  }
  return all
}
const fieldsIn = (project: string, count: number) =>
  times(count, async (): Promise<string> => (await ok("create_custom_field", formula("1.0"), project)).id)
const references = (ids: ReadonlyArray<string>) =>
  Object.fromEntries(ids.map((id, n) => [`field${n}`, { kind: "custom_field", id }]))

/** A text of so many bytes, of which some take two. */
const textOf = (bytes: number) => `é${"x".repeat(bytes - 2)}`
const code = (text: string) => view({ source: { type: "react", code: text } })

/** Arrays in arrays below the request, its `settings` and their `extra`. */
const nested = (levels: number): unknown => (levels <= 2 ? 1 : [nested(levels - 1)])

const padded = (bytes: number, input: unknown = view()) => {
  const text = JSON.stringify(input)
  return text + " ".repeat(Math.max(0, bytes - Buffer.byteLength(text)))
}

const newDataset = async (): Promise<string> => {
  const settings = { inputSchema: null, expectedSchema: null, metadataSchema: null, extra: {} }
  const dataset = { name: `Dataset ${++made}`, description: null, source: { type: "items" }, references: {} }
  return (await ok("create_dataset", { ...dataset, settings })).id
}
/** Puts items, each below a megabyte, of which the body is above one. */
const putItems = async (inputs: ReadonlyArray<unknown>) => {
  const input = { datasetId: await newDataset(), items: inputs.map((input) => ({ input })) }
  return ask("put_dataset_items", padded(2 * 1024 * 1024, input))
}

/** Asks for as much as a limit has, and for one more: with where the input is refused, if it is. */
interface Case {
  readonly ask: (amount: number) => Promise<Answer>
  readonly path?: string
}

let followed: Promise<ReadonlyArray<string>> | undefined

const cases: { readonly [L in keyof typeof promised]: Case } = {
  "request body": { ask: (bytes) => ask("create_page_view", padded(bytes)) },
  "objects, arrays, items and members of a body of JSON": {
    ask: (count) => {
      const zeros = (most: number) => Array.from({ length: most }, () => 0)
      // The body is an object of two members, with a list of three objects of one: of the zeros, each but the first has a comma.
      const around = 1 + 1 + 1 + 3 + 2
      return putItems([zeros(400_000), zeros(400_000), zeros(count - 800_000 - around)])
    }
  },
  "names of members in a body of JSON that differ": {
    ask: (count) => {
      const named = (from: number, to: number) =>
        Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`n${from + n}`, 0]))
      const around = ["datasetId", "items", "input"].length
      return putItems([named(0, 50_000), named(50_000, count - around)])
    }
  },
  "nesting of JSON": {
    ask: (levels) => ask("create_page_view", view({ settings: { target: "traces", extra: nested(levels) } })),
    path: `/settings/extra${"/0".repeat(254)}`
  },
  "page of a list": { ask: (limit) => ask("list_page_views", { limit }), path: "/limit" },
  "page of dependencies": {
    ask: async (limit) => ask("get_page_view_dependencies", { id: (await ok("create_page_view", view())).id, limit }),
    path: "/limit"
  },
  "name of a definition": {
    ask: (length) =>
      ask(
        "create_page_view",
        view({ name: `${String(++made).padStart(7, "0")} `.padEnd(length, "𝄞").slice(0, 2 * length) })
      ),
    path: "/name"
  },
  "description of a definition": {
    ask: (length) => ask("create_page_view", view({ description: "𝄞".repeat(length) })),
    path: "/description"
  },
  "code of a page view": { ask: (bytes) => ask("create_page_view", code(textOf(bytes))), path: "/source/code" },
  "formula of a custom field": {
    ask: (bytes) => ask("create_custom_field", formula(textOf(bytes))),
    path: "/source/expression"
  },
  "fields that a page view sorts by, with its group": {
    ask: (count) => {
      // A field that comes again decides nothing, and does not count.
      const sort = Array.from({ length: 500 }, (_, n) => ({
        field: `trace.input.a${n % (count - 1)}`,
        direction: "asc"
      }))
      const settings = { target: "traces", sort, groupBy: "trace.name" }
      return ask("query_page_view", { draft: { source: { type: "table" }, settings } })
    },
    path: "/settings/sort"
  },
  "values of a filter with `in`": {
    ask: (count) => {
      const filter = { field: "trace.attributes.x", operator: "in", value: Array.from({ length: count }, (_, n) => n) }
      return ask("query_page_view", {
        draft: { source: { type: "table" }, settings: { target: "traces", filters: [filter] } }
      })
    },
    path: "/draft/settings/filters/0/value"
  },
  "text of a filter with `contains`": {
    ask: (count) => {
      const filter = { field: "trace.name", operator: "contains", value: textOf(count) }
      return ask("query_page_view", {
        draft: { source: { type: "table" }, settings: { target: "traces", filters: [filter] } }
      })
    },
    path: "/draft/settings/filters/0/value"
  },
  "references of a definition": {
    ask: async (count) =>
      ask(
        "create_page_view",
        view({ references: references(await fieldsIn("prj_references", count)) }),
        "prj_references"
      ),
    path: "/references"
  },
  "what validation follows": {
    // It uses 20 fields, each of which uses up to 64 others.
    ask: async (count) => {
      const project = "prj_followed"
      const all = await (followed ??= fieldsIn(project, promised["what validation follows"].most))
      const leaves = all.slice(0, count - 20)
      const using = await times(20, async (n): Promise<string> => {
        const used = leaves.slice(n * 50, n === 19 ? undefined : (n + 1) * 50)
        return (await ok("create_custom_field", formula("1.0", { references: references(used) }), project)).id
      })
      const { id } = await ok("create_page_view", view({ references: references(using) }), project)
      return ask("validate_page_view", { id }, project)
    }
  },
  "recovering a deleted definition": {
    ask: async (days) => {
      const { id } = await ok("create_page_view", view())
      await ok("delete_page_view", { id, expectedRevision: 1 })
      // A minute before the last day is over, or after it.
      const isOver = days > promised["recovering a deleted definition"].most
      const age = isOver ? `${days - 1} days 1 minute` : `${days} days -1 minute`
      await kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update agent_operations.deleted_definitions set deleted_at = deleted_at - ${age}::interval,
            recoverable_until = recoverable_until - ${age}::interval where id = ${id}`
        })
      )
      return ask("recover_page_view", { id })
    }
  },
  "body of `put_dataset_items`": {
    ask: async (bytes) => {
      const datasetId = await newDataset()
      return ask("put_dataset_items", padded(bytes, { datasetId, items: [{ input: 1 }] }))
    }
  },
  "body of `import_resources`": {
    ask: (bytes) => {
      const files = [{ path: "items.jsonl", content: '{"input": 1}' }]
      const into = { datasetName: `Dataset ${++made}` }
      return ask("import_resources", padded(bytes, { importKey: `import ${++made}`, files, into, mode: "add" }))
    }
  },
  "body of `invoke_app`": {
    ask: async (bytes) => {
      const app = { name: `App ${++made}`, description: null, source: { type: "sample", behaviour: "echo" } }
      const { id } = await ok("register_app", { ...app, settings: {}, references: {} })
      return ask("invoke_app", padded(bytes, { requestKey: `call ${++made}`, id, input: 1 }))
    }
  },
  "body of `record_traces`": {
    ask: (bytes) => {
      const span = { name: "agent", startedAt: new Date().toISOString() }
      return ask("record_traces", padded(bytes, { traces: [{ spans: [span] }] }))
    }
  }
}

describe("a limit of requests", { shuffle: false }, () => {
  it.each(Object.keys(promised) as ReadonlyArray<keyof typeof promised>)("%s", async (what) => {
    const { most, beyond } = promised[what]
    const { ask, path } = cases[what]
    const within = await ask(most)
    assert.isUndefined(within.body.error, JSON.stringify(within.body.error))
    const { error } = (await ask(most + 1)).body
    assert.strictEqual(error?.code, beyond)
    if (path !== undefined) assert.strictEqual(error?.details?.issues?.[0]?.path, path)
  })

  it("a page has as many items as the README says, where nobody says how many", async () => {
    const project = "prj_pages"
    const [field = ""] = await fieldsIn(project, 1)
    await times(101, () => ok("create_page_view", view({ references: references([field]) }), project))
    const { items } = await ok("list_page_views", {}, project)
    assert.lengthOf(items, defaults["page of a list"])
    const { items: referrers } = await ok("get_custom_field_dependencies", { id: field }, project)
    assert.lengthOf(referrers, defaults["page of dependencies"])
  })

  it("P5: an answer is under 8 MiB, and a page shrinks to fit", async () => {
    const project = "prj_answers"
    const large = textOf(promised["code of a page view"].most)
    await times(33, () => ok("create_page_view", code(large), project))
    const { bytes, body } = await ask("list_page_views", { limit: 200 }, project)
    assert.isBelow(bytes, limits.http["an answer"].most)
    assert.isAbove(body.data.items.length, 25)
    assert.isString(body.data.nextCursor)
  })

  it("no other operation has a body or a deadline of its own", () => {
    const usual = { body: limits.requests["request body"].most, deadline: limits.http["deadline of an operation"].most }
    const bodies = operations.flatMap(({ id, limits: { bodyBytes = usual.body } }) =>
      bodyBytes === usual.body ? [] : [[`body of \`${id}\``, bodyBytes] as const]
    )
    assert.deepStrictEqual(
      Object.fromEntries(bodies),
      Object.fromEntries(Object.entries(limits.bodies).map(([what, { most }]) => [what, most]))
    )
    const deadlines = operations.flatMap(({ id, limits: { deadlineMillis = usual.deadline * 1000 } }) =>
      deadlineMillis === usual.deadline * 1000 ? [] : [[id, deadlineMillis / 1000] as const]
    )
    const ofMetrics = limits.metrics["time of a query"].most
    assert.deepStrictEqual(Object.fromEntries(deadlines), {
      query_metrics: ofMetrics,
      query_metrics_chart: ofMetrics,
      import_resources: limits.http["deadline of `import_resources`"].most
    })
  })
})
