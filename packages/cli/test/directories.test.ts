import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { cacheDirectory, configDirectory } from "../src/directories.ts"

const directory = mkdtempSync(join(tmpdir(), "directories-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const nobody = () => {
  throw new Error("A system error occurred: uv_os_homedir returned ENOENT")
}

describe("what is this person's", () => {
  it("is below the home directory, and never below the folder that a command runs in", () => {
    assert.strictEqual(configDirectory({ HOME: "/home/ada" }), join("/home/ada", ".config", "agent-operations"))
    const relative = { HOME: "/home/ada", XDG_CONFIG_HOME: ".", XDG_CACHE_HOME: "cache" }
    assert.strictEqual(configDirectory(relative), join("/home/ada", ".config", "agent-operations"))
    assert.strictEqual(cacheDirectory(relative), join("/home/ada", ".cache", "agent-operations"))
    assert.strictEqual(configDirectory({ XDG_CONFIG_HOME: "/elsewhere" }), join("/elsewhere", "agent-operations"))
  })

  it("is nowhere where there is no home", () => {
    assert.strictEqual(configDirectory({}, nobody), undefined)
    assert.strictEqual(cacheDirectory({}, nobody), undefined)
  })

  it("has the compiled code, which is run and so is not kept where others can put theirs", () => {
    const main = join(import.meta.dirname, "..", "src", "main.ts")
    const env = { PATH: process.env["PATH"], TMPDIR: join(directory, "tmp"), XDG_CACHE_HOME: join(directory, "cache") }
    const args = ["--conditions=@agent-operations/source", main, "--version"]
    assert.strictEqual(spawnSync(process.execPath, args, { env }).status, 0)
    assert.isFalse(existsSync(join(directory, "tmp")))
    assert.isNotEmpty(readdirSync(join(directory, "cache", "agent-operations")))
  })
})
