import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type Family, pageViews, viewFamilies, without } from "@agent-operations/contract"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, beforeEach, describe, it, vi } from "vitest"
import type { Ended } from "./command-line.ts"
import { serve } from "./served.ts"

const { cli, close, directory, env, file, lose, requests } = await serve()

afterAll(close)

const temporary = join(directory, "temporary")
mkdirSync(temporary)

const kept = (): ReadonlyArray<string> =>
  readdirSync(temporary).flatMap((name) =>
    readdirSync(join(temporary, name)).map((file) => join(temporary, name, file))
  )

let tests = 0
beforeEach(() => void tests++)

interface Edit extends Ended {
  /** What was in the editor each time that it was opened. */
  readonly seen: ReadonlyArray<string>
}

/** Runs `edit` with an editor that takes one of these steps, of a shell, each time that it is opened: $1 is the file. */
const edit = async (
  id: string,
  steps: ReadonlyArray<string>,
  args: ReadonlyArray<string> = [],
  more = {},
  families?: ReadonlyArray<Family.Any>
): Promise<Edit> => {
  const place = join(directory, `editor ${tests} ${Math.random()}`)
  mkdirSync(place)
  const editor = join(place, "editor.sh")
  const cases = steps.map((step, at) => `${at})\n${step}\n;;`).join("\n")
  writeFileSync(
    editor,
    `#!/bin/sh\nn=$(ls '${place}' | grep -c seen)\ncp "$1" '${place}'/seen$n\ncase $n in\n${cases}\n*) exit 9;;\nesac\n`
  )
  chmodSync(editor, 0o755)
  const ended = await cli(["edit", id, ...args], {
    env: { ...env, EDITOR: `'${editor}'`, TMPDIR: temporary, ...more },
    ...(families && { families })
  })
  const seen = steps.flatMap((_, at) => {
    const copy = join(place, `seen${at}`)
    return existsSync(copy) ? [readFileSync(copy, "utf8")] : []
  })
  return { ...ended, seen }
}

const settings = { target: "traces", columns: [{ field: "trace.name" }, { field: "trace.id" }] }
const lines = ["export default () => (", "\t<p>1</p>", "\t<p>2</p>", "\t<p>3</p>", ")"]

const create = async (name: string, code: string = lines.join("\n")) => {
  const source = JSON.stringify({ type: "react", code })
  const args = ["page-views", "create", "--name", name, "--source", source, "--settings", JSON.stringify(settings)]
  const { exit, out, error } = await cli([...args, "--json"])
  assert.deepStrictEqual([exit, error], [0, ""])
  return (JSON.parse(out) as { readonly id: string }).id
}

const read = async (id: string) =>
  JSON.parse((await cli(["page-views", "get", id, "--json"])).out) as {
    readonly name: string
    readonly revision: number
    readonly source: { readonly code?: string }
    readonly settings: { readonly groupBy: string | null; readonly columns: ReadonlyArray<unknown> }
  }

/** Somebody else's update, as a step of an editor. */
const meanwhile = async (id: string, expected: number, ...args: ReadonlyArray<string>): Promise<string> => {
  const { out } = await cli(["page-views", "update", id, "--expected-revision", String(expected), ...args, "--curl"])
  return `${out.trimEnd().replace("curl", "curl -sf")} >/dev/null || exit 8`
}

