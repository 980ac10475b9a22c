import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"
import { large, support, traceId } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

let setting: Setting
beforeAll(async () => {
  setting = await start()
})
afterAll(() => setting.close())

describe("the time of a page", () => {
  it("of 50 traces, and of a trace of 5,000 spans, is a few times that of a list of page views at most", async () => {
    const traces = Array.from({ length: 50 }, (_, n) => support(n + 1, `Question ${n}`, "Yes."))
    const place = await setting.makeProject("usr_ada")
    const [call, path] = [callerOf(setting, place), `${place.path}/traces`]
    await call("record_traces", { traces })
    const spans = large(99, 5000).spans!
    for (let from = 0; from < spans.length; from += 2500) {
      await call("record_traces", { traces: [{ id: traceId(99), spans: spans.slice(from, from + 2500) }] })
    }
    for (let n = 0; n < 25; n++) await setting.operate(place, "create_page_view", bodies.page_view(`View ${n}`))
    const pages = { views: path.replace(/traces$/, "page-views"), list: path, trace: `${path}/${traceId(99)}` }
    const took: Record<string, Array<number>> = { views: [], list: [], trace: [] }
    for (let run = 0; run < 15; run++) {
      for (const [name, page] of Object.entries(pages)) {
        const asked = new Request(`https://console.test${page}`, {
          headers: { host: "console.test", cookie: "usr_ada" }
        })
        const started = performance.now()
        const answer = await setting.handle(asked, "127.0.0.1")
        assert.strictEqual(answer?.status, 200)
        took[name]!.push(performance.now() - started)
      }
    }
    const median = (name: string) => took[name]!.toSorted((a, b) => a - b)[Math.floor(took[name]!.length / 2)]!
    assert.isBelow(median("list") / median("views"), 4)
    // Drawing all of its spans takes 25 times as long.
    assert.isBelow(median("trace") / median("views"), 10)
  })
})
