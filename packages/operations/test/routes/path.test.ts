import { assert, describe, it } from "vitest"
import { parsePath } from "../../src/routes/path.ts"

const longest = `a${"B0".repeat(31)}c`

const faultOf = (path: string): string => {
  const parsed = parsePath(path)
  return typeof parsed === "string" ? parsed : assert.fail(`it was taken: ${path}`)
}

describe("the path of a route", () => {
  it("has literal segments and parameters, in their order", () => {
    assert.deepStrictEqual(parsePath("/v1/files/{fileId}/{a}"), {
      segments: [{ literal: "v1" }, { literal: "files" }, { parameter: "fileId" }, { parameter: "a" }],
      parameters: ["fileId", "a"]
    })
    assert.deepStrictEqual(parsePath("/a"), { segments: [{ literal: "a" }], parameters: [] })
  })

  it.each([`{${longest}}`, "{x1}", "a", "Z9", "...", ".well-known", "a.b", "~me", "a!b", "a+b", "a:b", "$&',;=@-_"])(
    "may have the segment %s",
    (segment) => {
      const parsed = parsePath(`/${segment}/b`)
      const [first] = typeof parsed === "string" ? assert.fail(parsed) : parsed.segments
      assert.deepStrictEqual(
        first,
        segment.startsWith("{") ? { parameter: segment.slice(1, -1) } : { literal: segment }
      )
    }
  )

  it.each([
    ...["", " ", ".", "..", "é", "%20", "a b", "a?b", "a#b", "a*", "(.*)", "a(b", "[a]", "a\\b", "a|b"],
    ...[":a", "+a", "!a", "{}", "{a", "a}", "{a}b", "a{b}", "{A}", "{1a}", "{a_b}", "{a-b}", `{${longest}d}`]
  ])("may not have the segment %j", (segment) => {
    for (const path of [`/${segment}/b`, `/b/${segment}`]) {
      assert.match(faultOf(path), /^the segment ".*" is not allowed: use letters/)
      assert.include(faultOf(path), "or a parameter for a whole segment, {id}")
    }
  })

  it("begins with a slash and does not end with it", () => {
    for (const path of ["", "a", "a/b", "/"]) {
      assert.match(faultOf(path), /^its path must begin with "\/" and have at least one segment/, path)
    }
    assert.match(faultOf("/a/"), /^the segment "" is not allowed/)
  })

  it("is not of those that operations have", () => {
    for (const path of ["/api", "/api/agent/x", "/api/"]) {
      assert.match(faultOf(path), /^paths below "\/api" are reserved for operations/, path)
    }
    for (const path of ["/apis", "/a/api", "/Api/x", "/api2/x"]) assert.isObject(parsePath(path), path)
  })

  it("may be another address of an operation there, but for what the server has", () => {
    assert.isObject(parsePath("/api/traces", true))
    assert.isObject(parsePath("/api/agents/x", true))
    for (const path of ["/api", "/api/agent", "/api/agent/x", "/api/auth/x", "/api/mcp"]) {
      assert.isString(parsePath(path, true), path)
    }
  })

  it("has no parameter twice", () => {
    assert.strictEqual(parsePath("/{a}/b/{a}"), "its path has the parameter a twice")
  })
})
