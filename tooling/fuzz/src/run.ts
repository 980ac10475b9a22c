import { ApiKeys, Organizations } from "@agent-operations/auth"
import { operations } from "@agent-operations/contract"
import { createAgentOperations } from "@agent-operations/http"
import { nonconformity } from "@agent-operations/testing/nonconformity"
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { type Fuzzed, requestsTo } from "./requests.ts"

export interface Options {
  /** To each operation. */
  readonly requests: number
  readonly seed: number
}

export interface Report {
  readonly tool: "fuzz"
  readonly seed: number
  readonly seconds: number
  readonly figures: ReadonlyArray<readonly [label: string, value: number]>
  readonly failures: ReadonlyArray<string>
}

/** How many requests are under way at once. */
const concurrency = 32
/** How many are made up at once. */
const batch = 500
const maxGrowthMegabytes = 50

const by = { type: "operator" } as const

/** A kit over a database in memory, and what it takes to call it. */
const startKit = async () => {
  const kit = await createAgentOperations({ database: { memory: true }, logLevel: "None" })
  const headers = await kit.run(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const { id: organizationId } = yield* organizations.create({ name: "Fuzzed" })
      const project = yield* organizations.createProject({ organizationId, name: "Fuzzed", by })
      const scopes = ["views:read", "views:write"] as const
      const { token } = yield* (yield* ApiKeys).create({ organizationId, name: "Fuzz", scopes, by })
      return { authorization: `Bearer ${Redacted.value(token)}`, "x-project-id": project.id }
    })
  )
  const send = (operation: string, { body, headers: own }: Pick<Fuzzed, "body" | "headers">) =>
    kit.fetch(
      new Request(`http://fuzz.test/api/agent/${operation}`, {
        method: "POST",
        headers: { ...headers, ...own },
        body: body as BodyInit
      })
    )
  return { kit, send }
}

const shown = (operation: string, { sort, body, headers }: Fuzzed) =>
  `${operation} with ${sort}, ${JSON.stringify(headers)}, body ${
    typeof body === "string" ? body.slice(0, 500) : `of bytes ${Buffer.from(body).toString("hex").slice(0, 500)}`
  }`

const megabytes = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** Where a kept definition does not read as it was answered, or as it was sent. Law: E4. */
const unkept = (
  sent: unknown,
  made: { readonly settings: { readonly extra?: unknown } },
  read: string,
  answered: string
) => {
  if (read !== answered) return `it reads ${read.slice(0, 300)} after ${answered.slice(0, 300)}`
  const { settings } = sent as { settings: { extra?: unknown } }
  const [wanted, got] = [JSON.stringify("extra" in settings ? settings.extra : {}), JSON.stringify(made.settings.extra)]
  return wanted === got ? undefined : `open JSON ${wanted.slice(0, 300)} became ${got?.slice(0, 300)}`
}

/** Sends so many requests to each operation, from a seed, and looks at every answer. Laws: E1, E2, E3, E4, C2. */
export const runFuzz = async ({ requests, seed }: Options, tell: (line: string) => void): Promise<Report> => {
  const began = performance.now()
  const { kit, send } = await startKit()
  const failures: Array<string> = []
  let [sent, accepted] = [0, 0]

  const look = async (operation: string, request: Fuzzed) => {
    const response = await send(operation, request)
    const text = await response.text()
    sent++
    const failed = (law: string, message: string) =>
      failures.push(`${law}: seed ${seed}: ${shown(operation, request)}: ${response.status} ${message}`)
    if (response.status >= 500) return failed("E3", text.slice(0, 300))
    let body: { readonly data?: { readonly id: string; readonly settings: object } }
    try {
      body = JSON.parse(text)
    } catch {
      return failed("E1", "is not JSON")
    }
    const wrong = nonconformity(operation, response.status, body)
    if (wrong !== null) return failed("C2", wrong)
    if (response.status !== 200) return undefined
    accepted++
    if (!operation.startsWith("create_") || typeof request.body !== "string" || body.data === undefined)
      return undefined
    const kind = operation.slice("create_".length)
    const { id } = body.data
    const json = { "content-type": "application/json" }
    const read = await send(`get_${kind}`, { body: JSON.stringify({ id }), headers: json })
    const difference = unkept(JSON.parse(request.body), body.data, await read.text(), text)
    if (difference !== undefined) failed("E4", difference)
    await send(`delete_${kind}`, { body: JSON.stringify({ id, expectedRevision: 1 }), headers: json })
    return undefined
  }

  let before = 0
  for (const [n, { id }] of operations.entries()) {
    const arbitrary = requestsTo(id)
    for (let done = 0; done < requests; done += batch) {
      const numRuns = Math.min(batch, requests - done)
      const made = fc.sample(arbitrary, { numRuns, seed: (seed + n * 1_000_003 + done) | 0 })[Symbol.iterator]()
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          for (const request of made) await look(id, request)
        })
      )
      // The first batch is what everything that is made once is made in.
      if (before === 0) before = megabytes()
    }
    tell(`${id}: ${requests} requests, ${failures.length} failures`)
  }
  const growth = Math.round(megabytes() - before)
  if (globalThis.gc !== undefined && growth > maxGrowthMegabytes) failures.push(`E3: memory grew by ${growth} MB`)
  await kit.close()
  return {
    tool: "fuzz",
    seed,
    seconds: Math.round((performance.now() - began) / 1000),
    figures: [
      ["requests fuzzed", sent],
      ["of them accepted", accepted],
      ["memory grown, MB", growth]
    ],
    failures
  }
}
