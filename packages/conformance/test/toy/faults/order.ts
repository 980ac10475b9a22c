import {
  Conflict,
  NotFound,
  ProjectAccessDenied,
  ReferenceNotFound,
  Unauthenticated
} from "@agent-operations/error-envelope"
import { Result } from "effect"
import { Model } from "../../../src/model/index.ts"
import type { KindName } from "../../served.ts"
import { isError, isOperation, type Parts } from "../parts.ts"
import { type Faults } from "./fault.ts"

type Around = Parts["around"]

const operationOf = (request: Request) => new URL(request.url).pathname.split("/").at(-1) ?? ""

const bodyOf = async (request: Request): Promise<unknown> => {
  try {
    return await request.clone().json()
  } catch {
    return undefined
  }
}

/** Answers what the body says, where it is not let in at all, or before it is let in so far. */
const bodyFirst =
  (before: ReadonlyArray<string>, isWrong: (right: Parts, operation: string, body: unknown) => boolean) =>
  (right: Parts): Partial<Parts> => {
    const around: Around = async (request, next) => {
      const operation = operationOf(request)
      const body = await bodyOf(request)
      const answer = await next(request)
      if (!isOperation(operation) || request.method !== "POST") return answer
      const { error } = (await answer.clone().json()) as { readonly error?: { readonly code: string } }
      return error !== undefined && before.includes(error.code) && isWrong(right, operation, body)
        ? right.refuse(new NotFound({ message: "There is no such thing." }), request)
        : answer
    }
    return { around }
  }

const isNoInput = (right: Parts, operation: string, body: unknown) =>
  body !== undefined && Result.isFailure(right.decode(operation, body))

const hasId = (_: Parts, __: string, body: unknown) => typeof body === "object" && body !== null && "id" in body

const refused = (message: string) => new Unauthenticated({ message })

