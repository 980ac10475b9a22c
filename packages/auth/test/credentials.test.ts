import {
  type AccessRequest,
  checkAccess,
  CredentialVerifier,
  credentialOf,
  decodePrincipal,
  isText,
  makeAuthorize,
  OfferedScopes,
  type Presented,
  type Principal,
  RateLimit,
  selectProject,
  UsageBudget
} from "@agent-operations/auth"
import { Unauthenticated } from "@agent-operations/error-envelope"
import { it as effectIt } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import { assert, describe, it } from "vitest"
import { actorName } from "../src/access/principal.ts"

const principal: Principal = {
  actor: { type: "api_key", id: "key_1", name: "Key" },
  organizationId: "org_1",
  scopes: ["notes:read", "elsewhere:read"],
  credential: { type: "api_key", id: "key_1" },
  projectId: "p"
}

const requirement = { id: "read_note", scopes: ["notes:read"], callers: "anyone", incursUsage: false } as const

describe("the credential of a request", () => {
  it.each<readonly [ReadonlyArray<string>, string | undefined]>([
    [["Bearer abc"], "abc"],
    [["bearer abc"], "abc"],
    [["BEARER   abc"], "abc"],
    [["Bearer a-b.c_d~e+f/g=="], "a-b.c_d~e+f/g=="],
    [["Bearer 0Zz9"], "0Zz9"],
    [[], undefined],
    [["Bearer"], undefined],
    [["Bearer "], undefined],
    [["Bearerabc"], undefined],
    [["Bearer =abc"], undefined],
    [["Bearer ab=c"], undefined],
    [["Bearer a c"], undefined],
    [["Bearer abc "], undefined],
    [[" Bearer abc"], undefined],
    [["Bearer\tabc"], undefined],
    [["Bearer abc,"], undefined],
    [["Bearer abc\n"], undefined],
    [["Basic abc"], undefined],
    [["Bearer abc", "Bearer abc"], undefined],
    [["Bearer abc", ""], undefined]
  ])("A1: of %j is %j", (headers, expected) => {
    assert.strictEqual(credentialOf(headers), expected)
  })

  /** A verifier that also knows people by a cookie, what it was asked for, and what became of a request. */
  const asking = Effect.fnUntraced(function* (request: Partial<AccessRequest>, answered: unknown = principal) {
    const asked: Array<readonly [string, Omit<Presented, "credential">]> = []
    const verifier = CredentialVerifier.of({
      verify: ({ credential, ...presented }) => {
        asked.push([Redacted.value(credential), presented])
        return Effect.succeed(answered as Principal)
      },
      authenticate: (presented) => {
        asked.push(["cookie", presented])
        return Effect.succeed(answered as Principal)
      }
    })
    const layer = Layer.mergeAll(
      Layer.succeed(CredentialVerifier, verifier),
      RateLimit.unlimited,
      UsageBudget.unlimited,
      Layer.succeed(OfferedScopes, { "notes:read": "Read notes.", "notes:write": "Write notes." })
    )
    const authorize = yield* Effect.provide(makeAuthorize, layer)
    const given: AccessRequest = {
      authorization: [],
      project: { header: ["p"], query: [] },
      audience: "mcp",
      ...request
    }
    const exit = yield* Effect.exit(authorize(requirement, given).access)
    return { asked, exit }
  })

  effectIt.effect("A1: is asked for once; other headers only where no Bearer is sent, however badly written", () =>
    Effect.gen(function* () {
      const web = () => new Request("http://localhost/")
      const client = { peer: () => undefined, header: () => [] }
      const presented = { audience: "mcp", projectId: "p", web } as const
      for (const [authorization, expected] of [
        [["Bearer abc"], "abc"],
        [[], "cookie"],
        [["Basic abc"], "cookie"],
        [["Bearerabc"], "cookie"],
        [["Token Bearer abc"], "cookie"],
        [["Bearer"], undefined],
        [["bearer "], undefined],
        [["Bearer a b"], undefined],
        [["Basic abc", "Bearer a b"], undefined],
        [["Bearer abc", "Bearer abc"], undefined]
      ] as const) {
        const { asked, exit } = yield* asking({ authorization, web, client })
        // Only what a key was used from is kept.
        const told = expected === "cookie" ? presented : { ...presented, client }
        assert.deepStrictEqual(asked, expected === undefined ? [] : [[expected, told]])
        if (expected === undefined) assert.strictEqual((yield* Effect.flip(exit))._tag, "UNAUTHENTICATED")
        else assert.strictEqual((yield* exit).projectId, "p")
      }
      const { asked } = yield* asking({ authorization: ["Bearer abc"], project: { header: [], query: [] } })
      assert.deepStrictEqual(
        asked.map(([, { projectId }]) => projectId),
        [undefined]
      )
    })
  )

  effectIt.effect("A2: gives the scopes that are offered here, and is told of where the verifier tells", () =>
    Effect.gen(function* () {
      for (const [answered, credential] of [
        [principal, principal.credential],
        [{ ...principal, credential: null }, null],
        [{ ...principal, credential: undefined }, null]
      ] as const) {
        const { exit } = yield* asking({ authorization: ["Bearer abc"] }, answered)
        assert.deepStrictEqual(yield* exit, {
          actor: principal.actor,
          organizationId: "org_1",
          projectId: "p",
          scopes: ["notes:read"],
          credential: credential ?? null
        })
      }
    })
  )

  effectIt.effect("A1: that nobody knows is refused where nothing else can be asked", () =>
    Effect.gen(function* () {
      const layer = Layer.mergeAll(
        Layer.succeed(CredentialVerifier, { verify: () => Effect.fail(new Unauthenticated({ message: "no" })) }),
        RateLimit.unlimited,
        UsageBudget.unlimited,
        Layer.succeed(OfferedScopes, {})
      )
      const authorize = yield* Effect.provide(makeAuthorize, layer)
      const project = { header: ["p"], query: [] }
      for (const authorization of [[], ["Basic abc"], ["Bearer abc"]]) {
        const { expected, access } = authorize(requirement, { authorization, project, audience: "rest" })
        assert.isUndefined(expected)
        assert.strictEqual((yield* Effect.flip(access))._tag, "UNAUTHENTICATED")
      }
    })
  )
})

