import {
  codeIn,
  codeMembers,
  contractFaults,
  contractOf,
  CustomField,
  customFields,
  definitionFamily,
  familiesOf,
  type Family,
  family,
  kebabCase,
  kind,
  operation,
  PageView,
  pageViews,
  without
} from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { Effect, Schema } from "effect"
import { assert, describe, it } from "vitest"

const ping = operation({
  id: "ping",
  summary: "Answer",
  description: "Answers at once.",
  scopes: ["system:read"],
  effect: "read",
  input: Schema.Struct({}),
  result: Schema.Struct({ pong: Schema.Boolean }),
  errors: [],
  example: { input: {}, result: { pong: true } }
})
const scopes = { "system:read": "Read whether the system works." }
const system = family("system", { title: "System", scopes, operations: { ping } })

const alert = {
  name: "alert_rule",
  prefix: "ar",
  scopes: { read: "alerts:read", write: "alerts:write" },
  mayReference: ["custom_field"],
  source: Schema.Struct({ metric: Schema.String }),
  settings: Schema.Struct({ threshold: Schema.Finite }),
  example: {
    id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Too many errors",
    description: "Pages whoever is on call.",
    source: { metric: "errors" },
    settings: { threshold: 5 },
    references: {}
  }
} as const
const alarm = alert.example.id.replace("ar_", "al_")
const AlertRule = kind(alert)
const alertRules = definitionFamily(AlertRule)

