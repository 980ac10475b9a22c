import { type Access, Organizations, RateLimit } from "@agent-operations/auth"
import type { Family, Operation, viewFamilies } from "@agent-operations/contract"
import type { AgentError } from "@agent-operations/error-envelope"
import { serverDatabaseWith } from "@agent-operations/testing"
import { Context, Effect, Layer, ManagedRuntime, References } from "effect"
import { assert } from "vitest"
import { Invoker } from "@agent-operations/operations"
import { Validator } from "@agent-operations/views"
import {
  type ConsoleOptions,
  type ConsoleServices,
  apps,
  datasets,
  scorers,
  consoleHandler,
  customFields,
  metricsCharts,
  pageViews,
  prompts,
  Renderer,
  ViewCompiler,
  section
} from "@agent-operations/console"
import { AlertRule } from "@agent-operations/testing/alert-rule"
import { migrations, operationsLayer } from "./services.ts"

type Served = (typeof viewFamilies)[number]
type OperationId = Family.OperationId<Served>
type InputOf<I extends OperationId> = Operation.EncodedInput<Family.OperationById<Served, I>>
type ResultOf<I extends OperationId> = Operation.Result<Family.OperationById<Served, I>>

/** Operations that do otherwise, by their IDs. */
type Others = { readonly [I in OperationId]?: (input: never) => Effect.Effect<unknown, AgentError> }

const sections = [pageViews, customFields, metricsCharts, section(AlertRule), prompts, datasets, apps, scorers]

/** Knows people by a cookie: `usr_ada`. */
class Sessions extends Context.Service<
  Sessions,
  { readonly current: (headers: Headers) => Effect.Effect<object | undefined> }
>()("@agent-operations/identity/BrowserSessions") {}

const sessions = Layer.succeed(Sessions, {
  current: (headers) => {
    const id = headers.get("cookie")
    if (id === null) return Effect.undefined
    const user = { id, name: nameOf(id), email: `${id}@example.com` }
    return Effect.succeed({ id: "ses", user, createdAt: "", expiresAt: "" })
  }
})

const nameOf = (id: string) => (id === "usr_ada" ? "Ada <b>& Co" : id)

const layer = Layer.mergeAll(
  operationsLayer,
  Renderer.layer({ deadline: "1 minute" }),
  ViewCompiler.layer(),
  Organizations.layer,
  RateLimit.unlimited,
  sessions
).pipe(
  Layer.provideMerge(serverDatabaseWith(migrations)),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error")),
  Layer.orDie
)

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
const unescaped = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")

const attribute = (tag: string, name: string) => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

/** A page as a reader of it has it. */
export class Shown {
  readonly status: number
  readonly html: string
  readonly path: string
  readonly location: string | null
  readonly retryAfter: string | null

  constructor(status: number, html: string, path: string, location: string | null, retryAfter: string | null = null) {
    this.status = status
    this.html = html
    this.path = path
    this.location = location
    this.retryAfter = retryAfter
  }

