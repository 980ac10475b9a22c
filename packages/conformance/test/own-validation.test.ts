import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Law, type Options, type Report, runConformance, type Target } from "@agent-operations/conformance"
import { definitionFamily, type Kind, viewFamilies } from "@agent-operations/contract"
import { type ContentIssue, definitions } from "@agent-operations/definitions"
import { views } from "@agent-operations/views"
import { assert, describe, it, onTestFinished } from "vitest"
import type { Answer, Client } from "../src/client.ts"
import { runCommand } from "../src/command/command.ts"
import { renderJUnit, renderSummary } from "../src/index.ts"
import { prepare } from "../src/prepare.ts"
import { servedOf } from "../src/served.ts"
import { databases, startKit } from "./kit.ts"
import { Alarm, families as priced, Price, Rule } from "./priced.ts"

/** What a host's own validation looks at. */
interface Looked {
  readonly settings: unknown
  readonly references: Readonly<Record<string, { readonly kind: string }>>
}

type Validate = (content: Looked) => ReadonlyArray<ContentIssue>

const needing =
  (needed: Readonly<Record<string, string>>): Validate =>
  ({ references }) =>
    Object.entries(needed).flatMap(([alias, name]) =>
      references[alias]?.kind === name ? [] : [{ path: `/references/${alias}`, message: `It needs a ${name}.` }]
    )

const inEuro: Validate = ({ settings }) =>
  (settings as { readonly currency: string }).currency === "EUR"
    ? []
    : [{ path: "/settings/currency", message: "There is no such currency." }]

type Own = readonly [kind: Kind.Any, validate: Validate]

const kindsOf = (references: object): Looked["references"] => references as Looked["references"]

/** A kit that serves page views beside some kinds, each with a validation of its own. */
const start = async (...kinds: ReadonlyArray<Own>) => {
  const own = kinds.map(([one, validate]) =>
    definitions(one, {
      validate: ({ settings, references }) => validate({ settings, references: kindsOf(references) })
    })
  )
  const { kit, credentials, close } = await startKit(
    databases.find(({ name }) => name === "PostgreSQL")!,
    {
      families: [views(), ...own]
    }
  )
  onTestFinished(close)
  return { kit, target: { url: "http://in-process.test", fetch: kit.fetch, ...credentials } }
}

const run = async (kinds: ReadonlyArray<Own>, laws: ReadonlyArray<Law>, more: Partial<Target> = {}) => {
  const { kit, target } = await start(...kinds)
  const families = [...viewFamilies, ...kinds.map(([one]) => definitionFamily(one))]
  const options: Options = { families, quick: true, seed: 7, laws }
  const report = await runConformance({ ...target, ...more }, options)
  const headers = {
    authorization: `Bearer ${target.key}`,
    "x-project-id": target.projectId,
    "content-type": "application/json"
  }
  const left = await Promise.all(
    ["page_view", ...kinds.map(([{ name }]) => name)].map(async (name) => {
      const request = new Request(`${target.url}/api/agent/list_${name}s`, { method: "POST", headers, body: "{}" })
      return ((await (await kit.fetch(request)).json()) as { data: { items: ReadonlyArray<unknown> } }).data.items
    })
  )
  return { report, left: left.flat() }
}

const titled = ({ verdicts }: Report, status: string) =>
  verdicts.flatMap(({ outcome, law, title }) => (outcome.status === status ? [`${law} ${title}`] : []))

/** As many checks of a family came to their end, and held. */
const heldOf = ({ verdicts }: Report, family: string) =>
  verdicts.filter((one) => one.family === family && one.outcome.status === "held").length

describe("a host's validation that asks for references", () => {
  it("is given what the example refers to, and every law holds", { timeout: 300_000 }, async () => {
    const laws = ["R1", "R2", "R4", "R5", "R7", "R11", "P3", "A3"] as const
    const { report, left } = await run([[Rule, needing({ view: "page_view" })]], laws)
    assert.deepStrictEqual([titled(report, "broken"), report.rejected, left], [[], [], []])
    assert.isTrue(report.holds)
    assert.isAbove(heldOf(report, "rules"), 25)
    const elsewhere = titled(report, "not checked").filter((one) => one.startsWith("A3 rule"))
    assert.isAtMost(elsewhere.length, 5)
  })

  it("may ask for two, and for one of a kind that needs one itself", { timeout: 300_000 }, async () => {
    const own = [
      [Alarm, needing({ view: "page_view", rule: "rule" })],
      [Rule, needing({ view: "page_view" })]
    ] as const
    const { report, left } = await run(own, ["R1", "R3", "R7"])
    assert.deepStrictEqual([titled(report, "broken"), report.rejected, left], [[], [], []])
    assert.isAbove(heldOf(report, "alarms"), 5)
  })
})

