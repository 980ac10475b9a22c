import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { codeIn, familiesOf, kind, pageViews, viewFamilies } from "@agent-operations/contract"
import { definitions } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Schema } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { CommandError } from "../src/errors.ts"
import { writeFiles } from "../src/sync/write-files.ts"
import { foldersOf, formula, knownKinds, table } from "./folders.ts"
import { serve } from "./served.ts"

const Query = Schema.String.annotate(codeIn("sql"))
const Report = kind({
  name: "report",
  prefix: "rp",
  scopes: { read: "reports:read", write: "reports:write" },
  mayReference: ["page_view", "report"],
  source: Schema.Struct({ query: Query, count: Query, script: Schema.String.annotate(codeIn("py")) }),
  settings: Schema.Struct({}),
  example: {
    id: "rp_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Weekly",
    description: "What was slow this week.",
    source: { query: "select 1", count: "select 2", script: "" },
    settings: {},
    references: {}
  }
})
const modules = [views(), definitions(Report)]
const families = familiesOf(modules)

const served = await serve(modules)
const { lose, requests } = served
const folder = foldersOf(served)

afterAll(served.close)

const text = (value: object) => JSON.stringify(value)

describe("names", () => {
  it("of any sort have files of their own, below the folder, that no file system confuses", async () => {
    const { run, call, all } = folder()
    const names = [
      "../x",
      "..",
      "CON",
      "nul",
      "A b",
      "a  B!",
      "É",
      "E\u0301 2",
      "慢い跡",
      "🦊",
      "x".repeat(120),
      "慢".repeat(120)
    ]
    for (const name of names) await call("page-views", "create", { name, ...table })
    assert.strictEqual((await run(["pull"])).exit, 0)
    const files = Object.entries(all()).filter(([path]) => path.endsWith(".json"))
    assert.deepStrictEqual(files.map(([, content]) => JSON.parse(content).name).toSorted(), names.toSorted())
    const stems = files.map(([path]) => /^page-views\/([^/\\]+)\.json$/.exec(path)?.[1] ?? "")
    assert.includeMembers(stems, ["x", "con-", "nul-", "a-b", "a-b-2", "é", "é-2", "慢い跡", "unnamed", "unnamed-2"])
    assert.lengthOf(new Set(stems.map((stem) => stem.toLowerCase().normalize("NFC"))), names.length)
    for (const stem of stems) assert.isBelow(Buffer.byteLength(stem), 200)
    assert.strictEqual((await run(["push"])).out, `${names.length} unchanged\n`)
  })

  it("that are there twice, but for case, are told before anything is sent", async () => {
    const { run, write } = folder()
    write("page-views/a.json", text({ name: "Slow", ...table }))
    write("page-views/b.json", text({ name: "sLOW ", ...table }))
    const before = requests()
    for (const command of ["pull", "push", "plan"]) {
      const { exit, error } = await run([command])
      assert.strictEqual(exit, 2)
      assert.include(error, 'page-views/b.json: page-views/a.json is called "sLOW" too')
    }
    assert.strictEqual(requests(), before)
  })

  it("of projects do not lead out of the folder", async () => {
    const { run, write, cwd } = folder("../../elsewhere")
    write("page-views/a.json", text({ name: "A", ...table }))
    assert.strictEqual((await run(["push"])).exit, 0)
    assert.match(readdirSync(join(cwd, ".agent-operations")).join(), /^elsewhere-[0-9a-f]{8}\.lock\.json$/)
    assert.strictEqual((await run(["push"])).out, "1 unchanged\n")
  })
})