  /** What stands on it, without markup. */
  get text(): string {
    return unescaped((/<main[^]*<\/main\s*>/.exec(this.html)?.[0] ?? "").replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ")
  }

  get title(): string {
    return unescaped((/<h1[^>]*>([^]*?)<\/h1\s*>/.exec(this.html)?.[1] ?? "").replace(/<[^>]*>/g, "")).trim()
  }

  /** The address of the first link whose text has some words: in the content, else around it. */
  link(words: string): string {
    const content = /<main[^]*<\/main\s*>/.exec(this.html)?.[0] ?? ""
    for (const [, tag = "", text = ""] of (content + this.html).matchAll(/(<a\s[^>]*>)([^]*?)<\/a\s*>/g)) {
      if (unescaped(text.replace(/<[^>]*>/g, "")).includes(words)) return attribute(tag, "href") ?? ""
    }
    return assert.fail(`no link "${words}" in ${this.text}`)
  }

  /** What a browser would send of the form of the page that posts, or asks, and where to. */
  form(method: "get" | "post" = "post"): {
    readonly action: string
    readonly fields: Record<string, string>
    readonly all: ReadonlyArray<readonly [name: string, value: string]>
  } {
    const forms = [
      ...(/<main[^]*<\/main\s*>/.exec(this.html)?.[0] ?? "").matchAll(/(<form\s[^>]*>)([^]*?)<\/form\s*>/g)
    ]
    const [, tag = "", body = ""] =
      forms.find(([, open]) => open?.includes(`method="${method}"`)) ?? assert.fail("no form")
    const all: Array<readonly [name: string, value: string]> = []
    for (const [input] of body.matchAll(/<input\s[^>]*>/g)) {
      const type = attribute(input, "type")
      const sent = type !== "radio" && type !== "checkbox" ? true : /\schecked/.test(input)
      if (sent) all.push([attribute(input, "name") ?? "", attribute(input, "value") ?? "on"])
    }
    for (const [, area = "", content = ""] of body.matchAll(/(<textarea\s[^>]*>)([^]*?)<\/textarea>/g)) {
      all.push([attribute(area, "name") ?? "", unescaped(content.replace(/^\n/, ""))])
    }
    for (const [, select = "", content = ""] of body.matchAll(/(<select\s[^>]*>)([^]*?)<\/select>/g)) {
      const options = [...content.matchAll(/<option\s[^>]*>/g)].map(([option]) => option)
      const chosen = options.find((option) => /\sselected/.test(option)) ?? options[0] ?? ""
      all.push([attribute(select, "name") ?? "", attribute(chosen, "value") ?? ""])
    }
    return { action: attribute(tag, "action") ?? this.path, fields: Object.fromEntries(all), all }
  }
}

export type Setting = Awaited<ReturnType<typeof start>>

/** The console over an empty database, with an organization and a project of Ada's. */
export const start = async (origin = "https://console.test") => {
  const runtime = ManagedRuntime.make(layer)
  const services = await runtime.context()
  // What these pages do not ask for is left out.
  const program = "agent-operations"
  const handle = consoleHandler(services as Context.Context<ConsoleServices>, { origin, sections, program })
  const invoker = Context.get(services, Invoker)
  /** The same console, with some operations that do otherwise, or another validator. */
  const handleWith = (others: Others, validator = Context.get(services, Validator)) => {
    const invoke: typeof invoker.invoke = (id, input, access) =>
      others[id as OperationId]?.(input as never) ?? invoker.invoke(id, input, access)
    const changed = services.pipe(Context.add(Invoker, { ...invoker, invoke }), Context.add(Validator, validator))
    return consoleHandler(changed as Context.Context<ConsoleServices>, { origin, sections })
  }

  /** The same console, with a renderer that does some things otherwise. */
  const handleRendering = (others: Partial<Renderer["Service"]>, options: Pick<ConsoleOptions, "deadline"> = {}) => {
    const changed = Context.add(services, Renderer, { ...Context.get(services, Renderer), ...others })
    return consoleHandler(changed as Context.Context<ConsoleServices>, { origin, sections, ...options })
  }

  const send = async (
    user: string | undefined,
    path: string,
    body?: Iterable<readonly [name: string, value: string]>,
    by: ReturnType<typeof consoleHandler> = handle
  ): Promise<Shown> => {
    const headers = { host: new URL(origin).host, origin, ...(user === undefined ? {} : { cookie: user }) }
    const posted =
      body === undefined
        ? {}
        : {
            method: "POST",
            // As browsers do: every line break becomes CR LF.
            body: new URLSearchParams([...body].map(([name, value]) => [name, value.replace(/\r\n|\r|\n/g, "\r\n")]))
          }
    const response = (await by(new Request(origin + path, { headers, ...posted }), "127.0.0.1")) ?? assert.fail(path)
    const { status, headers: told } = response
    return new Shown(status, await response.text(), path, told.get("location"), told.get("retry-after"))
  }

  /** A browser of somebody's. */
  const browser = (user: string | undefined, by = handle) => {
    const get = async (path: string, status = 200) => {
      const shown = await send(user, path, undefined, by)
      assert.strictEqual(shown.status, status, `${path}: ${shown.text}`)
      return shown
    }
    /** Presses a button of a page's form, having typed. */
    const press = (
      page: Shown,
      typed: Record<string, string> = {},
      others: Others = {},
      validator?: Validator["Service"]
    ) => {
      const { action, all } = page.form()
      // JSON is typed where the form shows it.
      const asJson = "settings" in typed || "references" in typed ? { tab: "json" } : {}
      const now: Record<string, string> = { ...asJson, ...typed }
      const body = [...all.filter(([name]) => !Object.hasOwn(now, name)), ...Object.entries(now)]
      return send(user, action, body, handleWith(others, validator))
    }
    return {
      get,
      press,
      post: (path: string, fields: Record<string, string | ReadonlyArray<string>>) =>
        send(
          user,
          path,
          Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const))
        ),
      /** Presses a button that leads to another page, and goes there. */
      submit: async (page: Shown, typed: Record<string, string> = {}) => {
        const answer = await press(page, typed)
        assert.strictEqual(answer.status, 303, answer.text)
        return get(answer.location ?? "")
      }
    }
  }

  const makeProject = (owner: string, name = "Project") =>
    runtime.runPromise(
      Effect.gen(function* () {
        const organizations = yield* Organizations
        const { id } = yield* organizations.create({ name: "Org", owner: { userId: owner, name: nameOf(owner) } })
        const by = { type: "member", userId: owner } as const
        const project = yield* organizations.createProject({ organizationId: id, name, by })
        return { organizationId: id, projectId: project.id, path: `/o/${id}/p/${project.id}` }
      })
    )

  /** Carries out an operation without the console, as somebody else. */
  const operate = async <I extends OperationId>(
    place: { readonly organizationId: string; readonly projectId: string },
    id: I,
    input: InputOf<I>
  ): Promise<ResultOf<I>> => {
    const caller: Access = {
      ...place,
      actor: { type: "api_key", id: "key_1", name: "A <i>key" },
      scopes: ["views:read", "views:write"],
      credential: { type: "api_key", id: "key_1" }
    }
    return (await runtime.runPromise(invoker.invoke(id, input, caller))) as ResultOf<I>
  }

  return { handle, runtime, browser, handleRendering, makeProject, operate, close: () => runtime.dispose() }
}

/** What an API client sends for a page view and a custom field. */
export const bodies = {
  page_view: (name: string, more: object = {}): InputOf<"create_page_view"> => ({
    name,
    description: null,
    references: {},
    source: { type: "table" },
    settings: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} },
    ...more
  }),
  custom_field: (name: string, more: object = {}): InputOf<"create_custom_field"> => ({
    name,
    description: null,
    references: {},
    source: { type: "formula", language: "cel", expression: "1.0" },
    settings: { target: "trace", valueType: "number", unit: null, extra: {} },
    ...more
  })
}
