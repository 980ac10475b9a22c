import { createAgentOperations, family, implement } from "@agent-operations/kit"
import { jwtVerifier } from "@agent-operations/kit/jwt"
import { emptyImage } from "@agent-operations/testing"
import { views } from "@agent-operations/views"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { system } from "../front-door.ts"

const memory = { memory: true, image: await emptyImage() } as const
const families = [system()]

/** Why a start is refused, with its sort. */
const refusal = async (options: unknown): Promise<string> => {
  try {
    await createAgentOperations(options as never)
  } catch (error) {
    return String(error)
  }
  return assert.fail("It started.")
}

describe("options that cannot be meant are refused before anything is opened", () => {
  it.each<readonly [string, unknown, string]>([
    ["none at all", undefined, "families is missing: list what is to be served, such as families: [views()]"],
    ["no families", { database: memory }, "families is missing"],
    ["an empty list of families", { families: [], database: memory }, "families is empty"],
    ["a function for a family", { families: [views], database: memory }, "families[0] is a function: call it"],
    ["another value for a family", { families: [{}], database: memory }, "families[0] is no family"],
    ["no database", { families }, "database is missing: pass { url }"],
    ["a database by its URL alone", { families, database: "postgres://db" }, "database is missing: pass { url }"],
    ["an empty URL", { families, database: { url: "" } }, "database.url has to be text"],
    ["a URL that is not set", { families, database: { url: undefined } }, "database is missing"],
    ["two databases", { families, database: { url: "postgres://db", ...memory } }, "database has both url and memory"],
    ["memory: false", { families, database: { memory: false } }, "database.memory can only be true"],
    ["a pool that is none", { families, database: { pool: {} } }, "database.pool has to be a Pool of pg"],
    [
      "a setting of another database",
      { families, database: { ...memory, maxConnections: 3 } },
      "database.maxConnections cannot be combined with memory, which takes schema,"
    ],
    ["a schema that is no identifier", { families, database: { ...memory, schema: "a b" } }, "InvalidSchema|schema"],
    ["prefix: null", { families, database: memory, prefix: null }, 'prefix has to be text, such as "/ops"'],
    [
      "a prefix that no request has",
      { families, database: memory, prefix: "/a b" },
      'The prefix "/a b" is not a valid path'
    ],
    [
      "metadata at no URL",
      { families, database: memory, resourceMetadata: "/oauth" },
      "resourceMetadata has to be a URL"
    ],
    [
      "metadata at what no header has",
      { families, database: memory, resourceMetadata: 'https://a.test/"\u0001' },
      "resourceMetadata has to be a URL"
    ],
    ["a verify that is no function", { families, database: memory, verify: true }, "verify has to be a function"],
    ["a limit of nothing", { families, database: memory, requestsPerMinute: 0 }, "requestsPerMinute has to be a whole"],
    [
      "a limit in words",
      { families, database: memory, requestsPerMinute: "none" },
      'a whole number, 1 or more, or "off"'
    ],
    ["a body of -1", { families, database: memory, maxBodyBytes: -1 }, "maxBodyBytes has to be a whole number"],
    ["a deadline in words", { families, database: memory, deadline: "soon" }, "deadline has to be a duration"],
    ["a level of its own", { families, database: memory, logLevel: "Loud" }, "logLevel is one of All, Trace"],
    ["openApi: true", { families, database: memory, openApi: true }, "openApi has to be an object: { info, servers"],
    [
      "a member of openApi that there is not",
      { families, database: memory, openApi: { inf: {} } },
      "there is no option openApi.inf; there are info, servers, securitySchemes, transform"
    ],
    ["openApi.info in words", { families, database: memory, openApi: { info: "Acme" } }, "openApi.info has to be an"],
    [
      "one server",
      { families, database: memory, openApi: { servers: { url: "/" } } },
      "openApi.servers has to be a list"
    ],
    [
      "a server by its URL alone",
      { families, database: memory, openApi: { servers: ["/"] } },
      "openApi.servers has to"
    ],
    [
      "a list of security schemes",
      { families, database: memory, openApi: { securitySchemes: [] } },
      "openApi.securitySchemes has to be an object"
    ],
    [
      "a transform that is no function",
      { families, database: memory, openApi: { transform: {} } },
      "openApi.transform has to be a function"
    ],
    ["migrate: true", { families, database: memory, migrate: true }, 'migrate is "auto", "check" or false'],
    [
      "an option that there is not",
      { families, database: memory, prefx: "/ops" },
      "there is no option prefx; there are"
    ],
    ["one family twice", { families: [system(), system()], database: memory }, 'Two families have the name "system"']
  ])("%s", async (_, options, message) => {
    assert.match(await refusal(options), new RegExp(message.replaceAll(/[()[\]{}.?+]/g, "\\$&")))
  })

  it.each([
    ["one operation twice", ["a_1", "a_1"]],
    ["two that code would call by one name", ["a_1", "a1"]]
  ])("a family with %s, of which one would not be served", (_, ids) => {
    const [echo] = system().families.flatMap(({ operations }) => Object.values(operations))
    const declared = ids.map((id) => implement({ ...echo!, id }, ({ text }) => ({ text })))
    assert.throws(
      () => family("system", declared),
      TypeError,
      "Two operations of the family system would be called a1."
    )
  })

  it("a JWT verifier without `principal`", () => {
    const options = { jwks: { keys: [] }, issuer: "https://id.example.com", audience: "ops" }
    assert.throws(() => jwtVerifier(options as never), TypeError, "jwtVerifier needs principal")
  })
})