describe("a file", () => {
  const cases: ReadonlyArray<readonly [what: string, content: string | Uint8Array, told: string]> = [
    ["no JSON", "{", "page-views/a.json: this is no JSON"],
    ["no object", "[]", "page-views/a.json this is no JSON object"],
    ["no UTF-8", Buffer.from([0x22, 0xe9]), "page-views/a.json: this is no UTF-8"],
    ["too large", Buffer.alloc(9 * 1024 * 1024, " "), "page-views/a.json: more than 8388608 bytes"],
    ["another key", text({ name: "A", ...table, nmae: 1 }), "page-views/a.json at /nmae: "],
    ["no name", text(table), "page-views/a.json at /name: "],
    [
      "a number that is not kept",
      `{"name":"A","settings":{"extra":9007199254740993}}`,
      "at /settings/extra: An integer beyond"
    ],
    ["a name given twice", `{"name":"A","settings":{},"name":"B"}`, "at /name: The name is given twice"],
    ["__proto__", `{"name":"A","source":{"type":"table","__proto__":1},"settings":{}}`, "/source/__proto__"],
    [
      "code without its file",
      text({ name: "A", source: { type: "react" }, settings: table.settings }),
      "page-views/a.tsx: "
    ],
    ["a reference by nothing", text({ name: "A", ...table, references: { a: {} } }), "at /references/a: "],
    [
      "a revision of no project",
      text({ name: "A", ...table, references: { a: { kind: "page_view", name: "A", revision: 1 } } }),
      '{ "PROJECT": 1 }'
    ],
    [
      "a reference to nothing",
      text({ name: "A", ...table, references: { a: { kind: "page_view", name: "B" } } }),
      'there is no page_view "B"'
    ]
  ]

  it("that is wrong is told with its place, and nothing is sent", async () => {
    const { run, write, cwd, project } = folder()
    write("page-views/b.json", text({ name: "Fine", ...table }))
    for (const [what, content, told] of cases) {
      writeFileSync(join(cwd, "page-views", "a.json"), content)
      const { exit, error } = await run(["push"])
      assert.strictEqual(exit, 2, what)
      assert.include(error, told, what)
    }
    assert.strictEqual((await folder(project).run(["pull"])).out, "no definitions\n")
  })

  it("that is a link is not followed, and code that belongs to nothing is told", async () => {
    const { run, write, cwd, remove } = folder()
    writeFileSync(join(cwd, "secret"), "s3cret")
    write("page-views/a.json", text({ name: "A", source: { type: "react" }, settings: table.settings }))
    symlinkSync(join(cwd, "secret"), join(cwd, "page-views", "a.tsx"))
    const linked = await run(["push"])
    assert.deepStrictEqual([linked.exit, linked.error.includes("page-views/a.tsx: this is no regular file")], [2, true])
    remove("page-views/a.tsx")
    write("page-views/a.json", text({ name: "A", ...table }))
    write("page-views/a.tsx", "export default 1")
    const stray = await run(["push"])
    assert.deepStrictEqual([stray.exit, stray.error.includes("page-views/a.tsx: ")], [2, true])
    remove("page-views/a.tsx")
    write("page-views/a.json", `\ufeff${text({ name: "A", ...table })}`)
    write("page-views/other.tsx", "")
    assert.match((await run(["push"])).out, /^1 created$/m)
    rmSync(join(cwd, "custom-fields"), { recursive: true, force: true })
    symlinkSync(cwd, join(cwd, "custom-fields"))
    assert.include((await run(["pull"])).error, "custom-fields: this is no directory")
    rmSync(join(cwd, "custom-fields"))
    rmSync(join(cwd, ".agent-operations"), { recursive: true })
    mkdirSync(join(cwd, "elsewhere"))
    symlinkSync(join(cwd, "elsewhere"), join(cwd, ".agent-operations"))
    const outside = await run(["pull"])
    assert.deepStrictEqual([outside.exit, readdirSync(join(cwd, "elsewhere"))], [2, []])
    assert.include(outside.error, ".agent-operations: this is no directory")
  })
})

describe("a lock file", () => {
  it("of another project or server, or one that leads elsewhere, is refused", async () => {
    const { run, write, json, project } = folder()
    write("page-views/a.json", text({ name: "A", ...table }))
    assert.strictEqual((await run(["push"])).exit, 0)
    const path = `.agent-operations/${project}.lock.json`
    const lock = json(path)
    const [seen] = Object.values(lock.definitions)
    const cases: ReadonlyArray<readonly [content: string, told: string]> = [
      [text({ ...lock, projectId: "other" }), `the lock file of the project "other", not of ${project}`],
      [text({ ...lock, url: "https://elsewhere.example" }), 'of the project at "https://elsewhere.example"'],
      [`<<<<<<< HEAD\n${text(lock)}`, "JSON"],
      [text([]), "this is no lock file"],
      [text({ ...lock, definitions: { "page-views/../../x": seen } }), '"page-views/../../x" is not what pull writes'],
      [
        text({ ...lock, definitions: { "page-views/a": { ...(seen as object), revision: 0 } } }),
        "is not what pull writes"
      ],
      [text({ ...lock, definitions: { "page-views/a": seen, "page-views/b": seen } }), "is there twice"]
    ]
    const before = requests()
    for (const [content, told] of cases) {
      write(path, content)
      for (const command of ["pull", "push"]) {
        const { exit, error } = await run([command])
        assert.deepStrictEqual([exit, error.includes(told)], [2, true], `${told}: ${error}`)
      }
    }
    assert.strictEqual(requests(), before)
  })
})

