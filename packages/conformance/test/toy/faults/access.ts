import { MissingScope, NotFound, ProjectAccessDenied, ValidationError } from "@agent-operations/error-envelope"
import { isError, matching, type Parts, type Project } from "../parts.ts"
import { type Faults } from "./fault.ts"

export const access: Faults = {
  "looks at the project before the credential": {
    law: "A1",
    requirement: "order.credential",
    wrong: (right) => ({
      authenticate: (world, authorization, request) => {
        const principal = right.authenticate(world, authorization, request)
        return isError(principal)
          ? new ValidationError({ message: "Name the project.", details: { issues: [] } })
          : principal
      }
    })
  },
  "does not say how to authenticate": {
    law: "A1",
    requirement: "A1.first",
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
    requirement: "A2.scopes",
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) =>
        right.authorize(world, { ...principal, scopes: operation.scopes }, operation, projectId)
    })
  },
  "tells who may only write that they may read, and refuses it": {
    law: "A2",
    requirement: "A2.scopes",
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) => {
        const isWriter = principal.scopes.join() === "views:write"
        const details = { required: operation.scopes, granted: ["views:read", "views:write"] }
        const denied = new MissingScope({ message: "A scope is missing.", details })
        return isWriter && operation.effect === "read"
          ? denied
          : right.authorize(world, principal, operation, projectId)
      }
    })
  },
  "restores without the scope, and says that it was refused": {
    law: "A2",
    requirement: "A2.nothing",
    wrong: () => {
      let owner = ""
      return {
        around: async (request, next) => {
          const again = request.clone() as Request
          const answer = await next(request)
          const { pathname } = new URL(again.url)
          if (answer.ok && pathname.includes("/create_")) owner = again.headers.get("authorization") ?? owner
          if (answer.status === 403 && pathname.includes("/restore_")) {
            again.headers.set("authorization", owner)
            await next(again)
          }
          return answer
        }
      }
    }
  },
  "denies a definition of others with 403": {
    law: "A3",
    requirement: "A3.definition",
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
    requirement: "A3.project",
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) =>
        world.projects.has(projectId)
          ? right.authorize(world, principal, operation, projectId)
          : new NotFound({ message: "There is no such project." })
    })
  },
  "lists what is of others": {
    law: "A3",
    requirement: "A3.lists",
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
    requirement: "A4.echo",
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
    requirement: "A5.revoked",
    wrong: (right) => {
      const known = new Map<string, ReturnType<Parts["authenticate"]>>()
      return {
        authenticate: (world, authorization, request) => {
          const principal = known.get(authorization ?? "") ?? right.authenticate(world, authorization, request)
          if (!isError(principal)) known.set(authorization ?? "", principal)
          return principal
        }
      }
    }
  }
}
