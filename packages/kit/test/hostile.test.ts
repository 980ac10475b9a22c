import { gzipSync } from "node:zlib"
import { operationsOf, viewFamilies } from "@agent-operations/contract"
import { statuses } from "@agent-operations/error-envelope"
import { isLong } from "@agent-operations/testing/long"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { sendRaw } from "./raw.ts"
import { kits, listen, startKit } from "./server.ts"

const create = (extra: string) =>
  `{"name":"n","source":{"type":"table"},"settings":{"target":"traces","extra":${extra}}}`
/** A page view that has a JSON text as the value of a filter, and as its extra settings. */
const createWith = (name: string, text: string) =>
  `{"name":"${name}","source":{"type":"table"},"settings":{"target":"traces","extra":${text},` +
  `"filters":[{"field":"trace.name","operator":"eq","value":${text}}]}}`
const bytes = (...parts: ReadonlyArray<string | number>) =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.from([part]) : Buffer.from(part))))

/** Whether a number is none of those that are refused as integers too large to be counted exactly. */
const isMeasure = (n: number) => !Number.isInteger(n) || Number.isSafeInteger(n) || Math.abs(n) >= 1e21

const operations = operationsOf(viewFamilies)

describe.each(isLong ? kits : kits.slice(1))("hostile input on $name", ({ database }) => {
  let host: Awaited<ReturnType<typeof startKit>>
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    host = await startKit(database)
    server = await listen(host.kit)
  })
  afterAll(async () => {
    await server.close()
    await host.close()
  })

  const total = async () => {
    const { body } = await host.call("list_page_views", { limit: 1, includeTotal: true })
    return (body.data as { total: number } | undefined)?.total
  }

  it.each<readonly [string, string | Uint8Array, string]>([
    ["an integer beyond 2^53 - 1", create("9007199254740993"), "/settings/extra"],
    ["a negative one", create("[1,-9007199254740992]"), "/settings/extra/1"],
    ["a large integer in exponents", create("1e20"), "/settings/extra"],
    ["an integer in disguise", create("90071992547409930e-1"), "/settings/extra"],
    ["a number with too many digits", create('{"pi":3.14159265358979323846}'), "/settings/extra/pi"],
    ["a number beyond every double", create("1e400"), "/settings/extra"],
    ["a number below every double", create("1e-400"), "/settings/extra"],
    ["a negative zero", create("-0"), "/settings/extra"],
    ["a NUL", create('"a\\u0000b"'), "/settings/extra"],
    ["a NUL in a name", create('{"a\\u0000":1}'), "/settings/extra/a\0"],
    ["half of a surrogate pair", create('"\\ud800"'), "/settings/extra"],
    ["its other half, in a name", create('{"\\udc00":1}'), "/settings/extra/"],
    ["a pair the wrong way round", create('"\\udc00\\ud800"'), "/settings/extra"],
    ["half of a pair as bytes", bytes('{"name":"', 0xed, 0xa0, 0x80, '"}'), ""],
    ["a raw NUL", create('"a\0b"'), ""],
    ["infinity", create("Infinity"), ""],
    ["a name given twice", create('{"a":1,"\\u0061":2}'), "/settings/extra/a"],
    ["nesting 257 deep", create("[".repeat(255) + "]".repeat(255)), `/settings/extra${"/0".repeat(254)}`],
    ["nesting 100,000 deep", create("[".repeat(100_000) + "]".repeat(100_000)), `/settings/extra${"/0".repeat(254)}`],
    ["invalid UTF-8", bytes('{"name":"', 0xff, '"}'), ""],
    ["an overlong form", bytes('{"name":"', 0xc0, 0x80, '"}'), ""],
    ["a byte-order mark", bytes(0xef, 0xbb, 0xbf, "{}"), ""],
    ["no body", "", ""],
    ["no JSON", "{'name':1}", ""],
    ["an array", "[]", ""],
    ["null", "null", ""],
    ["a text", '"x"', ""],
    ["an unknown key", '{"name":"n","source":{"type":"table"},"settings":{"target":"traces"},"wat":1}', "/wat"],
    ["an unknown key within", '{"name":"n","source":{"type":"table","x":1},"settings":{"target":"traces"}}', "/source"],
    [
      "__proto__ as a key",
      '{"name":"n","source":{"type":"table"},"settings":{"target":"traces"},"__proto__":{}}',
      "/__proto__"
    ],
    ...["constructor", "toString", "hasOwnProperty"].map(
      (key) =>
        [
          `${key} as a key within`,
          `{"name":"n","source":{"type":"table"},"settings":{"target":"traces","${key}":{}}}`,
          `/settings/${key}`
        ] as const
    ),
    [
      "__proto__ as an alias",
      '{"name":"n","source":{"type":"table"},"settings":{"target":"traces"},"references":{"__proto__":{"kind":"page_view","id":"pv_01k9x3m2h8e7v9q4t6w5z0r1ca"}}}',
      "/references"
    ],
    [
      "an unknown key of a filter",
      '{"name":"n","source":{"type":"table"},"settings":{"target":"traces","filters":[{"field":"trace.name","operator":"eq","x":1}]}}',
      "/settings/filters/0"
    ],
    ["an empty name", '{"name":"  ","source":{"type":"table"},"settings":{"target":"traces"}}', "/name"],
    [
      "a bad alias",
      '{"name":"n","source":{"type":"table"},"settings":{"target":"traces"},"references":{"A":{}}}',
      "/references"
    ]
  ])("E3, E4: %s is 400, names the place and changes nothing", async (_, body, path) => {
    const before = await total()
    const { status, body: answer } = await host.call("create_page_view", body)
    assert.strictEqual(status, 400, JSON.stringify(answer))
    assert.strictEqual(answer.error?.code, "VALIDATION_ERROR")
    const { issues } = (answer.error?.details ?? { issues: [] }) as { issues: ReadonlyArray<{ path: string }> }
    assert.isTrue(
      issues.some((issue) => issue.path.startsWith(path)),
      JSON.stringify(issues)
    )
    assert.strictEqual(await total(), before)
  })

  it.each<readonly [string, string, object]>([
    ["limit 0", "list_page_views", { limit: 0 }],
    ["limit 201", "list_page_views", { limit: 201 }],
    ["limit 1.5", "list_page_views", { limit: 1.5 }],
    ["limit as text", "list_page_views", { limit: "5" }],
    ["revision 0", "get_page_view", { id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca", revision: 0 }],
    ["a revision beyond all", "get_page_view", { id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca", revision: 2 ** 31 }],
    ["an ID of another kind", "get_page_view", { id: "cf_01k9x3m2h8e7v9q4t6w5z0r1ca" }],
    ["a draft and an ID", "validate_page_view", { id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca", draft: {} }],
    ["neither", "validate_page_view", {}]
  ])("P2, E3: %s is 400, never clamped", async (_, operation, body) => {
    assert.strictEqual((await host.call(operation, body)).status, 400)
  })

  it.each<readonly [string, Record<string, string | undefined>, number]>([
    ["no content type", { "content-type": undefined }, 400],
    ["another content type", { "content-type": "text/plain" }, 400],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 400],
    ["another charset", { "content-type": "application/json; charset=latin1" }, 400],
    ["UTF-8 said aloud", { "content-type": 'application/json; charset="UTF-8"' }, 200],
    ["a content encoding", { "content-encoding": "gzip" }, 400]
  ])("E3: a body with %s is answered as it should be", async (_, headers, status) => {
    const body = headers["content-encoding"] === undefined ? "{}" : gzipSync("{}")
    assert.strictEqual((await host.call("list_page_views", body, headers)).status, status)
  })

  it("E3: a body of 1 MiB is read, and one byte more is 413 with the limit", async () => {
    const limitBytes = 1024 * 1024
    const sized = (length: number) => `{"limit":1${" ".repeat(length - '{"limit":1}'.length)}}`
    assert.strictEqual((await host.call("list_page_views", sized(limitBytes))).status, 200)
    const { status, body } = await host.call("list_page_views", sized(limitBytes + 1))
    assert.strictEqual(status, 413)
    assert.deepStrictEqual(body.error?.details as unknown, { limitBytes })
  })

  it("E4: whatever JSON is accepted comes back unchanged", async () => {
    const keys = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", ""))
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: "binary" }),
        fc.double({ noDefaultInfinity: true, noNaN: true }).filter(isMeasure),
        fc.maxSafeInteger(),
        fc.constantFrom(null, true, false),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map((entries) => {
          const object = {}
          for (const [key, inner] of entries) {
            Object.defineProperty(object, key, { value: inner, enumerable: true, configurable: true, writable: true })
          }
          return object
        })
      )
    }))
    const kept = (text: string) => !/\\u0000/.test(text) && text.isWellFormed() && !/\\ud[89a-f]/i.test(text)
    let n = 0
    await fc.assert(
      fc.asyncProperty(value.map((sent) => JSON.stringify(sent)).filter(kept), async (text) => {
        const made = await host.call("create_page_view", createWith(`Unchanged ${++n}`, text))
        assert.strictEqual(made.status, 200, made.text)
        const { id } = made.body.data as unknown as { id: string }
        const { text: answered } = await host.call("get_page_view", { id })
        assert.include(answered, `"extra":${text}`)
        assert.include(answered, `"value":${text}`)
      }),
      { numRuns: 60 }
    )
  })

  it("E1, E3: any bytes and any JSON, sent to any operation, are answered with a status of the list, in the envelope", async () => {
    const before = await total()
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(`{"id":${text},"limit":${text},"name":${text},"draft":${text}}`))
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), body, async ({ id }, sent) => {
        const { status, body, headers } = await host.call(id, sent)
        assert.strictEqual(headers.get("content-type"), "application/json")
        if (status === 200) return assert.property(body, "data")
        assert.include(statuses, status as never)
        assert.isBelow(status, 500)
        assert.hasAllKeys(body, ["error"])
        assert.isString(body.error?.hint)
      }),
      { numRuns: 300 }
    )
    assert.strictEqual(await total(), before)
  })

  const rawPost = (headers: string, query = "") =>
    sendRaw(
      server.port,
      `POST /api/agent/list_page_views${query} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
        `content-length: 2\r\n${headers}\r\n{}`
    )

  it("E3: headers given twice are refused: a project is 400, a credential 401", async () => {
    const key = `authorization: Bearer ${host.token}\r\n`
    const project = `x-project-id: ${host.tenant.projectId}\r\n`
    assert.match(await rawPost(key + project), /^HTTP\/1\.1 200 /)
    assert.match(await rawPost(key + project + project), /^HTTP\/1\.1 400 /)
    assert.match(await rawPost(key + key + project), /^HTTP\/1\.1 401 /)
    assert.match(
      await rawPost(key, `?projectId=${host.tenant.projectId}&projectId=${host.tenant.projectId}`),
      /^HTTP\/1\.1 400 /
    )
  })

  it("E3: the header and the query name the project alone, or agree", async () => {
    const { projectId, otherProjectId } = host.tenant
    const query = (id: string) => `?projectId=${encodeURIComponent(id)}`
    const none = { "x-project-id": undefined }
    assert.strictEqual((await host.call("list_page_views", {}, none, query(projectId))).status, 200)
    assert.strictEqual((await host.call("list_page_views", {}, {}, query(projectId))).status, 200)
    assert.strictEqual((await host.call("list_page_views", {}, {}, query(otherProjectId))).status, 400)
    assert.strictEqual((await host.call("list_page_views", {}, none)).status, 400)
    assert.strictEqual((await host.call("list_page_views", {}, { "x-project-id": "x".repeat(201) })).status, 400)
    assert.strictEqual((await host.call("list_page_views", {}, none, query(""))).status, 400)
  })

  it("E1: every path and method that is not an operation's is a JSON 404", async () => {
    for (const [method, path] of [
      ["GET", "/api/agent/list_page_views"],
      ["PUT", "/api/agent/list_page_views"],
      ["POST", "/api/agent/list_page_views/"],
      ["POST", "/api/agent//list_page_views"],
      ["POST", "/api/agent/LIST_PAGE_VIEWS"],
      ["POST", "/api/agent/%6Cist_page_views"],
      ["POST", "/api/agent/constructor"],
      ["POST", "/api/agent/"],
      ["POST", "/api/"],
      ["DELETE", "/"]
    ] as const) {
      const response = await host.kit.fetch(new Request(`http://test${path}`, { method }))
      assert.strictEqual(response.status, 404, `${method} ${path}`)
      assert.strictEqual(((await response.json()) as { error: { code: string } }).error.code, "NOT_FOUND")
    }
  })

  it("E1: a request ID is the caller's if it is well-formed, else a new one", async () => {
    const sent = async (id: string) =>
      (await host.call("list_page_views", {}, { "x-request-id": id })).headers.get("x-request-id")
    assert.strictEqual(await sent("trace-1:2.3"), "trace-1:2.3")
    for (const bad of ["a b", "<script>", "x".repeat(129)]) assert.match((await sent(bad)) ?? "", /^req_[0-9a-z]{26}$/)
  })
})
