import { describe, expect, it } from "vitest"
import { clocks } from "../src/clocks.ts"

const of = (text: string, file = "a.test.ts") => clocks(file, text)
const sleep = 'import { setTimeout as sleep } from "node:timers/promises"\n'
// In two parts, as this file is looked at too.
const year = "20"

describe("clocks that load or the calendar can break", () => {
  it.each([
    `${sleep}await sleep(200)`,
    "await new Promise((resolve) => setTimeout(resolve, 5))",
    'const wait = Effect.sleep("1 second")',
    'it.live("x", () => TestClock.adjust(Effect.delay(a, 5)))',
    "await page.waitForTimeout(5)",
    "run({ signal: AbortSignal.timeout(300) })"
  ])("a wait for a duration is found: %s", (text) => {
    expect(of(text)).toEqual([expect.stringMatching(/^a\.test\.ts:\d: It waits for a duration\./)])
  })

  it.each([
    `${sleep}await other(200)`,
    'import { setImmediate as turn } from "node:timers/promises"\nawait turn()',
    'it.effect("x", () => Effect.andThen(Effect.sleep("1 second"), TestClock.adjust("1 second")))',
    "vi.useFakeTimers()\nsetTimeout(done, 5)\nperformance.now()",
    'vi.useFakeTimers({ toFake: ["setTimeout"] })',
    "socket.setTimeout(60_000)"
  ])("and this is none: %s", (text) => expect(of(text)).toEqual([]))

  it.each(["await vi.waitFor(seen)", "await vi.waitUntil(seen)", "await expect.poll(seen).toBe(1)"])(
    "a wait that gives up early is found: %s",
    (text) => expect(of(text)).toEqual([expect.stringContaining("It gives up early")])
  )

  it.each([
    "assert.isBelow(performance.now() - began, 5000)",
    "const began = Date.now()\nwork()\nassert.isBelow(Date.now() - began, 5000)",
    "while (Date.now() < deadline) look()",
    "const timed = Effect.timed(work)"
  ])("a measure of time is found, but in a long run: %s", (text) => {
    expect(of(text)).toEqual([expect.stringContaining("It measures time")])
    expect(of(text, "a.long.test.ts")).toEqual([])
  })

  it.each(["const yesterday = Date.now() - 24 * hour", "const at = new Date(Date.now() - days * 864e5)"])(
    "and this is none: %s",
    (text) => expect(of(text)).toEqual([])
  )

  it.each([
    `const day = "${year}26-11-20"`,
    `const text = \`from=${year}31-01-01T00:00\``,
    `const at = Date.UTC(${year}26, 0, 1)`,
    `const at = new Date(${year}26, 0)`,
    "const at = 1_79".concat("5_000_000_000"),
    "const at = 1_79".concat("5_000_000_000_000_000n")
  ])("a day near now is found, in a long run too: %s", (text) => {
    expect(of(text, "a.long.test.ts")).toEqual([expect.stringContaining("Now passes this day")])
  })

  it.each([
    'const day = "2015-11-20"',
    'const day = "2126-11-20"',
    'const revision = "2025-11-25"',
    "const hour = 3_600_000_000_000n",
    "const bytes = 2_000_000_000"
  ])("and this is none: %s", (text) => expect(of(text)).toEqual([]))

  it.each([
    'it("x", test, 60_000)',
    'it("x", { timeout: 60_000 }, test)',
    'layer(world, { timeout: 60_000 })("x", test)',
    "beforeAll(open, 10_000)"
  ])("a time limit below that of every test is found: %s", (text) => {
    expect(of(text)).toEqual([expect.stringContaining("It ends what load has only slowed")])
  })

  it.each(['it("x", test, 300_000)', "call(1000)", 'spawn("x", [], { timeout: 1000 })'])(
    "and this is none: %s",
    (text) => expect(of(text)).toEqual([])
  )

  it("a reason at the line or above it, of any length, excepts that line alone", () => {
    expect(of(`${sleep}// clock: it is to arrive\nawait sleep(5)`)).toEqual([])
    expect(of(`${sleep}await sleep(5) // clock: it is to arrive`)).toEqual([])
    expect(of(`${sleep}// clock: it is to arrive,\n// whenever that is\nawait sleep(5)`)).toEqual([])
    expect(of(`${sleep}// clock: it is to arrive\nawait sleep(5)\n\nawait sleep(5)`)).toHaveLength(1)
    expect(of(`${sleep}// clock:\nawait sleep(5)`)).toHaveLength(1)
  })

  it("a reason that excepts nothing is found", () => {
    expect(of("// clock: it is to arrive\nwork()")).toEqual([expect.stringContaining("This reason excepts nothing")])
  })
})
