import { setImmediate } from "node:timers/promises"
import {
  InternalError,
  NameTaken,
  NotFound,
  ProjectAccessDenied,
  UsageLimitReached,
  ValidationError
} from "@agent-operations/error-envelope"
import type { KindName } from "../served.ts"
import { Result } from "effect"
import type { Law } from "../../src/index.ts"
import { Model } from "../../src/model/index.ts"
import { isError, type Made, matching, type Parts, type Project } from "./parts.ts"

/** A server that is wrong in one place, and the law that it breaks. */
export interface Fault {
  readonly law: Law
  readonly wrong: (right: Parts) => Partial<Parts>
}

const revisionOf = (project: Project, kind: KindName, id: string) =>
  Model.find(project.model, kind, id)?.revisions.length

/** Rewrites the newest revision of a definition, and answers it as rewritten. */
const rewritten = (
  project: Project,
  made: Made,
  rewrite: (revision: Model.ModelRevision) => Model.ModelRevision
): Made => {
  if (isError(made)) return made
  const revision = rewrite(made.revision)
  project.model = project.model.map((one) =>
    one.id === made.id ? { ...one, revisions: [...one.revisions.slice(0, -1), revision] } : one
  )
  return { ...made, revision }
}

/** Carries a verb out on the project as it was some time ago, and lets the outcome stand. */
const late = async <T>(project: Project, act: (then: Project) => Promise<T>): Promise<T> => {
  const then = { ...project }
  await setImmediate()
  const outcome = await act(then)
  if (!isError(outcome)) project.model = then.model
  return outcome
}

const html = (status: number) =>
  new Response("<!doctype html><h1>Error</h1>", { status, headers: { "content-type": "text/html" } })

const mapStrings = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === "string"
    ? change(value)
    : Array.isArray(value)
      ? value.map((inner) => mapStrings(inner, change))
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, change)]))
        : value

const withoutEmpty = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutEmpty)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) =>
            inner === null || inner === "" ? [] : [[key, withoutEmpty(inner)]]
          )
        )
      : value

