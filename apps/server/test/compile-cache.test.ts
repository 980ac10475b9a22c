import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { command } from "./process.ts"

describe("what Node compiles of the server", () => {
  const folder = mkdtempSync(join(tmpdir(), "compiled-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("is kept", async () => {
    const kept = join(folder, "kept")
    const { code } = await command(["--help"], { NODE_COMPILE_CACHE: kept })
    assert.strictEqual(code, 0)
    assert.isTrue(existsSync(kept))
  })

  it("is not kept where nothing can be written, which changes nothing else", async () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    const { code, stderr } = await command(["--help"], { NODE_COMPILE_CACHE: join(file, "none") })
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
  })
})
