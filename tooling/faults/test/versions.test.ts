import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { brokenIn, conform, count } from "../src/versions/conform.ts"

const access = { url: "http://127.0.0.1:1", key: "k", projectId: "p" }
const verdict = (title: string, status: string) => ({ law: "R4", title, outcome: { status, message: `${title}!` } })

describe("the suite of a version", () => {
  let directory = ""
  /** A version whose suite is a script. */
  const version = (name: string, script: string) => {
    const sources = join(directory, name)
    mkdirSync(join(sources, "packages/conformance/src"), { recursive: true })
    writeFileSync(join(sources, "packages/conformance/src/main.ts"), script)
    return sources
  }
  const reporting = (name: string, ...verdicts: ReadonlyArray<object>) =>
    version(name, `console.log(${JSON.stringify(JSON.stringify({ verdicts }))}); process.exitCode = 1`)
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "versions-"))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  it("tells what is broken beside another version and was not alone", async () => {
    const alone = await conform(reporting("alone", verdict("a", "held"), verdict("b", "broken")), access, 7)
    const besides = [verdict("a", "broken"), verdict("b", "broken"), verdict("c", "broken"), verdict("d", "held")]
    const beside = await conform(reporting("beside", ...besides), access, 7)
    assert.strictEqual(count(beside, "broken"), 3)
    assert.deepStrictEqual(brokenIn(beside, alone), ["R4: a: a!", "R4: c: c!"])
    assert.deepStrictEqual(brokenIn(alone), ["R4: b: b!"])
  })

  it("is not taken for held where it did not run", async () => {
    const report = JSON.stringify({ obstacle: "The server is away", verdicts: [] })
    const away = version("away", `console.log(${JSON.stringify(report)}); process.exitCode = 2`)
    const { message } = await conform(away, access, 7).then(
      () => assert.fail("It was taken for a report"),
      (error: Error) => error
    )
    assert.match(message, /checked nothing: .*The server is away/)
  })
})
