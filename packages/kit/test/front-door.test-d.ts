import type { ApiKey } from "@agent-operations/auth"
import type { AgentOperationsKit, createAgentOperations, KitOptions } from "@agent-operations/kit"
import { Validator, type views } from "@agent-operations/views"
import { expectTypeOf, test } from "vitest"
import { access, type system } from "./front-door.ts"

declare const kit: AgentOperationsKit<[ReturnType<typeof views>, ReturnType<typeof system>]>
declare const start: typeof createAgentOperations

test("each operation takes what a caller sends, and promises what a caller is answered", () => {
  const { pageViews, system } = kit.as(access)
  expectTypeOf(system.echo).parameter(0).toEqualTypeOf<{ readonly text?: string }>()
  expectTypeOf(system.echo({})).resolves.toEqualTypeOf<{ readonly text: string }>()
  // Defaults need not be given.
  void pageViews.create(
    { name: "x", source: { type: "table" }, settings: { target: "traces" } },
    { signal: AbortSignal.timeout(1) }
  )
  expectTypeOf(pageViews.get({ id: "pv_1" }).then(({ revision }) => revision)).resolves.toEqualTypeOf<number>()
  // @ts-expect-error: there is no such target
  void pageViews.create({ name: "x", source: { type: "table" }, settings: { target: "cats" } })
  // @ts-expect-error: a name is missing
  void pageViews.create({ source: { type: "table" }, settings: { target: "traces" } })
  // @ts-expect-error: no family of that name is mounted
  void kit.as(access).traces
  // @ts-expect-error: nobody is named
  kit.as({ organizationId: "acme", projectId: "support" })
})

test("what one of several families provides can be had by run", () => {
  expectTypeOf(kit.run(Validator)).resolves.toEqualTypeOf<Validator["Service"]>()
})

test("a new key comes with its secret, a listed one without", () => {
  expectTypeOf(kit.keys.create).returns.resolves.toEqualTypeOf<{ readonly key: ApiKey; readonly token: string }>()
  expectTypeOf(kit.keys.list).returns.resolves.toEqualTypeOf<{
    readonly items: ReadonlyArray<ApiKey>
    readonly nextBefore: string | null
  }>()
  // @ts-expect-error: scopes are missing
  void kit.keys.create({ organizationId: "o", name: "CI" })
  // @ts-expect-error: nobody else administers
  void kit.keys.list({ organizationId: "o", by: { type: "root" } })
})

test("a database is one of the five, with its own settings", () => {
  expectTypeOf<{ url: string; maxConnections: number; schema: string }>().toExtend<KitOptions["database"]>()
  expectTypeOf<{ directory: string }>().toExtend<KitOptions["database"]>()
  expectTypeOf<{ memory: true }>().toExtend<KitOptions["database"]>()
  expectTypeOf<{ memory: false }>().not.toExtend<KitOptions["database"]>()
  expectTypeOf<{ pool: { connect: string } }>().not.toExtend<KitOptions["database"]>()
  // @ts-expect-error: families are missing
  void start({ database: { memory: true } })
  // @ts-expect-error: there is no such mode
  void start({ families: [], database: { memory: true }, migrate: "later" })
})
