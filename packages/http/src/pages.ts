import type { Family, RouteContract } from "@agent-operations/contract"
import { type Credentials, openApiDocument, type OpenApiInfo } from "@agent-operations/contract/openapi"
import { type AgentError, Unavailable } from "@agent-operations/error-envelope"
import { Effect, type Exit } from "effect"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { ok } from "./internal/json-answer.ts"
import { textByAddress } from "./internal/text-by-address.ts"
import { makeReference } from "./reference.ts"

/** Pages by path. */
type Pages = Readonly<Record<string, Page>>

/** Answers a request for a page; `server` is the address of the operations there, as a document names it. */
type Page = (request: AgentRequest, server: string) => Effect.Effect<AgentAnswer, AgentError>

/** Settings of the OpenAPI document, which is made once: at the start if there is a `transform`, else when it is needed. */
export interface OpenApiSettings {
  readonly info?: OpenApiInfo | undefined
  /** In place of the path where the operations are mounted. */
  readonly servers?: ReadonlyArray<{ readonly url: string; readonly description?: string }> | undefined
  /** Security schemes of the host's own, by name. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined
  /** Has the last word on the document. Called once, at the start, which is refused if it throws. */
  readonly transform?: ((document: OpenApiDocument) => object) | undefined
}

/** The OpenAPI 3.1.1 document as plain data, as `openApi.transform` gets it. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>

export interface PagesOptions {
  readonly families: ReadonlyArray<Family.Any>
  readonly routes: ReadonlyArray<RouteContract>
  readonly credentials: Credentials
  readonly openApi: OpenApiSettings
  readonly ready: Effect.Effect<object | void, AgentError>
}

/** The document as a host has it in the end, as JSON. Throws where it makes nothing of it. */
const textOf = (document: OpenApiDocument, transform: OpenApiSettings["transform"]): string => {
  let transformed: unknown = document
  try {
    if (transform !== undefined) transformed = transform(document)
  } catch (cause) {
    throw new TypeError(`openApi.transform threw ${String(cause)}.`, { cause })
  }
  if (typeof transformed === "object" && transformed !== null) return JSON.stringify(transformed)
  throw new TypeError("openApi.transform must return the document, changed or unchanged.")
}

/** The JSON of the document in parts, between which the address of the server stands. */
const partsFor = ({ families, routes, credentials, openApi }: PagesOptions): ReadonlyArray<string> => {
  const { info, servers, securitySchemes, transform } = openApi
  const document = openApiDocument(families, { credentials, info, securitySchemes, routes })
  if (servers !== undefined) return [textOf({ ...document, servers: [...servers] }, transform)]
  const mark = "the address of the server"
  return textOf({ ...document, servers: [{ url: mark }] }, transform).split(JSON.stringify(mark))
}

const documentHeaders = { "content-type": "application/json", "cache-control": "no-cache" }

/** The document by the address of the server, ready to be sent. */
const documentFor = Effect.fnUntraced(function* (parts: Effect.Effect<ReadonlyArray<string>>) {
  const byAddress = yield* Effect.cached(Effect.map(parts, (parts) => textByAddress(parts, documentHeaders)))
  return Effect.fnUntraced(function* (request: AgentRequest, server: string): Effect.fn.Return<AgentAnswer> {
    const file = yield* (yield* byAddress)(JSON.stringify(server))
    return yield* file.answer(request)
  })
})

/** Calls a function at the first need, and never again, though it threw or its first caller went away. */
const once = <A>(make: () => A): Effect.Effect<A> => {
  let made: Exit.Exit<A> | undefined
  return Effect.suspend(() => (made ??= Effect.runSyncExit(Effect.sync(make))))
}

/** What stands beside the operations, by path, for GET and HEAD. */
export const makePages = Effect.fnUntraced(function* (options: PagesOptions) {
  const parts = once(() => partsFor(options))
  // It takes longer to make than the rest of a start, and most processes never send it. A transform is the host's own
  // code: it is called at the start, so that its fault refuses that.
  if (options.openApi.transform !== undefined) yield* parts
  // The first probe makes the document, before requests are sent here; later ones find it made, or the same fault. To make
  // it in the background after a start would take the one thread from the first requests of hosts without probes.
  const documented = Effect.catchDefect(parts, (defect) =>
    Effect.andThen(
      Effect.logWarning("The OpenAPI document cannot be made", defect),
      Effect.fail(
        new Unavailable({
          message: `The OpenAPI document cannot be made: ${defect instanceof Error ? defect.message : String(defect)}`,
          hint: "Correct the declaration or the option that it names, and start the server again.",
          retryAfter: 60
        })
      )
    )
  )
  const reference = yield* Effect.cached(makeReference)
  return {
    "/openapi.json": yield* documentFor(parts),
    "/healthz": () => Effect.succeed(ok({ status: "alive" })),
    "/readyz": () =>
      Effect.map(Effect.andThen(documented, options.ready), (details) => ok({ status: "ready", ...details })),
    "/reference": (request) => Effect.flatMap(reference, ({ page }) => page.answer(request)),
    "/reference/viewer.js": (request) => Effect.flatMap(reference, ({ viewer }) => viewer.answer(request))
  } satisfies Pages as Pages
})