describe("a host's validation that refuses references", () => {
  it("breaks no law, by their names or by how many they are", { timeout: 300_000 }, async () => {
    const few: Validate = ({ references }) => {
      const refused = Object.keys(references).length > 3
      return refused ? [{ path: "/references", message: "There are more than 3." }] : []
    }
    const { report, left } = await run([[Rule, few]], ["E3", "E4", "P7", "R7"])
    assert.deepStrictEqual([titled(report, "broken"), report.rejected, left], [[], [], []])
    assert.isAbove(heldOf(report, "rules"), 3)
    const why = report.verdicts.flatMap(({ outcome }) => ("why" in outcome ? [outcome.why] : []))
    assert.include(why, "the server's own validation refuses 64 references of rule")
  })
})

describe("a host's validation that rejects the example", () => {
  it("is said once, leaves out the checks of its kind alone, and ends with 3", { timeout: 300_000 }, async () => {
    const { report, left } = await run([[Price, inEuro]], ["R1", "R3", "R6"])
    assert.deepStrictEqual([titled(report, "broken"), left, report.holds], [[], [], false])
    assert.deepStrictEqual(heldOf(report, "prices"), 0)
    assert.isAbove(heldOf(report, "pageViews"), 3)
    const [rejected, ...others] = report.rejected
    assert.deepStrictEqual(others, [])
    assert.deepInclude(rejected, {
      kind: "price",
      family: "prices",
      status: 400,
      code: "VALIDATION_ERROR",
      message: "The price is not valid. /settings/currency: There is no such currency."
    })
    const leftOut = report.verdicts.filter(
      ({ outcome }) => "why" in outcome && outcome.why.includes("example of price")
    )
    assert.strictEqual(rejected?.checks, leftOut.length)
    assert.isAbove(leftOut.length, 3)
    const summary = renderSummary(report)
    assert.strictEqual(summary.split("There is no such currency.").length, 2)
    assert.include(summary, `${leftOut.length} checks of it were not made; this breaks no law.`)
    const xml = renderJUnit(report)
    assert.strictEqual(xml.split("There is no such currency.").length, 2)
    assert.match(xml, /<testsuite name="before any law" tests="1" failures="0" errors="1"/)
    assert.match(xml, /<testsuites [^>]*failures="0" errors="1"/)
  })

  it("takes a fixture, or what makes one from a name", { timeout: 300_000 }, async () => {
    const settings = { currency: "EUR" }
    for (const price of [{ settings }, (name: string) => ({ settings, source: { type: "price", metric: name } })]) {
      const { report, left } = await run([[Price, inEuro]], ["R1", "R3", "R5"], { fixtures: { price } })
      assert.deepStrictEqual([titled(report, "broken"), report.rejected, left], [[], [], []])
      assert.isTrue(report.holds)
      assert.isAbove(heldOf(report, "prices"), 3)
    }
  })

  it("is never held where it rejects every second one", { timeout: 300_000 }, async () => {
    let count = 0
    const everySecond: Validate = () => (count++ % 2 === 0 ? [{ path: "/settings", message: "Not now." }] : [])
    const { report } = await run([[Price, everySecond]], ["R3", "R6"])
    assert.deepStrictEqual([report.rejected, report.holds], [[], false])
    assert.isAbove(titled(report, "broken").filter((one) => one.includes("price")).length, 2)
  })

  it("ends the command with 3, and with 0 where the target has a fixture", { timeout: 300_000 }, async () => {
    const { kit, target } = await start([Price, inEuro])
    const server = createServer(kit.listener)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const directory = mkdtempSync(join(tmpdir(), "fixture-"))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true })
    })
    const command = async (...args: ReadonlyArray<string>) => {
      const lines: Array<string> = []
      const to = (line: string) => void lines.push(line)
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const own = ["--url", url, "--key", target.key, "--project", target.projectId, "--law", "R3", "--quick"]
      const surroundings = { print: to, tell: () => {}, env: {} }
      const families = ["--families", `${import.meta.dirname}/priced.ts`]
      return { code: await runCommand([...own, ...families, ...args], surroundings), text: lines.join("\n") }
    }
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text)
      return join(directory, name)
    }
    const junit = join(directory, "report.xml")
    const rejected = await command("--junit", junit, "--json")
    assert.strictEqual(rejected.code, 3)
    assert.deepInclude((JSON.parse(rejected.text) as Report).rejected[0], { kind: "price", status: 400 })
    assert.include(readFileSync(junit, "utf8"), "the server takes the example of price")
    const fixed = file("target.mjs", `export const target = { fixtures: { price: { settings: { currency: "EUR" } } } }`)
    const taken = await command("--target", fixed)
    assert.strictEqual(taken.code, 0, taken.text)
    const none = file("none.mjs", `export const target = { fixtures: { prize: {} } }`)
    assert.strictEqual((await command("--target", none)).code, 2)
  })
})