describe("a disk that takes no more", () => {
  it("leaves every file as it was, and says what to do", () => {
    const { cwd, all, write } = folder()
    write("page-views/a.json", "before")
    const files = new Map([
      ["page-views/a.json", "after"],
      ["custom-fields/b.json", "after"],
      ["custom-fields/c.json", "after"]
    ])
    for (let room = 0; room < files.size; room++) {
      let left = room
      const full = (path: string, content: string) => {
        writeFileSync(path, content.slice(0, 2))
        if (left-- === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
      }
      try {
        writeFiles(cwd, files, [], full)
        assert.fail("it was written")
      } catch (error) {
        assert.instanceOf(error, CommandError)
        assert.match(error.message, /: ENOSPC: no space left on device/)
        assert.match(error.hint, /^No definition in the folder was changed/)
      }
      assert.deepStrictEqual(all(), { "page-views/a.json": "before" })
    }
  })

  it("is the same for a whole pull, which does all of it once there is room", async () => {
    const { run, call, cwd } = folder()
    await call("page-views", "create", { name: "A", ...table })
    await call("custom-fields", "create", { name: "B", ...formula("1.0") })
    // What is written beside the page view's place cannot be: the field, which comes first, is written already.
    const inTheWay = join(cwd, "page-views", `.a.json.${process.pid}.tmp`)
    mkdirSync(inTheWay, { recursive: true })
    const failed = await run(["pull"])
    assert.strictEqual(failed.exit, 1)
    assert.match(failed.error, /page-views\/a\.json: .*\nNo definition in the folder was changed\./)
    assert.deepStrictEqual(readdirSync(cwd), ["page-views"])
    rmSync(inTheWay, { recursive: true })
    assert.match((await run(["pull"])).out, /^2 added$/m)
  })
})

describe("a push that is stopped", () => {
  const filled = () => {
    const made = folder()
    const uses = (name: string) => ({ references: { other: { kind: "page_view", name } } })
    made.write("page-views/a.json", text({ name: "A", ...table, ...uses("B") }))
    made.write("page-views/b.json", text({ name: "B", ...table, ...uses("A") }))
    made.write("page-views/c.json", text({ name: "C", ...table, ...uses("A") }))
    made.write("custom-fields/d.json", text({ name: "D", ...formula("1.0") }))
    return made
  }
  const counted = async (run: ReturnType<typeof folder>["run"]) => {
    const before = requests()
    await run(["push"])
    return requests() - before
  }

  it("by Ctrl-C at any request goes on with the same push", async () => {
    const total = await counted(filled().run)
    for (let at = 1; at <= total; at++) {
      const { run, all, json, exists, project } = filled()
      const before = all()
      const stop = new AbortController()
      let seen = 0
      served.before(async () => {
        if (++seen === at) stop.abort(new Error("It was interrupted."))
      })
      const stopped = await run(["push"], { signal: stop.signal })
      served.before(undefined)
      assert.strictEqual(stopped.exit, at === total ? 0 : 130, stopped.error)
      // What was done is recorded by then, and what was under way was waited for.
      const path = `.agent-operations/${project}.lock.json`
      const [, created = "0"] = /^(\d+) created/m.exec(stopped.out) ?? []
      assert.lengthOf(Object.keys(exists(path) ? json(path).definitions : {}), Number(created))
      // Each kind is listed before, those that this server does not have too.
      if (at > knownKinds) assert.strictEqual(Number(created), Math.min(4, at - knownKinds))
      if (at > knownKinds && at < total) assert.include(stopped.error, "Run the same push again: it continues.")
      const resumed = await run(["push"])
      assert.deepStrictEqual([resumed.exit, resumed.error], [0, ""])
      assert.strictEqual((await run(["push"])).out, "4 unchanged\n")
      assert.deepStrictEqual(all(), before)
    }
  })

  it("by a kill at any write goes on with the same push, though nothing was recorded of it", async () => {
    for (const killed of [1, 2, 3, 4, 5]) {
      const { run, json, project, exists, write, remove } = filled()
      const path = `.agent-operations/${project}.lock.json`
      const stop = new AbortController()
      let writes = 0
      let recorded: string | undefined
      served.before(async (url) => {
        if (!/create_|update_/.test(url) || ++writes !== killed) return
        recorded = exists(path) ? text(json(path)) : undefined
        stop.abort(new Error("It was interrupted."))
      })
      await run(["push"], { signal: stop.signal })
      served.before(undefined)
      if (recorded === undefined) remove(path)
      else write(path, recorded)
      const resumed = await run(["push"])
      assert.deepStrictEqual([resumed.exit, resumed.error], [0, ""])
      assert.strictEqual((await run(["push"])).out, "4 unchanged\n")
    }
  })

  it("C4: by a lost answer is settled by reading, and goes on", async () => {
    for (const [of, lost] of [
      [/create_page_view/, "answer"],
      [/update_page_view/, "answer"],
      [/create_custom_field/, "answer"]
    ] as const) {
      const { run } = filled()
      lose({ of, lost })
      const pushed = await run(["push"])
      assert.deepStrictEqual([pushed.exit, pushed.error], [0, ""])
      assert.strictEqual((await run(["push"])).out, "4 unchanged\n")
    }
    const quick = { ...pageViews.operations.create, limits: { deadlineMillis: 1 } }
    const soon = { ...pageViews, operations: { ...pageViews.operations, create: quick } }
    const { run } = filled()
    lose({ of: /create_page_view/, lost: "request" })
    const again = await run(["push"], { families: [soon, ...viewFamilies.slice(1)] })
    assert.deepStrictEqual([again.exit, again.error], [0, ""])
  })

  it("by what all of them would meet stops at once; what one of them meets does not", async () => {
    const { run, write, project, call } = filled()
    const denied = await run(["push"], {
      env: { ...served.env, AGENT_OPERATIONS_API_KEY: "aok_wrong", AGENT_OPERATIONS_PROJECT_ID: project }
    })
    assert.strictEqual(denied.exit, 3)
    write("custom-fields/e.json", text({ name: "E", ...formula("1.0") }))
    let taken = false
    served.before(async (url) => {
      if (taken || !url.includes("create_custom_field")) return
      taken = true
      await call("custom-fields", "create", { name: "D", ...formula("2.0") })
    })
    const some = await run(["push", "--json"])
    served.before(undefined)
    assert.strictEqual(some.exit, 10)
    const { code, details } = JSON.parse(some.error).error
    assert.strictEqual(code, "SOME_FAILED")
    assert.deepStrictEqual(
      details.failed.map(({ place, code }: { readonly place: string; readonly code: string }) => [place, code]),
      [["custom-fields/d", "NAME_TAKEN"]]
    )
    assert.strictEqual((await run(["push"])).exit, 5)
  })
})

describe("a kind of a host's own", () => {
  it("C1: is pulled and pushed without a line for it, each of its codes in a file", async () => {
    const { run, call, all, write, json } = folder(undefined, { families })
    const view = await call("page-views", "create", { name: "View", ...table })
    const source = { query: "select 1", count: "select 2", script: "print(1)" }
    const references = { view: { kind: "page_view", id: view.id } }
    await call("reports", "create", { name: "Weekly", source, settings: {}, references })
    assert.strictEqual((await run(["pull"])).exit, 0)
    const { "page-views/view.json": _, "reports/weekly.json": weekly, ...codes } = all()
    assert.deepStrictEqual(codes, {
      "reports/weekly.count.sql": "select 2\n",
      "reports/weekly.py": "print(1)\n",
      "reports/weekly.query.sql": "select 1\n"
    })
    assert.deepStrictEqual(JSON.parse(weekly!), {
      name: "Weekly",
      description: null,
      source: {},
      settings: {},
      references: { view: { kind: "page_view", name: "View" } }
    })
    write("reports/weekly.query.sql", "select 3\n")
    assert.match((await run(["push"])).out, /^updated {2}reports\/weekly {2}\(source.query\)$/m)
    assert.strictEqual(json("reports/weekly.json").name, "Weekly")
    assert.match((await run(["pull"], { families: viewFamilies })).out, /unchanged/)
    assert.strictEqual((await run(["push"])).out, "2 unchanged\n")
  })
})
