import type { CredentialVerifier, RateLimit, UsageBudget } from "@agent-operations/auth"
import type { MigrateError } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { type AgentHttp } from "@agent-operations/http"
import {
  type AnyModule,
  compose,
  type Composed,
  type Composition,
  type ErrorsOf,
  kitLayer,
  type ServicesOf
} from "@agent-operations/kit"
import type { FamilyModule } from "@agent-operations/operations"
import { type Validator, views } from "@agent-operations/views"
import type { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { expectTypeOf, test } from "vitest"
import { system } from "./front-door.ts"

interface NoDatabase {
  readonly _tag: "NoDatabase"
}
interface NoSearch {
  readonly _tag: "NoSearch"
}
interface Pool {
  readonly pool: true
}
type System = ReturnType<typeof system>["families"][number]

declare const database: Layer.Layer<SqlClient.SqlClient, NoDatabase, Pool>
declare const access: Layer.Layer<CredentialVerifier | RateLimit | UsageBudget>
declare const search: FamilyModule<System, never, never, NoSearch>

test("a composition tells what it provides, what it can fail with, and what it needs", () => {
  const modules = [views(), search] as const
  const composed = compose({ families: modules, database, access })
  expectTypeOf<Layer.Success<typeof composed>>().toEqualTypeOf<AgentHttp | Composed<typeof modules>>()
  expectTypeOf<Layer.Error<typeof composed>>().toEqualTypeOf<
    NoDatabase | NoSearch | MigrateError | Timeout | Unavailable
  >()
  expectTypeOf<Layer.Services<typeof composed>>().toEqualTypeOf<Pool>()
  expectTypeOf<ServicesOf<typeof modules>>().toEqualTypeOf<Validator>()
  expectTypeOf<ErrorsOf<typeof modules>>().toEqualTypeOf<NoSearch>()
})

test("the layer of a kit needs nothing", () => {
  const modules = [views(), system()] as const
  const layer = kitLayer({ families: modules, database: { memory: true } })
  expectTypeOf(layer).toEqualTypeOf<Layer.Layer<Composition<Validator>, unknown>>()
})

test("a module whose layer needs what no kit has is none", () => {
  expectTypeOf<FamilyModule<System, never, Pool>>().not.toExtend<AnyModule>()
  expectTypeOf<FamilyModule<System, never, SqlClient.SqlClient, NoSearch>>().toExtend<AnyModule>()
})
