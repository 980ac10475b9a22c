import * as effect from "effect"
import { Effect, Logger } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"

const registry = Symbol.for("@agent-operations/error-envelope/copies")
afterEach(() => {
  vi.doUnmock("effect")
  Reflect.deleteProperty(globalThis, registry)
})

/** A copy of the module, as another copy of this package brings it into the process. */
const load = async () => {
  vi.resetModules()
  const { recordCopy } = await import("../src/copies.ts")
  const { oneCopy } = await import("../src/one-copy.ts")
  return { recordCopy, oneCopy }
}

/** The same with a copy of effect of its own. */
const loadWithEffect = () => {
  vi.doMock("effect", () => ({ ...effect, Effect: { ...Effect, void: Effect.succeed(undefined) } }))
  return load()
}

type Module = Awaited<ReturnType<typeof load>>

/** Has a package load from a directory, with a copy of effect. */
const record = ({ recordCopy }: Module, name: string, directory: string, effect: unknown = Effect.void, query = "") =>
  recordCopy(
    name,
    `file:///${directory}/${name}/dist/index.js${query}`,
    effect,
    () => `file:///${directory}/node_modules/effect/dist/index.js`
  )

/** What a start dies with, and what it logs. */
const start = async ({ oneCopy }: Module) => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
  const exit = await Effect.runPromiseExit(Effect.provide(oneCopy, logger))
  return exit._tag === "Success" ? logged : exit.cause.toString()
}

describe("copies of effect and of the packages", () => {
  it("says nothing where each is there once, started as often as one likes", async () => {
    const module = await load()
    for (const name of ["http", "auth", "auth"]) record(module, name, "a")
    expect(await start(module)).toStrictEqual([])
    expect(await start(module)).toStrictEqual([])
  })

  it("ends the start where two that work together have two copies of effect, naming both and the way out", async () => {
    const module = await load()
    record(module, "http", "a")
    record(module, "auth", "auth", "another")
    const message = await start(module)
    expect(message).toContain("SecondCopy")
    expect(message).toMatch(
      /error-envelope uses the copy of effect at file:\S+, auth the one at file:\/\/\/auth\/node_modules\/effect\/dist\/index\.js\./
    )
    expect(message).toContain("npm dedupe")
  })

  it("ends the start where a package is there twice", async () => {
    const module = await load()
    record(module, "auth", "a")
    record(module, "auth", "b")
    expect(await start(module)).toContain(
      "auth is loaded from file:///a/auth/dist/index.js and from file:///b/auth/dist/index.js."
    )
  })

  it("warns of a second one that works by itself, and not of one that was loaded anew", async () => {
    const [one, anew] = [await load(), await load()]
    record(one, "http", "a")
    record(anew, "http", "a", Effect.void, "?t=2")
    for (const module of [one, anew]) expect(await start(module)).toStrictEqual([])
    const second = await load()
    record(second, "http", "b")
    // Each start tells of it, as what was loaded first may be used with what came later.
    for (const module of [second, one]) {
      const [warning = "", ...more] = await start(module)
      expect(more).toStrictEqual([])
      expect(warning).toContain(
        "http is loaded from file:///a/http/dist/index.js and from file:///b/http/dist/index.js."
      )
      expect(warning).toContain("npm dedupe")
    }
  })

  it("warns of a second one with a copy of effect of its own", async () => {
    record(await load(), "http", "a")
    const second = await loadWithEffect()
    const { Effect: another } = await import("effect")
    record(second, "http", "b", another.void)
    const [warning = "", ...more] = await start(second)
    expect(more).toStrictEqual([])
    expect(warning).toMatch(/uses the copy of effect at file:\S+, \S+ the one at file:\S+\. /)
    expect(warning).toContain("npm dedupe")
  })
})
