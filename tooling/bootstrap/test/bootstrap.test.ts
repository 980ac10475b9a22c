import { chmodSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { waitUntil } from "../../testing/src/waitUntil.ts"
import { makeProject, packageManager, type Project } from "./project.ts"

const echo = `
  const args: ReadonlyArray<string> = process.argv.slice(2)
  console.log(JSON.stringify({ args, options: process.env.NODE_OPTIONS, telemetry: process.env.TURBO_TELEMETRY_DISABLED }))
  process.exitCode = 7
`
const server = `
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => { console.log("got " + signal); setTimeout(() => process.exit(3), 300) })
  }
  setInterval(() => {}, 1000)
  console.log("up")
`

let project: Project
const use = (main: string) => (project = makeProject(main))
beforeEach(() => void use(echo))
afterEach(() => project.remove())

const until = (condition: () => boolean) => waitUntil("what the project is to print", condition)

describe("the first run", () => {
  it("brings pnpm, installs from the lockfile, and runs the command with its arguments", async () => {
    const { code, out, err } = await project.run(["start", "--port", "5000"]).ended
    expect(JSON.parse(out).args).toEqual(["serve", "--port", "5000"])
    expect(code).toBe(7)
    expect(project.calls()).toEqual([
      expect.stringMatching(/^npm ci --ignore-scripts /),
      expect.stringMatching(/^pnpm install --frozen-lockfile /)
    ])
    expect(err).toMatch(/\d s {2}Fetching pnpm \d+\.\d+\.\d+/)
    expect(err).toMatch(/\d s {2}Installing/)
  })

  it("fetches a tool without a hash in the repository too, and says that it is not checked and how a hash is added", async () => {
    project.write("package.json", `{ "type": "module", "packageManager": "pnpm@0.0.1" }`)
    const { code, err } = await project.run(["ao"]).ended
    expect(code).toBe(7)
    expect(project.calls()[0]).toMatch(/^npm install --no-package-lock /)
    const lines = err.split("\n").filter((line) => line.includes("is not checked"))
    expect(lines).toEqual([
      expect.stringMatching(
        /(@pnpm\/exe\.\S+@0\.0\.1) is not checked: tooling\/bootstrap\/pins\.mjs has no hash of it\. To add it: npm view \1 dist\.integrity$/
      )
    ])
  })

  it("keeps the user's NODE_OPTIONS and adds the condition", async () => {
    const { out } = await project.run(["ao"], { NODE_OPTIONS: "--stack-trace-limit=20" }).ended
    expect(JSON.parse(out).options).toBe("--stack-trace-limit=20 --conditions=@agent-operations/source")
  })

  it("has turbo tell nobody of a build, unless the user wants that", async () => {
    const telemetry = async (environment?: Record<string, string>) =>
      JSON.parse((await project.run(["ao"], environment).ended).out).telemetry
    expect(await telemetry()).toBe("1")
    expect(await telemetry({ TURBO_TELEMETRY_DISABLED: "0" })).toBe("0")
  })

  it("leaves the check of release ages to CI", async () => {
    await project.run(["ao"]).ended
    expect(project.calls()[1]).toContain("--trust-lockfile")
    project.write("pnpm-lock.yaml", "another")
    await project.run(["ao"], { CI: "true" }).ended
    expect(project.calls()[2]).not.toContain("--trust-lockfile")
  })
})

describe("any script or program by its name", () => {
  it("runs by the Node that was brought, with its arguments, and ends at an interruption", async () => {
    project.write("scripts/any.ts", echo)
    const { code, out } = await project.run(["node", "scripts/any.ts", "--write", "a b"]).ended
    expect(JSON.parse(out).args).toEqual(["--write", "a b"])
    expect(code).toBe(7)
    project.write("node_modules/.bin/tool", `#!/usr/bin/env node\nconsole.log("up"); setInterval(() => {}, 1000)`)
    chmodSync(join(project.directory, "node_modules/.bin/tool"), 0o755)
    const run = project.run(["exec", "tool"])
    await until(() => run.said().includes("up"))
    run.child.kill("SIGINT")
    expect((await run.ended).code).toBe(130)
  })
})

describe("a later run", () => {
  it("calls neither npm nor pnpm, and says nothing", async () => {
    await project.run(["ao"]).ended
    const { err } = await project.run(["ao"]).ended
    expect(project.calls()).toHaveLength(2)
    expect(err).toBe("")
  })

  for (const file of ["pnpm-lock.yaml", "package.json", "packages/new/package.json"]) {
    it(`installs again when ${file} has changed`, async () => {
      await project.run(["ao"]).ended
      project.write(file, JSON.stringify({ packageManager, changed: true }))
      await project.run(["ao"]).ended
      expect(project.calls()).toHaveLength(3)
    })
  }
})

describe("a failed installation", () => {
  const cases = [
    ["npm", "npm error code ENOTFOUND", /pnpm \d+\.\d+\.\d+ can't be installed\. The npm registry can't be reached\./],
    ["npm", "npm error code ETARGET", /The npm registry lacks a pinned version\./],
    ["npm", "npm warn tar ENOSPC: no space left on device", /The disk is full\. Free about 1 GB/],
    ["pnpm", "No space left on device (os error 28)", /pnpm-lock\.yaml lists can't be installed\. The disk is full\./],
    ["pnpm", "ERR_PNPM_OUTDATED_LOCKFILE", /Run `npm run pnpm -- install`/],
    ["pnpm", "something new", /Its last words were:\nsomething new/]
  ] as const
  for (const [program, words, reason] of cases) {
    it(`says why and what to do: ${program} says "${words}"`, async () => {
      const { code, err, out } = await project.run(["start"], { [`FAKE_${program.toUpperCase()}`]: words }).ended
      expect(code).toBe(1)
      expect(err).toMatch(reason)
      expect(err).not.toMatch(/\bat .*mjs/)
      expect(out).toBe("")
    })
  }

  it("is not taken for an installation by the next run", async () => {
    await project.run(["ao"], { FAKE_NPM: "ENOTFOUND" }).ended
    await project.run(["ao"], { FAKE_PNPM: "ENOTFOUND" }).ended
    const { code } = await project.run(["ao"]).ended
    expect(code).toBe(7)
    expect(project.calls().map((call) => call.split(" ")[0])).toEqual(["npm", "npm", "pnpm", "pnpm"])
  })

  it("can be mended with pnpm itself, which needs no installation", async () => {
    const { code } = await project.run(["pnpm", "install"]).ended
    expect(code).toBe(0)
    expect(project.calls().at(-1)).toBe("pnpm install")
  })

  it("by a signal leaves nothing that counts as installed", async () => {
    const run = project.run(["ao"], { FAKE_PNPM: "hang" })
    await until(() => project.calls().length === 2)
    run.child.kill("SIGINT")
    expect((await run.ended).code).toBe(130)
    expect((await project.run(["ao"]).ended).code).toBe(7)
    expect(project.calls()).toHaveLength(3)
  })
})

describe("two runs at once", () => {
  it("install once, one after the other", async () => {
    const runs = await Promise.all([1, 2, 3].map(() => project.run(["ao"]).ended))
    expect(runs.map(({ code }) => code)).toEqual([7, 7, 7])
    expect(project.calls()).toHaveLength(2)
    expect(runs.filter(({ err }) => err.includes("Waiting for another installation"))).toHaveLength(2)
  })

  it("don't wait for one that was killed", async () => {
    const run = project.run(["ao"], { FAKE_PNPM: "hang" })
    await until(() => project.calls().length === 2)
    run.child.kill("SIGKILL")
    await until(() => run.child.signalCode === "SIGKILL")
    expect(project.has(".cache/bootstrap.lock")).toBe(true)
    const others = await Promise.all([1, 2, 3].map(() => project.run(["ao"]).ended))
    expect(others.map(({ code }) => code)).toEqual([7, 7, 7])
    expect(project.calls()).toHaveLength(3)
    expect(project.has(".cache/bootstrap.lock")).toBe(false)
  })
})

describe("a signal", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`reaches the command once, which decides the exit code (${signal})`, async () => {
      project.remove()
      use(server)
      const run = project.run(["start"])
      await until(() => run.said().includes("up"))
      run.child.kill(signal)
      run.child.kill(signal)
      const { code, out } = await run.ended
      expect(code).toBe(3)
      expect(out).toBe(`up\ngot ${signal}\n`)
    })
  }
})

it("tells an unknown command by its name, with those that are known", async () => {
  const { code, err } = await project.run(["strat"]).ended
  expect(code).toBe(1)
  expect(err).toContain(
    `Unknown command "strat": one of start, ao, conformance, test, test:long, build, check, node, exec, pnpm is expected.`
  )
})
