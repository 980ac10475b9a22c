import { InternalError, UsageLimitReached } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { isError } from "../parts.ts"
import { type Faults, html, mapStrings, withoutEmpty } from "./fault.ts"

export const envelope: Faults = {
  "answers a wrong path with HTML": { law: "E1", requirement: "E1.path", wrong: () => ({ noRoute: () => html(404) }) },
  "answers a wrong method with 405": {
    law: "E1",
    requirement: "E1.method",
    wrong: (right) => ({
      noRoute: (request) => (request.method === "POST" ? right.noRoute(request) : new Response(null, { status: 405 }))
    })
  },
  "answers bad input with 500 and HTML": {
    law: "E1",
    requirement: "E1.envelope",
    wrong: (right) => ({
      refuse: (error, request) => (error._tag === "VALIDATION_ERROR" ? html(500) : right.refuse(error, request))
    })
  },
  "answers a taken name with 422": {
    law: "E2",
    requirement: "E2.status",
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
    requirement: "E3.input",
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
    requirement: "E3.input",
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
    requirement: "header.content-type",
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
    requirement: "E3.headers",
    wrong: (right) => ({
      projectOf: (request) => {
        const id = right.projectOf(request)
        return isError(id) ? new UsageLimitReached({ message: "No.", details: {} }) : id
      }
    })
  },
  "rounds numbers": {
    law: "E4",
    requirement: "E4.refused",
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
    requirement: "E4.text",
    wrong: (right) => ({
      create: (project, kind, content) =>
        right.create(project, kind, { ...content, description: content.description?.trim() ?? null })
    })
  },
  "replaces what is beyond ASCII": {
    law: "E4",
    requirement: "E4.json",
    wrong: (right) => ({
      create: (project, kind, content) => {
        const settings = mapStrings(content.settings, (text) => text.replace(/[^\x20-\x7e]/g, "?"))
        return right.create(project, kind, { ...content, settings })
      }
    })
  },
  "leaves empty members out of open JSON": {
    law: "E4",
    requirement: "E4.json",
    wrong: (right) => ({
      create: (project, kind, content) => {
        const { extra, ...rest } = content.settings as { extra: unknown }
        return right.create(project, kind, { ...content, settings: { ...rest, extra: withoutEmpty(extra) } })
      }
    })
  }
}