export const order: Faults = {
  "asks for a credential before it looks at the path": {
    law: "E1",
    requirement: "order.path",
    wrong: (right) => ({
      noRoute: (request) =>
        request.headers.has("authorization") ? right.noRoute(request) : right.refuse(refused("Who are you?"), request)
    })
  },
  "asks for a credential before it looks at the method": {
    law: "E1",
    requirement: "order.path",
    wrong: (right) => ({
      noRoute: (request) =>
        request.headers.has("authorization") || !isOperation(operationOf(request))
          ? right.noRoute(request)
          : right.refuse(refused("Who are you?"), request)
    })
  },
  "looks for what is not there before it looks at the credential": {
    law: "A1",
    requirement: "order.credential",
    wrong: bodyFirst(["UNAUTHENTICATED"], hasId)
  },
  "parses the body before it looks at the credential": {
    law: "A1",
    requirement: "order.credential",
    wrong: bodyFirst(["UNAUTHENTICATED"], (_, __, body) => body === undefined)
  },
  "denies a project before it looks whether two are named": {
    law: "E3",
    requirement: "order.credential",
    wrong: (right) => ({
      projectOf: (request) => {
        const project = right.projectOf(request)
        const named = request.headers.get("x-project-id") ?? ""
        return isError(project) && named !== "" && !["ours", "other"].includes(named)
          ? new ProjectAccessDenied({ message: "No." })
          : project
      }
    })
  },
  "asks for scopes before it looks at the project": {
    law: "E3",
    requirement: "order.access",
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) => {
        const first = [...world.projects.values()].find(({ organization }) => organization === principal.organization)
        const own = right.authorize(world, principal, operation, first!.id)
        return isError(own) ? own : right.authorize(world, principal, operation, projectId)
      }
    })
  },
  "looks at the input before scopes": {
    law: "E3",
    requirement: "order.access",
    wrong: bodyFirst(["MISSING_SCOPE"], isNoInput)
  },
  "looks for what is not there before scopes": {
    law: "E3",
    requirement: "order.access",
    wrong: bodyFirst(["MISSING_SCOPE"], hasId)
  },
  "looks for what is not there before access to the project": {
    law: "E3",
    requirement: "order.access",
    wrong: bodyFirst(["PROJECT_ACCESS_DENIED"], hasId)
  },
  "looks at the content type before scopes": {
    law: "E3",
    requirement: "order.access",
    wrong: (right) => ({
      around: async (request, next) => {
        const isJson = request.headers.get("content-type")?.includes("json") === true
        const isKnown = request.headers.get("authorization") !== "Bearer none" && request.method === "POST"
        const body = isJson || !isKnown ? undefined : await right.readBody(request.clone() as Request)
        return body !== undefined && Result.isFailure(body) && isOperation(operationOf(request))
          ? right.refuse(body.failure, request)
          : next(request)
      }
    })
  },
  "looks at the size of a body before the credential": {
    law: "A1",
    requirement: "order.body",
    wrong: (right) => ({
      around: async (request, next) => {
        const body = request.method === "POST" ? await right.readBody(request.clone() as Request) : undefined
        return body !== undefined && Result.isFailure(body) && body.failure._tag === "PAYLOAD_TOO_LARGE"
          ? right.refuse(body.failure, request)
          : next(request)
      }
    })
  },
  "looks for what is not there before it looks at the input": {
    law: "E3",
    requirement: "order.body",
    wrong: bodyFirst(
      ["VALIDATION_ERROR"],
      (_, operation, body) => hasId(_, operation, body) && JSON.stringify(body).includes("_7zzz")
    )
  },
  "says that a revision is stale before it looks whether the one to restore is there": {
    law: "E3",
    requirement: "order.conflict",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const currentRevision = Model.find(project.model, kind, id)?.revisions.length
        return expected === undefined || currentRevision === undefined || expected === currentRevision
          ? right.restore(project, kind, id, revision, expected)
          : new Conflict({ message: "It is stale.", details: { expectedRevision: expected, currentRevision } })
      }
    })
  },
  "looks at the name of a copy before it looks what to copy": {
    law: "E3",
    requirement: "order.conflict",
    wrong: (right) => ({
      copy: async (project, kind, id, name, revision) => {
        const made = await right.copy(project, kind, id, name, revision)
        const other = project.model.find((one) => one.kind === kind && Model.current(one).name === name)
        return isError(made) && made._tag === "NOT_FOUND" && other !== undefined
          ? right.copy(project, kind, other.id, name, undefined)
          : made
      }
    })
  },
  "looks at references before it looks at the revision": {
    law: "E3",
    requirement: "order.conflict",
    wrong: (right) => ({
      update: async (project, kind, id, expectedRevision, changes) => {
        const gone = Object.entries(changes.references ?? {}).filter(
          ([, one]) => Model.find(project.model, one.kind as KindName, one.id) === undefined
        )
        return gone.length === 0 || Model.find(project.model, kind, id) === undefined
          ? right.update(project, kind, id, expectedRevision, changes)
          : new ReferenceNotFound({ message: "Gone.", details: { references: gone.map(([alias]) => alias) } })
      }
    })
  },
  "looks at references before it looks at the name": {
    law: "E3",
    requirement: "order.conflict",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const made = await right.create(project, kind, content)
        if (!isError(made) || made._tag !== "NAME_TAKEN") return made
        const other = await right.create(project, kind, { ...content, name: crypto.randomUUID() })
        if (!isError(other)) await right.remove(project, kind, other.id, 1)
        return isError(other) ? other : made
      }
    })
  },
  "looks at what an old revision refers to before it looks whether the current one is stale": {
    law: "E3",
    requirement: "order.conflict",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const made = await right.restore(project, kind, id, revision, expected)
        if (!isError(made) || made._tag !== "CONFLICT") return made
        const then = { ...project }
        const other = await right.restore(then, kind, id, revision, undefined)
        return isError(other) ? other : made
      }
    })
  }
}
