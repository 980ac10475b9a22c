import { route } from "@agent-operations/operations"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { makeRouteTable } from "../src/route-table.ts"

const tableOf = (...paths: ReadonlyArray<string>) => {
  const table = makeRouteTable()
  for (const path of paths) {
    const { pattern } = route("GET", path, { summary: "x", scopes: [], run: () => Effect.void })
    const segments = pattern.parameters.length === 0 ? undefined : pattern.segments
    table.add("GET", `the route ${path}`, { name: `GET ${path}`, path, run: () => Effect.never }, segments)
  }
  return (path: string, method = "GET") => {
    const found = table.find(method, path)
    return found && [found.entry.path, found.parameters]
  }
}

describe("the table of routes", () => {
  it("finds a path by its letters, then by its parameters, literal segments first", () => {
    const find = tableOf("/a/{b}/{c}", "/a/{b}/d", "/a/b/{c}", "/a/b/d", "/{x}")
    assert.deepStrictEqual(find("/a/b/d"), ["/a/b/d", {}])
    assert.deepStrictEqual(find("/a/b/e"), ["/a/b/{c}", { c: "e" }])
    assert.deepStrictEqual(find("/a/x/d"), ["/a/{b}/d", { b: "x" }])
    assert.deepStrictEqual(find("/a/x%2Fy/e%20f"), ["/a/{b}/{c}", { b: "x/y", c: "e f" }])
    assert.deepStrictEqual(find("/__proto__"), ["/{x}", { x: "__proto__" }])
    for (const path of ["/a/b", "/a//d", "/a/b/", "/a/%ff/d", "/", "", "/a/b/d/e"]) {
      assert.isUndefined(find(path), path)
    }
    assert.isUndefined(find("/a/b/d", "POST"))
  })

  it.each([
    ["/a", "/a"],
    ["/a/{b}", "/a/{c}"],
    ["/{a}/b/{c}", "/{x}/b/{y}"]
  ])("refuses %s and %s at one method", (one, other) => {
    assert.throws(
      () => tableOf(one, other),
      `Both the route ${one} and the route ${other} are at GET ${one.replace(/\{.\}/g, "{}")}. Give one of them another path`
    )
    const table = makeRouteTable()
    const entry = { name: "", path: one, run: () => Effect.never }
    table.add("GET", "one", entry)
    table.add("POST", "the other", entry)
  })
})
