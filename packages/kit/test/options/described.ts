import type { KitOptions } from "@agent-operations/kit"
import type { OptionsTable } from "@agent-operations/testing/options"

/** Every option of `createAgentOperations`. */
export const described: OptionsTable<KitOptions> = {
  families: {
    default: "required",
    meaning:
      "what is served: `views()` of [views](../views/README.md), `definitions(kind)` of [definitions](../definitions/README.md), families of your own"
  },
  database: {
    default: "required",
    meaning:
      "`{ url }`, `{ directory }`, `{ memory: true }`, or one that you have: a `{ pool }` of `pg` or a `{ client }` of `effect/sql`; see [The database](#the-database)"
  },
  migrate: {
    default: '`"auto"`',
    meaning:
      '`"auto"` migrates at the start; `"check"` rejects the start if the database lacks a step, and says which; `false` does neither, for hosts that call `kit.migrate()`'
  },
  prefix: {
    default: "none",
    meaning: "the path before `/api/agent` on requests: `/ops`. One that no request can have is rejected at the start"
  },
  routes: { default: "none", meaning: "[routes](#routes) that belong to no family" },
  entries: {
    default: "none",
    meaning:
      "more that is answered there and checks access by itself: `mcp()`, `docs()`, and `hostConsole({ … })`, [pages for your people](../../docs/own-identity.md#your-people-in-the-console)"
  },
  verify: {
    default: "API keys",
    meaning: "[your own identity](#your-own-identity): a function, or `jwtVerifier` of `@agent-operations/kit/jwt`"
  },
  authenticate: {
    default: "none",
    meaning: "users who come by [cookies or other headers](#cookies-and-other-headers)"
  },
  trustedOrigins: {
    default: "none",
    meaning: "other origins whose pages may send requests that `authenticate` is asked about"
  },
  publicUrl: {
    default: "the path of the mount",
    meaning:
      "the server in the OpenAPI document: an origin, to which that path is added, or an origin with a path, which is used as it is, for example behind a proxy that maps paths"
  },
  resourceMetadata: {
    default: "none",
    meaning: "where programs read who issues access tokens: it is in `WWW-Authenticate` (RFC 9728)"
  },
  maxBodyBytes: { default: "1 MiB", meaning: "the largest request body; above it: 413" },
  deadline: {
    default: "30 s",
    meaning: "the longest request; above it: 504, with a hint whether a write may have happened"
  },
  requestsPerMinute: { default: "6,000", meaning: 'per credential and process; above it: 429; `"off"` for no limit' },
  onRequest: { default: "none", meaning: "a function of yours that sees each answer: [Hooks](#hooks)" },
  onError: { default: "none", meaning: "a function of yours that sees each unexpected failure: [Hooks](#hooks)" },
  logger: {
    default: "the console",
    meaning: "a function of `{ level, message, requestId?, cause?, annotations }`, or a layer of loggers of Effect"
  },
  logLevel: { default: "`Warn`", meaning: "the lowest level that is logged; requests are logged at `Info`" },
  tracer: {
    default: "none",
    meaning: "a tracer of OpenTelemetry, or a layer of one of Effect: a span per request, and per operation by its ID"
  },
  openApi: {
    default: "the kit's own",
    meaning:
      "what the document says about this host: `{ info, servers, securitySchemes, transform }`; with a `transform`, the document is made at the start"
  }
}
