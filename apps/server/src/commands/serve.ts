import cluster from "node:cluster"
import { nodeListener } from "@agent-operations/http/node"
import { baseUrlOf } from "@agent-operations/identity/tokens"
import { Console, Context, Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { listen } from "../http-server.ts"
import { type Place, planIdentity } from "../identity/plan.ts"
import { authSecret } from "../identity/secret.ts"
import { keepHeapSmall } from "../memory.ts"
import { observability } from "../observability.ts"
import { prepare } from "../prepare.ts"
import { services } from "../services.ts"
import { readServedOptions } from "../served-options.ts"
import { readSettings, type Settings } from "../settings.ts"
import { StartError } from "../StartError.ts"
import { superviseWorkers } from "../workers.ts"

const flags = {
  port: Flag.Int("port").pipe(Flag.withDescription("Port to listen on; overrides PORT"), Flag.optional),
  host: Flag.String("host").pipe(Flag.withDescription("Address to listen on; overrides HOST"), Flag.optional),
  workers: Flag.Int("workers").pipe(
    Flag.withDescription("Number of processes that serve; more than 1 needs PostgreSQL"),
    Flag.withDefault(1)
  )
}

/** Everything that answers requests, with the logger and the tracer that are in force here. */
const makeListener = Effect.fnUntraced(function* (settings: Settings, place: Place, works = true) {
  const plan = planIdentity(settings, place)
  const identity = typeof plan === "string" ? undefined : { plan, secret: yield* authSecret(settings) }
  if (identity?.plan.mail === "smtp") {
    const { checkMail } = yield* Effect.promise(() => import("../identity/mail.ts"))
    yield* checkMail(settings, identity.plan)
  }
  const options = yield* readServedOptions(settings, { works })
  const served = yield* Layer.build(services(settings, place, identity, options))
  const context = Context.merge(yield* Effect.context(), served)
  return { plan, context, listener: nodeListener(context) }
})

const placeOf = (settings: Settings, host: string, port: number, workers: number): Place => {
  const origin = Option.match(settings.PUBLIC_URL, {
    onNone: () => `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    onSome: ({ origin }) => origin
  })
  return { origin, prefix: settings.PREFIX, host, workers }
}

const serveAlone = Effect.fnUntraced(function* (settings: Settings, host: string, port: number) {
  // The port is taken before anything is created: the key is shown once, and a busy port must not lose it.
  const server = yield* listen(settings, host, port)
  const place = placeOf(settings, host, server.port, 1)
  const url = baseUrlOf(place)
  const where = Option.isSome(settings.DATABASE_URL) ? "PostgreSQL" : `PGlite in ${settings.DATA_DIR}`
  yield* Console.log(`Opening ${where} …`)
  const { plan, context, listener } = yield* makeListener(settings, place)
  yield* Effect.provide(prepare(settings, url, plan), context)
  yield* server.answerWith(listener)
  yield* Console.log(`Listening on ${url} (documentation: ${url}/docs). Stop with Ctrl-C.`)
  return yield* Effect.never
}, Effect.scoped)

/** One of several: it joins the port once it can answer. */
const serveAsWorker = Effect.fnUntraced(function* (settings: Settings, host: string, port: number, workers: number) {
  const { listener } = yield* makeListener(settings, placeOf(settings, host, port, workers))
  // Who shares the port sends it requests from then on, also those of a moment later.
  yield* listen(settings, host, port, listener)
  return yield* Effect.never
}, Effect.scoped)

const superviseHere = Effect.fnUntraced(function* (settings: Settings, host: string, port: number, workers: number) {
  const place = placeOf(settings, host, port, workers)
  const url = baseUrlOf(place)
  // A busy port and a database that is away are told here, once.
  yield* Effect.scoped(listen(settings, host, port))
  yield* Effect.scoped(
    Effect.flatMap(makeListener(settings, place, false), ({ context, plan }) =>
      Effect.provide(prepare(settings, url, plan), context)
    )
  )
  yield* superviseWorkers(workers)
  yield* Console.log(`Listening on ${url} with ${workers} workers. Stop with Ctrl-C.`)
  return yield* Effect.never
}, Effect.scoped)

export const serve = Command.make("serve", flags, ({ port, host, workers }) =>
  Effect.gen(function* () {
    const settings = yield* readSettings
    keepHeapSmall()
    const at = { host: Option.getOrElse(host, () => settings.HOST), port: Option.getOrElse(port, () => settings.PORT) }
    if (workers > 1 && Option.isNone(settings.DATABASE_URL)) {
      return yield* new StartError({
        message: "PGlite can be opened by one process only, so --workers must be 1.",
        hint: "Set DATABASE_URL to a PostgreSQL server to use more."
      })
    }
    const serving =
      workers === 1
        ? serveAlone(settings, at.host, at.port)
        : cluster.isPrimary
          ? superviseHere(settings, at.host, at.port, workers)
          : serveAsWorker(settings, at.host, at.port, workers)
    return yield* Effect.provide(serving, observability(settings))
  })
).pipe(Command.withDescription("Serve the operations over HTTP"))
