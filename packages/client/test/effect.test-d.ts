import type { ClientErrorCode, CommonErrorCode, Families, PageView } from "@agent-operations/client"
import { type EffectClient, make } from "@agent-operations/client/effect"
import type { Effect, Stream } from "effect"
import { describe, expectTypeOf, it } from "vitest"

const client = make({ baseUrl: "http://localhost" })

describe("C1: the client with Effect has the types of the promises", () => {
  it("every family and method is there", () => {
    expectTypeOf<keyof EffectClient>().toEqualTypeOf<keyof Families | "call">()
    expectTypeOf<keyof EffectClient["pageViews"]>().toEqualTypeOf<keyof Families["pageViews"]>()
    expectTypeOf<keyof EffectClient["customFields"]>().toEqualTypeOf<keyof Families["customFields"]>()
    type Missing = {
      [Name in keyof Families]: {
        [M in keyof EffectClient[Name]]: [EffectClient[Name][M]] extends [never] ? M : never
      }[keyof EffectClient[Name]]
    }[keyof Families]
    expectTypeOf<Missing>().toEqualTypeOf<never>()
  })

  it("results and codes are those of the operation", () => {
    const got = client.pageViews.delete({ id: "pv_", expectedRevision: 1 })
    expectTypeOf<Effect.Success<typeof got>["deleted"]>().toEqualTypeOf<true>()
    expectTypeOf<Effect.Error<typeof got>["_tag"]>().toEqualTypeOf<
      "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" | CommonErrorCode | ClientErrorCode
    >()
    expectTypeOf<Stream.Success<ReturnType<typeof client.pageViews.list.all>>>().toEqualTypeOf<PageView>()
    // @ts-expect-error get needs an id
    client.pageViews.get()
    // @ts-expect-error interruption takes the place of a signal
    client.pageViews.get({ id: "pv_" }, { signal: new AbortController().signal })
  })
})