describe("a kind of a host's own", () => {
  it("C5: has the eleven operations, named after it, under its scopes", () => {
    assert.deepStrictEqual(
      Object.values(alertRules.operations).map(({ id, scopes: [scope] }) => `${id} ${scope}`),
      [
        "list_alert_rules alerts:read",
        "get_alert_rule alerts:read",
        "create_alert_rule alerts:write",
        "update_alert_rule alerts:write",
        "copy_alert_rule alerts:write",
        "delete_alert_rule alerts:write",
        "get_alert_rule_history alerts:read",
        "restore_alert_rule alerts:write",
        "get_alert_rule_dependencies alerts:read",
        "list_deleted_alert_rules alerts:read",
        "recover_alert_rule alerts:write"
      ]
    )
    assert.strictEqual(alertRules.name, "alertRules")
    assert.strictEqual(alertRules.title, "Alert rules")
    assert.strictEqual(alertRules.scopes["alerts:read"], "Read alert rules and their history.")
  })

  it("C5: is written with hyphens where addresses, folders and command lines name it", () => {
    assert.deepStrictEqual([alertRules.name, AlertRule.plural].map(kebabCase), ["alert-rules", "alert-rules"])
  })

  it("C1: is listed by itself, or by the module that brings it", () => {
    assert.deepStrictEqual(familiesOf([pageViews, { families: [alertRules, system] }]), [pageViews, alertRules, system])
  })

  it("C2, C5: is in the document beside the others, with components and scopes of its own", () => {
    const document = openApiDocument([pageViews, customFields, alertRules, system])
    assert.containsAllKeys(document.paths, ["/api/agent/restore_alert_rule", "/api/agent/ping"])
    assert.containsAllKeys(document.components.schemas, ["AlertRule", "AlertRuleReference", "Reference"])
    assert.deepStrictEqual(
      document.tags.map(({ name }) => name),
      ["Page views", "Custom fields", "Alert rules", "System"]
    )
    assert.include(JSON.stringify(document.components.securitySchemes), "Create, change and delete alert rules.")
  })

  it("C2: shares a tag of the document with a family of the same title", () => {
    const more = family("more", { title: "Alert rules", scopes, operations: { ping } })
    const document = openApiDocument([customFields, alertRules, more])
    assert.deepStrictEqual(document.tags, [{ name: "Custom fields" }, { name: "Alert rules" }])
  })

  it.each([
    ["Alert", "lower case with underscores"],
    ["alert__rule", "lower case with underscores"],
    ["a".repeat(41), "at most 40 characters"]
  ])("is refused under the name %s", (name, why) => {
    assert.throws(() => contractOf([customFields, definitionFamily(kind({ ...alert, name }))]), why)
  })

  it.each([
    ["no settings", { settings: undefined }, "its settings must be a schema"],
    ["settings that are no object", { settings: Schema.String }, "its settings must be the schema of an object"],
    ["a source that is no schema", { source: {} }, "its source must be a schema"],
    ["no scopes", { scopes: undefined }, "it needs scopes"],
    ["no mayReference", { mayReference: undefined }, "it needs mayReference"]
  ])("is refused with %s, by its name", (_, change, why) => {
    assert.throws(
      () => kind({ ...alert, ...change } as never),
      TypeError,
      `The kind "alert_rule" is declared wrongly: ${why}`
    )
  })

  it.each([
    ["a number from text", { threshold: Schema.NumberFromString }, "its settings/threshold transforms what is sent"],
    ["trimmed text", { threshold: Schema.Array(Schema.Trim) }, "its settings/threshold/* transforms what is sent"],
    ["a date", { threshold: Schema.DateFromString }, "its settings/threshold transforms what is sent"],
    [
      "integers without end",
      { threshold: Schema.optional(Schema.BigInt) },
      "its settings/threshold takes what is not JSON"
    ]
  ])("E4: is refused with %s among its settings", (_, fields, why) => {
    const settings: Schema.Constraint = Schema.Struct(fields)
    const rules = definitionFamily(kind({ ...alert, settings } as never)) as Family.Any
    assert.throws(
      () => contractOf<Family.Any>([customFields, rules]),
      `The kind "alert_rule" is declared wrongly: ${why}`
    )
  })

  it("E4: may leave out settings that have a default, and hold itself", () => {
    interface Rule {
      readonly all: ReadonlyArray<Rule>
    }
    const Rule: Schema.Codec<Rule> = Schema.Struct({ all: Schema.Array(Schema.suspend(() => Rule)) })
    const settings = Schema.Struct({
      threshold: Schema.Finite.pipe(Schema.withDecodingDefaultKey(Effect.succeed(5))),
      unit: Schema.String.pipe(Schema.withDecodingDefault(Effect.succeed("ms"))),
      rule: Schema.optionalKey(Rule)
    })
    const example = { ...alert.example, settings: { threshold: 5, unit: "s", rule: { all: [] } } }
    assert.doesNotThrow(() =>
      contractOf<Family.Any>([customFields, definitionFamily(kind({ ...alert, settings, example }))])
    )
  })

  it("is refused under a prefix that no ID can have", () => {
    const rules = definitionFamily(kind({ ...alert, prefix: "AR" }))
    assert.throws(() => contractOf<Family.Any>([customFields, rules]), "1 to 63 lower-case letters")
  })
})

