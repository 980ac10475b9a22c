import { createClient } from "@agent-operations/client"
import { afterAll, assert, describe, it } from "vitest"
import { foldersOf, formula, knownKinds, table } from "./folders.ts"
import { serve } from "./served.ts"

const served = await serve()
const { requests } = served
const folder = foldersOf(served)

afterAll(served.close)

const react = (code: string) => ({ ...table, source: { type: "react", code } })

/** A folder with a field and a page view that uses it, pulled. */
const pulled = async () => {
  const made = folder()
  const field = await made.call("custom-fields", "create", { name: "Cost", ...formula("double(trace.totalTokens)") })
  const view = await made.call("page-views", "create", {
    name: "Slow traces",
    ...react("export default () => null\n"),
    references: { cost: { kind: "custom_field", id: field.id } }
  })
  const { exit } = await made.run(["pull"])
  assert.strictEqual(exit, 0)
  return { ...made, field, view }
}

const settingsPath = "page-views/slow-traces.json"

describe("a folder", () => {
  it("leaves alone what the server has no kind for, unless there is some of it here", async () => {
    const { run, write, all } = folder()
    assert.strictEqual((await run(["pull"])).exit, 0)
    write("metrics-charts/cost.json", "{}")
    for (const command of ["pull", "push"]) {
      const { exit, error } = await run([command])
      assert.strictEqual(exit, 4, error)
      assert.include(error, "list_metrics_charts")
    }
    assert.deepStrictEqual(Object.keys(all()), ["metrics-charts/cost.json"])
  })

  it("has a file for each definition, its code beside it, in one order of keys, and references by name", async () => {
    const { all, project, field, json, run } = await pulled()
    const files = all()
    assert.deepStrictEqual(Object.keys(files), [
      "custom-fields/cost.cel",
      "custom-fields/cost.json",
      "page-views/slow-traces.json",
      "page-views/slow-traces.tsx"
    ])
    assert.strictEqual(files["page-views/slow-traces.tsx"], "export default () => null\n")
    assert.strictEqual(files["custom-fields/cost.cel"], "double(trace.totalTokens)\n")
    assert.strictEqual(
      files[settingsPath],
      `${JSON.stringify(
        {
          name: "Slow traces",
          description: null,
          source: { type: "react" },
          settings: { columns: [], extra: {}, filters: [], groupBy: null, sort: [], target: "traces" },
          references: { cost: { kind: "custom_field", name: "Cost" } }
        },
        null,
        2
      )}\n`
    )
    const { projectId, definitions } = json(`.agent-operations/${project}.lock.json`)
    assert.strictEqual(projectId, project)
    const { digest, ...seen } = definitions["custom-fields/cost"]
    assert.deepStrictEqual(seen, { name: "Cost", id: field.id, revision: 1 })
    assert.match(digest, /^[0-9a-f]{64}$/)
    for (const command of ["pull", "plan", "push"]) {
      assert.deepStrictEqual(await run([command]), { exit: 0, out: "2 unchanged\n", error: "" })
    }
    assert.deepStrictEqual(all(), files)
  })

  it("C1: takes a project of 1,000 definitions in and out with at most 12 requests", async () => {
    const { run, project } = folder()
    const { AGENT_OPERATIONS_URL: baseUrl, AGENT_OPERATIONS_API_KEY: credential } = served.env
    const { customFields, pageViews } = createClient({ baseUrl, credential, projectId: project })
    const numbers = Array.from({ length: 500 }, (_, number) => number)
    for (const number of numbers) {
      const name = `Number ${number}`
      await Promise.all([customFields.create({ name, ...formula("1.0") }), pageViews.create({ name, ...table })])
    }
    for (const args of [["pull"], ["push"], ["pull"], ["plan"]]) {
      const before = requests()
      const { exit, out, error } = await run(args)
      assert.deepStrictEqual([exit, error], [0, ""])
      assert.match(out, /^1000 (?:added|unchanged)\n/m)
      assert.isAtMost(requests() - before, 12)
    }
  })
})

