import { type Access, Caller } from "@agent-operations/auth"
import { bytesBody, type ContentEncoding, route, type RouteSpec } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { assert, describe } from "vitest"

const access: Access = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "org_1",
  projectId: "prj_1",
  scopes: "all",
  credential: null
}

const bare = { summary: "Read a file", scopes: ["files:read"], run: () => Effect.succeed("x") }

type Spec = Partial<RouteSpec<string, object, unknown, string, never>>
const declare = (spec: Spec, method: "GET" | "POST" = "POST") => route(method, "/a", { ...bare, ...spec })
const faultOf = (spec: Spec, method?: "GET" | "POST"): string => {
  try {
    declare(spec, method)
  } catch (error) {
    assert.instanceOf(error, TypeError)
    return (error as TypeError).message
  }
  return assert.fail(`it was taken: ${JSON.stringify(spec)}`)
}

/** Answers a request as the server would, once it has been let in. */
const answered = <R extends ReturnType<typeof declare>>(
  { run }: R,
  { parameters = {}, contentType = undefined as string | undefined, body = undefined as unknown } = {}
) =>
  Effect.provideService(
    run({ parameters, query: new URLSearchParams("page=2"), contentType, body }, access),
    Caller,
    access
  )

describe("a route", () => {
  it("is for anyone, without limits and errors of its own, unless it says so", () => {
    const { callers, incursUsage, limits, errors, body, ...declared } = declare({})
    assert.deepStrictEqual([callers, incursUsage, limits, errors, body], ["anyone", false, {}, [], undefined])
    assert.deepInclude(declared, { method: "POST", path: "/a", summary: bare.summary, scopes: bare.scopes })
    const own = { callers: "people", incursUsage: true, limits: { bodyBytes: 1 }, id: "take" } as const
    assert.deepInclude(declare(own), own)
  })

  it("E2: can answer what its callers and its use of paid resources imply", () => {
    assert.deepStrictEqual(declare({ errors: ["CONFLICT"] }).errors, ["CONFLICT"])
    assert.deepStrictEqual(declare({ errors: ["CONFLICT"], callers: "people", incursUsage: true }).errors, [
      "CONFLICT",
      "USAGE_LIMIT_REACHED",
      "HUMAN_REQUIRED"
    ])
    assert.deepStrictEqual(declare({ callers: "anyone", incursUsage: false }).errors, [])
  })

  it.each([
    ["GET", "/v1/files/{name}", "get_v1_files_name"],
    ["POST", "/fileVersions", "post_file_versions"],
    ["DELETE", "/v1/OTLPTraces/~x--y", "delete_v1_otlptraces_x_y"]
  ] as const)("is called by its method and path: %s %s", (method, path, id) => {
    assert.strictEqual(route(method, path, bare).id, id)
  })

  it.effect("runs with the request and the caller, and answers in data", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const answering = (result: unknown) =>
        answered(
          route("POST", "/a", {
            ...bare,
            run: (input, by) => Effect.map(Caller, (caller) => (seen.push(input, by, caller), result))
          })
        )
      assert.deepStrictEqual(yield* answering({ n: 1 }), { body: '{"data":{"n":1}}' })
      const input = { parameters: {}, query: new URLSearchParams("page=2"), contentType: undefined, body: undefined }
      assert.deepStrictEqual(seen, [input, access, access])
      assert.deepStrictEqual(yield* answering(undefined), { body: '{"data":null}' })
      assert.deepStrictEqual(yield* answering(0), { body: '{"data":0}' })
      const answer = (result: string, contentType: string | undefined) => ({
        status: 201,
        body: `${result} ${contentType}`
      })
      const own = yield* answered(declare({ answer }), { contentType: "text/plain" })
      assert.deepStrictEqual(own, { status: 201, body: "x text/plain" })
    })
  )

  it("takes text in its parameters where they have no schema of their own", () => {
    const version = Schema.FiniteFromString
    const { parameters } = route("GET", "/{a}/{version}", { ...bare, parameters: { version } })
    assert.deepStrictEqual(Object.keys(parameters), ["a", "version"])
    assert.strictEqual(parameters["version"], version)
    const named = Object.values(route("GET", "/{constructor}", bare).parameters)
    assert.lengthOf(named, 1)
    for (const parameter of [parameters["a"]!, ...named]) {
      const takes = Schema.is(parameter)
      for (const text of ["a", " ", "...", "é😀", "a:b", "\u0020", "x".repeat(200)]) assert.isTrue(takes(text), text)
      for (const text of ["", ".", "..", "a/b", "a\\b", "\0", "\u001f", "a\u007f", "\ud800", "x".repeat(201)]) {
        assert.isFalse(takes(text), text)
      }
    }
    assert.throws(
      () => Schema.decodeUnknownSync(parameters["a"]!)(".."),
      /Expected well-formed text of 1 to 200 characters without \//
    )
  })

  it.each([
    ["a path that is none", () => route("GET", "/a/", bare), /^The route GET "\/a\/" is declared wrongly: the segment/],
    [
      "another method",
      () => route("TRACE" as "GET", "/a", bare),
      /its method must be one of GET, POST, PUT, PATCH, DELETE\.$/
    ]
  ])("is refused with %s", (_, declared, message) => {
    assert.throws(declared, TypeError, message)
  })

  it("is refused with an id that is none", () => {
    for (const id of ["", "A", "aB", "_a", "a_", "a__b", "1a", "a-b", "a b", "a\n", "x".repeat(65)]) {
      assert.match(faultOf({ id }), /its id must be lower case with underscores, of at most 64 characters/, id)
    }
    for (const id of ["a", "a1", "take_2_spans", "x".repeat(64)]) assert.strictEqual(declare({ id }).id, id)
  })

  it("is refused with limits that are none", () => {
    for (const name of ["bodyBytes", "decodedBytes", "deadlineMillis"] as const) {
      for (const limit of [0, -1, Number.NaN]) {
        assert.match(faultOf({ limits: { [name]: limit } }), new RegExp(`limits.${name} must be a number above 0`))
      }
      assert.strictEqual(declare({ limits: { [name]: 0.5 } }).limits[name], 0.5)
    }
  })

  it("has no body where it is a GET", () => {
    assert.match(faultOf({ body: bytesBody({ contentTypes: ["*/*"] }) }, "GET"), /a GET must not have a body/)
  })

  it("is refused with types of a body that no request can have", () => {
    const declaring = (...contentTypes: ReadonlyArray<string>) => ({ body: bytesBody({ contentTypes }) })
    assert.match(faultOf(declaring()), /its body has no content type/)
    const refused = [
      "",
      "text",
      "text/",
      "/plain",
      "text/plain; charset=utf-8",
      "text/plain/x",
      " text/plain",
      "*/json"
    ]
    for (const type of [
      ...refused,
      "Text/plain",
      "tExt/plain",
      "text/xHTML",
      ".a/b",
      "a/.b",
      "te xt/a",
      "**/a",
      "a/**"
    ]) {
      assert.match(
        faultOf(declaring("text/plain", type)),
        /" is not a media type in lower case without parameters/,
        type
      )
    }
    for (const type of ["*/*", "image/*", "application/x-protobuf", "application/vnd.a.b+json", "a/1", "x_y/9z"]) {
      assert.deepStrictEqual(declare(declaring(type)).body?.contentTypes, [type])
    }
  })

  it("is refused with a compression that is none", () => {
    const declaring = (...encodings: ReadonlyArray<string>) => ({
      body: bytesBody({ contentTypes: ["*/*"], encodings: encodings as ReadonlyArray<ContentEncoding> })
    })
    assert.match(faultOf(declaring("gzip", "zstd")), /the content encoding zstd is not one of gzip, deflate, br\.$/)
    assert.isDefined(declare(declaring("gzip", "deflate", "br")).body)
  })
})
