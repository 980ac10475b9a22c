import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { makeRouteTable } from "../src/route-table.ts"

const tableOf = (...paths: ReadonlyArray<string>) => {
  const table = makeRouteTable()
  for (const path of paths) {
    table.add("GET", `the route ${path}`, { name: `GET ${path}`, path, run: () => Effect.never })
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

  const entry = (path: string) => ({ name: path, path, run: () => Effect.never })

  it("finds what answers any method, and what has all that is below it, by whole segments", () => {
    const table = makeRouteTable()
    table.add("*", "mcp", entry("/api/mcp"))
    table.add("GET", "files", entry("/{folder}/{file}"))
    table.add("*", "skills", entry("/.well-known/{name}/SKILL.md"))
    table.add("*", "any file", entry("/{any}/{other}"))
    table.addBelow("the start", entry("/"))
    table.addBelow("organizations", entry("/o"))
    const find = (method: string, path: string) => table.find(method, path)?.entry.path
    assert.strictEqual(find("PURGE", "/api/mcp"), "/api/mcp")
    for (const path of ["/o", "/o/", "/o/a/b", "/o//", "/o/.."]) assert.strictEqual(find("PUT", path), "/o", path)
    for (const path of ["", "/", "//o"]) assert.strictEqual(find("GET", path), "/", path)
    assert.strictEqual(find("GET", "/other/a"), "/{folder}/{file}")
    assert.strictEqual(find("PUT", "/other/a"), "/{any}/{other}")
    assert.strictEqual(find("POST", "/.well-known/x/SKILL.md"), "/.well-known/{name}/SKILL.md")
    for (const path of ["/ob", "/api/mcp/x", "o/a", "x/o", "*", "/other", "/constructor"]) {
      assert.isUndefined(find("GET", path), path)
    }
  })

  it.each([
    ["/o/{x}", "/o"],
    ["/o", "/o"],
    ["/", "/"]
  ])("refuses %s beside what has all below %s, whichever comes first", (path, top) => {
    const [one, other] = [makeRouteTable(), makeRouteTable()]
    one.addBelow("the console", entry(top))
    assert.throws(() => one.add("GET", "mine", entry(path)), /Both the console and mine are at GET/)
    other.add("GET", "mine", entry(path))
    assert.throws(() => other.addBelow("the console", entry(top)), /Both mine and the console are at \*/)
    assert.throws(() => one.addBelow("another", entry(top)), /Both the console and another are at/)
  })
})
