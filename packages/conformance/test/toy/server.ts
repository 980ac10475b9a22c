import type { Operation } from "@agent-operations/contract"
import { operationsById, type KindName } from "../served.ts"
import { NotFound } from "@agent-operations/error-envelope"
import { Result } from "effect"
import type { Target } from "../../src/index.ts"
import { Model } from "../../src/model/index.ts"
import {
  callOf,
  isError,
  isOperation,
  type ListInput,
  type Made,
  matching,
  type Narrowing,
  orderOf,
  type Parts,
  type Project,
  rightParts,
  toItem,
  type World
} from "./parts.ts"
import { targetOf } from "./target.ts"
import { graphOf, nodeOf, type Validated } from "./validation.ts"

const notFound = new NotFound({ message: "There is no such thing." })

interface Input extends ListInput, Omit<Model.ModelContent, "description" | "references"> {
  readonly description?: string | null
  readonly references?: Model.ModelReferences
  readonly id: string
  readonly revision?: number
  readonly expectedRevision: number
  readonly before?: number
  readonly draft?: Omit<Validated, "id" | "revision">
}

/** A page of a list that is sorted or filtered: the cursor holds what its last item is sorted by. */
const sortedList = (
  parts: Parts,
  project: Project,
  kind: KindName,
  { cursor, search, limit = 50, includeTotal }: ListInput,
  { sort = "created_desc", ...filters }: Narrowing
) => {
  const [by = "", way] = sort.split("_")
  const binding = parts.bindingOf(project, kind, search) + parts.boundTo({ sort, ...filters })
  const after = cursor === undefined ? undefined : parts.readCursor(cursor, binding)
  if (cursor !== undefined && after === undefined) return parts.decode("list_page_views", { cursor: 1 })
  const oldestFirst = matching(project, kind, search).toReversed()
  const left = oldestFirst
    .map((one) => toItem(project, kind, one.id, Model.current(one)))
    .filter((item) => parts.leaves(item, filters))
  const keyed = left.map((item) => ({ item, key: parts.keyOf(item, by, orderOf(project).get(item.id)!) }))
  const upwards = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rest = (way === "asc" ? upwards : upwards.toReversed()).filter(
    ({ key }) => after === undefined || (way === "asc" ? key > after : key < after)
  )
  const items = parts.pageOf(
    rest.map(({ item }) => item),
    limit
  )
  const more = items.length < rest.length
  return {
    items,
    nextCursor: more ? parts.writeCursor(rest[items.length - 1]!.key, binding) : null,
    ...(includeTotal === true && { total: left.length })
  }
}

