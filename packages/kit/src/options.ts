import type { OpenApiSettings } from "@agent-operations/http"
import { Duration, Effect, Layer, Option } from "effect"
import { databaseFault } from "./database.ts"
import type { KitOptions } from "./kit.ts"

type Check = (value: unknown) => string | undefined

const optional =
  (test: (value: unknown) => boolean, message: string): Check =>
  (value) =>
    value === undefined || test(value) ? undefined : message

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
const isPlain = (value: unknown): value is object => isObject(value) && !Array.isArray(value)
const isText = (value: unknown) => typeof value === "string"
const isFunction = (value: unknown) => typeof value === "function"
/** A URL that can stand in a header, between quotes. */
const isQuotableUrl = (value: unknown) =>
  typeof value === "string" && URL.canParse(value) && /^[!#-[\]-~]+$/.test(value)
const isPositive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0
const isDuration = (value: unknown) => Option.isSome(Duration.fromInput(value as Duration.Input))
const levels: ReadonlyArray<unknown> = ["All", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"]
const migrateModes: ReadonlyArray<unknown> = ["auto", "check", false]

const isModule = (value: unknown) =>
  isObject(value) && "families" in value && Array.isArray(value.families) && "layer" in value && "migrations" in value

const familiesFault: Check = (families) => {
  if (!Array.isArray(families)) return "families is missing: list what is to be served, such as families: [views()]"
  if (families.length === 0) return "families is empty: list what is to be served, such as families: [views()]"
  const stray = families.findIndex((module) => !isModule(module))
  if (stray === -1) return undefined
  const kind = typeof families[stray] === "function" ? "a function: call it" : "no family"
  return `families[${stray}] is ${kind}; use views(), definitions(kind) or family("name", [implement(…)])`
}

const openApiMembers: { readonly [Name in keyof Required<OpenApiSettings>]: Check } = {
  info: optional(isPlain, 'openApi.info has to be an object: { title: "Acme", version: "1.0.0" }'),
  servers: optional(
    (servers) => Array.isArray(servers) && servers.every((one) => isObject(one) && "url" in one && isText(one.url)),
    'openApi.servers has to be a list: [{ url: "https://api.example.com" }]'
  ),
  securitySchemes: optional(
    (schemes) => isPlain(schemes) && Object.values(schemes).every(isPlain),
    'openApi.securitySchemes has to be an object of schemes by name: { session: { type: "apiKey", in: "cookie", name: "sid" } }'
  ),
  transform: optional(isFunction, "openApi.transform has to be a function: (document) => document")
}

const openApiFault: Check = (openApi) => {
  if (openApi === undefined) return undefined
  const members = Object.keys(openApiMembers)
  if (!isPlain(openApi)) return `openApi has to be an object: { ${members.join(", ")} }`
  const stray = Object.keys(openApi).find((name) => !Object.hasOwn(openApiMembers, name))
  if (stray !== undefined) return `there is no option openApi.${stray}; there are ${members.join(", ")}`
  return Object.entries(openApiMembers)
    .map(([name, check]) => check((openApi as Record<string, unknown>)[name]))
    .find((fault) => fault !== undefined)
}

/** Every option, and what is wrong with its value, if anything is. */
const checks: { readonly [Name in keyof Required<KitOptions>]: Check } = {
  families: familiesFault,
  routes: optional(Array.isArray, 'routes has to be a list: [route("POST", "/v1/traces", { … })]'),
  entries: optional(
    (entries) => Array.isArray(entries) && entries.every(Effect.isEffect),
    "entries has to be a list of what packages make for it: [hostConsole({ … })]"
  ),
  database: databaseFault,
  migrate: optional((mode) => migrateModes.includes(mode), 'migrate is "auto", "check" or false'),
  prefix: optional(isText, 'prefix has to be text, such as "/ops"; leave it out for none'),
  publicUrl: optional(isText, 'publicUrl has to be text, such as "https://ops.example.com"'),
  resourceMetadata: optional(isQuotableUrl, "resourceMetadata has to be a URL, without quotes and spaces"),
  verify: optional(isFunction, "verify has to be a function: async ({ credential, projectId }) => principal or null"),
  authenticate: optional(isFunction, "authenticate has to be a function: async (request) => principal or null"),
  trustedOrigins: optional(Array.isArray, 'trustedOrigins has to be a list: ["https://app.example.com"]'),
  requestsPerMinute: optional(
    (limit) => limit === "off" || isPositive(limit),
    'requestsPerMinute has to be a whole number, 1 or more, or "off"'
  ),
  maxBodyBytes: optional(isPositive, "maxBodyBytes has to be a whole number, 1 or more"),
  deadline: optional(isDuration, 'deadline has to be a duration, such as "30 seconds"'),
  onRequest: optional(isFunction, "onRequest has to be a function"),
  onError: optional(isFunction, "onError has to be a function"),
  openApi: openApiFault,
  logger: optional(
    (value) => isFunction(value) || Layer.isLayer(value),
    "logger has to be a function or a layer of loggers"
  ),
  tracer: optional(
    (value) => Layer.isLayer(value) || (isObject(value) && "startSpan" in value && isFunction(value.startSpan)),
    'tracer has to be one of OpenTelemetry, trace.getTracer("ops"), or a layer of one of Effect'
  ),
  logLevel: optional((level) => levels.includes(level), `logLevel is one of ${levels.join(", ")}`)
}

const isOption = (name: string): name is keyof typeof checks => Object.hasOwn(checks, name)

/**
 * Throws a `TypeError` that says what to do where options could not be meant: for hosts in JavaScript, and for what types
 * do not tell.
 */
export const checkOptions = (options: unknown): void => {
  const given = isObject(options) ? options : {}
  const stray = Object.keys(given).find((name) => !isOption(name))
  const faults = Object.entries(checks).map(([name, check]) => check(given[name as keyof typeof given]))
  const fault =
    stray === undefined
      ? faults.find((one) => one !== undefined)
      : `there is no option ${stray}; there are ${Object.keys(checks).join(", ")}`
  if (fault !== undefined) throw new TypeError(`createAgentOperations cannot start: ${fault}.`)
}