/** Servers that are wrong in one place each. */
export const faults: Readonly<Record<string, Fault>> = {
  "makes revision 2 at a create": {
    law: "R1",
    wrong: (right) => ({
      create: async (project, kind, content) =>
        rewritten(project, await right.create(project, kind, content), (r) => ({ ...r, revision: 2 }))
    })
  },
  "skips a revision at an update": {
    law: "R2",
    wrong: (right) => ({
      update: async (...args) =>
        rewritten(args[0], await right.update(...args), (r) => ({ ...r, revision: r.revision + 1 }))
    })
  },
  "edits the revision before": {
    law: "R2",
    wrong: (right) => ({
      update: async (...args) => {
        const [project, , id] = args
        const made = await right.update(...args)
        project.model = project.model.map((one) =>
          one.id === id && !isError(made)
            ? {
                ...one,
                revisions: one.revisions.map((r, i, all) =>
                  i === all.length - 2 ? { ...r, description: "edited" } : r
                )
              }
            : one
        )
        return made
      }
    })
  },
  "ignores expectedRevision at an update": {
    law: "R3",
    wrong: (right) => ({
      update: (project, kind, id, sent, changes) =>
        right.update(project, kind, id, revisionOf(project, kind, id) ?? sent, changes)
    })
  },
  "ignores expectedRevision at a delete": {
    law: "R3",
    wrong: (right) => ({
      remove: (project, kind, id, sent) => right.remove(project, kind, id, revisionOf(project, kind, id) ?? sent)
    })
  },
  "writes what it refuses as stale": {
    law: "R3",
    wrong: (right) => ({
      update: async (project, kind, id, sent, changes) => {
        const made = await right.update(project, kind, id, sent, changes)
        const current = revisionOf(project, kind, id)
        if (isError(made) && made._tag === "CONFLICT") await right.update(project, kind, id, current!, changes)
        return made
      }
    })
  },
  "updates by what it read some time before": {
    law: "R4",
    wrong: (right) => ({ update: (project, ...rest) => late(project, (then) => right.update(then, ...rest)) })
  },
  "restores without looking at expectedRevision": {
    law: "R4",
    wrong: (right) => ({
      restore: (project, kind, id, revision) => right.restore(project, kind, id, revision, undefined)
    })
  },
  "restores the current content": {
    law: "R5",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, sent) => {
        const current = Model.find(project.model, kind, id)?.revisions.at(-1)
        const made = await right.restore(project, kind, id, revision, sent)
        return rewritten(project, made, (r) => ({ ...r, description: current!.description, name: current!.name }))
      }
    })
  },
  "restores references to nothing": {
    law: "R5",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, sent) => {
        const made = await right.restore(project, kind, id, revision, sent)
        if (!isError(made) || made._tag !== "REFERENCE_NOT_FOUND") return made
        const definition = Model.find(project.model, kind, id)!
        const past = definition.revisions[revision - 1]!
        const next = { ...past, revision: definition.revisions.length + 1, origin: { type: "restored", revision } }
        const revisions = [...definition.revisions, next]
        project.model = project.model.map((one) => (one.id === id ? { ...one, revisions } : one))
        return { id, revision: next }
      }
    })
  },
  "looks at names some time before it creates": {
    law: "R6",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const made = await right.create({ ...project }, kind, content)
        await setImmediate()
        if (isError(made)) return made
        project.model = [...project.model, { kind, id: made.id, revisions: [made.revision] }]
        return made
      }
    })
  },
  "copies the current revision, whichever is asked for": {
    law: "R6",
    wrong: (right) => ({
      copy: async (project, kind, id, name, revision) => {
        const exists = Model.find(project.model, kind, id)?.revisions[(revision ?? 1) - 1] !== undefined
        return right.copy(project, kind, id, name, exists ? undefined : revision)
      }
    })
  },
  "takes names apart by their case": {
    law: "R6",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const names = matching(project, kind).map((one) => Model.current(one).name)
        if (names.includes(content.name.trim())) return right.create(project, kind, content)
        const hidden = { ...project, model: project.model.filter((one) => one.kind !== kind) }
        const made = await right.create(hidden, kind, { ...content, references: {} })
        if (isError(made)) return made
        const revision = { ...made.revision, references: content.references }
        project.model = [...project.model, { kind, id: made.id, revisions: [revision] }]
        return { ...made, revision }
      }
    })
  },
  "looks at references some time before it deletes": {
    law: "R7",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const outcome = await right.remove({ ...project }, kind, id, expected)
        await setImmediate()
        if (!isError(outcome)) project.model = project.model.filter((one) => one.id !== id)
        return outcome
      }
    })
  },
  "deletes what is referenced": {
    law: "R7",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const alone = { ...project, model: project.model.filter((one) => one.id === id) }
        const outcome = await right.remove(alone, kind, id, expected)
        if (!isError(outcome)) project.model = project.model.filter((one) => one.id !== id)
        return outcome
      }
    })
  },
  "goes on reading what is deleted": {
    law: "R8",
    wrong: (right) => {
      const seen = new Map<string, Model.ModelDefinition>()
      return {
        find: (project, kind, id) => {
          const found = right.find(project, kind, id) ?? seen.get(id)
          if (found !== undefined) seen.set(id, found)
          return found
        }
      }
    }
  },
  "keeps the names of what is deleted": {
    law: "R8",
    wrong: (right) => {
      const buried = new Set<string>()
      return {
        remove: async (project, kind, id, expected) => {
          const name = Model.find(project.model, kind, id)?.revisions.at(-1)?.name
          const outcome = await right.remove(project, kind, id, expected)
          if (!isError(outcome) && name !== undefined) buried.add(name)
          return outcome
        },
        create: async (project, kind, content) =>
          buried.has(content.name)
            ? new NameTaken({ message: "Taken.", details: { name: content.name } })
            : right.create(project, kind, content)
      }
    }
  },
  "pages by offset": {
    law: "P1",
    wrong: () => {
      const offsets = new Map<string, number>()
      return {
        after: (project, kind, search, id) => {
          const all = matching(project, kind, search)
          const offset = id === undefined ? 0 : (offsets.get(id) ?? 0)
          for (const [n, one] of all.entries()) if (!offsets.has(one.id)) offsets.set(one.id, n + 1)
          return all.slice(offset)
        }
      }
    }
  },
  "moves what is updated to the top of a list": {
    law: "P1",
    wrong: () => ({
      after: (project, kind, search, id) => {
        const all = matching(project, kind, search).toSorted((a, b) => b.revisions.length - a.revisions.length)
        return id === undefined ? all : all.slice(all.findIndex((one) => one.id === id) + 1)
      }
    })
  },
  "clamps a limit": {
    law: "P2",
    wrong: (right) => ({
      decode: (operation, body) => {
        const { limit } = (body ?? {}) as { limit?: unknown }
        const clamped =
          typeof limit === "number"
            ? { ...(body as object), limit: Math.min(200, Math.max(1, Math.round(limit))) }
            : body
        return right.decode(operation, clamped)
      }
    })
  },
  "gives one item more than the limit": {
    law: "P2",
    wrong: (right) => ({ pageOf: (items, limit) => right.pageOf(items, limit + 1) })
  },
  "signs no cursor": {
    law: "P3",
    wrong: () => ({ writeCursor: (id) => id, readCursor: (cursor) => cursor })
  },
  "takes a cursor with other filters": {
    law: "P3",
    wrong: () => ({ bindingOf: (project, kind) => `${project.id} ${kind}` })
  },
  "takes a cursor of another project": {
    law: "P3",
    wrong: () => ({ bindingOf: (_, kind, search) => `${kind} ${search ?? ""}` })
  },
  "takes a cursor of another operation": {
    law: "P3",
    wrong: () => ({ bindingOf: (project, _, search) => `${project.id} ${search ?? ""}` })
  },
  "counts everything in a total": {
    law: "P4",
    wrong: (right) => ({ total: (project, kind, _, items) => right.total(project, kind, undefined, items) })
  },
  "counts the page in a total": {
    law: "P4",
    wrong: () => ({ total: (_project, _kind, _search, items) => items.length })
  },
  "fills a page, whatever its size": {
    law: "P5",
    wrong: () => ({ pageOf: (items, limit) => items.slice(0, limit) })
  },
  "gives a history oldest first": {
    law: "P6",
    wrong: (right) => ({
      history: (...args) => {
        const { items, nextBefore } = right.history(...args)
        return { items: items.toReversed(), nextBefore }
      }
    })
  },
  "gives the revision again that a page ended with": {
    law: "P6",
    wrong: (right) => ({ history: (definition, limit, before) => right.history(definition, limit, before + 1) })
  },
  "says that there is more when a page is full": {
    law: "P7",
    wrong: (right) => ({
      dependencies: (all, limit) => ({ ...right.dependencies(all, limit), hasMore: all.length >= limit })
    })
  },
  "answers a wrong path with HTML": { law: "E1", wrong: () => ({ noRoute: () => html(404) }) },
  "answers a wrong method with 405": {
    law: "E1",
    wrong: (right) => ({
      noRoute: (request) => (request.method === "POST" ? right.noRoute(request) : new Response(null, { status: 405 }))
    })
  },
  "answers bad input with 500 and HTML": {
    law: "E1",
    wrong: (right) => ({
      refuse: (error, request) => (error._tag === "VALIDATION_ERROR" ? html(500) : right.refuse(error, request))
    })
  },
  "answers a taken name with 422": {
    law: "E2",
    wrong: (right) => ({
      refuse: (error, request) => {
        const response = right.refuse(error, request)
        return error._tag === "NAME_TAKEN"
          ? new Response(response.body, { status: 422, headers: response.headers })
          : response
      }
    })
  },
  "fails on a wrong type": {
    law: "E3",
    wrong: (right) => ({
      decode: (operation, body) => {
        const decoded = right.decode(operation, body)
        return Result.isFailure(decoded) && typeof body === "object"
          ? Result.fail(new InternalError({ message: "undefined is not a function" }))
          : decoded
      }
    })
  },
  "leaves out members that there are not": {
    law: "E3",
    wrong: (right) => ({
      decode: (operation, body) => {
        const decoded = right.decode(operation, body)
        if (Result.isSuccess(decoded) || typeof body !== "object" || body === null) return decoded
        const { noSuchMember: _, extra: __, ...known } = body as Record<string, unknown>
        return right.decode(operation, known)
      }
    })
  },
  "takes any content type": {
    law: "E3",
    wrong: (right) => ({
      readBody: (request) => {
        const headers = new Headers(request.headers)
        headers.set("content-type", "application/json")
        return right.readBody(new Request(request, { headers }))
      }
    })
  },
  "refuses bad headers as a spent budget": {
    law: "E3",
    wrong: (right) => ({
      projectOf: (request) => {
        const id = right.projectOf(request)
        return isError(id) ? new UsageLimitReached({ message: "No." }) : id
      }
    })
  },
  "rounds numbers": {
    law: "E4",
    wrong: (right) => ({
      readBody: async (request) => {
        const copy = request.clone()
        const read = await right.readBody(request)
        if (Result.isSuccess(read) || !isError(read.failure) || read.failure._tag !== "VALIDATION_ERROR") return read
        const text = await copy.text()
        return /\d{16}|1e400/.test(text) ? Result.succeed(JSON.parse(text.replace("1e400", "1e308"))) : read
      }
    })
  },
  "trims descriptions": {
    law: "E4",
    wrong: (right) => ({
      create: (project, kind, content) =>
        right.create(project, kind, { ...content, description: content.description?.trim() ?? null })
    })
  },
  "replaces what is beyond ASCII": {
    law: "E4",
    wrong: (right) => ({
      create: (project, kind, content) => {
        const settings = mapStrings(content.settings, (text) => text.replace(/[^\x20-\x7e]/g, "?"))
        return right.create(project, kind, { ...content, settings })
      }
    })
  },
  "leaves empty members out of open JSON": {
    law: "E4",
    wrong: (right) => ({
      create: (project, kind, content) => {
        const { extra, ...rest } = content.settings as { extra: unknown }
        return right.create(project, kind, { ...content, settings: { ...rest, extra: withoutEmpty(extra) } })
      }
    })
  },
  "looks at the project before the credential": {
    law: "A1",
    wrong: (right) => ({
      authenticate: (world, authorization) => {
        const principal = right.authenticate(world, authorization)
        return isError(principal)
          ? new ValidationError({ message: "Name the project.", details: { issues: [] } })
          : principal
      }
    })
  },
  "does not say how to authenticate": {
    law: "A1",
    wrong: (right) => ({
      refuse: (error, request) => {
        const response = right.refuse(error, request)
        response.headers.delete("www-authenticate")
        return response
      }
    })
  },
  "asks for no scope": {
    law: "A2",
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) =>
        right.authorize(world, { ...principal, scopes: operation.scopes }, operation, projectId)
    })
  },
  "denies a definition of others with 403": {
    law: "A3",
    wrong: (right) => {
      const owners = new Map<string, string>()
      return {
        create: async (project, kind, content) => {
          const made = await right.create(project, kind, content)
          if (!isError(made)) owners.set(made.id, project.organization)
          return made
        },
        update: async (project, kind, id, ...rest) => {
          const owner = owners.get(id)
          return owner !== undefined && owner !== project.organization
            ? new ProjectAccessDenied({ message: "It is not yours." })
            : right.update(project, kind, id, ...rest)
        }
      }
    }
  },
  "tells a project of others from none": {
    law: "A3",
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) =>
        world.projects.has(projectId)
          ? right.authorize(world, principal, operation, projectId)
          : new NotFound({ message: "There is no such project." })
    })
  },
  "lists what is of others": {
    law: "A3",
    wrong: (right) => {
      const projects = new Set<Project>()
      return {
        authorize: (world, principal, operation, projectId) => {
          for (const project of world.projects.values()) projects.add(project)
          return right.authorize(world, principal, operation, projectId)
        },
        after: (project, kind, search, id) =>
          id === undefined
            ? [...projects].flatMap((one) => matching(one, kind, search))
            : right.after(project, kind, search, id)
      }
    }
  },
  "shows the credential in an error": {
    law: "A4",
    wrong: (right) => ({
      refuse: (error, request) => {
        const { status, headers } = right.refuse(error, request)
        const credential = request.headers.get("authorization")
        const { _tag: code } = error
        const body = { error: { code, message: `${credential} may not.`, hint: "Ask.", details: error.details } }
        return new Response(JSON.stringify(body), { status, headers })
      }
    })
  },
  "remembers credentials": {
    law: "A5",
    wrong: (right) => {
      const known = new Map<string, ReturnType<Parts["authenticate"]>>()
      return {
        authenticate: (world, authorization) => {
          const principal = known.get(authorization ?? "") ?? right.authenticate(world, authorization)
          if (!isError(principal)) known.set(authorization ?? "", principal)
          return principal
        }
      }
    }
  },
  "leaves an operation out of its OpenAPI document": {
    law: "C2",
    wrong: (right) => ({
      openApi: () => {
        const { paths, ...rest } = right.openApi() as { paths: Record<string, unknown> }
        const { "/api/agent/restore_page_view": _, ...others } = paths
        return { ...rest, paths: others }
      }
    })
  },
  "answers with a member that the contract has not": {
    law: "C2",
    wrong: (right) => ({ answer: (data) => right.answer({ ...(data as object), tenant: "us" }) })
  }
}
