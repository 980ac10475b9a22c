import { Effect, Logger } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { type Copy, oneCopy } from "../src/index.ts"

const registry = Symbol.for("@agent-operations/error-envelope/copies")
afterEach(() => Reflect.deleteProperty(globalThis, registry))

const copy = (name: string, directory: string, effect: string): Copy => ({
  name,
  url: `file:///${directory}/${name}/dist/copies.js`,
  effect,
  effectUrl: () => `file:///${effect}/node_modules/effect/dist/index.js`
})

/** What `oneCopy` dies with, and what it logs. */
const told = async (...list: ReadonlyArray<Copy>) => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
  const exit = await Effect.runPromiseExit(Effect.provide(oneCopy(list), logger))
  return exit._tag === "Success" ? logged : exit.cause.toString()
}

describe("copies of effect and of the packages", () => {
  it("says nothing where each is there once, started as often as one likes", async () => {
    const [http, auth] = [copy("http", "a", "a"), copy("auth", "a", "a")]
    expect(await told(http, auth, auth)).toStrictEqual([])
    expect(await told(http, auth)).toStrictEqual([])
  })

  it("ends the start where two that work together have two copies of effect, naming both and the way out", async () => {
    const message = await told(copy("http", "a", "http"), copy("auth", "a", "auth"))
    expect(message).toContain("http uses the copy of effect at file:///http/node_modules/effect/dist/index.js")
    expect(message).toContain("auth the one at file:///auth/node_modules/effect/dist/index.js")
  })

  it("ends the start where a package is there twice", async () => {
    expect(await told(copy("auth", "a", "a"), copy("auth", "b", "a"))).toContain(
      "auth is loaded from file:///a/auth/dist/copies.js and from file:///b/auth/dist/copies.js."
    )
  })

  it("warns of a second one that works by itself, and not of one that was loaded anew", async () => {
    expect(await told(copy("http", "a", "a"))).toStrictEqual([])
    const anew = copy("http", "a", "a")
    expect(await told({ ...anew, url: `${anew.url}?t=2` })).toStrictEqual([])
    const [warning = "", ...more] = await told(copy("http", "b", "b"))
    expect(more).toStrictEqual([])
    expect(warning).toContain("http uses the copy of effect at file:///b/node_modules/effect/dist/index.js")
    expect(warning).toContain("npm dedupe")
  })
})