describe("families that are served together", () => {
  it("C1: are looked up by operation, scope and kind", () => {
    const contract = contractOf([pageViews, customFields, alertRules, system])
    assert.strictEqual(contract.byId.ping, ping)
    assert.strictEqual(contract.familyOf(ping), system)
    assert.lengthOf(contract.operations, 35)
    assert.deepStrictEqual(Object.keys(contract.scopes), [
      "views:read",
      "views:write",
      "alerts:read",
      "alerts:write",
      "system:read"
    ])
  })

  const another = (name: string, id: string) =>
    family(name, { title: "Another", scopes, operations: { ping: { ...ping, id } } })

  it.each([
    ["two of one name", [system, another("system", "pong")], 'Two families have the name "system"'],
    ["two operations of one ID", [system, another("other", "ping")], 'Two operations have the id "ping"'],
    [
      "one scope with two meanings",
      [system, family("other", { title: "Other", scopes: { "system:read": "Read all." }, operations: {} })],
      "The families system and other give the scope system:read two meanings"
    ],
    [
      "one prefix",
      [customFields, alertRules, definitionFamily(kind({ ...alert, name: "alarm" }))],
      'Two kinds have the prefix "ar"'
    ],
    [
      "one kind's name",
      [
        customFields,
        alertRules,
        definitionFamily(kind({ ...alert, plural: "alarms", prefix: "al", example: { ...alert.example, id: alarm } }))
      ],
      'Two operations have the id "get_alert_rule"'
    ],
    ["a kind that may reference one that is not there", [alertRules], "may reference custom_field, which no mounted"]
  ] as const)("are refused with %s, saying what to do", (_, families, message) => {
    assert.throws(() => contractOf<Family.Any>(families), message)
  })

  it("are refused in a document where two schemas have one identifier", () => {
    const named = (name: string, schema: Schema.Codec<{ readonly pong: unknown }, unknown>) =>
      family(name, {
        title: name,
        scopes,
        operations: {
          one: operation({
            ...ping,
            id: `${name}_one`,
            result: schema.annotate({ identifier: "Pong" }),
            example: { input: {}, result: { pong: true } }
          })
        }
      })
    const families = [
      named("one", Schema.Struct({ pong: Schema.Boolean })),
      named("two", Schema.Struct({ pong: Schema.Unknown }))
    ]
    assert.throws(() => openApiDocument(families), "Two different schemas have the identifier Pong")
  })

  it("a family can leave operations out", () => {
    assert.notProperty(without(pageViews, "validate").operations, "validate")
    assert.lengthOf(contractOf([without(pageViews, "validate"), customFields]).operations, 22)
  })
})

describe("a declaration that contradicts itself is refused where it is put together with others", () => {
  const declared = { ...ping, id: "made_wrong" }
  const cursor = Schema.Struct({ cursor: Schema.optionalKey(Schema.String) })
  it.each([
    ["an ID that no path has", { id: "Wrong" }, "lower case with underscores"],
    ["paging without its member", { paging: "cursor" }, "its input needs the member cursor"],
    ["paging without a continuation", { paging: "cursor", input: cursor }, "its result needs items and nextCursor"],
    [
      "an idempotency of a read",
      { idempotency: "requestKey", errors: ["REQUEST_KEY_REUSED"] },
      "a read must not declare an idempotency"
    ],
    [
      "a request key that may be left out",
      {
        effect: "write",
        idempotency: "requestKey",
        errors: ["REQUEST_KEY_REUSED"],
        input: Schema.Struct({ requestKey: Schema.optionalKey(Schema.String) })
      },
      "its input needs the required member requestKey"
    ],
    ["usage without its error", { incursUsage: true }, "its errors must include USAGE_LIMIT_REACHED"],
    ["people without their error", { callers: "people" }, "its errors must include HUMAN_REQUIRED"],
    ["a body limit that none keeps", { limits: { bodyBytes: 0 } }, "limits.bodyBytes must be a number above 0"],
    [
      "a deadline that is none",
      { limits: { deadlineMillis: Number.NaN } },
      "limits.deadlineMillis must be a number above 0"
    ],
    ["an effect that there is not", { effect: "reads" }, 'its effect must be one of "read", "write", "destructive"'],
    ["an error that there is not", { errors: ["NOPE"] }, 'its errors name "NOPE", which is not a code'],
    ["errors that are no list", { errors: "CONFLICT" }, "its errors must be a list"],
    ["no scopes at all", { scopes: undefined }, "its scopes must be a list"],
    ["a surface that there is not", { surfaces: ["web"] }, 'its surfaces name "web"'],
    ["no input", { input: undefined }, "its input must be a schema"],
    ["an input that is no object", { input: Schema.String }, "its input must be the schema of an object"],
    ["no result", { result: undefined }, "its result must be a schema"],
    ["no example", { example: undefined }, "its example must have an input and a result"],
    ["an example of an input alone", { example: { input: {} } }, "its example must have an input and a result"],
    ["a sunset that is soon", { deprecated: { since: "2016-01-01", sunset: "2016-02-01" } }, "at least six months"]
  ] as const)("%s", (_, change, message) => {
    const spec: object = { ...declared, ...change }
    const wrong = operation(spec as typeof declared)
    assert.throws(() => contractOf([family("system", { title: "System", scopes, operations: { wrong } })]), message)
  })

  it("a scope that its family does not declare", () => {
    assert.throws(
      () => contractOf([family("system", { title: "System", scopes: {}, operations: { ping } })]),
      "ping requires system:read, which the family does not declare"
    )
  })

  it.each(["System", "a b", "", "then"])("a family of the name %j", (name) => {
    assert.throws(
      () => contractOf([family(name, { title: "System", scopes, operations: { ping } })]),
      "its name must be a lower-case letter"
    )
  })

  it("a method that a promise has", () => {
    // oxlint-disable-next-line unicorn/no-thenable
    const thenable = family("system", { title: "System", scopes, operations: { then: ping } })
    assert.throws(() => contractOf([thenable]), '"then" is not a valid method name')
  })

  it.each(["reads", "views:", "Views:read"])("a scope of the form %j", (scope) => {
    const system = family("system", { title: "System", scopes: { [scope]: "Reads." }, operations: {} })
    assert.throws(() => contractOf([system]), 'is not of the form "views:read"')
  })
})

