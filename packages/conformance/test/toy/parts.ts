import { AsyncLocalStorage } from "node:async_hooks"
import { createHmac, randomBytes, randomUUID } from "node:crypto"
import { crc32 } from "node:zlib"
import { CustomField, type Operation, PageView, trimName, viewFamilies } from "@agent-operations/contract"
import { metrics } from "@agent-operations/contract/metrics"
import { traces } from "@agent-operations/contract/traces"
import { type KindName, operations, operationsById } from "../served.ts"
import { openApiDocument } from "@agent-operations/contract/openapi"
import {
  type AgentError,
  Conflict,
  InvalidReference,
  MissingScope,
  NameTaken,
  NotFound,
  PayloadTooLarge,
  ProjectAccessDenied,
  ReferenceNotFound,
  StillReferenced,
  toAnswer,
  Unauthenticated,
  ValidationError
} from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { Result, Schema, SchemaIssue } from "effect"
import { Model } from "../../src/model/index.ts"
import { firstInexact } from "./json.ts"
import { rightValidation } from "./validation.ts"

/** Who calls. */
export interface Principal {
  readonly name: string
  readonly organization: string
  readonly scopes: ReadonlyArray<string>
}

/** The definitions of a project. */
export interface Project {
  readonly id: string
  readonly organization: string
  model: Model.Model
  /** What was deleted and can be recovered, the first deleted first. */
  readonly trash: Array<Buried>
}

/** A deleted definition, with what is told of that. */
export interface Buried {
  readonly kind: KindName
  readonly definition: Model.ModelDefinition
  /** A number that only grows. */
  readonly place: number
  readonly deletedAt: string
  readonly deletedBy: unknown
}

export interface World {
  readonly projects: Map<string, Project>
  readonly principals: Map<string, Principal>
}

export type Made = AgentError | { readonly id: string; readonly revision: Model.ModelRevision }
export interface ListInput {
  readonly limit?: number
  readonly cursor?: string
  readonly search?: string
  readonly includeTotal?: boolean
  readonly sort?: string
  readonly target?: string
  readonly sourceType?: string
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
}

/** What a list is sorted and filtered by, beside the search. */
export type Narrowing = Omit<ListInput, "limit" | "cursor" | "search" | "includeTotal">

/** What a definition is looked up for. */
export interface Asked {
  readonly operation: string
  readonly revision: number | undefined
}

export const isError = (value: unknown): value is AgentError => value instanceof Error && "_tag" in value

const invalid = (path: string, message: string) =>
  new ValidationError({ message, details: { issues: [{ path, message }] } })

/** The model's failure as an error. */
const errorOf = ({ code, details }: Model.Failure): AgentError => {
  const fields = { message: code, details } as never
  switch (code) {
    case "CONFLICT":
      return new Conflict(fields)
    case "NAME_TAKEN":
      return new NameTaken(fields)
    case "STILL_REFERENCED":
      return new StillReferenced(fields)
    case "REFERENCE_NOT_FOUND":
      return new ReferenceNotFound(fields)
    case "INVALID_REFERENCE":
      return new InvalidReference(fields)
    default:
      return new NotFound({ message: "There is no such thing." })
  }
}

/** Who calls, wherever a call has got to. */
export const caller = new AsyncLocalStorage<Principal>()

let calls = 0

/** Carries out a call of somebody, which {@link callsSoFar} counts. */
export const callOf = <T>(principal: Principal, carryOut: () => T): T => {
  calls++
  return caller.run(principal, carryOut)
}

/** The time of faults that show for some time: load does not change how much of it goes by between a write and a read. */
export const callsSoFar = () => calls

const madeAt = new WeakMap<Model.ModelRevision, number>()

/** How many calls have come since a revision was made. */
export const callsSince = (revision: Model.ModelRevision) => calls - (madeAt.get(revision) ?? -Infinity)

let latest = 0

/** When a revision is made, and by whom. Time never goes back. */
const stamp = () => {
  latest = Math.max(latest, Date.now())
  const { name } = caller.getStore()!
  return { updatedAt: new Date(latest).toISOString(), updatedBy: { type: "api_key", id: `key_${name}`, name } }
}

export type Stamped = Model.ModelRevision & ReturnType<typeof stamp>

/** Makes a step of the model the project's state. */
const settle = (project: Project, id: string, step: Model.Step<Model.ModelRevision>): Made => {
  if ("failure" in step) return errorOf(step.failure)
  Object.assign(step.value, stamp())
  madeAt.set(step.value, calls)
  project.model = step.next
  return { id, revision: step.value }
}

