import { codeIn, familiesOf, kind } from "@agent-operations/contract"
import { definitions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Schema } from "effect"
import { displayWidth } from "effect/cli/CliOutput"
import { afterAll, assert, describe, it } from "vitest"
import { serve } from "./served.ts"

const SavedQuery = kind({
  name: "saved_query",
  plural: "saved_queries",
  prefix: "sq",
  scopes: { read: "queries:read", write: "queries:write" },
  mayReference: [],
  source: Schema.Struct({
    dialect: Schema.Literals(["sql", "prql"]),
    title: Schema.String.check(Schema.isMaxLength(100)),
    query: Schema.String.check(Schema.isMaxLength(10_000)).annotate(codeIn("sql"))
  }),
  settings: Schema.Struct({ seconds: Schema.Int }),
  example: {
    id: "sq_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Errors",
    description: "The errors of a day.",
    source: { dialect: "sql", title: "Errors", query: "select 1" },
    settings: { seconds: 5 },
    references: {}
  }
})

const modules = [views(), definitions(SavedQuery)]
const families = familiesOf(modules)
const { cli, close, env, file, requests } = await serve(modules)

afterAll(close)

const ok = async (...args: ReadonlyArray<string>) => {
  const { exit, out, error } = await cli([...args, "--json"], { families })
  assert.deepStrictEqual([exit, error], [0, ""])
  return JSON.parse(out) as { readonly id: string; readonly revision: number }
}

const code = (...lines: ReadonlyArray<string>) => JSON.stringify({ type: "react", code: lines.join("\n") })

/** A page view with three revisions. */
const revised = async (name: string) => {
  const lines = ["export default () => (", ...Array.from({ length: 12 }, (_, n) => `\t<p>${n}</p>`), ")", ""]
  const settings = {
    target: "traces",
    columns: [{ field: "trace.name" }, { field: "trace.id" }],
    extra: { note: "a\nb" }
  }
  const json = (value: unknown) => JSON.stringify(value)
  const { id } = await ok(
    "page-views",
    "create",
    "--name",
    name,
    "--source",
    code(...lines),
    "--settings",
    json(settings)
  )
  const update = ["page-views", "update", id, "--expected-revision"]
  await ok(...update, "1", "--name", `${name}, renamed`)
  await ok(
    ...update,
    "2",
    "--source",
    code(...lines.with(3, "\t<p>\u001b[31mred</p>")),
    "--settings",
    json({
      ...settings,
      columns: [{ field: "trace.name" }, { field: "trace.kind" }],
      groupBy: "trace.name",
      extra: { note: "a\nc" }
    })
  )
  return id
}