describe("C1: every fault of families is found by a test, and wrong examples by it alone", () => {
  const wrong = operation({ ...ping, id: "wrong", example: { input: {}, result: { pong: 1 as never } } })
  const faulty = family("faulty", {
    title: "Faulty",
    scopes,
    operations: {
      wrong,
      also: operation({ ...ping, id: "also", example: { input: { text: 1 } as never, result: { pong: true } } }),
      ping
    }
  })

  it("the examples of operations, each by its first place", () => {
    const [result, input, ...others] = contractFaults([faulty])
    assert.include(
      result,
      'The operation "wrong" is declared wrongly: its example.result is refused by its own schema at "/pong"'
    )
    assert.include(
      input,
      'The operation "also" is declared wrongly: its example.input is refused by its own schema at "/text"'
    )
    assert.isEmpty(others)
    assert.doesNotThrow(() => contractOf([faulty]))
  })

  it.each([
    ["id", { id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca" }, "its example.id is refused by its own schema"],
    ["source", { source: { metric: 5 } }, 'its example.source is refused by its own schema at "/metric"'],
    ["settings", { settings: { threshold: "5" } }, 'its example.settings is refused by its own schema at "/threshold"']
  ])("the %s in the example of a kind", (_, change, why) => {
    const rules = definitionFamily(kind({ ...alert, example: { ...alert.example, ...change } } as typeof alert))
    const faults = contractFaults([customFields, rules])
    assert.include(faults[0], `The kind "alert_rule" is declared wrongly: ${why}`)
    assert.doesNotThrow(() => contractOf<Family.Any>([customFields, rules]))
  })

  it("declarations that contradict themselves, all of them, and before examples", () => {
    const operations = { wrong, one: { ...ping, id: "One" }, other: { ...ping, id: "Other" } }
    const faults = contractFaults([{ families: [family("system", { title: "System", scopes, operations })] }])
    assert.deepStrictEqual(
      faults.map((fault) => fault.split(" is declared wrongly")[0]),
      ['The operation "One"', 'The operation "Other"']
    )
  })

  it("contradictions between families, of modules too", () => {
    assert.include(contractFaults([{ families: [system] }, system])[0], 'Two families have the name "system"')
    assert.deepStrictEqual(contractFaults([pageViews, { families: [customFields, alertRules] }, system]), [])
  })
})

describe("a text that is code", () => {
  const sql = (extension: string) => {
    const query = Schema.String.check(Schema.isMaxLength(100)).annotate({
      description: "A query.",
      ...codeIn(extension)
    })
    const source = Schema.Union([Schema.Struct({ metric: Schema.String }), Schema.Struct({ query })])
    return kind({
      ...alert,
      source,
      settings: Schema.Struct({ threshold: Schema.Finite, check: Schema.optionalKey(query) })
    })
  }

  it("C1: is found wherever a kind has it", () => {
    assert.deepStrictEqual(codeMembers(PageView), [{ path: ["source", "code"], extension: "tsx" }])
    assert.deepStrictEqual(codeMembers(CustomField), [{ path: ["source", "expression"], extension: "cel" }])
    assert.deepStrictEqual(
      codeMembers(sql("sql")).map(({ path }) => path.join(".")),
      ["source.query", "settings.check"]
    )
    assert.deepStrictEqual(codeMembers(AlertRule), [])
  })

  it("has an extension that a file can have", () => {
    assert.throws(() => contractOf([definitionFamily(sql("../x"))]), 'codeIn("../x") is no extension such as "tsx"')
    assert.throws(() => contractOf([definitionFamily(sql("json"))]), 'codeIn("json") is no extension such as "tsx"')
  })
})

describe("a finished operation", () => {
  const start = operation({
    id: "start_run",
    summary: "Start a run",
    description: "Starts a run.",
    scopes: ["runs:write"],
    callers: "people",
    effect: "write",
    incursUsage: true,
    idempotency: "requestKey",
    limits: { bodyBytes: 1024, deadlineMillis: 5000 },
    surfaces: ["rest", "client"],
    deprecated: { since: "2016-01-01", sunset: "2016-09-01", use: "begin_run" },
    input: Schema.Struct({ requestKey: Schema.String }),
    result: Schema.Struct({ id: Schema.String }),
    errors: ["REQUEST_KEY_REUSED", "USAGE_LIMIT_REACHED", "HUMAN_REQUIRED", "CONFLICT"],
    hints: { CONFLICT: "Wait until the run before has ended." },
    example: { input: { requestKey: "a" }, result: { id: "run" } }
  })
  const runs = family("runs", { title: "Runs", scopes: { "runs:write": "Start runs." }, operations: { start } })
  const hidden = family("hidden", {
    title: "Hidden",
    scopes,
    operations: { ping: operation({ ...ping, surfaces: ["mcp"] }) }
  })

  it("C1, E2: is told whole by the document, with its own errors and the common ones alone", () => {
    const { post } = openApiDocument([runs]).paths["/api/agent/start_run"]!
    assert.deepInclude(post, {
      deprecated: true,
      "x-agent-callers": "people",
      "x-agent-idempotency": "requestKey",
      "x-agent-limits": { bodyBytes: 1024, deadlineMillis: 5000 },
      "x-agent-hints": { CONFLICT: "Wait until the run before has ended." }
    })
    assert.include(post.description, "gone after 2016-09-01. Use begin_run in its place.")
    const named = Object.entries(post.responses as object).flatMap(([status, { $ref = "" }]) =>
      status === "200" ? [] : [[Number(status), $ref.replace("#/components/responses/", "")]]
    )
    assert.deepStrictEqual(named, [
      [400, "ValidationError"],
      [401, "Unauthenticated"],
      [402, "UsageLimitReached"],
      [403, "MissingScopeOrProjectAccessDeniedOrHumanRequired"],
      [404, "NotReturned"],
      [409, "ConflictOrRequestKeyReused"],
      [413, "PayloadTooLarge"],
      [422, "NotReturned"],
      [429, "RateLimited"],
      [500, "InternalError"],
      [503, "Unavailable"],
      [504, "Timeout"]
    ])
  })

  it("is in the document of REST only where it is on that surface", () => {
    assert.isEmpty(openApiDocument([hidden]).paths)
  })
})
