import {
  type Changes,
  type ClientErrorCode,
  type CommonErrorCode,
  createClient,
  type ErrorDetails,
  type Families,
  isAgentError,
  type Operations,
  type PageView,
  type ServerErrorCode,
  settled,
  type UpdatePageViewInput
} from "@agent-operations/client"
import type { commonErrors, Family, Operation } from "@agent-operations/contract"
import type { referenceFamilies } from "@agent-operations/contract/reference"
import type { Code, DetailsOf } from "@agent-operations/error-envelope"
import { assertType, describe, expectTypeOf, it } from "vitest"

type Served = (typeof referenceFamilies)[number]
type Ids = Family.OperationId<Served>
type ById<Id extends Ids> = Family.OperationById<Served, Id>

/** Whether two types are one and the same. */
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** The operations of which something is not as the contract has it. */
type Unlike = {
  [Id in Ids]: Is<Operations[Id]["input"], Operation.EncodedInput<ById<Id>>> extends true
    ? Is<Operations[Id]["result"], Operation.Result<ById<Id>>> extends true
      ? Is<Operations[Id]["codes"], Operation.Errors<ById<Id>>> extends true
        ? never
        : [Id, "codes"]
      : [Id, "result"]
    : [Id, "input"]
}[Ids]

type MethodsOf<F extends Family.Any> = {
  readonly [One in F as One["name"]]:
    | keyof One["operations"]
    | ("update" extends keyof One["operations"] ? "updateWith" : never)
}

describe("C1: the client has the types of the contract", () => {
  it("C1: of every operation the input, the result and its own codes", () => {
    expectTypeOf<Unlike>().toEqualTypeOf<never>()
    expectTypeOf<keyof Operations>().toEqualTypeOf<Ids>()
  })

  it("C1: every family has its methods, and updateWith where it has update", () => {
    type Methods = { [Name in keyof Families]: keyof Families[Name] }
    expectTypeOf<Methods>().toEqualTypeOf<MethodsOf<Served>>()
  })

  it("E2: every code has its details", () => {
    expectTypeOf<ServerErrorCode>().toEqualTypeOf<Code>()
    expectTypeOf<
      { [C in Code]: Is<ErrorDetails[C], DetailsOf<C>> extends true ? never : C }[Code]
    >().toEqualTypeOf<never>()
    expectTypeOf<CommonErrorCode>().toEqualTypeOf<(typeof commonErrors)[number]>()
  })
})

const client = createClient({ baseUrl: "http://localhost" })

describe("what people write", () => {
  it("a method takes its input, an optional one where nothing is required", () => {
    expectTypeOf(client.pageViews.get({ id: "pv_" })).resolves.toEqualTypeOf<PageView>()
    expectTypeOf(client.pageViews.list()).resolves.toHaveProperty("nextCursor")
    // @ts-expect-error get needs an id
    void client.pageViews.get()
    // @ts-expect-error get takes no name
    void client.pageViews.get({ id: "pv_", name: "x" })
    // @ts-expect-error there is no such target
    void client.pageViews.create({ name: "x", source: { type: "table" }, settings: { target: "nothing" } })
  })

  it("a list has its items as an iterator, and other operations have none", () => {
    expectTypeOf(client.pageViews.list.all()).toEqualTypeOf<AsyncGenerator<PageView, void, undefined>>()
    expectTypeOf(client.pageViews.history.all({ id: "pv_" })).toEqualTypeOf<AsyncGenerator<PageView, void, undefined>>()
    // @ts-expect-error one definition is no list
    void client.pageViews.get.all
  })

  it("call takes the ID of an operation, with its types, or any other", () => {
    expectTypeOf(client.call("get_page_view", { id: "pv_" })).resolves.toEqualTypeOf<PageView>()
    expectTypeOf(client.call("ping", {})).resolves.toEqualTypeOf<unknown>()
    expectTypeOf(client.call("ping" as string, {})).resolves.toEqualTypeOf<unknown>()
    // @ts-expect-error the input of a known operation is checked
    void client.call("get_page_view", {})
  })

  it("settled tells the codes of the operation, and each the type of its details", async () => {
    const { data, error } = await settled(client.pageViews.delete({ id: "pv_", expectedRevision: 1 }))
    if (error === undefined) {
      expectTypeOf(data.deleted).toEqualTypeOf<true>()
      return
    }
    expectTypeOf(error.code).toEqualTypeOf<
      "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" | CommonErrorCode | ClientErrorCode
    >()
    if (error.code === "STILL_REFERENCED") expectTypeOf(error.details.hasMore).toEqualTypeOf<boolean>()
    if (error.code === "OUTCOME_UNKNOWN") {
      const inspected = await error.inspect?.()
      if (inspected?.outcome === "happened") expectTypeOf(inspected.result.deleted).toEqualTypeOf<true>()
    }
    // @ts-expect-error deleting takes no name
    if (error.code === "NAME_TAKEN") throw error
  })

  it("isAgentError narrows", () => {
    const error: unknown = undefined
    if (isAgentError(error, "NAME_TAKEN")) expectTypeOf(error.details).toEqualTypeOf<{ readonly name: string }>()
    if (isAgentError(error, "NOT_FOUND", "TIMEOUT")) expectTypeOf(error.code).toEqualTypeOf<"NOT_FOUND" | "TIMEOUT">()
    if (isAgentError(error)) expectTypeOf(error.code).toEqualTypeOf<string>()
    // @ts-expect-error there is no such code
    isAgentError(error, "NONE")
  })

  it("updateWith takes what an update changes", () => {
    expectTypeOf(
      client.pageViews.updateWith("pv_", ({ name }) => ({ name: `${name}!` }))
    ).resolves.toEqualTypeOf<PageView>()
    assertType<Changes<UpdatePageViewInput>>({ description: null })
    // @ts-expect-error the revision is the one that was read
    void client.pageViews.updateWith("pv_", () => ({ expectedRevision: 1 }))
  })
})
