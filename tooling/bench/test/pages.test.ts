import { assert, it } from "vitest"
import { ceilingTable } from "../src/ceiling-page.ts"
import { type Ceiling, type CeilingStatement, parameters, scriptOf } from "../src/ceiling-race.ts"
import { type ConsoleResults, consoleTables } from "../src/console-page.ts"
import { growthTables, isOver } from "../src/growth-page.ts"
import type { Growth } from "../src/growth-race.ts"
import { startsTables } from "../src/starts-page.ts"
import { type TracesResults, tracesTables } from "../src/traces-page.ts"
import { statements } from "../src/subjects/store.ts"

const growth = (bound: number | null, ...medians: ReadonlyArray<number>): Growth => ({
  dimension: "definitions",
  operation: "get current",
  bound,
  points: medians.map((p50, n) => ({ size: 10 ** n, requests: 1, p50, p99: p50, rounds: [p50, p50, p50] }))
})

it("P8: what takes more than 1.3 times as long at the largest size is marked", () => {
  assert.isFalse(isOver(growth(1.3, 1, 2, 1.2)))
  assert.isTrue(isOver(growth(1.3, 1, 1, 1.4)))
  assert.isFalse(isOver(growth(null, 1, 100)))
  assert.include(growthTables([growth(1.3, 1, 1.4)]), "| **1.40 (1.40 to 1.40)** |")
  assert.include(growthTables([growth(1.3, 1, 1.2)]), "| 1.20 (1.20 to 1.20) |")
  assert.notInclude(growthTables([growth(null, 1, 100)]), "**")
})

it.each(Object.keys(parameters) as ReadonlyArray<CeilingStatement>)("%s: each parameter is a variable", (statement) => {
  const wanted = new Set(statements[statement].match(/\$\d+/g))
  assert.strictEqual(wanted.size, parameters[statement].length + 2)
  assert.notMatch(scriptOf(statement), /\$|:undefined/)
})

it("a ceiling is the medians of its rounds", () => {
  const rounds = [1, 9, 2].map((n) => ({ perSecond: n * 1000, p50: n, p99: n * 10 }))
  const ceiling: Ceiling = { statement: "get", clients: 1, rounds }
  assert.include(ceilingTable([ceiling, { ...ceiling, clients: 32 }]), "| get | 2,000 (2.00, 20.00) |")
})

it("a start, an import and memory over their bounds are marked", () => {
  const start = { server: "built", database: "PostgreSQL", compileCache: false, answered: [900] } as const
  const tables = startsTables({
    starts: [
      { ...start, ready: [801] },
      { ...start, database: "PGlite", ready: [801] }
    ],
    imports: [{ compileCache: true, millis: [61, 61, 59] }],
    memory: { started: 150, connections: 32, works: [{ work: "get current", megabytes: 190 }], peak: 201, after: 200 }
  })
  assert.deepStrictEqual(tables.match(/\*\*.+?\*\*/g), ["**801 ms**", "**61 ms**", "**201 MB**"])
})

it("what misses a target of traces is marked", () => {
  const round = {
    kit: 6000,
    floor: 6000,
    copy: 10_000,
    single: 1000,
    pglite: 3000,
    decodingShare: 0.3,
    decoding: 30_000
  }
  const disk = { texts: "conversation", sent: 4000, heads: 400, facts: 400, chunks: 900 } as const
  const points = [1, 1.4].map((millis, n) => ({ spans: 10 ** (n + 5), rounds: [millis] }))
  const results: TracesResults = {
    ingestion: [round],
    memory: { started: 150, peak: 401, requestBytes: 2e6 },
    disk: [disk],
    reads: [{ name: "newest 50", points, floor: [1.4] }]
  }
  assert.deepStrictEqual(tracesTables(results).match(/\*\*.+?\*\*/g), [
    "**0.30**",
    "**0.17**",
    "**0.42**",
    "**401 MB**",
    "**1.40**"
  ])
})

it("what misses a target of the console is marked", () => {
  const [list, before] = [
    { name: "list", p50: [10], p95: [21], cpu: 9 },
    { name: "list, before", p50: [5], p95: [10], cpu: 6 }
  ]
  const crowd = {
    idle: { p50: 5, p99: 10 },
    visited: { p50: 6, p99: 16 },
    pagesPerSecond: 16,
    pageP95: 40
  }
  const paint = { name: "builder", paint: [900], interaction: [200], delay: [50], script: 61 * 1024, style: 20 * 1024 }
  const results: ConsoleResults = {
    load: 0.1,
    postgres: { pages: [before, list], crowd: [crowd] },
    pglite: { pages: [list], crowd: [{ ...crowd, visited: { p50: 5, p99: 15 } }] },
    browser: { paint: [paint], rows: [100, 301] }
  }
  assert.deepStrictEqual(consoleTables(results).match(/\*\*.+?\*\*/g), [
    "**2.10 (2.10 to 2.10)**",
    "**1.60 (1.60 to 1.60)**",
    "**61.0**",
    "**301 (301 to 301)**"
  ])
})
