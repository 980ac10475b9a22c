import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AgentError } from "@agent-operations/client"
import { pageViews } from "@agent-operations/contract"
import * as Result from "effect/Result"
import { afterAll, assert, describe, it } from "vitest"
import { parseDocument } from "../src/sync/document.ts"
import { rootOf } from "../src/sync/folder.ts"
import { folderKinds } from "../src/sync/kinds.ts"
import { settled } from "../src/sync/settle.ts"

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "sync-files-")))
afterAll(() => rmSync(temporary, { recursive: true }))

describe("the root of a folder", () => {
  it.each([".agent-operations", "agent-operations.json"])("is the nearest one upwards that has %s", (mark) => {
    const root = join(temporary, `with-${mark}`)
    const below = join(root, "page-views", "deeper")
    mkdirSync(below, { recursive: true })
    assert.strictEqual(rootOf(below), below)
    writeFileSync(join(root, mark), "{}")
    for (const cwd of [below, join(root, "page-views"), root]) assert.strictEqual(rootOf(cwd), root)
    writeFileSync(join(below, mark), "{}")
    assert.strictEqual(rootOf(below), below)
  })
})

describe("the files of a definition", () => {
  const [kind] = folderKinds([pageViews])
  const parse = (source: object, code?: string) => {
    const texts = new Map([["p.json", JSON.stringify({ name: "P", source, settings: { target: "traces" } })]])
    if (code !== undefined) texts.set("p.tsx", code)
    return parseDocument("p", kind!, texts, "project")
  }

  it("have its code once, beside the JSON or in it", () => {
    const both = parse({ type: "react", code: "1" }, "2")
    assert.isTrue(Result.isFailure(both))
    assert.include(Result.getFailure(both).pipe(String), "at /source/code: this is in p.tsx too")
    for (const given of [parse({ type: "react", code: "1\n" }), parse({ type: "react" }, "1\n")]) {
      assert.deepStrictEqual(Result.getOrThrow(given).content.source, { type: "react", code: "1\n" })
    }
  })

  it("are of no kind that cannot be listed, read, created and updated", () => {
    assert.strictEqual(kind?.folder, "page-views")
    for (const lacking of ["list", "get", "create", "update"]) {
      const operations = Object.fromEntries(Object.entries(pageViews.operations).filter(([name]) => name !== lacking))
      assert.deepStrictEqual(folderKinds([{ ...pageViews, operations }]), [], lacking)
    }
  })
})

describe("a write of which nobody knows whether it was done", () => {
  const { signal } = new AbortController()
  type Looks = ReadonlyArray<"happened" | "didNot" | "notYet" | "fails">

  /** Writes, where each attempt ends unknown and is then looked for: how often it was written, and how it ended. */
  const write = async (...attempts: ReadonlyArray<Looks>) => {
    let written = 0
    const looked = attempts.map((looks) => [...looks])
    const unknown = (looks: Array<Looks[number]>) =>
      new AgentError({
        code: "OUTCOME_UNKNOWN",
        message: "Unknown.",
        hint: "Look.",
        inspect: async () => {
          const outcome = looks.shift()
          if (outcome === "happened") return { outcome, result: "it" }
          if (outcome === "didNot") return { outcome }
          if (outcome === "notYet") return { outcome, waitMs: 1 }
          throw new Error("It cannot be read.")
        }
      } as never)
    const result = await settled(async () => {
      const looks = looked[written++]
      if (looks === undefined) return "written"
      throw unknown(looks)
    }, signal).catch((error: { code: string }) => error.code)
    return [written, result]
  }

  it("is read until that is known, and written once more where it was not done", async () => {
    assert.deepStrictEqual(await write(), [1, "written"])
    assert.deepStrictEqual(await write(["happened"]), [1, "it"])
    assert.deepStrictEqual(await write(["notYet", "notYet", "happened"]), [1, "it"])
    assert.deepStrictEqual(await write(["notYet", "didNot"]), [2, "written"])
    assert.deepStrictEqual(await write(["didNot"], ["happened"]), [2, "it"])
    assert.deepStrictEqual(await write(["didNot"], ["didNot"]), [2, "OUTCOME_UNKNOWN"])
    assert.deepStrictEqual(await write(["fails"]), [1, "OUTCOME_UNKNOWN"])
    assert.deepStrictEqual(await write(["notYet", "fails"]), [1, "OUTCOME_UNKNOWN"])
  })
})