/** A server that answers each create as it is told, and what it was asked. */
const answering = (answerOf: (operation: string, count: number) => string | undefined) => {
  const asked: Array<string> = []
  const call: Client["call"] = async (operation) => {
    asked.push(operation)
    const code = operation.startsWith("create_") ? answerOf(operation, asked.length) : undefined
    const [status, data] = code === undefined ? [200, { id: `made_${asked.length}`, revision: 1 }] : [400, undefined]
    const error = code === undefined ? undefined : ({ code, message: "No.", hint: "Ask." } as Answer["error"])
    return { status, data, error, headers: new Headers(), text: "" }
  }
  const client: Client = { call, callOpen: call, ok: () => Promise.reject(new Error("not asked")) }
  return { client, asked }
}

const target = { url: "http://none.test", key: "k", projectId: "p" }
const served = servedOf([...viewFamilies, definitionFamily(Rule), definitionFamily(Alarm)])
const prepared = async (answerOf: Parameters<typeof answering>[0], over = served) => {
  const { client, asked } = answering(answerOf)
  let words = 0
  const found = await prepare(over, target, client, () => `word ${words++}`)
  return { ...found, asked }
}

describe("what is found out before any law", () => {
  it("asks nothing about page views and custom fields", async () => {
    const { asked } = await prepared(() => undefined, servedOf(viewFamilies))
    assert.deepStrictEqual(asked, [])
    const { asked: beside } = await prepared(() => undefined, servedOf(priced))
    assert.deepStrictEqual(beside, ["create_price", "get_price", "delete_price"])
  })

  it("is one create of each other kind, which is deleted, where that is taken", async () => {
    const { asked, refused, served } = await prepared(() => undefined)
    const each = (name: string) => [`create_${name}`, `get_${name}`, `delete_${name}`]
    assert.deepStrictEqual(asked, [...each("rule"), ...each("alarm")])
    assert.deepStrictEqual(refused, [])
    assert.isTrue(served.kinds.every(({ isFree }) => isFree))
  })

  it.each(["UNAUTHENTICATED", "MISSING_SCOPE", "USAGE_LIMIT_REACHED", "RATE_LIMITED", "INTERNAL_ERROR", "NAME_TAKEN"])(
    "leaves %s to the laws",
    async (code) => {
      const { asked, refused, served } = await prepared(() => code)
      assert.deepStrictEqual(asked, ["create_rule", "create_alarm"])
      assert.deepStrictEqual(refused, [])
      assert.isTrue(served.kinds.every(({ refusal }) => refusal === undefined))
    }
  )

  it("keeps what is referred to until it is cleared, the last made first", async () => {
    const first = new Set<string>()
    const { asked, clear, served } = await prepared((operation) => {
      if (operation === "create_page_view" || first.has(operation)) return undefined
      first.add(operation)
      return "VALIDATION_ERROR"
    })
    const rule = served.kinds.find(({ name }) => name === "rule")!
    assert.deepStrictEqual(Object.keys(rule.references({ more: 1 })), ["view", "more"])
    assert.throws(() => rule.references({ view: 1 }), "has an alias of the check: view")
    asked.length = 0
    await clear()
    const [view, again] = [
      ["get_page_view", "delete_page_view"],
      ["get_rule", "delete_rule"]
    ]
    assert.deepStrictEqual(asked, [...view!, ...again!, ...view!])
  })
})