const kinds = { page_view: PageView, custom_field: CustomField }

export const newIdText = () => {
  const letters = "0123456789abcdefghjkmnpqrstvwxyz"
  return `01${[...randomBytes(24)].map((byte) => letters[byte % 32]).join("")}`
}

const newId = (kind: KindName) => `${kinds[kind].prefix}_${newIdText()}`

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The checksum of an API key: CRC32 in 6 digits of base62. */
export const checksumOf = (text: string): string => {
  const sum = crc32(text)
  return Array.from({ length: 6 }, (_, n) => digits[Math.floor(sum / 62 ** (5 - n)) % 62]).join("")
}

/** An API key: `aok_`, 26 characters of ID, `_`, 43 of secret and 6 of checksum. */
export const newKey = (): string => {
  const body = `aok_${newIdText()}_${randomBytes(32).toString("base64url")}`
  return body + checksumOf(body)
}

export const toItem = (project: Project, kind: KindName, id: string, revision: Model.ModelRevision) => {
  const [first = revision] = Model.find(project.model, kind, id)?.revisions ?? []
  const { updatedAt: createdAt, updatedBy: createdBy } = first as Stamped
  return { id, kind, projectId: project.id, ...(revision as Stamped), createdAt, createdBy }
}

const fold = (text: string) => text.normalize("NFC").toLowerCase()
const maxBodyBytes = 1024 * 1024
const maxPageBytes = 8 * 1024 * 1024 - 16 * 1024
const secret = randomBytes(32)
const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url")
const headers = { "content-type": "application/json" }

/** The items of a list that its filters match, newest first. */
export const matching = (project: Project, kind: KindName, search = "") =>
  project.model.filter((one) => one.kind === kind && fold(Model.current(one).name).includes(fold(search))).toReversed()

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const decoders = new Map(
  [...operations, ...Object.values(traces.operations), ...Object.values(metrics.operations)].map(({ id, input }) => [
    id as string,
    Schema.decodeUnknownResult(input as Schema.Codec<unknown>, { onExcessProperty: "error" })
  ])
)

/**
 * What a server consists of, each part right. A faulty one has one or two of them replaced. Whatever changes a project
 * does so at one moment, without an `await` between the look and the change.
 */
