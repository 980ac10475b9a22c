import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { findChromiumOn } from "../src/findChromiumOn.ts"
import { onPath, type System } from "../src/system.ts"

let home: string
let system: System
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {})
  home = mkdtempSync(join(tmpdir(), "browser-for-tests-"))
  system = { env: { PATH: home }, places: [], root: true, osRelease: "ID=debian\n", cache: join(home, "cache") }
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, force: true })
})

const program = (name: string, script: string): string => {
  const path = join(home, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** An apt-get that writes down what it was asked; `install` is what it does then. */
const aptGet = (install: string): void => {
  for (const name of ["chmod", "cat", "find", "flock", "grep", "head", "rm", "sleep", "sort", "timeout"]) {
    const real = onPath({ ...system, env: { PATH: "/usr/bin:/bin" } }, name)[0]
    symlinkSync(real ?? "", join(home, name))
  }
  const succeed = `printf '#!/bin/sh\\n' >"${home}/chromium"; chmod +x "${home}/chromium"`
  program(
    "apt-get",
    `case "$*" in
      *update*) echo update >>"${home}/log"; : >"${home}/updated" ;;
      *install*) echo install >>"${home}/log"; ${install.replace("succeed", succeed)} ;;
    esac`
  )
}

const log = (): ReadonlyArray<string> => readFileSync(join(home, "log"), "utf8").trim().split("\n")

// The programs and the packages of Linux.
describe.runIf(process.platform === "linux")("finding Chromium on Linux", () => {
  it("takes that of CHROMIUM_PATH before any other", async () => {
    program("chromium", "")
    const mine = program("mine", "")
    assert.deepEqual(await findChromiumOn({ ...system, env: { ...system.env, CHROMIUM_PATH: mine } }), { path: mine })
  })

  it("fails where CHROMIUM_PATH leads to none, rather than use another", async () => {
    program("chromium", "")
    for (const CHROMIUM_PATH of [join(home, "none"), program("broken", "exit 1")]) {
      const failure = await findChromiumOn({ ...system, env: { ...system.env, CHROMIUM_PATH } }).then(
        () => "found",
        String
      )
      assert.include(failure, `CHROMIUM_PATH is ${CHROMIUM_PATH}`)
    }
  })

  it("takes the first on the PATH that runs, then one of the usual places", async () => {
    const usual = program("usual", "")
    program("chromium", 'echo "this is only a snap" >&2; exit 1')
    assert.deepEqual(await findChromiumOn({ ...system, places: [usual] }), { path: usual })
    const chrome = program("google-chrome", "")
    assert.deepEqual(await findChromiumOn({ ...system, places: [usual] }), { path: chrome })
  })

  it("says why there is none where it can't be installed", async () => {
    const reason = async (changes: Partial<System>) => {
      const found = await findChromiumOn({ ...system, ...changes })
      return found.path ?? found.reason
    }
    assert.match(await reason({}), /no apt-get\. Install Chromium, or set CHROMIUM_PATH/)
    aptGet("succeed")
    assert.match(await reason({ root: false }), /only root could install it/)
    assert.match(await reason({ osRelease: 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n' }), /Ubuntu packages none/)
  })
})

describe.runIf(process.platform === "linux")("installing Chromium on Linux", () => {
  it("happens once, however many ask at the same time", async () => {
    aptGet("sleep 0.3; succeed")
    const found = await Promise.all([1, 2, 3].map(() => findChromiumOn(system)))
    assert.deepEqual(
      found,
      [1, 2, 3].map(() => ({ path: join(home, "chromium") }))
    )
    assert.deepEqual(log(), ["install"])
  })

  it("fetches the list of packages where the one that is there does not do", async () => {
    aptGet(`[ -e "${home}/updated" ] || exit 100; succeed`)
    assert.deepEqual(await findChromiumOn(system), { path: join(home, "chromium") })
    assert.deepEqual(log(), ["install", "update", "install"])
  })

  it("that fails says why, once for all who ask at the same time", async () => {
    aptGet('echo "Reading package lists..."; echo "E: Unable to locate package chromium" >&2; exit 100')
    for (const found of await Promise.all([1, 2, 3].map(() => findChromiumOn(system)))) {
      const reason = found.path ?? found.reason
      assert.match(reason, /could not be installed \(E: Unable to locate package chromium\)\. Install Chromium, or/)
    }
    assert.deepEqual(log(), ["install", "update", "install"])
  })
})
