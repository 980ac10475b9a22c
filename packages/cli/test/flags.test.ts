import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { operationsOf, pageViews } from "@agent-operations/contract"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ownFlags } from "../scripts/own-flags.ts"
import { serveEverything } from "./everything.ts"
import { formula, table } from "./folders.ts"

const everything = await serveEverything()
const { browsing, cli, directory, during, env, evaluation, file, folder, interrupted, issuer } = everything
const { requests, view } = everything
afterAll(everything.close)

/** What a command prints, which is to succeed. */
const printed = async (args: ReadonlyArray<string>, given: Parameters<typeof cli>[1] = {}) => {
  const { exit, out, error } = await cli(args, given)
  assert.strictEqual(exit, 0, error)
  return out
}
const parsed = async (args: ReadonlyArray<string>, given: Parameters<typeof cli>[1] = {}) =>
  JSON.parse(await printed([...args, "--json"], given))
const linesOf = (text: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
const read = (name: string) => readFileSync(join(directory, name), "utf8")
const namesOf = (items: ReadonlyArray<Readonly<Record<string, unknown>>>) => items.map(({ name }) => name)

const traceId = (n: number) => String(n).padStart(32, "0")
const record = (...numbers: ReadonlyArray<number>) => {
  const traces = numbers.map((n) => ({
    id: traceId(n),
    spans: [{ id: String(n).padStart(16, "0"), name: "step", startedAt: `2014-11-20T10:00:0${n}.000Z` }]
  }))
  return printed(["traces", "record", "--traces", "-"], { input: JSON.stringify(traces) })
}
const traces = ["--from", "2014-11-01T00:00:00Z", "--to", "2014-12-01T00:00:00Z"]
const idsIn = (text: string) => linesOf(text).map(({ trace }) => (trace as { readonly id: string }).id)

const importing = (name: string, ...more: ReadonlyArray<string>) => [
  "import",
  "-",
  "--into",
  name,
  "--format",
  "jsonl",
  ...more
]
const itemLine = (externalId: string) => ({ input: `${JSON.stringify({ externalId, input: externalId })}\n` })
const itemsOf = async (name: string) => {
  const { items } = await parsed(["datasets", "list", "--search", name])
  const [found] = items
  return found === undefined ? undefined : (await parsed(["datasets", "items", "--dataset-id", found.id])).items
}

let changing: string
beforeAll(async () => {
  await Promise.all(["First", "Second"].map(view))
  changing = (await view("Changing")).id
  for (const revision of [1, 2]) {
    const name = `Changed ${revision}`
    await printed(["page-views", "update", changing, "--expected-revision", String(revision), "--name", name])
  }
  await record(1, 2)
})

/** A folder whose definition was deleted in it after it was pulled. */
const deletedInFolder = async () => {
  const one = folder()
  await one.call("page-views", "create", { name: "Gone", ...table })
  await one.run(["pull"])
  one.remove("page-views/gone.json")
  return one
}
const listed = async ({ call }: ReturnType<typeof folder>) => {
  const { items } = await call("page-views", "list", {})
  return items.map(({ name }) => name)
}

/** The tools that an assistant is served with some flags. */
const toolsOf = async (...flags: ReadonlyArray<string>) => {
  const main = join(import.meta.dirname, "..", "src", "main.ts")
  const client = new Client({ name: "test", version: "1" })
  const args = ["--conditions=@agent-operations/source", main, "mcp", ...flags]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  try {
    return (await client.listTools()).tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}
const pageViewReads = operationsOf([pageViews]).filter(({ effect }) => effect === "read")

/** Sees the effect of a value of each flag that is not what it is without it. */
const effects: Readonly<Record<string, () => Promise<void>>> = {
  "--json": async () => {
    const { items } = JSON.parse(await printed(["page-views", "list", "--json=id,name"]))
    assert.includeMembers(namesOf(items), ["First", "Second"])
    for (const item of items) assert.hasAllKeys(item, ["id", "name"])
  },
  "--agent": async () => {
    const list = ["page-views", "list", "--search", "First"]
    const compact = JSON.stringify(await parsed(list))
    assert.strictEqual(await printed([...list, "--agent", "yes"]), `${compact}\n`)
    const agent = { env: { ...env, CLAUDECODE: "1" } }
    assert.strictEqual(await printed(list, agent), `${compact}\n`)
    assert.strictEqual(await printed([...list, "--agent", "no"], agent), await printed(list))
  },
  "--yes": async () => {
    const { id } = await view("Deleted")
    const args = ["page-views", "delete", id, "--expected-revision", "1", "--agent", "yes"]
    assert.strictEqual((await cli(args)).exit, 2)
    assert.include(await printed([...args, "--yes"]), '"deleted":true')
  },
  "--curl": async () => {
    const count = requests()
    const out = await printed(["page-views", "get", changing, "--curl"])
    assert.strictEqual(requests(), count)
    const { stdout } = await promisify(execFile)("sh", ["-c", `${out.trimEnd()} -s`], { env })
    assert.strictEqual(JSON.parse(stdout).data.name, "Changed 2")
  },
  "--url": async () => {
    const away = { env: { ...env, AGENT_OPERATIONS_URL: "http://127.0.0.1:9" } }
    assert.strictEqual((await cli(["page-views", "get", changing], away)).exit, 8)
    await printed(["page-views", "get", changing, "--url", env.AGENT_OPERATIONS_URL], away)
  },
  "--project": async () => {
    await printed(["page-views", "create", "--file", "-", "--project", "elsewhere"], {
      input: JSON.stringify({ name: "Elsewhere", ...table })
    })
    assert.deepStrictEqual(namesOf((await parsed(["page-views", "list", "--project", "elsewhere"])).items), [
      "Elsewhere"
    ])
    assert.deepStrictEqual((await parsed(["page-views", "list", "--search", "Elsewhere"])).items, [])
  },
  "--profile": async () => {
    const { AGENT_OPERATIONS_URL: url, ...rest } = env
    const config = join(directory, "profiles", "agent-operations")
    mkdirSync(config, { recursive: true })
    const profiles = { away: { url: "http://127.0.0.1:9" }, here: { url } }
    writeFileSync(join(config, "config.json"), JSON.stringify({ profile: "away", profiles }))
    const as = { env: { ...rest, XDG_CONFIG_HOME: join(directory, "profiles") } }
    assert.strictEqual((await cli(["page-views", "get", changing], as)).exit, 8)
    await printed(["page-views", "get", changing, "--profile", "here"], as)
  },
  "--help, -h": async () => {
    for (const flag of ["--help", "-h"]) assert.match(await printed(["page-views", "get", flag]), /\nExample\n/)
  },
  "--version, -v": async () => {
    for (const flag of ["--version", "-v"]) assert.strictEqual(await printed([flag], { version: "4.5.6" }), "4.5.6\n")
  },
  "--completions": async () => {
    const [bash, fish] = await Promise.all([printed(["--completions", "bash"]), printed(["--completions", "fish"])])
    assert.match(bash, /^complete /m)
    assert.match(fish, /^complete -c agent-operations/m)
    assert.notStrictEqual(bash, fish)
  },
  "FAMILY COMMAND --file": async () => {
    const name = file("given.json", JSON.stringify({ search: "Second" }))
    assert.deepStrictEqual(namesOf((await parsed(["page-views", "list", "--file", name])).items), ["Second"])
  },
  "diff --from": async () => {
    const [one, usual] = [await parsed(["diff", changing, "--from", "1"]), await parsed(["diff", changing])]
    assert.deepStrictEqual([one.from.revision, one.to.revision, usual.from.revision], [1, 3, 2])
  },
  "diff --to": async () => {
    for (const args of [[], ["--from", "1"]]) {
      const { from, to } = await parsed(["diff", changing, ...args, "--to", "2"])
      assert.deepStrictEqual([from.revision, to.revision], [1, 2])
    }
  },
  "export --limit": async () => {
    assert.lengthOf(linesOf(await printed(["export", "page-views", "--limit", "1"])), 1)
    assert.isAbove(linesOf(await printed(["export", "page-views"])).length, 1)
  },
  "export --output, -o": async () => {
    const all = await printed(["export", "page-views"])
    for (const flag of ["--output", "-o"]) {
      assert.strictEqual(await printed(["export", "page-views", flag, `views${flag}`]), "")
      assert.strictEqual(read(`views${flag}`), all)
    }
  },
  "export --after": async () => {
    const { out, error } = await cli(["export", "page-views", "--limit", "1"])
    const [, cursor = ""] = /--after (\S+)/.exec(error) ?? []
    assert.strictEqual(
      out + (await printed(["export", "page-views", "--after", cursor])),
      await printed(["export", "page-views"])
    )
  },
  "export --input": async () => {
    const rows = linesOf(await printed(["export", "page-views", "--input", '{"search":"First"}']))
    assert.deepStrictEqual(namesOf(rows), ["First"])
  },
  "import --into": async () => {
    await printed(importing("Named"), itemLine("a"))
    assert.lengthOf(await itemsOf("Named"), 1)
  },
  "import --mapping": async () => {
    const name = file("mapped.csv", "question,answer\nFrance?,Paris\n")
    await printed(["import", name, "--into", "Mapped", "--mapping", '{"question":"input","answer":"expected"}'])
    const [item] = (await itemsOf("Mapped"))!
    assert.deepInclude(item, { input: "France?", expected: "Paris" })
  },
  "import --format": async () => {
    const name = file("rows.txt", '{"input":"a"}\n{"input":"b"}\n')
    assert.notStrictEqual((await cli(["import", name, "--into", "Formatted"])).exit, 0)
    await printed(["import", name, "--into", "Formatted", "--format", "jsonl"])
    assert.lengthOf(await itemsOf("Formatted"), 2)
  },
  "import --replace": async () => {
    await printed(importing("Replaced"), itemLine("a"))
    await printed(importing("Replaced"), itemLine("b"))
    assert.lengthOf(await itemsOf("Replaced"), 2)
    await printed(importing("Replaced", "--replace"), itemLine("c"))
    assert.deepStrictEqual(
      (await itemsOf("Replaced")).map(({ externalId }: { readonly externalId: string }) => externalId),
      ["c"]
    )
  },
  "import --dry-run": async () => {
    assert.include(await printed(importing("Tried", "--dry-run"), itemLine("a")), "1 created")
    assert.isUndefined(await itemsOf("Tried"))
  },
  "import --key": async () => {
    const again = () => parsed(importing("Keyed", "--key", "mine"), itemLine("a"))
    const [one, other] = [await again(), await again()]
    assert.strictEqual(one.importKey, "mine")
    assert.strictEqual(one.id, other.id)
  },
  "login --browser": async () => {
    const as = browsing()
    const login = ["login", "--url", issuer.url]
    const nobody = { ...as, isInteractive: false }
    assert.strictEqual((await cli(login, nobody)).exit, 2)
    await printed([...login, "--browser"], nobody)
    const pasted = await interrupted([...login, "--no-browser"], /Paste that address here/, { env: as.env })
    assert.strictEqual(pasted.exit, 130)
  },
  "mcp --toolsets": async () => {
    const ids = operationsOf([pageViews]).map(({ id }) => id)
    assert.sameMembers(await toolsOf("--toolsets", "page-views", "--mode", "tools"), ids)
  },
  "mcp --readonly": async () => {
    const ids = pageViewReads.map(({ id }) => id)
    assert.sameMembers(await toolsOf("--toolsets", "page-views", "--readonly"), ids)
  },
  "mcp --mode": async () => {
    assert.lengthOf(await toolsOf("--toolsets", "page-views", "--mode", "search"), 4)
  },
  "open --print": async () => {
    const { env: as } = browsing()
    const seen = join(directory, "seen")
    writeFileSync(join(directory, "bin", "xdg-open"), `#!/bin/sh\necho "$1" >> '${seen}'\n`)
    const display = { env: { ...env, PATH: as.PATH, DISPLAY: ":0" } }
    const address = await printed(["open", changing, "--print"], display)
    if (process.platform !== "linux") return
    await printed(["open", (await view("Opened")).id], display)
    await waitUntil("the other to be opened", () => existsSync(seen) && readFileSync(seen, "utf8") !== "")
    assert.notInclude(readFileSync(seen, "utf8"), address)
  },
  "plan --prune": async () => {
    const { run } = await deletedInFolder()
    const [usual, pruned] = [await run(["plan"]), await run(["plan", "--prune"])]
    assert.notMatch(usual.out, /^delete /m)
    assert.match(pruned.out, /^delete +page-views\/gone/m)
  },
  "pull --discard": async () => {
    const one = folder()
    await one.call("page-views", "create", { name: "Mine", ...table })
    await one.run(["pull"])
    one.edit("page-views/mine.json", { description: "Mine" })
    await one.run(["pull"])
    assert.strictEqual(one.json("page-views/mine.json").description, "Mine")
    await one.run(["pull", "--discard"])
    assert.isNull(one.json("page-views/mine.json").description)
  },
  "push --prune": async () => {
    const one = await deletedInFolder()
    await one.run(["push"])
    assert.deepStrictEqual(await listed(one), ["Gone"])
    await one.run(["push", "--prune"])
    assert.deepStrictEqual(await listed(one), [])
  },
  "push --dry-run": async () => {
    const one = folder()
    one.write("custom-fields/cost.json", JSON.stringify({ name: "Cost", ...formula("1.0") }))
    assert.match((await one.run(["push", "--dry-run"])).out, /^create +custom-fields\/cost/m)
    assert.lengthOf((await one.call("custom-fields", "list", {})).items, 0)
    await one.run(["push"])
    assert.lengthOf((await one.call("custom-fields", "list", {})).items, 1)
  },
  "traces export --limit": async () => {
    assert.deepStrictEqual(idsIn(await printed(["traces", "export", ...traces, "--limit", "1"])), [traceId(2)])
  },
  "traces export --output, -o": async () => {
    for (const flag of ["--output", "-o"]) {
      assert.strictEqual(await printed(["traces", "export", ...traces, flag, `traces${flag}`]), "")
      assert.deepStrictEqual(idsIn(read(`traces${flag}`)), [traceId(2), traceId(1)])
    }
  },
  "traces export --after": async () => {
    const { error } = await cli(["traces", "export", ...traces, "--limit", "1"])
    const [, place = ""] = /--after '?([^'\s]+)/.exec(error) ?? []
    assert.deepStrictEqual(idsIn(await printed(["traces", "export", ...traces.slice(0, 2), "--after", place])), [
      traceId(1)
    ])
  },
  "traces watch --interval": async () => {
    let lists = 0
    everything.refuse((url) => url.endsWith("/list_traces") && lists++ >= 0)
    const { error } = await interrupted(["traces", "watch", "--interval", "37"], /Asking again/)
    everything.refuse(undefined)
    assert.include(error, "Asking again in 37 s.")
  },
  "traces watch --limit": async () => {
    const watch = ["traces", "watch", "--interval", "0.1", ...traces.slice(0, 2), "--limit", "2", "--json=id"]
    const { exit, out } = await during(watch.slice(0, -1), /^Watching/, () => void record(3, 4, 5))
    assert.strictEqual(exit, 0)
    assert.lengthOf(out.match(/0{31}\d/g)!, 2)
  },
  "datasets export --output, -o": async () => {
    await printed(importing("Written"), itemLine("a"))
    const [{ id }] = (await parsed(["datasets", "list", "--search", "Written"])).items
    for (const flag of ["--output", "-o"]) {
      assert.strictEqual(await printed(["datasets", "export", "--dataset-id", id, flag, `items${flag}`]), "")
      assert.deepInclude(linesOf(read(`items${flag}`))[0], { externalId: "a" })
    }
  },
  "datasets export --after": async () => {
    const input = Array.from({ length: 3 }, (_, n) => itemLine(`item ${n}`).input).join("")
    await printed(importing("Continued"), { input })
    const [{ id }] = (await parsed(["datasets", "list", "--search", "Continued"])).items
    const { nextCursor } = await parsed(["datasets", "items", "--dataset-id", id, "--limit", "1"])
    const rest = linesOf(await printed(["datasets", "export", "--dataset-id", id, "--after", nextCursor]))
    assert.deepStrictEqual(
      rest.map(({ externalId }) => externalId),
      ["item 1", "item 2"]
    )
  },
  "evaluations run --fail-on": async () => {
    assert.strictEqual((await cli(evaluation("failing"))).exit, 0)
    assert.strictEqual((await cli(evaluation("failing", "--fail-on", "failed"))).exit, 10)
  },
  "evaluations run --interval": async () => {
    const args = evaluation("slow").filter((word) => word !== "--interval" && word !== "0.1")
    const stop = new AbortController()
    let id = ""
    const ended = cli([...args, "--interval", "3600"], {
      signal: stop.signal,
      error: (text) => void (id ||= /evr_\w+/.exec(text)?.[0] ?? "")
    })
    await waitUntil("the run to be created", () => id !== "")
    // Whoever asks as often as usual sees the end of a run that began later.
    await printed(args)
    assert.isNotNull((await parsed(["evaluations", "get", id])).run.endedAt)
    stop.abort(new Error("It was interrupted."))
    assert.strictEqual((await ended).exit, 130)
  },
  "evaluations run --junit": async () => {
    await printed(evaluation("capitals", "--junit", "targets.xml"))
    assert.include(read("targets.xml"), '<testsuite name="capitals" tests="8"')
  },
  "evaluations run --summary": async () => {
    await printed(evaluation("capitals", "--summary", "summary.md"))
    assert.include(read("summary.md"), "8 of 8 targets succeeded")
  }
}

describe("flags that no member of an input is behind", { shuffle: false }, () => {
  const all = ownFlags.map(({ command, flag }) => `${command} ${flag}`.trim())

  it("are all told in the README, and tried here", () => {
    assert.deepStrictEqual(Object.keys(effects), all)
    const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8").replaceAll("`", "")
    for (const { effect } of ownFlags) assert.include(readme, ` ${effect.replace(/\.$/, "")} |\n`)
  })

  it.each(all)("%s has its effect", async (flag) => effects[flag]!())
})
