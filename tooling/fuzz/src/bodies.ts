import { monitorEventLoopDelay } from "node:perf_hooks"
import { gzipSync } from "node:zlib"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { serverWith } from "@agent-operations/testing/kit"
import fc from "fast-check"
import { everyScope } from "../../../tests/tenancy/contract.ts"
import { everyFamily } from "../../../tests/tenancy/families.ts"
import type { Report } from "./run.ts"
import { filled, fillings, type Filling } from "./shapes.ts"

const MiB = 1024 * 1024

interface Route {
  readonly name: string
  readonly path: string
  readonly type?: string
  /** What a body has at most, decompressed. */
  readonly limit: number
  readonly isCompressed?: boolean
  /** A good body of about so many bytes. */
  readonly good: (bytes: number) => string | Uint8Array
  /** Bodies in JSON, with a hole for what fills them. */
  readonly around: ReadonlyArray<string>
  /** Other bodies of about so many bytes. */
  readonly others?: (bytes: number) => ReadonlyArray<readonly [name: string, body: Uint8Array]>
}

/** Seconds that are measured at least, and how often at most: the clock of a thread may go in steps of 10 ms. */
const [leastMeasured, mostTimes] = [0.05, 5]

/** Where a body is filled. */
const hole = '"\u{1f573}"'

const items = (bytes: number, most: number, item: (n: number, text: string) => string) => {
  // So many that each is a few kilobytes, as those of agents are.
  const count = Math.max(1, Math.min(most, Math.floor(bytes / 3000)))
  const text = "What is asked. ".repeat(Math.max(1, Math.floor((bytes / count - 200) / 15)))
  return Array.from({ length: count }, (_, n) => item(n, text)).join(",")
}

const trace = "0af7651916cd43dd8448eb211c80319c"
let traces = 0
/** A trace that was not sent before: what was is only compared. */
const freshTrace = () => (++traces).toString(16).padStart(32, "0")
const spanId = (n: number) => (n + 1).toString(16).padStart(16, "0")
const now = () => new Date(performance.timeOrigin).toISOString()
const nanos = () => `${Math.floor(performance.timeOrigin)}000000`
const span = (more: string, n = 0) => `{"id":"${spanId(n)}","name":"x","startedAt":"${now()}",${more}}`
const recorded = (spans: string, id = trace) => `{"traces":[{"id":"${id}","spans":[${spans}]}]}`
const otlpSpan = (attributes: string, n = 0, id = trace) =>
  `{"traceId":"${id}","spanId":"${spanId(n)}","name":"x","startTimeUnixNano":"${nanos()}","attributes":${attributes}}`
