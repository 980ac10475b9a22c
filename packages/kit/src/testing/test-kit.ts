import { randomBytes } from "node:crypto"
import { BackgroundWork } from "@agent-operations/database"
import { Clock, Duration, Layer, Option } from "effect"
import type { PromiseCalls } from "../calls.ts"
import { type AnyModule, type FamiliesOf, familiesOf, migrationsOf } from "../compose.ts"
import type { DatabaseOptions, UrlDatabase } from "../database.ts"
import { type AgentOperationsKit, type KitOptions, startKit } from "../kit.ts"
import { checkOptions } from "../options.ts"
import { MovableClock } from "./clock.ts"
import { openDatabase } from "./database.ts"
import { settled, untilIdle } from "./idle.ts"

/** The options of `testKit`: those of `createAgentOperations`, of which `families` alone is required. */
export interface TestKitOptions<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>> extends Omit<
  KitOptions<M>,
  "database" | "migrate"
> {
  /**
   * A PostgreSQL server, on which each kit has a database of its own; a schema where the user may create no database.
   * Default: PGlite in memory.
   */
  readonly database?: Omit<UrlDatabase, "schema"> | undefined
}

/** Somebody who calls operations. */
export interface TestCaller {
  /** What they may do, such as `["views:read"]`. Default: everything. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** Default: `"user"`. */
  readonly type?: "user" | "api_key" | undefined
}

/** An organization with a project. */
export interface TestTenant<M extends ReadonlyArray<AnyModule>> {
  readonly organizationId: string
  readonly projectId: string
  /** The operations for somebody in this project, another one each time. */
  readonly as: (who?: TestCaller) => PromiseCalls<FamiliesOf<M>>
  /**
   * The headers of a request in this project, with an API key of its own that holds the scopes, by default all. A kit with
   * a `verify` of the host accepts no such keys.
   *
   * @example
   * const headers = await tenant.headers(["views:read"])
   * await kit.fetch(new Request("http://test/api/agent/list_page_views", { method: "POST", headers, body: "{}" }))
   */
  readonly headers: (scopes?: ReadonlyArray<string>) => Promise<{
    readonly authorization: string
    readonly "x-project-id": string
    readonly "content-type": "application/json"
  }>
}

/** A kit for tests. */
export interface TestKit<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>> {
  /**
   * The operations for somebody in a project and an organization of their own: what two of them do never meets. Calls
   * reject as those of `kit.as` do.
   *
   * @example
   * const { pageViews } = kit.as({ scopes: ["views:read"] })
   */
  readonly as: (who?: TestCaller) => PromiseCalls<FamiliesOf<M>>
  /** Creates an organization with a project: for several callers in one project, and for requests over HTTP. */
  readonly tenant: () => Promise<TestTenant<M>>
  /**
   * Moves the kit's clock forward, such as by `"1 hour"`, and wakes what sleeps until then; a timer that repeats wakes once.
   * The clock is that of Effect: the times that the kit itself writes and compares, expiries of keys, pauses and
   * schedules. The database's own `now()` stays: so do leases of workers, the age of traces, runs and imports, and when a
   * deletion is due. The deadline of operations is time of the system.
   */
  readonly advance: (by: Duration.Input) => Promise<void>
  /**
   * Resolves once runs have ended, changes are delivered to `kit.on` and no upkeep is under way. Paused runs, what others
   * are to do, and the use of API keys that is written each minute are not waited for. Rejects after 60 seconds.
   */
  readonly idle: () => Promise<void>
  /** Answers a web-standard request. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The kit itself, as `createAgentOperations` returns it. */
  readonly kit: AgentOperationsKit<M>
  /**
   * Its database, for further kits on it, as other processes of the host have. Close those first.
   *
   * @example
   * const other = await createAgentOperations({ families, database: kit.database })
   */
  readonly database: DatabaseOptions
  /** Closes the kit and drops its database. An embedded one is kept, without keeping the process alive, for the next kit. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(10).toString("hex")}`

const millisOf = (by: Duration.Input): number => {
  const millis = Option.match(Duration.fromInput(by), { onNone: () => Number.NaN, onSome: Duration.toMillis })
  if (Number.isFinite(millis) && millis >= 0) return millis
  throw new TypeError('kit.advance takes a duration, such as "1 hour".')
}

const callsOf =
  <M extends ReadonlyArray<AnyModule>>(
    kit: AgentOperationsKit<M>,
    place: () => { readonly organizationId: string; readonly projectId: string }
  ) =>
  ({ scopes, type = "user" }: TestCaller = {}) =>
    kit.as({ actor: { type, id: newId("test"), name: "Test" }, ...place(), ...(scopes && { scopes }) })

/**
 * Starts a kit for tests, on a migrated database that has no rows of anybody: PGlite in memory, or one of its own on a
 * PostgreSQL server. The first of a process takes a second, each further one a fraction of one, but for the very first with
 * some migrations, which prepares what later ones start from. Works under any test runner. Share a kit among the tests of a
 * file: `as` gives each a project of its own.
 *
 * Rejects with a `TypeError` where an option is wrong, with a `DatabaseStartError` where the database does not start, and
 * with `MigrationsNotAllowed` where the user of `database.url` may create neither a database nor a schema.
 *
 * @example
 * const kit = await testKit({ families: [views()] })
 * afterAll(kit.close)
 *
 * test("a view has the name that it is created with", async () => {
 *   const { pageViews } = kit.as()
 *   const { id } = await pageViews.create({ name: "Slow", source: { type: "table" }, settings: { target: "traces" } })
 *   expect((await pageViews.get({ id })).name).toBe("Slow")
 * })
 */
export const testKit = async <const M extends ReadonlyArray<AnyModule>>(
  options: TestKitOptions<M>
): Promise<TestKit<M>> => {
  const { database: server, ...rest } = options
  checkOptions({ ...rest, database: server ?? { memory: true } })
  const { database, migrate, close: closeDatabase } = await openDatabase(server, migrationsOf(options.families))
  const clock = new MovableClock()
  const work: BackgroundWork = { underWay: 0, left: new Set() }
  const references = Layer.mergeAll(Layer.succeed(Clock.Clock, clock), Layer.succeed(BackgroundWork, work))
  const started = startKit<M>({ ...rest, database, migrate }, references)
  const kit = await started.catch(async (cause: unknown) => {
    await closeDatabase()
    throw cause
  })
  let closing: Promise<void> | undefined
  const closeBoth = async () => {
    try {
      await kit.close()
    } finally {
      await closeDatabase()
    }
  }
  const close = () => (closing ??= closeBoth())
  const everything = familiesOf(options.families).flatMap(({ scopes }) => Object.keys(scopes))
  return {
    as: callsOf(kit, () => ({ organizationId: newId("org"), projectId: newId("prj") })),
    tenant: async () => {
      const { id: organizationId } = await kit.organizations.create({ name: "Test" })
      const { id: projectId } = await kit.projects.create({ organizationId, name: "Test" })
      return {
        organizationId,
        projectId,
        as: callsOf(kit, () => ({ organizationId, projectId })),
        headers: async (scopes = everything) => {
          const { token } = await kit.keys.create({ organizationId, name: "Test", scopes })
          return { authorization: `Bearer ${token}`, "x-project-id": projectId, "content-type": "application/json" }
        }
      }
    },
    advance: async (by) => {
      clock.move(millisOf(by))
      await settled()
    },
    idle: () => untilIdle(work, (left) => kit.run(left)),
    fetch: kit.fetch,
    kit,
    database,
    close,
    [Symbol.asyncDispose]: close
  }
}