describe("OpenAPI options", () => {
  it("C2: what they say is in the document, and `transform` has the last word, once", async () => {
    let calls = 0
    const cookie = { type: "apiKey", in: "cookie", name: "session" }
    await using kit = await createAgentOperations({
      families,
      database: memory,
      openApi: {
        info: { title: "Acme", version: "7.0.0" },
        servers: [{ url: "https://api.example.com", description: "Live" }],
        securitySchemes: { session: cookie },
        transform: (document) => {
          calls += 1
          return { ...document, "x-logo": { url: "/logo.svg" } }
        }
      }
    })
    const read = async () => (await kit.fetch(new Request("http://test/openapi.json"))).json() as Promise<object>
    const document = await read()
    assert.deepStrictEqual(await read(), document)
    assert.strictEqual(calls, 1)
    assert.deepNestedInclude(document, {
      "info.title": "Acme",
      "info.version": "7.0.0",
      "servers[0]": { url: "https://api.example.com", description: "Live" },
      "components.securitySchemes": { session: cookie },
      "x-logo": { url: "/logo.svg" }
    })
    assert.include(JSON.stringify(document), '"security":[{"session":["system:read"]}]')
  })

  it("a `transform` that throws, or returns nothing, refuses the start", async () => {
    const start = (transform: () => unknown) => refusal({ families, database: memory, openApi: { transform } })
    assert.match(
      await start(() => {
        throw new Error("no logo")
      }),
      /openApi\.transform threw .*no logo/
    )
    assert.match(await start(() => undefined), /openApi\.transform must return the document/)
  })

  it("C2: a document that cannot be made refuses no start, and readiness names why before a caller asks for it", async () => {
    const saying = (name: string, result: Schema.Codec<{ readonly text: unknown }>) => {
      const [echo] = system().families.flatMap(({ operations }) => Object.values(operations))
      const declared = { ...echo!, id: name, result: result.annotate({ identifier: "Said" }) }
      return family(name, [implement(declared, ({ text }) => ({ text }))], { scopes: { "system:read": "Read." } })
    }
    await using kit = await createAgentOperations({
      families: [
        saying("one", Schema.Struct({ text: Schema.String })),
        saying("other", Schema.Struct({ text: Schema.Unknown }))
      ],
      database: memory,
      logLevel: "None"
    })
    const answer = await kit.fetch(new Request("http://test/readyz"))
    assert.strictEqual(answer.status, 503)
    assert.include(await answer.text(), "Two different schemas have the identifier Said. Annotate one of them")
    assert.strictEqual((await kit.fetch(new Request("http://test/healthz"))).status, 200)
  })
})