export const rightParts = {
  newKey,
  ...rightValidation,

  /** Stands around all that is answered. */
  around: (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => next(request),

  requestId: (sent: string | null): string => (/^[\w.-]{1,100}$/.test(sent ?? "") ? sent! : randomUUID()),

  authenticate: (world: World, authorization: string | null, _request: Request): Principal | AgentError => {
    const credential = /^Bearer ([\w.-]+)$/.exec(authorization ?? "")?.[1]
    const principal = credential === undefined ? undefined : world.principals.get(credential)
    return principal ?? new Unauthenticated({ message: "The credential is not valid." })
  },

  authorize: (
    world: World,
    principal: Principal,
    operation: Operation.Any,
    projectId: string
  ): Project | AgentError => {
    const project = world.projects.get(projectId)
    if (project?.organization !== principal.organization) {
      return new ProjectAccessDenied({ message: "The credential does not reach the project." })
    }
    if (!operation.scopes.every((scope) => principal.scopes.includes(scope))) {
      const details = { required: operation.scopes, granted: principal.scopes }
      return new MissingScope({ message: "A scope is missing.", details })
    }
    return project
  },

  projectOf: (request: Request): string | AgentError => {
    const [header, second] = request.headers.get("x-project-id")?.split(", ") ?? []
    const [query, another] = new URL(request.url).searchParams.getAll("projectId")
    const id = header ?? query ?? ""
    const isOne = second === undefined && another === undefined && (query === undefined || query === id)
    if (!isOne || id === "" || id.length > 200) return invalid("/x-project-id", "Name one project.")
    return id
  },

  readBody: async (request: Request): Promise<Result.Result<unknown, AgentError>> => {
    const type = request.headers.get("content-type") ?? ""
    if (!/^application\/json(; ?charset=(utf-8|"utf-8"))?$/i.test(type))
      return Result.fail(invalid("/content-type", "Send JSON."))
    if (request.headers.has("content-encoding")) return Result.fail(invalid("/content-encoding", "Send it plain."))
    const bytes = await request.arrayBuffer()
    if (bytes.byteLength > maxBodyBytes) {
      return Result.fail(new PayloadTooLarge({ message: "Too large.", details: { limitBytes: maxBodyBytes } }))
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
      const value: unknown = JSON.parse(text)
      const path = firstInexact(text)
      return path === undefined ? Result.succeed(value) : Result.fail(invalid(path, "It cannot be kept exactly."))
    } catch {
      return Result.fail(invalid("", "Not JSON."))
    }
  },

  decode: (operation: string, body: unknown): Result.Result<unknown, AgentError> =>
    Result.mapError(decoders.get(operation)!(body), ({ issue }) => {
      const issues = issuesOf(issue).issues.map(({ path = [], message }) => ({
        path: pointerOf(path.map((segment) => String(typeof segment === "object" ? segment.key : segment))),
        message
      }))
      return new ValidationError({ message: "Not the input of this operation.", details: { issues } })
    }),

  find: (project: Project, kind: KindName, id: string, _asked: Asked): Model.ModelDefinition | undefined =>
    Model.find(project.model, kind, id),

  create: async (project: Project, kind: KindName, { name, ...rest }: Model.ModelContent): Promise<Made> => {
    const id = newId(kind)
    return settle(project, id, Model.create(project.model, kinds[kind], id, { ...rest, name: trimName(name) }))
  },

  update: async (
    project: Project,
    kind: KindName,
    id: string,
    expectedRevision: number,
    changes: Partial<Model.ModelContent>
  ): Promise<Made> => {
    const kept = changes.name === undefined ? changes : { ...changes, name: trimName(changes.name) }
    return settle(project, id, Model.update(project.model, kinds[kind], id, expectedRevision, kept))
  },

  restore: async (
    project: Project,
    kind: KindName,
    id: string,
    revision: number,
    expected: number | undefined
  ): Promise<Made> => settle(project, id, Model.restore(project.model, kinds[kind], id, revision, expected)),

  copy: async (
    project: Project,
    kind: KindName,
    id: string,
    name: string,
    revision: number | undefined
  ): Promise<Made> => {
    const copied = newId(kind)
    return settle(project, copied, Model.copy(project.model, kinds[kind], id, copied, trimName(name), revision))
  },

  remove: async (project: Project, kind: KindName, id: string, expected: number): Promise<object> => {
    const definition = Model.find(project.model, kind, id)
    // It is told when it was made, for as long as it is there.
    orderOf(project)
    const step = Model.remove(project.model, kinds[kind], id, expected)
    if ("failure" in step) return errorOf(step.failure)
    project.model = step.next
    const { updatedAt: deletedAt, updatedBy: deletedBy } = stamp()
    project.trash.push({ kind, definition: definition!, place: burials++, deletedAt, deletedBy })
    return step.value
  },

  recover: async (project: Project, kind: KindName, id: string, name: string | undefined): Promise<Made> => {
    const buried = rightParts.deleted(project, kind).find((one) => one.definition.id === id)
    const origin = { type: "recovered", deletedAt: buried?.deletedAt, deletedBy: buried?.deletedBy }
    const [trimmed, order] = [name === undefined ? undefined : trimName(name), orderOf(project)]
    const placeOf = (one: string) => order.get(one) ?? Infinity
    const step = Model.recover(project.model, kinds[kind], buried?.definition, trimmed, origin, placeOf)
    if ("next" in step) project.trash.splice(project.trash.indexOf(buried!), 1)
    return settle(project, id, step)
  },

  /** What was deleted of a kind, the last deleted first. */
  deleted: (project: Project, kind: KindName): ReadonlyArray<Buried> =>
    project.trash.filter((one) => one.kind === kind).toReversed(),

  /** What is told of a deleted definition. */
  deletedItem: (project: Project, { kind, definition, deletedAt, deletedBy }: Buried): object => {
    const { id, revisions } = definition
    const { updatedAt: createdAt, updatedBy: createdBy } = revisions[0] as Stamped
    const item = { ...toItem(project, kind, id, Model.current(definition)), createdAt, createdBy }
    const recoverableUntil = new Date(Date.parse(deletedAt) + 30 * 86_400_000).toISOString()
    return { definition: item, deletedAt, deletedBy, recoverableUntil }
  },

  writeCursor: (id: string, binding: string): string => `${id}.${sign(`${id} ${binding}`)}`,

  readCursor: (cursor: string, binding: string): string | undefined => {
    const [id = "", signature, ...more] = cursor.split(".")
    return more.length === 0 && signature === sign(`${id} ${binding}`) ? id : undefined
  },

  /** The definitions after a cursor: those that were made before the one that it names, whether that is there or not. */
  after: (
    project: Project,
    kind: KindName,
    search: string | undefined,
    id: string | undefined
  ): ReadonlyArray<Model.ModelDefinition> | Promise<ReadonlyArray<Model.ModelDefinition>> => {
    const made = orderOf(project).get(id ?? "") ?? Infinity
    return matching(project, kind, search).filter((one) => orderOf(project).get(one.id)! < made)
  },

  /** Whether a list's filters leave an item. */
  leaves: (item: ReturnType<typeof toItem>, filters: Narrowing): boolean => {
    const { target, sourceType, createdBy, updatedBy, updatedAfter = "", updatedBefore = "~" } = filters
    const { settings, source } = item as { readonly settings: { target?: string }; readonly source: { type?: string } }
    return (
      (target === undefined || settings.target === target) &&
      (sourceType === undefined || source.type === sourceType) &&
      (createdBy === undefined || item.createdBy.id === createdBy) &&
      (updatedBy === undefined || item.updatedBy.id === updatedBy) &&
      item.updatedAt >= updatedAfter &&
      item.updatedAt < updatedBefore
    )
  },

  /** What an item is sorted by, as texts that compare as it does. */
  keyOf: (item: ReturnType<typeof toItem>, by: string, made: number): string => {
    const place = String(made).padStart(12, "0")
    if (by === "name") return Buffer.from(fold(item.name)).toString("hex")
    return by === "updated" ? `${Date.parse(item.updatedAt)} ${place}` : place
  },

  boundTo: (narrowing: Narrowing): string => JSON.stringify(narrowing),

  pageOf: (items: ReadonlyArray<unknown>, limit: number): ReadonlyArray<unknown> => {
    const page: Array<unknown> = []
    let bytes = 0
    for (const item of items.slice(0, limit)) {
      bytes += Buffer.byteLength(JSON.stringify(item))
      if (page.length > 0 && bytes > maxPageBytes) break
      page.push(item)
    }
    return page
  },

  total: (project: Project, kind: KindName, search: string | undefined, _items: ReadonlyArray<unknown>): number =>
    matching(project, kind, search).length,

  bindingOf: (project: Project, kind: KindName, search: string | undefined) => `${project.id} ${kind} ${search ?? ""}`,

  history: ({ revisions }: Model.ModelDefinition, limit: number, before: number, _project?: Project) => {
    const below = revisions.filter(({ revision }) => revision < before).toReversed()
    const items = rightParts.pageOf(below, limit) as typeof below
    const last = items.at(-1)?.revision ?? 1
    return { items, nextBefore: last > 1 ? last : null }
  },

  /** A revision of a definition, by default the current one. */
  revisionOf: (
    { revisions }: Model.ModelDefinition,
    revision: number | undefined,
    _project?: Project
  ): Model.ModelRevision | undefined => revisions[(revision ?? revisions.length) - 1],

  referrers: (project: Project, id: string): ReadonlyArray<Model.Referrer> => Model.referrers(project.model, id),

  dependencies: (all: ReadonlyArray<unknown>, limit: number) => ({
    items: all.slice(0, limit),
    hasMore: all.length > limit
  }),

  answer: (data: unknown): Response => new Response(JSON.stringify({ data }), { headers }),

  refuse: (error: AgentError, _request: Request): Response => {
    const { status, headers: own, body } = toAnswer(error)
    return new Response(JSON.stringify(body), { status, headers: { ...headers, ...own } })
  },

  noRoute: (request: Request): Response =>
    rightParts.refuse(new NotFound({ message: "There is nothing there." }), request),

  openApi: (): object => openApiDocument(viewFamilies)
}

export type Parts = typeof rightParts

let burials = 1

const orders = new WeakMap<Project, Map<string, number>>()

/** When each definition that a project ever had was made, as a number that only grows. */
export const orderOf = (project: Project): Map<string, number> => {
  const order = orders.get(project) ?? new Map<string, number>()
  orders.set(project, order)
  for (const { id } of project.model) if (!order.has(id)) order.set(id, order.size)
  return order
}

export const isOperation = (id: string): id is keyof typeof operationsById => Object.hasOwn(operationsById, id)
