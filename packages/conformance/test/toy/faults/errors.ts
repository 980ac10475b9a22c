import type { AgentError } from "@agent-operations/error-envelope"
import { type Faults } from "./fault.ts"
import type { Parts } from "../parts.ts"

type Body = { readonly error: Readonly<Record<string, unknown>> }

/** Answers an error with another body. */
const saying =
  (
    change: (body: Body, error: AgentError, request: Request) => unknown,
    headers: (request: Request) => Record<string, string> = () => ({})
  ) =>
  (right: Parts): Partial<Parts> => ({
    refuse: (error, request) => {
      const answer = right.refuse(error, request)
      const { code, message, hint, details } = JSON.parse(
        JSON.stringify({
          code: error._tag,
          message: error.message,
          hint: error.hint ?? "Mend it.",
          details: error.details
        })
      ) as Body["error"]
      const body = change(
        { error: { code, message, hint, ...(details === undefined ? {} : { details }) } },
        error,
        request
      )
      const all = { ...Object.fromEntries(answer.headers), ...headers(request) }
      return new Response(JSON.stringify(body), { status: answer.status, headers: all })
    }
  })

const detailed = (code: AgentError["_tag"], change: (details: never) => unknown) =>
  saying(({ error }) => ({
    error: error["code"] === code ? { ...error, details: change(error["details"] as never) } : error
  }))

const members = { law: "E1", requirement: "error.members" } as const
const words = { law: "E1", requirement: "error.words" } as const
const echo = { law: "A4", requirement: "A4.echo" } as const

export const errors: Faults = {
  "says more of an error than there is": {
    ...members,
    wrong: saying(({ error }) => ({ error: { ...error, status: 400 } }))
  },
  "says something beside an error": { ...members, wrong: saying((body) => ({ ...body, data: null })) },
  "has other names for the revisions of a conflict": {
    ...members,
    wrong: detailed("CONFLICT", ({ expectedRevision: expected, currentRevision: current }) => ({ expected, current }))
  },
  "says the revisions of a conflict as text": {
    ...members,
    wrong: detailed("CONFLICT", ({ expectedRevision, currentRevision }) => ({
      expectedRevision,
      currentRevision: String(currentRevision)
    }))
  },
  "does not say which name is taken": { ...members, wrong: detailed("NAME_TAKEN", () => undefined) },
  "names what refers by its ID alone": {
    ...members,
    wrong: detailed(
      "STILL_REFERENCED",
      ({ referencedBy, hasMore }: { referencedBy: ReadonlyArray<{ id: string }>; hasMore: boolean }) =>
        ({
          referencedBy: referencedBy.map(({ id }) => id),
          hasMore
        }) as never
    )
  },
  "does not say whether more refers": {
    ...members,
    wrong: detailed("STILL_REFERENCED", ({ referencedBy }) => ({ referencedBy }))
  },
  "says issues as one text": {
    ...members,
    wrong: detailed(
      "VALIDATION_ERROR",
      ({ issues }: { issues: ReadonlyArray<{ message: string }> }) =>
        ({
          issues: issues.map(({ message }) => message)
        }) as never
    )
  },
  "says the value that is wrong beside an issue": {
    ...members,
    wrong: detailed(
      "VALIDATION_ERROR",
      ({ issues }: { issues: ReadonlyArray<object> }) =>
        ({
          issues: issues.map((issue) => ({ ...issue, value: 1 }))
        }) as never
    )
  },
  "does not say what a credential was granted": {
    ...members,
    wrong: detailed("MISSING_SCOPE", ({ required }) => ({ required }))
  },
  "does not say how large a body may be": { ...members, wrong: detailed("PAYLOAD_TOO_LARGE", () => ({})) },
  "says which reference is gone as an object": {
    ...members,
    wrong: detailed(
      "REFERENCE_NOT_FOUND",
      ({ references }: { references: ReadonlyArray<string> }) =>
        ({
          references: Object.fromEntries(references.map((alias) => [alias, "gone"]))
        }) as never
    )
  },
  "has no hint": { ...words, wrong: saying(({ error: { hint: _, ...error } }) => ({ error })) },
  "has an empty hint": { ...words, wrong: saying(({ error }) => ({ error: { ...error, hint: "" } })) },
  "has an empty message": { ...words, wrong: saying(({ error }) => ({ error: { ...error, message: " " } })) },
  "shows where in its code it failed": {
    ...words,
    wrong: saying(({ error }) => ({ error: { ...error, message: new Error("It failed.").stack } }))
  },
  "shows the credential in a header": {
    ...echo,
    wrong: saying(
      (body) => body,
      (request) => ({ "x-caller": request.headers.get("authorization") ?? "none" })
    )
  },
  "shows the secret of a key": {
    ...echo,
    wrong: saying(({ error }, _, request) => ({
      error: { ...error, message: `Not ${request.headers.get("authorization")?.slice(38) ?? "you"}.` }
    }))
  },
  "shows the path that there is not": {
    ...echo,
    wrong: (right) => ({
      noRoute: (request) =>
        saying(({ error }) => ({ error: { ...error, message: `Nothing at ${request.url}.` } }))(right).refuse!(
          Object.assign(new Error("Nothing."), { _tag: "NOT_FOUND", hint: undefined, details: undefined }) as never,
          request
        )
    })
  },
  "shows the project that is out of reach": {
    ...echo,
    wrong: saying(({ error }, { _tag }, request) => ({
      error:
        _tag === "PROJECT_ACCESS_DENIED" ? { ...error, message: `No ${request.headers.get("x-project-id")}.` } : error
    }))
  },
  "shows the content type that it does not take": {
    ...echo,
    wrong: saying(({ error }, { _tag }, request) => ({
      error: _tag === "VALIDATION_ERROR" ? { ...error, hint: `Not ${request.headers.get("content-type")}.` } : error
    }))
  }
}