const exported = (spans: string) => `{"resourceSpans":[{"scopeSpans":[{"spans":${spans}}]}]}`
const call = (input: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"put_dataset_items","arguments":${input}}}`
/** Where the ID of a dataset stands. */
const dataset = "$DATASET"
const putting = (given: string) => `{"datasetId":"${dataset}","items":${given}}`
const importing = (files: string) =>
  `{"importKey":"k","mode":"add","dryRun":true,"into":{"datasetName":"Fuzz"},"files":${files}}`
const jsonLines = (bytes: number) =>
  JSON.stringify(
    items(bytes * 0.9, 10_000, (n, text) => `{"input":{"n":${n},"text":"${text}"}}`).replaceAll("},{", "}\n{")
  )
const file = (content: string) => `[{"path":"a.jsonl","format":"jsonl","content":${content}}]`

const lengthOf = (length: number): ReadonlyArray<number> =>
  length < 128 ? [length] : [(length & 127) | 128, ...lengthOf(length >>> 7)]

/** A field of protobuf, with what is in it. */
const field = (number: number, ...parts: ReadonlyArray<Uint8Array | string>): Buffer => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...lengthOf(bytes.length)]), bytes])
}

const protobufSpan = (n: number, id = trace): Buffer => {
  const start = Buffer.alloc(9)
  start[0] = (7 << 3) | 1
  start.writeBigUInt64LE(BigInt(nanos()), 1)
  return Buffer.concat([
    field(1, Buffer.from(id, "hex")),
    field(2, Buffer.from(spanId(n), "hex")),
    field(5, "x"),
    start
  ])
}

const ofRecording = {
  good: (bytes: number) =>
    recorded(
      items(bytes, 10_000, (n, text) => span(`"input":"${text}"`, n)),
      freshTrace()
    ),
  around: [
    hole,
    `{"traces":${hole}}`,
    recorded(hole),
    recorded(span(`"attributes":${hole}`)),
    recorded(span(`"input":${hole}`)),
    recorded(span(`"events":${hole}`)),
    recorded(span(`"more":${hole}`))
  ]
}

const ofImporting = {
  good: (bytes: number) => importing(file(jsonLines(bytes))),
  around: [hole, importing(hole), importing(`[${hole}]`), importing(file(hole)), `{"mapping":${hole}}`]
}

const ofPutting = {
  good: (bytes: number) => {
    const input = `[${'{"text":"what"},'.repeat(bytes / 16 / 500 - 3)}0]`
    return putting(`[${Array.from({ length: 500 }, (_, n) => `{"externalId":"${n}","input":${input}}`).join(",")}]`)
  },
  around: [hole, putting(hole), putting(`[{"input":${hole}}]`), putting(`[{"metadata":${hole}}]`)]
}

const routes: ReadonlyArray<Route> = [
  { name: "POST /api/traces", path: "/api/traces", limit: 32 * MiB, isCompressed: true, ...ofRecording },
  { name: "record_traces", path: "/api/agent/record_traces", limit: 16 * MiB, ...ofRecording },
  {
    name: "POST /v1/traces",
    path: "/v1/traces",
    limit: 32 * MiB,
    isCompressed: true,
    good: (bytes) => {
      const id = freshTrace()
      const attributes = (text: string) => `[{"key":"input.value","value":{"stringValue":"${text}"}}]`
      return exported(`[${items(bytes, 10_000, (n, text) => otlpSpan(attributes(text), n, id))}]`)
    },
    around: [
      hole,
      `{"resourceSpans":${hole}}`,
      `{"resourceSpans":[{"scopeSpans":${hole}}]}`,
      `{"resourceSpans":[{"resource":{"attributes":${hole}}}]}`,
      exported(hole),
      exported(`[${otlpSpan(hole)}]`),
      exported(`[${otlpSpan(`[{"key":"k","value":{"arrayValue":{"values":${hole}}}}]`)}]`)
    ]
  },
  {
    name: "POST /v1/traces in protobuf",
    path: "/v1/traces",
    type: "application/x-protobuf",
    limit: 32 * MiB,
    isCompressed: true,
    good: (bytes) => {
      const texts = "What is asked. ".repeat(200)
      const attribute = field(9, field(1, "input.value"), field(2, field(1, texts)))
      const [count, id] = [Math.min(10_000, Math.floor(bytes / texts.length)), freshTrace()]
      return field(1, field(2, ...Array.from({ length: count }, (_, n) => field(2, protobufSpan(n, id), attribute))))
    },
    around: [],
    others: (bytes) => {
      const many = (...one: ReadonlyArray<number>) =>
        Buffer.alloc(Math.floor(bytes / one.length) * one.length, Buffer.from(one))
      const value = (filling: Buffer) => field(1, field(2, field(2, protobufSpan(0), field(9, field(2, filling)))))
      return [
        ["empty resources", many(0x0a, 0)],
        ["empty scopes", field(1, many(0x12, 0))],
        ["empty spans", field(1, field(2, many(0x12, 0)))],
        ["empty attributes of a resource", field(1, field(1, many(0x0a, 0)))],
        ["empty attributes of a span", field(1, field(2, field(2, protobufSpan(0), many(0x4a, 0))))],
        ["empty events of a span", field(1, field(2, field(2, protobufSpan(0), many(0x5a, 0))))],
        ["empty values of a list", value(field(5, many(0x0a, 0)))],
        ["unknown fields", many(0x78, 1)],
        ["tags that begin groups", many(0x0b)],
        ["one text of zeros", value(field(1, Buffer.alloc(bytes)))],
        ["no UTF-8", value(field(1, Buffer.alloc(bytes, 0xff)))]
      ]
    }
  },
  { name: "import_resources", path: "/api/agent/import_resources", limit: 8 * MiB, ...ofImporting },
  { name: "put_dataset_items", path: "/api/agent/put_dataset_items", limit: 8 * MiB, ...ofPutting },
  {
    name: "MCP",
    path: "/api/mcp",
    limit: 8 * MiB,
    good: (bytes) => call(ofPutting.good(bytes)),
    around: [hole, call(hole), ...ofPutting.around.map(call), `[${call(hole)}]`]
  }
]

/** What every place is filled with. */
const known: ReadonlyArray<Filling> = [
  { container: "list", name: "k", part: "{}" },
  { container: "list", name: "k", part: "0.1" },
  { container: "object", name: "k", part: "0" },
  { container: "text", name: "k", part: "\u0001" },
  { container: "deep", name: "k", part: "1" }
]

export interface BodiesOptions {
  /** How many fillings are tried of each place, beside those to begin with. */
  readonly fillings: number
  /** Which share of a route's own limit bodies have. */
  readonly share: number
  /** How many times the main thread may take of what it takes for a good body of the same size and route. */
  readonly maxRatio: number
  readonly seed: number
}

const startEverything = async () => {
  const families = everyFamily(true)
  const { database, drop } = await serverWith(families)
  const kit = await createAgentOperations({
    families,
    database,
    migrate: false,
    logLevel: "None",
    deadline: "150 seconds",
    requestsPerMinute: 1_000_000,
    entries: [mcp()],
    verify: ({ projectId = null }) => ({
      actor: { type: "user", id: "usr_fuzz", name: "Fuzz" },
      organizationId: "fuzzed",
      projectId,
      scopes: everyScope
    })
  })
  const close = async () => {
    await kit.close()
    await drop()
  }
  const created = await kit.fetch(
    new Request("http://127.0.0.1/api/agent/create_dataset", {
      method: "POST",
      headers: { authorization: "Bearer k", "x-project-id": "p", "content-type": "application/json" },
      body: JSON.stringify({ name: "Fuzz", source: { type: "items" }, settings: {} })
    })
  )
  const answer = (await created.json()) as { readonly data?: { readonly id: string } }
  if (answer.data === undefined) throw new Error(JSON.stringify(answer))
  return { kit, close, datasetId: answer.data.id }
}

/** Looks for a body that takes longer than a good one of its size, on each route at its own limit. Law: E3. */
export const runBodies = async (
  { fillings: count, share, maxRatio, seed }: BodiesOptions,
  tell: (line: string) => void
): Promise<Report> => {
  const began = performance.now()
  const { kit, close, datasetId } = await startEverything()
  const failures: Array<string> = []
  let [tried, worst, longest] = [0, 0, 0]
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()

  /** Seconds of the main thread, on average of as many as can be measured. */
  const costOf = async ({ path, isCompressed, type = "application/json" }: Route, make: () => string | Uint8Array) => {
    let [seconds, times, status] = [0, 0, 0]
    while (seconds < leastMeasured && times < mostTimes) {
      const plain = make()
      const named = typeof plain === "string" ? plain.replace(dataset, datasetId) : plain
      const body = isCompressed === true ? gzipSync(named) : Buffer.from(named)
      const request = new Request(`http://127.0.0.1${path}`, {
        method: "POST",
        headers: {
          ...{ authorization: "Bearer k", "x-project-id": "p", "content-type": type },
          ...{ accept: "application/json, text/event-stream" },
          ...(isCompressed === true && { "content-encoding": "gzip" })
        },
        body
      })
      delays.reset()
      const before = process.threadCpuUsage()
      const response = await kit.fetch(request)
      await response.arrayBuffer()
      const { user, system } = process.threadCpuUsage(before)
      seconds += (user + system) / 1e6
      times++
      status = response.status
      longest = Math.max(longest, delays.max / 1e6)
    }
    return { seconds: seconds / times, status }
  }

  function* bodiesOf(route: Route, bytes: number, some: ReadonlyArray<Filling>) {
    yield* route.others?.(bytes) ?? []
    for (const around of route.around) {
      for (const filling of [...known, ...some]) {
        yield [shown(filling, around), around.replace(hole, () => filled(filling, bytes - around.length))] as const
      }
    }
  }

  const tryRoute = async (r: number, route: Route) => {
    const bytes = Math.floor(route.limit * share) - 1024
    longest = 0
    // The first is what everything is made in that is made once.
    await costOf(route, () => route.good(bytes))
    const good = await costOf(route, () => route.good(bytes))
    if (good.status !== 200) failures.push(`E3: a good body of ${route.name} was answered ${good.status}`)
    const some = fc.sample(fillings, { numRuns: Math.max(1, count), seed: (seed + r) | 0 }).slice(0, count)
    let most = { ratio: 0, line: "" }
    for (const [name, body] of bodiesOf(route, bytes, some)) {
      tried++
      let { seconds, status } = await costOf(route, () => body)
      // Twice more before it counts: garbage of another may be collected meanwhile.
      for (let times = 0; times < 2 && seconds > maxRatio * good.seconds; times++) {
        ;({ seconds, status } = await costOf(route, () => body))
      }
      if (status >= 500) failures.push(`E3: seed ${seed}: ${route.name} answered ${status} to ${name}`)
      const ratio = seconds / good.seconds
      if (ratio > most.ratio) most = { ratio, line: `${seconds.toFixed(2)} s, ${status}: ${name}` }
    }
    const line = `${route.name}, ${(bytes / MiB).toFixed(1)} MiB: ${most.ratio.toFixed(1)} times a good body (${good.seconds.toFixed(2)} s, ${good.status}): ${most.line}; the loop was held for ${longest.toFixed(0)} ms at most`
    tell(line)
    if (most.ratio > maxRatio) failures.push(`E3: seed ${seed}: ${line}`)
    worst = Math.max(worst, most.ratio)
  }
  try {
    for (const [r, route] of routes.entries()) await tryRoute(r, route)
  } finally {
    delays.disable()
    await close()
  }
  return {
    tool: "fuzz",
    seed,
    seconds: Math.round((performance.now() - began) / 1000),
    figures: [
      ["bodies tried, at the limits of their routes", tried],
      [`times a good body of the size, of ${maxRatio} at most`, Number(worst.toFixed(1))]
    ],
    failures
  }
}

const shown = ({ container, name, part }: Filling, around: string) =>
  `${container} of ${name}: ${part.slice(0, 60)} in ${around.slice(0, 200)}`