/** Carries an operation out, and answers its result or an error. */
const carryOut = async (
  parts: Parts,
  project: Project,
  operation: string,
  kind: KindName,
  input: Input
): Promise<unknown> => {
  const { id, revision, expectedRevision, limit = 50, before = Infinity, name, search } = input
  const item = (made: Made) => (isError(made) ? made : toItem(project, kind, made.id, made.revision))
  const definition = id === undefined ? undefined : parts.find(project, kind, id, { operation, revision })
  switch (operation.replace(/_(page_view|custom_field)s?/, "")) {
    case "create": {
      const { description = null, source, settings, references = {} } = input
      return item(await parts.create(project, kind, { name, description, source, settings, references }))
    }
    case "update": {
      const { id: _, expectedRevision: __, ...changes } = input
      return item(await parts.update(project, kind, id, expectedRevision, changes))
    }
    case "restore":
      return item(await parts.restore(project, kind, id, revision!, expectedRevision))
    case "copy":
      return item(await parts.copy(project, kind, id, name, revision))
    case "delete":
      return parts.remove(project, kind, id, expectedRevision)
    case "recover":
      return item(await parts.recover(project, kind, id, input.name))
    case "list_deleted": {
      const binding = parts.bindingOf(project, kind, "deleted")
      const from = input.cursor === undefined ? "Infinity" : parts.readCursor(input.cursor, binding)
      if (from === undefined) return parts.decode("list_page_views", { cursor: 1 })
      const after = parts.deleted(project, kind).filter(({ place }) => place < Number(from))
      const all = after.map((one) => parts.deletedItem(project, one))
      const items = parts.pageOf(all, limit)
      const last = after[items.length - 1]
      const nextCursor = last !== undefined && items.length < all.length ? `${last.place}` : null
      return { items, nextCursor: nextCursor === null ? null : parts.writeCursor(nextCursor, binding) }
    }
    case "list": {
      const { limit: _, cursor: __, search: ___, includeTotal: ____, ...narrowing } = input as ListInput
      if (Object.keys(narrowing).length > 0) return sortedList(parts, project, kind, input, narrowing)
      const binding = parts.bindingOf(project, kind, search)
      const from = input.cursor === undefined ? undefined : parts.readCursor(input.cursor, binding)
      if (input.cursor !== undefined && from === undefined) return parts.decode("list_page_views", { cursor: 1 })
      const found = parts.after(project, kind, search, from)
      // What is not waited for, is counted at the same moment.
      const rest = found instanceof Promise ? await found : found
      const all = rest.map((one) => toItem(project, kind, one.id, Model.current(one)))
      const items = parts.pageOf(all, limit) as typeof all
      const last = items.at(-1)
      const nextCursor = last !== undefined && items.length < all.length ? parts.writeCursor(last.id, binding) : null
      const total = input.includeTotal === true ? { total: parts.total(project, kind, search, items) } : {}
      return { items, nextCursor, ...total }
    }
  }
  const validate = (validated: Validated) => {
    const root = nodeOf("page_view", validated)
    return parts.validated(project, parts.analyse(graphOf(parts, project, root), project), validated)
  }
  if (operation === "validate_page_view" && input.draft !== undefined)
    return validate({ ...input.draft, id: null, revision: null })
  if (definition === undefined) return notFound
  const wanted = parts.revisionOf(definition, revision, project)
  if (wanted === undefined) return notFound
  switch (operation.replace(/_(page_view|custom_field)/, "")) {
    case "get":
      return toItem(project, kind, id, wanted)
    case "get_history": {
      const { items, nextBefore } = parts.history(definition, limit, before, project)
      return { items: items.map((one) => toItem(project, kind, id, one)), nextBefore }
    }
    case "get_dependencies":
      return parts.dependencies(parts.referrers(project, id), input.limit ?? 100)
    default:
      return validate({ ...wanted, id })
  }
}

const handler = (parts: Parts, world: World) => {
  const answer = operating(parts, world)
  return async (request: Request): Promise<Response> => {
    const response = await parts.around(request, answer)
    const id = parts.requestId(request.headers.get("x-request-id"))
    if (!response.headers.has("x-request-id")) response.headers.set("x-request-id", id)
    return request.method === "HEAD" ? new Response(null, response) : response
  }
}

const operating =
  (parts: Parts, world: World) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method === "GET" && pathname === "/openapi.json") return Response.json(parts.openApi())
    const id = /^\/api\/agent\/(\w+)$/.exec(pathname)?.[1] ?? ""
    if (request.method !== "POST" || !isOperation(id)) return parts.noRoute(request)
    const operation: Operation.Any = operationsById[id]
    const principal = parts.authenticate(world, request.headers.get("authorization"), request)
    if (isError(principal)) return parts.refuse(principal, request)
    const projectId = parts.projectOf(request)
    if (isError(projectId)) return parts.refuse(projectId, request)
    const project = parts.authorize(world, principal, operation, projectId)
    if (isError(project)) return parts.refuse(project, request)
    const body = await parts.readBody(request)
    if (Result.isFailure(body)) return parts.refuse(body.failure, request)
    const input = parts.decode(id, body.success)
    if (Result.isFailure(input)) return parts.refuse(input.failure, request)
    const kind = id.includes("page_view") ? "page_view" : "custom_field"
    const result = await callOf(principal, () => carryOut(parts, project, id, kind, input.success as Input))
    if (Result.isResult(result)) return parts.refuse((result as Result.Failure<never, never>).failure, request)
    return isError(result) ? parts.refuse(result, request) : parts.answer(result)
  }

/**
 * A whole server in memory that is not the kit: the suite is to hold any server to the laws, not this project's alone.
 * Right, unless some of its parts are replaced by others.
 */
export const toyServer = (wrong: (right: Parts) => Partial<Parts> = () => ({})): Target => {
  const parts = { ...rightParts, ...wrong(rightParts) }
  const scopes = { all: ["views:read", "views:write"], read: ["views:read"] }
  return targetOf(scopes, parts.newKey, (world) => handler(parts, world))
}