describe("edit", { shuffle: false }, () => {
  it("sends what was changed alone: JSON above, and code below it as it is", async () => {
    const id = await create("Edited")
    const sent = vi.spyOn(globalThis, "fetch")
    const { exit, out, error, seen } = await edit(id, [
      `stat -c %a "$1" "$(dirname "$1")" > '${directory}/modes'; sed -i 's/"Edited"/"Edited well"/; s/<p>2/<p>two/' "$1"`
    ])
    assert.deepStrictEqual([exit, out, error], [0, `${id} is at revision 2: Edited well\n`, ""])
    const body = JSON.parse(sent.mock.lastCall?.[1]?.body as string)
    sent.mockRestore()
    assert.deepStrictEqual(Object.keys(body), ["id", "expectedRevision", "name", "source"])
    assert.strictEqual(readFileSync(join(directory, "modes"), "utf8"), "600\n700\n")
    assert.match(
      seen[0]!,
      new RegExp(`^// The page view ${id} at revision 1\\.\n// .*\n// .*\n{\n  "name": "Edited",\n`)
    )
    assert.isTrue(
      seen[0]!.endsWith(`\n}\n\n//// source.code: all below this line, as it is ////\n${lines.join("\n")}\n`)
    )
    assert.notInclude(seen[0]!, '"code"')
    const now = await read(id)
    assert.deepStrictEqual(
      [now.name, now.revision, now.source.code],
      ["Edited well", 2, lines.join("\n").replace("2", "two")]
    )
    assert.deepStrictEqual(kept(), [])
  })

  it("sends nothing where nothing was changed, be it saved with a BOM, comments, or the ends of lines of Windows", async () => {
    const id = await create("Unchanged", `${lines.join("\n")}\n\n`)
    const same = [
      "true",
      `sed -i 's/$/\\r/' "$1"`,
      `{ printf '\\357\\273\\277'; cat "$1"; } > "$1.x"; mv "$1.x" "$1"`,
      `sed -i 's|^  "name"|  // a note\\n  "name"|' "$1"`,
      `sed -i '/"groupBy"/d; s/"extra": {}/"extra": {  }/' "$1"`
    ]
    for (const step of same) {
      const before = requests()
      const ended = await edit(id, [step])
      assert.deepStrictEqual([ended.exit, ended.out, ended.error], [0, "", "Nothing was changed.\n"], step)
      assert.strictEqual(requests() - before, 1)
    }
    const json = await edit(id, ["true"], ["--json", "id,revision"])
    assert.deepStrictEqual(JSON.parse(json.out), { id, revision: 1 })
    assert.deepStrictEqual(kept(), [])
  })

  it("E4: brings what is no JSON, or no page view, or would not be kept, back into the editor with why above it, and loses nothing", async () => {
    const id = await create("Wrong")
    const { exit, error, seen } = await edit(id, [
      `sed -i 's/"Wrong",/"Right"/; s/<p>1/<p>one/' "$1"`,
      `sed -i 's/"Right"/"Right",/; s/"target": "traces"/"target": "nothing"/; s/"extra": {}/"extra": { "big": 9007199254740993 }/' "$1"`,
      `sed -i 's/"big": 9007199254740993/"big": 1, "big": 2/' "$1"`,
      `sed -i 's/"big": 1, //' "$1"`,
      `sed -i 's/"nothing"/"traces"/' "$1"`
    ])
    assert.deepStrictEqual([exit, error], [0, ""])
    const why = [
      /^\/\/ This is no JSON: Expected .* value, in the line\n\/\/ {3}"description": null,\n{\n/,
      /^\/\/ \/settings\/extra\/big: An integer beyond 2\^53.*\n{\n/,
      /^\/\/ \/settings\/extra\/big: The name is given twice in one object\.\n{\n/,
      /^\/\/ \/settings\/target: Expected .*\n{\n/
    ]
    assert.strictEqual(seen.length, why.length + 1)
    for (const [at, pattern] of why.entries()) {
      const [first, ...rest] = seen[at + 1]!.split("\n")
      assert.match(first!, /^\/\/ Not saved yet\./)
      assert.match(rest.join("\n"), pattern)
    }
    for (const text of seen.slice(1)) assert.include(text, "<p>one")
    const now = await read(id)
    assert.deepStrictEqual([now.name, now.revision, now.source.code?.includes("<p>one")], ["Right", 2, true])
    assert.deepStrictEqual(kept(), [])
  })

  it("brings what the server refuses back with its code and hint", async () => {
    await create("Taken")
    const id = await create("Not taken")
    const { exit, seen } = await edit(id, [`sed -i 's/"Not taken"/"taken"/' "$1"`, `sed -i 's/"taken"/"Free"/' "$1"`])
    assert.strictEqual(exit, 0)
    assert.match(seen[1]!, /^\/\/ Not saved yet.*\n\/\/ NAME_TAKEN: .*\n(?:\/\/ \S.*\n)+{\n {2}"name": "taken",/m)
    assert.strictEqual((await read(id)).name, "Free")
  })

  it("R3: merges what somebody else changed meanwhile with what was edited, to be looked at", async () => {
    const id = await create("Both")
    const other = await meanwhile(id, 1, "--settings", JSON.stringify({ ...settings, groupBy: "trace.name" }))
    const { exit, out, error, seen } = await edit(id, [
      `${other}; sed -i 's/"Both"/"Both of us"/; s/"trace.id"/"trace.kind"/; s/<p>3/<p>three/' "$1"`,
      "true"
    ])
    assert.deepStrictEqual([exit, out, error], [0, `${id} is at revision 3: Both of us\n`, ""])
    assert.match(
      seen[1]!,
      /^\/\/ Ada saved revision 2 while you edited revision 1\.\n\/\/ Below are their changes and yours\./
    )
    const { settings: merged, source, revision } = await read(id)
    assert.deepStrictEqual([merged.groupBy, revision, source.code?.includes("three")], ["trace.name", 3, true])
    assert.deepStrictEqual(merged.columns, [{ field: "trace.name" }, { field: "trace.kind" }])
    assert.deepStrictEqual(kept(), [])
  })

  it("R3: shows all versions of what both changed, and sends none of them unseen", async () => {
    const id = await create("Clash")
    const theirs = JSON.stringify({ type: "react", code: lines.join("\n").replace("<p>2", "<p>theirs") })
    const mine = `sed -i 's/<p>2/<p>mine/' "$1"`
    const first = await edit(id, [`${await meanwhile(id, 1, "--source", theirs)}; ${mine}`, "true"], ["--json"])
    assert.strictEqual(first.exit, 5)
    const failure = JSON.parse(first.error).error
    assert.strictEqual(failure.code, "CONFLICT")
    const [file, ...others] = kept()
    assert.deepStrictEqual([others.length, failure.hint.endsWith(` Your text is kept in ${file}`)], [0, true])
    const marked =
      "<<<<<<< yours\n\t<p>mine</p>\n||||||| revision 1\n\t<p>2</p>\n=======\n\t<p>theirs</p>\n>>>>>>> revision 2\n"
    assert.include(first.seen[1]!, `\n\t<p>1</p>\n${marked}\t<p>3</p>\n`)
    assert.include(readFileSync(file!, "utf8"), marked)
    assert.strictEqual((await read(id)).revision, 2)

    const other = await meanwhile(id, 2, "--source", theirs.replace("theirs", "again"))
    const settle = String.raw`sed -i '/^<<<<<<</,/^=======/d; /^>>>>>>>/d; s/<p>again/<p>both/' "$1"`
    const { exit, seen } = await edit(id, [`${other}; sed -i 's/<p>theirs/<p>mine/' "$1"`, `echo >> "$1"`, settle])
    assert.deepStrictEqual([exit, seen.length], [0, 3])
    assert.match(seen[2]!, /^\/\/ Not saved yet.*\n\/\/ Both versions are still between/)
    const now = await read(id)
    assert.deepStrictEqual([now.revision, now.source.code?.includes("<p>both</p>")], [4, true])
  })

  it("keeps the text in a file that it names, where the editor fails, it is given up, or the definition is gone", async () => {
    const before = kept()
    const id = await create("Kept")
    const rename = `sed -i 's/"Kept"/"Typed"/' "$1"`
    const remove = `curl -sf "$AGENT_OPERATIONS_URL/api/agent/delete_page_view" -H "authorization: Bearer $AGENT_OPERATIONS_API_KEY" -H 'x-project-id: analytical-web' -H 'content-type: application/json' -d '{"id":"${id}","expectedRevision":1}' >/dev/null || exit 8`
    const cases: ReadonlyArray<readonly [steps: ReadonlyArray<string>, exit: number, told: RegExp]> = [
      [[`${rename}; exit 3`], 2, /it ended with 3/],
      [[`printf '\\377' >> "$1"`], 2, /no UTF-8/],
      [[`sed -i 's/"Kept"/"Typed",,/' "$1"`, "true"], 2, /no JSON/],
      [[`sed -i 's/"Kept"/"Typed",,/' "$1"`, `rm "$1"`], 2, /no JSON/],
      [[`${remove}; ${rename}`], 4, /no .*page view/i]
    ]
    for (const [steps, exit, told] of cases) {
      const known = kept()
      const ended = await edit(id, steps)
      const [file = "", ...others] = kept().filter((name) => !known.includes(name))
      assert.deepStrictEqual([ended.exit, ended.out, others.length], [exit, "", 0], ended.error)
      assert.match(ended.error, told)
      assert.include(ended.error, ` Your text is kept in ${file}\n`)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.isTrue(/Typed|\ufffd/.test(readFileSync(file, "utf8")), told.source)
    }
    assert.strictEqual(kept().length, before.length + cases.length)
    assert.strictEqual(dirname(dirname(kept()[0]!)), temporary)
  })

  it("C4: looks for an update whose answer was lost, and keeps the text of one that was", async () => {
    const id = await create("Lost")
    lose({ of: /update_page_view/, lost: "answer" })
    const done = await edit(id, [`sed -i 's/"Lost"/"Found"/' "$1"`])
    assert.deepStrictEqual([done.exit, done.out], [0, `${id} is at revision 2: Found\n`])
    const known = kept()
    lose({ of: /update_page_view/, lost: "request" })
    const families = [
      {
        ...pageViews,
        operations: {
          ...pageViews.operations,
          update: { ...pageViews.operations.update, limits: { deadlineMillis: 1 } }
        }
      }
    ]
    const gone = await edit(id, [`sed -i 's/"Found"/"Gone"/' "$1"`], ["--json"], {}, families)
    const [file = ""] = kept().filter((name) => !known.includes(name))
    assert.strictEqual(gone.exit, 8)
    assert.isTrue(
      JSON.parse(gone.error.slice(gone.error.indexOf("{"))).error.hint.endsWith(` Your text is kept in ${file}`)
    )
    assert.include(readFileSync(file, "utf8"), '"Gone"')
  })

  it("keeps no file of what nobody changed", async () => {
    const before = kept()
    const id = await create("Left")
    const failed = await edit(id, ["exit 1"])
    assert.strictEqual(failed.exit, 2)
    const emptied = await edit(id, [`: > "$1"`])
    assert.deepStrictEqual([emptied.exit, emptied.error.includes("empty")], [2, true])
    assert.strictEqual((await edit(id, [], [], { EDITOR: "no-such-editor 2>/dev/null" })).exit, 2)
    assert.deepStrictEqual(kept(), before)
    assert.strictEqual((await read(id)).revision, 1)
  })

  it("leaves an interruption to the editor, while that is open", async () => {
    const id = await create("Interrupted")
    const [opened, go] = ["opened", "go"].map((name) => join(directory, name)) as [string, string]
    const editor = file(
      "waits.sh",
      `#!/bin/sh\ntrap '' INT\n: > '${opened}'\nuntil [ -e '${go}' ]; do sleep 0.05; done\nsed -i 's/"Interrupted"/"Went on"/' "$1"\n`
    )
    const main = join(import.meta.dirname, "..", "src", "main.ts")
    const child = spawn(process.execPath, ["--conditions=@agent-operations/source", main, "edit", id], {
      env: { ...env, EDITOR: `sh '${join(directory, editor)}'`, TMPDIR: temporary }
    })
    const closed = once(child, "close")
    await waitUntil("the editor to be open", () => existsSync(opened))
    child.kill("SIGINT")
    // clock: for the signal to arrive; one that comes later finds the editor open as well
    await setTimeout(100)
    writeFileSync(go, "")
    assert.deepStrictEqual(await closed, [0, null])
    assert.strictEqual((await read(id)).name, "Went on")
  })

  it("asks for an editor where there is none and nobody to open one for, before anything is sent", async () => {
    const id = await create("No editor")
    // VISUAL comes first, and this one fails.
    const { exit, seen } = await edit(id, ["true"], [], { VISUAL: "false" })
    assert.deepStrictEqual([exit, seen], [2, []])
    const before = requests()
    for (const args of [
      ["edit", id],
      ["edit", id, "--agent", "yes"],
      ["edit", id, "--curl"],
      ["edit", "x"]
    ]) {
      const { exit, out, error } = await cli(args)
      assert.deepStrictEqual([exit, out], [2, ""], error)
    }
    assert.include((await cli(["edit", id])).error, "Set VISUAL or EDITOR")
    const families = [without(pageViews, "update"), ...viewFamilies.slice(1)]
    assert.include((await cli(["edit", id], { families })).error, "page views cannot be updated here")
    assert.strictEqual(requests(), before)
  })
})