describe("a principal", () => {
  const secret = "aok_not_to_be_told"
  const { actor } = principal

  it("is what can be stored, with its own members alone", () => {
    const more = { ...principal, token: secret, actor: { ...actor, token: secret } }
    assert.deepStrictEqual(decodePrincipal(more), Result.succeed(principal))
    for (const fine of [
      { ...principal, projectId: null },
      { ...principal, credential: null },
      { ...principal, scopes: [] },
      { ...principal, actor: { ...actor, type: "user", name: "" } },
      { ...principal, actor: { ...actor, id: "😀".repeat(200), name: "😀".repeat(200) } },
      ...["api_key", "access_token", "session", "host"].map((type) => ({ ...principal, credential: { type, id: "c" } }))
    ]) {
      assert.deepStrictEqual(decodePrincipal(fine), Result.succeed(fine as Principal))
    }
  })

  it.each<readonly [string, unknown]>([
    ["principal", undefined],
    ["principal", null],
    ["principal", secret],
    ["principal.actor", { ...principal, actor: secret }],
    ["principal.actor.type", { ...principal, actor: { ...actor, type: secret } }],
    ["principal.actor.id", { ...principal, actor: { ...actor, id: "" } }],
    ["principal.actor.id", { ...principal, actor: { ...actor, id: `${secret}\0` } }],
    ["principal.actor.id", { ...principal, actor: { ...actor, id: secret.padEnd(201) } }],
    ["principal.actor.name", { ...principal, actor: { ...actor, name: `${secret}\ud800` } }],
    ["principal.actor.name", { ...principal, actor: { ...actor, name: 7 } }],
    ["principal.organizationId", { ...principal, organizationId: "" }],
    ["principal.scopes", { ...principal, scopes: secret }],
    ["principal.scopes.0", { ...principal, scopes: [7] }],
    ["principal.credential", { ...principal, credential: secret }],
    ["principal.projectId", { ...principal, projectId: 7 }]
  ])("is refused by the place that is wrong, %s, and by no value", (place, answered) => {
    const decoded = decodePrincipal(answered)
    const message = Result.isFailure(decoded) ? decoded.failure : assert.fail("it was taken")
    assert.match(message, new RegExp(`^${place}: has to be `))
    assert.notInclude(message, secret)
  })
})

