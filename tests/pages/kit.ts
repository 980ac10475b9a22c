import { ApiKeys, AuditLog, Invitations, Organizations, RateLimit, type Role } from "@agent-operations/auth"
import { identityLayer, IdentityHttp, Outbox } from "@agent-operations/identity"
import { Invoker } from "@agent-operations/operations"
import { serverDatabaseWith } from "@agent-operations/testing"
import { Context, Effect, Layer, ManagedRuntime, Redacted, References } from "effect"
import { assert } from "vitest"
import {
  type ConsoleOptions,
  type ConsoleServices,
  consoleHandler,
  Renderer,
  ViewCompiler
} from "@agent-operations/console"
import { Browser } from "./browser.ts"
import { evaluationsLayer, migrations, operationsLayer } from "./services.ts"

export const origin = "https://console.test"

const live = (origin: string, prefix: string, database?: Parameters<typeof serverDatabaseWith>[1]) =>
  Layer.mergeAll(
    Renderer.layer(),
    ViewCompiler.layer(),
    Organizations.layer,
    Invitations.layer,
    AuditLog.layer,
    RateLimit.perMinute(),
    ApiKeys.layer,
    evaluationsLayer,
    identityLayer({ origin, prefix, secret: Redacted.make("s".repeat(43)), emailDomains: ["example.com"] })
  ).pipe(
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(operationsLayer),
    Layer.provideMerge(serverDatabaseWith(migrations, database)),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error")),
    Layer.orDie
  )

let addresses = 0

/** The console over an empty database, with mail that stays in the outbox. */
export const start = async (at = origin, prefix = "", database?: Parameters<typeof serverDatabaseWith>[1]) => {
  const runtime = ManagedRuntime.make(live(at, prefix, database))
  const services = await runtime.context()
  const run = runtime.runPromise
  const outboxKey = Redacted.value(Context.get(services, Outbox).key)

  /** Another browser. `doubles` stand in for some of the services that it meets. */
  const browser = <S = never>(
    doubles: Context.Context<S> = Context.empty() as Context.Context<S>,
    options: Pick<ConsoleOptions, "deadline"> = {}
  ) => {
    const stood: Context.Context<ConsoleServices> = Context.merge(services, doubles) as typeof services
    const browser = new Browser(
      consoleHandler(stood, { origin: at, prefix, ...options }),
      at,
      `203.0.113.${(addresses += 1)}`
    )
    browser.cookies.set("agent-operations.outbox", outboxKey)
    return browser
  }

  /** A browser in which somebody signed in, by a link from the outbox. */
  const signedIn = async <S = never>(email: string, doubles?: Context.Context<S>) => {
    const person = browser(doubles)
    await person.submit(await person.get(`${prefix}/sign-in`), { email })
    const [mail] = await run(Effect.flatMap(Outbox, ({ list }) => list))
    const link = /https?:\S+/.exec(mail?.text ?? "")?.[0] ?? assert.fail("no link was mailed")
    await person.submit(await person.get(link.slice(at.length)))
    return person
  }

  const userOf = (person: Browser) => person.userId(services)

  /** An organization with one person of each role, each in a browser, and a project. */
  const makeTeam = async (name = "Acme") => {
    const tag = Math.random().toString(36).slice(2, 8)
    const people = {
      owner: await signedIn(`owner-${tag}@example.com`),
      admin: await signedIn(`admin-${tag}@example.com`),
      member: await signedIn(`member-${tag}@example.com`)
    }
    const owner = await userOf(people.owner)
    const by = { type: "member", userId: owner.userId } as const
    const { id: organizationId } = await run(Organizations.use((all) => all.create({ name, owner })))
    for (const role of ["admin", "member"] as const satisfies ReadonlyArray<Role>) {
      const person = await userOf(people[role])
      await run(Organizations.use((all) => all.setMember({ organizationId, ...person, role, by })))
    }
    const project = await run(Organizations.use((all) => all.createProject({ organizationId, name: "Support", by })))
    return { ...people, organizationId, project, by, path: `${prefix}/o/${organizationId}` }
  }

  /** Sends a request to the authorization server, which is beside the console. */
  const identity = (path: string, init: RequestInit = {}) =>
    run(
      Effect.flatMap(
        IdentityHttp,
        (http) => http.handle(new Request(at + path, init), "203.0.113.9") ?? Effect.die(`nothing at ${path}`)
      )
    )

  return { browser, signedIn, makeTeam, userOf, identity, run, services, outboxKey, close: () => runtime.dispose() }
}

export type Setting = Awaited<ReturnType<typeof start>>
export type Team = Awaited<ReturnType<Setting["makeTeam"]>>

/** Calls operations in a team's project, as somebody who may do everything there. */
export const callerIn =
  (
    { run }: Setting,
    { organizationId, project }: Pick<Team, "organizationId" | "project">,
    { userId, name }: { readonly userId: string; readonly name: string }
  ) =>
  (id: string, input: object): Promise<unknown> =>
    run(
      Invoker.use((invoker) =>
        invoker.invoke(id, input, {
          actor: { type: "user", id: userId, name },
          organizationId,
          projectId: project.id,
          scopes: "all",
          credential: null
        })
      )
    )
