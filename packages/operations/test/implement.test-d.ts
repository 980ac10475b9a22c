import { customFields, family, operation, pageViews } from "@agent-operations/contract"
import { type Handlers, implement, type Implements, Invoker } from "@agent-operations/operations"
import { Effect, type Layer, Schema } from "effect"
import { describe, expectTypeOf, it } from "vitest"

const declared = (id: string) =>
  operation({
    id,
    summary: "Answer",
    description: "Answers at once.",
    scopes: [],
    effect: "read",
    input: Schema.Struct({}),
    result: Schema.Struct({ pong: Schema.Boolean }),
    errors: ["NOT_FOUND"],
    example: { input: {}, result: { pong: true } }
  })
const system = family("system", {
  title: "System",
  scopes: {},
  operations: { ping: declared("ping"), stop: declared("stop") }
})
const pong = () => Effect.succeed({ pong: true })

describe("what the compiler refuses", () => {
  it("a family without a handler of one of its operations", () => {
    implement(system, Effect.succeed({ ping: pong, stop: pong }))
    // @ts-expect-error stop is missing
    implement(system, Effect.succeed({ ping: pong }))
  })

  it("a handler with another result, or with an error that its operation does not declare", () => {
    // @ts-expect-error the result has pong
    implement(system, Effect.succeed({ ping: pong, stop: () => Effect.succeed({ pang: true }) }))
    const conflict = () => Effect.fail({ _tag: "NAME_TAKEN" as const })
    // @ts-expect-error stop does not declare NAME_TAKEN
    implement(system, Effect.succeed({ ping: pong, stop: conflict }))
  })

  it("families that are mounted without what implements them", () => {
    type Needs<L> = L extends Layer.Layer<infer _Out, infer _E, infer R> ? R : never
    const one = Invoker.layer([system])
    expectTypeOf<Needs<typeof one>>().toEqualTypeOf<Implements<"system">>()
    const views = Invoker.layer([pageViews, customFields, system])
    expectTypeOf<Needs<typeof views>>().toEqualTypeOf<
      Implements<"pageViews"> | Implements<"customFields"> | Implements<"system">
    >()
    const alone = Invoker.layer([pageViews, customFields])
    expectTypeOf<Needs<typeof alone>>().toEqualTypeOf<Implements<"pageViews"> | Implements<"customFields">>()
  })

  it("a family of views without one of the verbs", () => {
    type Verbs = keyof Handlers<typeof customFields>
    expectTypeOf<Verbs>().toEqualTypeOf<
      | "list"
      | "get"
      | "create"
      | "update"
      | "copy"
      | "delete"
      | "history"
      | "restore"
      | "dependencies"
      | "deleted"
      | "recover"
    >()
  })
})