describe("diff", () => {
  it("shows people what changed, by default from the revision before the current one", async () => {
    const id = await revised("Shown")
    const { exit, out, error } = await cli(["diff", id])
    assert.deepStrictEqual([exit, error], [0, ""])
    const [before, after, ...lines] = out.trimEnd().split("\n")
    assert.match(before!, /^--- revision 2 {2}\S+ {2}Ada {2}Shown, renamed$/)
    assert.match(after!, /^\+\+\+ revision 3 {2}\S+ {2}Ada {2}Shown, renamed$/)
    assert.deepStrictEqual(lines, [
      "",
      "Source",
      "@@ -1,7 +1,7 @@",
      " export default () => (",
      " \t<p>0</p>",
      " \t<p>1</p>",
      "-\t<p>2</p>",
      "+\t<p>\\u001b[31mred</p>",
      " \t<p>3</p>",
      " \t<p>4</p>",
      " \t<p>5</p>",
      "",
      "Settings",
      "/columns items changed",
      '-{"field":"trace.id"}',
      '+{"field":"trace.kind"}',
      "/groupBy changed",
      "-null",
      '+"trace.name"',
      "/extra/note changed",
      "@@ -1,2 +1,2 @@",
      " a",
      "-b",
      "+c",
      "",
      "Unchanged: name, description, and references."
    ])
    const named = await cli(["diff", id, "--from", "1", "--to", "2"])
    assert.include(named.out, "\nName\n-Shown\n+Shown, renamed\n")
    const back = await cli(["diff", id, "--from", "3", "--to", "2"])
    assert.include(back.out, '/columns items changed\n-{"field":"trace.kind"}\n+{"field":"trace.id"}')
    const same = await cli(["diff", id, "--from", "2", "--to", "2"])
    assert.include(same.out, "Their content is identical.")
  })

  it("has colours on a terminal", async () => {
    const id = await revised("Coloured")
    const { out } = await cli(["diff", id], { columns: 80 })
    assert.include(out, "\u001b[36m@@ -1,7 +1,7 @@\u001b[39m\n")
    assert.include(out, "\u001b[31m-\t<p>2</p>\u001b[39m\n\u001b[32m+\t<p>\\u001b[31mred</p>\u001b[39m\n")
    for (const line of out.split("\n")) assert.isAtMost(displayWidth(line), 80)
  })

  it("is data with --json: what changed of each part, by path", async () => {
    const id = await revised("As data")
    const { out } = await cli(["diff", id, "--from", "1", "--json"])
    const { from, to, parts, ...rest } = JSON.parse(out)
    assert.deepStrictEqual([from.revision, to.revision, to.updatedBy.name], [1, 3, "Ada"])
    assert.deepStrictEqual(rest, { id, kind: "page_view", unchanged: ["description", "references"], isCut: false })
    assert.deepStrictEqual(
      parts.map(({ part }: { readonly part: string }) => part),
      ["name", "source", "settings"]
    )
    const renamed = { path: "", type: "changed", before: "As data", after: "As data, renamed" }
    assert.deepStrictEqual(parts[0], { part: "name", changes: [renamed] })
    assert.match(parts[1].text, /^@@ -1,7 \+1,7 @@\n/)
    assert.deepStrictEqual(parts[2].changes, [
      {
        path: "/columns",
        type: "items",
        items: [
          { type: "removed", index: 1, value: { field: "trace.id" } },
          { type: "added", index: 1, value: { field: "trace.kind" } }
        ]
      },
      { path: "/groupBy", type: "changed", before: null, after: "trace.name" },
      { path: "/extra/note", type: "changed", before: "a\nb", after: "a\nc" }
    ])
    assert.deepStrictEqual(JSON.parse((await cli(["diff", id, "--json", "id,isCut"])).out), { id, isCut: false })
    assert.strictEqual((await cli(["diff", id, "--json", "id,nmae"])).exit, 2)
  })

  it("C1: knows a kind of the host's own by the prefix of its IDs, and its code", async () => {
    const source = { dialect: "sql", title: "Errors", query: "select 1\nfrom a" }
    const given = JSON.stringify({ name: "Errors", source, settings: { seconds: 5 } })
    const { id } = await ok("saved-queries", "create", "--file", file("query.json", given))
    const changed = JSON.stringify({ dialect: "sql", title: "Errors of a day", query: "select 1\nfrom b" })
    await ok("saved-queries", "update", id, "--expected-revision", "1", "--source", changed)
    const { out } = await cli(["diff", id], { families })
    assert.include(
      out,
      '\nSource\n/title changed\n-"Errors"\n+"Errors of a day"\n@@ -1,2 +1,2 @@\n select 1\n-from a\n'
    )
    const strange = await cli(["diff", id])
    assert.strictEqual(strange.exit, 2)
    assert.include(strange.error, "pv_… of page views, cf_… of custom fields")
  })

  it("says what is wrong, and sends nothing where that is known before", async () => {
    const { id } = await ok(
      "page-views",
      "create",
      "--name",
      "Once",
      "--source",
      '{"type":"table"}',
      "--settings",
      '{"target":"traces"}'
    )
    const before = requests()
    const wrong: ReadonlyArray<ReadonlyArray<string>> = [
      ["diff"],
      ["diff", "../x"],
      ["diff", `${id}x`],
      ["diff", id, "--from", "0"],
      ["diff", id, "--to", "-1"],
      ["diff", id, "--from", "1.5"],
      ["diff", id, "--curl"]
    ]
    for (const args of wrong) assert.strictEqual((await cli(args)).exit, 2, args.join(" "))
    assert.strictEqual(requests(), before)
    const only = await cli(["diff", id])
    assert.deepStrictEqual([only.exit, only.out], [4, ""])
    assert.include(only.error, "no revision before revision 1")
    const missing = await cli(["diff", id, "--from", "1", "--to", "9"], { env: { ...env, CLAUDECODE: "1" } })
    assert.deepStrictEqual([missing.exit, JSON.parse(missing.error).error.code], [4, "NOT_FOUND"])
  })
})
