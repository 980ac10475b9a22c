import { CredentialVerifier, OfferedScopes, RateLimit, UsageBudget } from "@agent-operations/auth"
import { family, operation } from "@agent-operations/contract"
import { AgentHttp } from "@agent-operations/http"
import { implement, Invoker, type Route, route } from "@agent-operations/operations"
import { Context, Effect, Layer, Schema } from "effect"
import { assert, describe, it } from "vitest"

const system = family("system", {
  title: "System",
  scopes: { "system:read": "Read whether the system works." },
  operations: {
    ping: operation({
      id: "ping",
      summary: "Answer",
      description: "Answers.",
      scopes: [],
      effect: "read",
      input: Schema.Struct({}),
      result: Schema.Struct({}),
      errors: [],
      example: { input: {}, result: {} }
    })
  }
})

const metrics = { owner: "the metrics", methods: ["GET"], path: "/metrics", run: () => Effect.never }

const start = (routes: ReadonlyArray<Route>) =>
  Layer.build(AgentHttp.layer({ routes, prefix: "/ops", entries: Effect.succeed([metrics]) })).pipe(
    Effect.map(Context.get(AgentHttp)),
    Effect.provide(
      Layer.mergeAll(
        Invoker.layer([system]).pipe(
          Layer.provide(implement(system, Effect.succeed({ ping: () => Effect.succeed({}) })))
        ),
        Layer.succeed(CredentialVerifier, { verify: () => Effect.never }),
        Layer.succeed(OfferedScopes, system.scopes),
        RateLimit.unlimited,
        UsageBudget.unlimited
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )

const bare = { summary: "x", scopes: ["system:read"], run: () => Effect.succeed("x") }

describe("a start with routes", () => {
  it("is one where each has a method and a path of its own", async () => {
    await start([route("GET", "/a", bare), route("POST", "/a", bare), route("GET", "/a/{b}", bare)])
  })

  it.each<readonly [string, ReadonlyArray<Route>, RegExp]>([
    [
      "the path of another",
      [route("GET", "/a/{b}", bare), route("GET", "/a/{c}", { ...bare, id: "c" })],
      /Both the route get_a_b and the route c are at GET \/a\/\{\}/
    ],
    [
      "the path of a page",
      [route("GET", "/healthz", bare)],
      /Both the page \/healthz and the route get_healthz are at GET \/healthz/
    ],
    [
      "the path of an entry",
      [route("GET", "/metrics", bare)],
      /Both the route get_metrics and the metrics are at GET \/metrics/
    ],
    ["the id of an operation", [route("GET", "/a", { ...bare, id: "ping" })], /have the id ping/],
    [
      "a scope that nobody declares",
      [route("GET", "/a", { ...bare, scopes: ["a:b"] })],
      /The route get_a requires a:b, which no mounted family declares/
    ]
  ])("is refused where one has %s", async (_, routes, message) => {
    const refused = await start(routes).then(() => "started", String)
    assert.match(refused, message)
  })
})
