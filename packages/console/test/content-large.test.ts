import { Worker } from "node:worker_threads"
import type { Side } from "@agent-operations/definition-diff"
import { Unavailable } from "@agent-operations/error-envelope"
import { Context, Effect, Exit, Layer, type Schema, Scope } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { typedAnew } from "../src/content/form/stored.ts"
import { canBePosted } from "../src/content/form/size.ts"
import { renderChanges } from "../src/content/render/changes.ts"
import type { EncodedSide } from "../src/content/render/jobs.ts"
import { printJson } from "../src/content/render/print.ts"
import { pageViews, Renderer } from "../src/index.ts"

type Json = Schema.Json

const nested = (inner: Json, levels: number): Json => {
  let value = inner
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}

const side = (settings: Json, text = ""): Side => ({
  name: "Large",
  description: null,
  text,
  source: { type: "table" },
  settings,
  references: {}
})

const encoded = (settings: Json): EncodedSide => ({ ...side(null), settings: JSON.stringify(settings) })

/** Numbers below many objects, of which the last differs: just under 1 MiB, which indented would be 190 MB. */
const numbers = (last: number) => nested([...Array.from({ length: 400_000 }, () => 1), last], 240)

describe("what is large", () => {
  it("is printed as JSON.stringify does, up to its limit", () => {
    const values: ReadonlyArray<Json> = [
      null,
      -0,
      'a"\n\u0001\ud800é',
      [],
      {},
      [[], {}, [1, [2]]],
      { a: { "b\n": [true, null] }, __proto__: 1, 2: "x" },
      JSON.parse('{"__proto__": [1]}') as Json
    ]
    for (const value of values) {
      for (const indent of [0, 2]) {
        const whole = JSON.stringify(value, null, indent)
        assert.deepStrictEqual(printJson(value, { indent, most: whole.length }), { text: whole, isCut: false })
        for (let most = 0; most < whole.length; most++) {
          assert.deepStrictEqual(printJson(value, { indent, most }), { text: whole.slice(0, most), isCut: true })
        }
      }
    }
    assert.strictEqual(printJson(numbers(1), { indent: 2, most: 65_536 }).text.length, 65_536)
  })

  it("is shown in as much markup as there is room for, and says that there is more", () => {
    const lines = (revision: number) => Array.from({ length: 20_000 }, (_, n) => `<&"${n}.${revision}`).join("\n")
    const wide = (revision: number) =>
      Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`.repeat(20), `&`.repeat(100 + revision)]))
    const cases: ReadonlyArray<readonly [Side, Side]> = [
      [side({}, lines(1)), side({}, lines(2))],
      [side(wide(1), lines(1)), side(wide(2), lines(2))],
      [side(["&".repeat(900_000)]), side([`${"&".repeat(900_000)}x`])],
      [side({ ["<".repeat(500_000)]: 1 }), side({ ["<".repeat(500_001)]: 1 })]
    ]
    for (const [before, after] of cases) {
      for (const bytes of [50_000, 1_000_000]) {
        const { markup, isCut } = renderChanges(before, after, bytes)
        assert.isTrue(isCut)
        assert.isBelow(Buffer.byteLength(markup), bytes + 50_000)
      }
    }
    assert.isFalse(renderChanges(side({ a: 1 }), side({ a: 2 }), 50_000).isCut)
  })

  it("is in a form only where a browser can send it back", () => {
    const typed = typedAnew(pageViews)
    for (const text of ["plain *-._", "<&>\"'%+~()", "é€𝄞", "a\nb", "\u0001\u007f"]) {
      const sent = new URLSearchParams({ t: text.replaceAll("\n", "\r\n") }).toString().length - 2
      const times = Math.floor((1024 * 1024 - 4096) / sent)
      assert.isTrue(canBePosted({ ...typed, sourceText: text.repeat(times) }), text)
      assert.isFalse(canBePosted({ ...typed, sourceText: text.repeat(times + Math.ceil(8192 / sent)) }), text)
    }
  })
})

/** How often this thread came to something else meanwhile. */
const turnsDuring = async <A>(work: () => Promise<A>) => {
  let turns = 0
  const counting = setInterval(() => turns++, 2)
  const result = await work()
  clearInterval(counting)
  return { result, turns }
}

describe("a renderer", () => {
  const scope = Scope.makeUnsafe()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const make = (options: Parameters<typeof Renderer.layer>[0]) =>
    Effect.runPromise(Layer.buildWithScope(Renderer.layer(options), scope)).then((made) => Context.get(made, Renderer))

  it("works on a thread where there is much to do, while others are answered", async () => {
    const renderer = await make({ deadline: "1 minute" })
    const [before, after] = [encoded(numbers(1)), encoded(numbers(2))]
    const drawn = await turnsDuring(() => Effect.runPromise(renderer.changes(before, after, 1_000_000)))
    assert.include(drawn.result.markup, "399997 unchanged lines")
    // On this thread it would be none.
    assert.isAbove(drawn.turns, 5)
  })

  it("compares many short lines on a thread, which take longest for their size", async () => {
    let threads = 0
    const entry = new URL("../src/content/render/console-worker.js", import.meta.url)
    const renderer = await make({ deadline: "1 minute", worker: (options) => (threads++, new Worker(entry, options)) })
    const lines = (of: number) => Array.from({ length: 1000 }, (_, n) => (n * of) % 7).join("\n")
    const short = (text: string): EncodedSide => ({ ...encoded({}), text })
    await Effect.runPromise(renderer.changes(short("a"), short("b"), 1_000_000))
    assert.strictEqual(threads, 0)
    await Effect.runPromise(renderer.changes(short(lines(3)), short(lines(5)), 1_000_000))
    assert.strictEqual(threads, 1)
  })

  it("refuses those beyond its queue, and says when to come again", async () => {
    const renderer = await make({ deadline: "1 minute", queueLimit: 1 })
    const large = encoded(numbers(1))
    const jobs = Array.from({ length: 5 }, () => Effect.exit(renderer.same(large, large)))
    const exits = await Effect.runPromise(Effect.all(jobs, { concurrency: "unbounded" }))
    assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, false, false])
    const refused = await Effect.runPromise(Effect.flip(exits[4]!))
    assert.instanceOf(refused, Unavailable)
    assert.isAbove((refused as Unavailable).retryAfter, 0)
  })
})