describe("what a caller may do", () => {
  const { actor } = principal
  const person = { ...actor, type: "user" } as const

  it("A2: asks for every scope of the requirement and of the input, each once", () => {
    const needs = { ...requirement, scopes: ["a", "b"] }
    assert.isUndefined(checkAccess(needs, { actor, scopes: ["b", "c", "a"] }))
    assert.isUndefined(checkAccess(needs, { actor, scopes: "all" }, ["d"]))
    assert.isUndefined(checkAccess({ ...needs, scopes: [] }, { actor, scopes: [] }))
    for (const [granted, more, required] of [
      [["a"], [], ["a", "b"]],
      [["b"], [], ["a", "b"]],
      [[], [], ["a", "b"]],
      [["a", "b"], ["c"], ["a", "b", "c"]],
      [
        ["a", "c"],
        ["c", "a"],
        ["a", "b", "c"]
      ]
    ] as const) {
      const refused = checkAccess(needs, { actor, scopes: granted }, more)
      assert.deepInclude(refused, { _tag: "MISSING_SCOPE", details: { required, granted } })
    }
  })

  it("A7: lets people alone do what is for people, whatever a key may do", () => {
    const needs = { ...requirement, callers: "people" } as const
    for (const scopes of ["all", ["notes:read"]] as const) {
      assert.isUndefined(checkAccess(needs, { actor: person, scopes }))
      assert.strictEqual(checkAccess(needs, { actor, scopes })?._tag, "HUMAN_REQUIRED")
      assert.isUndefined(checkAccess(requirement, { actor, scopes }))
    }
    assert.strictEqual(checkAccess(needs, { actor, scopes: [] })?._tag, "MISSING_SCOPE")
  })
})

it("the name of an actor is the first 200 characters of a name", () => {
  for (const character of ["a", "é", "😀"]) {
    for (const length of [0, 1, 199, 200, 201, 399, 400, 401, 1000]) {
      assert.strictEqual(actorName(character.repeat(length)), character.repeat(Math.min(200, length)))
    }
  }
  assert.strictEqual(actorName(`${"a".repeat(150)}${"😀".repeat(150)}`), "a".repeat(150) + "😀".repeat(50))
})

it("an ID is well-formed text of 1 to 200 characters without NUL", () => {
  for (const [text, minimum, expected] of [
    ["", undefined, false],
    ["", 0, true],
    ["a", undefined, true],
    ["a".repeat(200), undefined, true],
    ["a".repeat(201), undefined, false],
    ["😀".repeat(200), undefined, true],
    ["😀".repeat(200) + "a", undefined, false],
    ["a".repeat(1e6), undefined, false],
    ["a\0", undefined, false],
    ["\ud800", undefined, false],
    ["\udc00\ud800", undefined, false]
  ] as const) {
    assert.strictEqual(isText(text, minimum), expected, JSON.stringify(text.slice(0, 9)))
  }
})

it("a project that is named badly is told at the header", () => {
  for (const [header, query] of [
    [[], []],
    [["p", "p"], []],
    [[], ["p", "p"]],
    [["p"], ["q"]],
    [[""], []]
  ]) {
    const selected = selectProject({ header: header!, query: query! })
    const refused = Result.isFailure(selected) ? selected.failure : assert.fail("it was taken")
    assert.strictEqual(refused._tag, "VALIDATION_ERROR")
    assert.deepStrictEqual(
      refused.details?.issues.map(({ path }) => path),
      ["/x-project-id"]
    )
  }
})