describe("push", () => {
  it("R3: refuses what was changed there since the pull, with both sides, until it is pulled", async () => {
    const { run, call, view, edit, json, text, write, project } = await pulled()
    edit(settingsPath, { description: "What is slow" })
    const changes = { settings: { target: "traces", groupBy: "trace.name" } }
    await call("page-views", "update", { id: view.id, expectedRevision: 1, ...changes })
    const refused = await run(["push"])
    assert.strictEqual(refused.exit, 5)
    assert.include(refused.error, "changed here since revision 1, and there to revision 2 by Ada")
    assert.include(refused.error, "  Here:\n    Description\n    +What is slow\n")
    assert.include(refused.error, '  There:\n    Settings\n    /groupBy changed\n    -null\n    +"trace.name"\n')
    assert.strictEqual((await call("page-views", "get", { id: view.id })).revision, 2)
    const envelope = JSON.parse((await run(["push", "--agent", "yes"])).error).error
    assert.strictEqual(envelope.code, "CONFLICT")
    const [{ here, there, revision, currentRevision }] = envelope.details.conflicts
    assert.deepStrictEqual([revision, currentRevision], [1, 2])
    assert.deepStrictEqual([here.description, there.settings.groupBy], ["What is slow", "trace.name"])
    assert.strictEqual((await run(["plan"])).exit, 5)

    const merged = await run(["pull"])
    assert.deepStrictEqual([merged.exit, merged.error], [0, ""])
    assert.match(merged.out, /^merged {2}page-views\/slow-traces /m)
    const file = json(settingsPath)
    assert.deepStrictEqual([file.description, file.settings.groupBy], ["What is slow", "trace.name"])
    assert.strictEqual(json(`.agent-operations/${project}.lock.json`).definitions["page-views/slow-traces"].revision, 2)
    const pushed = await run(["push"])
    assert.deepStrictEqual([pushed.exit, pushed.error], [0, ""])
    assert.match(pushed.out, /^updated {2}page-views\/slow-traces {2}\(description\)$/m)
    const current = await call("page-views", "get", { id: view.id })
    assert.deepStrictEqual([current.revision, current.description], [3, "What is slow"])
    write("page-views/slow-traces.tsx", text("page-views/slow-traces.tsx").replace("null", "1"))
    assert.match((await run(["push"])).out, /^updated {2}page-views\/slow-traces {2}\(source.code\)$/m)
  })

  it("R3: what is changed in the moment of a push is a conflict too, and the others go on", async () => {
    const { run, call, view, edit } = await pulled()
    edit(settingsPath, { description: "Mine" })
    edit("custom-fields/cost.json", { description: "Mine" })
    let writes = 0
    const meanwhile = async (request: string) => {
      if (!request.includes("update_") || writes++ > 0) return
      await call("page-views", "update", { id: view.id, expectedRevision: 1, description: "Theirs" })
    }
    served.before(meanwhile)
    const { exit, out, error } = await run(["push"])
    served.before(undefined)
    assert.strictEqual(exit, 10)
    assert.match(out, /^updated {3}custom-fields\/cost/m)
    assert.include(error, "  There:\n    Description\n    +Theirs\n")
    assert.strictEqual((await run(["push"])).exit, 5)
  })

  it("creates in the order of references, a circle in two rounds, in another project too", async () => {
    const { run, write, json, cwd, all } = folder()
    const uses = (name: string) => ({ other: { kind: "page_view", name } })
    write("page-views/a.json", JSON.stringify({ name: "A", ...table, references: uses("B") }))
    write("page-views/b.json", JSON.stringify({ name: "B", ...table, references: uses("A") }))
    write(
      "page-views/c.json",
      JSON.stringify({ name: "C", ...table, references: { z: { kind: "custom_field", name: "z" } } })
    )
    write("custom-fields/z.json", JSON.stringify({ name: "Z", ...formula("1.0") }))
    const planned = await run(["plan"])
    assert.strictEqual(planned.exit, 0, planned.error)
    assert.match(planned.out, /^create {2}page-views\/a {2}\(/m)
    assert.include(planned.out, "not validated: it uses what is to be created first")
    const before = all()
    const project = (name: string) => ({ ...served.env, AGENT_OPERATIONS_PROJECT_ID: name })
    for (const name of ["first", "second"]) {
      const pushed = await run(["push"], { env: project(name) })
      assert.deepStrictEqual([pushed.exit, pushed.error], [0, ""])
      assert.match(pushed.out, /^4 created$/m)
      assert.strictEqual((await run(["push"], { env: project(name) })).out, "4 unchanged\n")
    }
    assert.deepStrictEqual(all(), before)
    const locks = ["first", "second"].map((name) => json(`.agent-operations/${name}.lock.json`).definitions)
    assert.notStrictEqual(locks[0]["page-views/a"].id, locks[1]["page-views/a"].id)
    assert.isAtMost(locks[0]["page-views/a"].revision + locks[0]["page-views/b"].revision, 3)
    assert.isString(cwd)
  })

  it("R7: --prune deletes what the folder deleted, users before what they use, and asks agents for --yes", async () => {
    const { run, remove, view, field, write } = await pulled()
    write(
      "page-views/self.json",
      JSON.stringify({ name: "Ring", ...table, references: { s: { kind: "page_view", name: "Slow traces" } } })
    )
    const ring = { ring: { kind: "page_view", name: "Ring" }, cost: { kind: "custom_field", name: "Cost" } }
    write(settingsPath, JSON.stringify({ name: "Slow traces", ...table, source: { type: "react" }, references: ring }))
    assert.strictEqual((await run(["push"])).exit, 0)
    for (const path of ["page-views/self.json", settingsPath, "page-views/slow-traces.tsx"]) remove(path)
    remove("custom-fields/cost.json")
    assert.match((await run(["push"])).out, /kept +page-views\/self {2}\(deleted here: --prune deletes it there\)/)
    assert.match((await run(["pull"])).out, /3 kept/)
    const agent = await run(["push", "--prune", "--agent", "yes"])
    assert.deepStrictEqual([agent.exit, JSON.parse(agent.error).error.code], [2, "USAGE"])
    assert.match((await run(["plan", "--prune"])).out, /^3 delete$/m)
    const before = requests()
    const pruned = await run(["push", "--prune", "--agent", "yes", "--yes"])
    assert.deepStrictEqual([pruned.exit, pruned.error], [0, ""])
    // A list per kind, one reference of the circle taken away, and three deletes: none is refused and tried again.
    assert.strictEqual(requests() - before, knownKinds + 1 + 3)
    for (const [family, { id }] of [
      ["page-views", view],
      ["custom-fields", field]
    ] as const) {
      assert.strictEqual((await run([family, "get", id])).exit, 4)
    }
    assert.deepStrictEqual((await run(["push"])).out, "no definitions\n")
  })

  it("renames, takes a name that another gives up, and moves with a file", async () => {
    const { run, edit, write, json, text, remove, call, field } = await pulled()
    edit("custom-fields/cost.json", { name: "Old cost" })
    const dangling = await run(["push"])
    assert.strictEqual(dangling.exit, 2)
    assert.include(
      dangling.error,
      'at /references/cost: there is no custom_field "Cost"; custom-fields/cost.json is called "Old cost"'
    )
    write("custom-fields/new.json", JSON.stringify({ name: "Cost", ...formula("2.0") }))
    const pushed = await run(["push"])
    assert.deepStrictEqual([pushed.exit, pushed.error], [0, ""])
    assert.strictEqual((await call("custom-fields", "get", { id: field.id })).name, "Old cost")
    write("page-views/moved.json", text(settingsPath))
    write("page-views/moved.tsx", text("page-views/slow-traces.tsx"))
    remove(settingsPath)
    remove("page-views/slow-traces.tsx")
    assert.strictEqual((await run(["push"])).out, "3 unchanged\n")
    const { items } = await call("custom-fields", "list", { search: "Cost" })
    const { id } = items.find(({ name }) => name === "Cost")!
    await call("custom-fields", "update", { id, expectedRevision: 1, name: "Price" })
    assert.match((await run(["pull"])).out, /page-views\/moved {2}\(what it references has another name\)/)
    assert.strictEqual(json("page-views/moved.json").references.cost.name, "Price")
    assert.strictEqual((await run(["push"])).out, "3 unchanged\n")
  })

  it("keeps the revisions that references pin, for each project", async () => {
    const { run, call, view, field, json, project, edit } = await pulled()
    const references = { cost: { kind: "custom_field", id: field.id, revision: 1 } }
    await call("page-views", "update", { id: view.id, expectedRevision: 1, references })
    await run(["pull"])
    const pinned = { kind: "custom_field", name: "Cost", revision: { [project]: 1 } }
    assert.deepStrictEqual(json(settingsPath).references.cost, pinned)
    const env = { ...served.env, AGENT_OPERATIONS_PROJECT_ID: `${project}-too` }
    const elsewhere = await run(["push"], { env })
    assert.strictEqual(elsewhere.exit, 2)
    assert.include(elsewhere.error, `none of the project ${project}-too: add "${project}-too": REVISION`)
    edit(settingsPath, { references: { cost: { ...pinned, revision: { [`${project}-too`]: 1, [project]: 1 } } } })
    assert.strictEqual((await run(["push"], { env })).exit, 0)
    assert.strictEqual((await run(["push"])).out, "2 unchanged\n")
    await call("page-views", "update", {
      id: view.id,
      expectedRevision: 2,
      references: { cost: { ...references.cost, revision: null } }
    })
    await run(["pull"])
    assert.deepStrictEqual(json(settingsPath).references.cost.revision, { [`${project}-too`]: 1, [project]: null })
    for (const given of [{}, { env }]) assert.strictEqual((await run(["push"], given)).out, "2 unchanged\n")
  })
})

describe("plan", () => {
  it("changes nothing, and has each draft validated", async () => {
    const { run, write, text, all, call, view } = await pulled()
    write("page-views/slow-traces.tsx", "export default (")
    const before = all()
    const { exit, out, error } = await run(["plan"])
    assert.strictEqual(exit, 6)
    assert.match(
      out,
      /^update +page-views\/slow-traces {2}\(source.code\)\n +error SYNTAX_ERROR \/source\/code:1:\d+ /m
    )
    assert.include(error, "Not valid: page-views/slow-traces. A push would save it as it is.")
    assert.deepStrictEqual([all(), text("page-views/slow-traces.tsx")], [before, "export default ("])
    assert.deepStrictEqual(await run(["push", "--dry-run"]), { exit, out, error })
    assert.strictEqual((await call("page-views", "get", { id: view.id })).revision, 1)
    const asked = JSON.parse((await run(["plan", "--json"])).out)
    assert.deepStrictEqual([asked.unchanged, asked.items[0].outcome], [1, "update"])
    const names = Array.from({ length: 12 }, (_, n) => `wrong-${String(n).padStart(2, "0")}`)
    for (const name of names) {
      write(`page-views/${name}.json`, JSON.stringify({ name, ...table, source: { type: "react" } }))
      write(`page-views/${name}.tsx`, "export default (")
    }
    const first = names.slice(0, 10).map((name) => `page-views/${name}`)
    assert.include((await run(["plan"])).error, `Not valid: ${first.join(", ")} and 3 more.`)
  })
})

describe("pull", () => {
  it("marks what clashes, keeps both sides of it, and nothing is pushed until it is settled", async () => {
    const { run, call, view, edit, text, write, exists } = await pulled()
    write("page-views/slow-traces.tsx", "export default () => 'here'\n")
    edit(settingsPath, { description: "Here" })
    const theirs = { description: "There", ...react("export default () => 'there'\n") }
    await call("page-views", "update", { id: view.id, expectedRevision: 1, ...theirs })
    const clashed = await run(["pull"])
    assert.strictEqual(clashed.exit, 5)
    assert.match(clashed.out, /^clash +page-views\/slow-traces/m)
    assert.include(clashed.error, "1 of 2 definitions clashes: page-views/slow-traces\n")
    const marked =
      "<<<<<<< here\nexport default () => 'here'\n||||||| revision 1\nexport default () => null\n=======\n" +
      "export default () => 'there'\n>>>>>>> there, revision 2\n"
    assert.strictEqual(text("page-views/slow-traces.tsx"), marked)
    assert.include(text(settingsPath), '<<<<<<< here\n  "description": "Here",\n|||||||')
    const unsettled = await run(["push"])
    assert.strictEqual(unsettled.exit, 2)
    assert.include(unsettled.error, "its clashes are not settled")
    assert.match((await run(["pull"])).out, /^kept +page-views\/slow-traces/m)
    write("page-views/slow-traces.tsx", "export default () => 'both'\n")
    write(settingsPath, text(settingsPath).replace(/<{7}.*\n(.*\n)(?:.*\n)*>{7}.*\n/, "$1"))
    const pushed = await run(["push"])
    assert.deepStrictEqual([pushed.exit, pushed.error], [0, ""])
    const { revision, description, source } = await call("page-views", "get", { id: view.id })
    assert.deepStrictEqual([revision, description, source.code], [3, "Here", "export default () => 'both'\n"])
    assert.isTrue(exists(settingsPath))
  })

  it("never overwrites a file that differs from what was pulled, but for --discard", async () => {
    const { run, edit, all, remove, write } = await pulled()
    const before = all()
    edit(settingsPath, { description: "Mine" })
    write("custom-fields/new.json", JSON.stringify({ name: "New", ...formula("1.0") }))
    remove("custom-fields/cost.json")
    const mine = all()
    const kept = await run(["pull"])
    assert.strictEqual(kept.exit, 0)
    assert.match(kept.out, /^3 kept$/m)
    assert.deepStrictEqual(all(), mine)
    assert.match((await run(["pull", "--discard"])).out, /^discarded {2}page-views\/slow-traces {2}\(changed here\)$/m)
    const { "custom-fields/new.json": added, ...rest } = all()
    assert.deepStrictEqual(rest, before)
    assert.isString(added)
  })

  it("R8: what was deleted there goes, but where it was changed here", async () => {
    const { run, call, view, field, edit, exists } = await pulled()
    edit("custom-fields/cost.json", { description: "Mine" })
    await call("page-views", "delete", { id: view.id, expectedRevision: 1 })
    await call("custom-fields", "delete", { id: field.id, expectedRevision: 1 })
    const refused = await run(["push"])
    assert.strictEqual(refused.exit, 5)
    assert.include(refused.error, "custom-fields/cost: changed here, and deleted there")
    const clashed = await run(["pull"])
    assert.strictEqual(clashed.exit, 5)
    assert.match(clashed.out, /^removed {2}page-views\/slow-traces {2}\(deleted there\)$/m)
    assert.match(clashed.out, /^clash +custom-fields\/cost {2}\(deleted there, changed here: push creates it anew/m)
    assert.deepStrictEqual([exists(settingsPath), exists("page-views/slow-traces.tsx")], [false, false])
    assert.match((await run(["push"])).out, /^created {2}custom-fields\/cost$/m)
    assert.strictEqual((await run(["pull"])).out, "1 unchanged\n")
  })

  it("R8: what was deleted and created anew there under its name is merged without a base", async () => {
    const { run, call, view, edit, json, text } = await pulled()
    await call("page-views", "delete", { id: view.id, expectedRevision: 1 })
    const anew = await call("page-views", "create", { name: "slow traces", ...table, description: "Anew" })
    assert.match((await run(["push"])).out, /^behind +page-views\/slow-traces/m)
    assert.match((await run(["pull"])).out, /^updated {2}page-views\/slow-traces$/m)
    assert.deepStrictEqual([json(settingsPath).description, json(settingsPath).source], ["Anew", { type: "table" }])
    edit(settingsPath, { description: "Mine" })
    await call("page-views", "delete", { id: anew.id, expectedRevision: 1 })
    await call("page-views", "create", { name: "slow traces", ...table, description: "Theirs" })
    const refused = await run(["push"])
    assert.deepStrictEqual([refused.exit, refused.error.includes("deleted and created anew there")], [5, true])
    assert.strictEqual((await run(["pull"])).exit, 5)
    assert.match(
      text(settingsPath),
      /^<{7} here\n.*"Mine",\n\|{7} no common revision\n={7}\n.*"Theirs",\n>{7} there, revision 1$/m
    )
  })

  it("merges with what is there by name, where the lock file is lost", async () => {
    const { run, remove, project, edit, call, view } = await pulled()
    remove(`.agent-operations/${project}.lock.json`)
    assert.strictEqual((await run(["push"])).out, "2 unchanged\n")
    remove(`.agent-operations/${project}.lock.json`)
    edit(settingsPath, { description: "Mine" })
    await call("page-views", "update", { id: view.id, expectedRevision: 1, description: "Theirs" })
    const refused = await run(["push"])
    assert.strictEqual(refused.exit, 5)
    assert.include(refused.error, "there too, and never pulled")
    const clashed = await run(["pull"])
    assert.strictEqual(clashed.exit, 5)
  })
})
