import type { Parts } from "../parts.ts"
import { type Faults, html } from "./fault.ts"

const contentType = { law: "E3", requirement: "header.content-type" } as const
const project = { law: "E3", requirement: "header.project" } as const
const requestId = { law: "E1", requirement: "header.request-id" } as const
const method = { law: "E1", requirement: "E1.method" } as const
const path = { law: "E1", requirement: "E1.path" } as const

/** Takes a request for another one. */
const taking = (instead: (request: Request) => Request | undefined) => (): Partial<Parts> => ({
  around: (request, next) => next(instead(request.clone() as Request) ?? request)
})

const withHeader = (request: Request, name: string, value: string | undefined) => {
  const headers = new Headers(request.headers)
  if (value === undefined) headers.delete(name)
  else headers.set(name, value)
  return new Request(request, { headers })
}

const typed = (isJson: (type: string) => boolean) =>
  taking((request) =>
    isJson(request.headers.get("content-type") ?? "")
      ? withHeader(request, "content-type", "application/json")
      : undefined
  )

const asPost = (request: Request, url = request.url) =>
  new Request(url, { method: "POST", headers: request.headers, body: request.body, duplex: "half" } as RequestInit)

const moved = (change: (pathname: string) => string) =>
  taking((request) => {
    const url = new URL(request.url)
    const pathname = change(url.pathname)
    if (request.method !== "POST" || pathname === url.pathname) return undefined
    return asPost(request, `${url.origin}${pathname}${url.search}`)
  })

const named =
  (projectOf: (header: string | null, query: ReadonlyArray<string>) => string | undefined | null) =>
  (right: Parts): Partial<Parts> => ({
    projectOf: (request) =>
      projectOf(request.headers.get("x-project-id"), new URL(request.url).searchParams.getAll("projectId")) ??
      right.projectOf(request)
  })

export const headers: Faults = {
  "takes a body with no content type": { ...contentType, wrong: typed((type) => type === "") },
  "takes any type of JSON": { ...contentType, wrong: typed((type) => /json/.test(type) && !type.includes(";")) },
  "takes any charset": { ...contentType, wrong: typed((type) => type.startsWith("application/json")) },
  "takes forms": { ...contentType, wrong: typed((type) => type.includes("form")) },
  "takes a content type in small letters alone": {
    ...contentType,
    wrong: (right) => ({
      readBody: (request) => {
        const type = request.headers.get("content-type") ?? ""
        const isSmall = type === type.toLowerCase()
        return right.readBody(isSmall ? request : withHeader(request, "content-type", "text/plain"))
      }
    })
  },
  "takes no charset": {
    ...contentType,
    wrong: (right) => ({
      readBody: (request) => {
        const isPlain = !(request.headers.get("content-type") ?? "").includes(";")
        return right.readBody(isPlain ? request : withHeader(request, "content-type", "text/plain"))
      }
    })
  },
  "does not look at the encoding": {
    ...contentType,
    wrong: taking((request) => withHeader(request, "content-encoding", undefined))
  },
  "takes an encoding that it does not know": {
    ...contentType,
    wrong: taking((request) =>
      /gzip|br|deflate/.test(request.headers.get("content-encoding") ?? "gzip")
        ? undefined
        : withHeader(request, "content-encoding", undefined)
    )
  },
  "answers in HTML who asks for it": {
    ...contentType,
    law: "E1",
    wrong: () => ({
      around: (request, next) =>
        request.headers.get("accept")?.startsWith("text/html") === true ? Promise.resolve(html(404)) : next(request)
    })
  },
  "refuses to answer who takes no JSON": {
    ...contentType,
    wrong: (right) => ({
      readBody: (request) =>
        right.readBody(
          request.headers.get("accept")?.includes("q=0") === true ? withHeader(request, "content-type", "x/y") : request
        )
    })
  },
  "lets a header name another method": {
    ...contentType,
    wrong: (right) => ({
      around: (request, next) =>
        request.headers.has("x-http-method-override") ? Promise.resolve(right.noRoute(request)) : next(request)
    })
  },
  "does not take a project from the query": { ...project, wrong: named((header) => header ?? "") },
  "takes the project from the header, whatever the query says": {
    ...project,
    wrong: named((header) => header || undefined)
  },
  "takes the project from the query, whatever the header says": {
    ...project,
    wrong: named((_, [query]) => query || undefined)
  },
  "takes the project twice": {
    ...project,
    wrong: named((header, query) =>
      new Set(query).size === 1 && (header ?? query[0]) === query[0] ? query[0] : undefined
    )
  },
  "takes the last of two projects": {
    ...project,
    wrong: named((header, query) => (query.length > 1 && header === null ? query.at(-1) : undefined))
  },
  "takes an empty project in the query for none": {
    ...project,
    wrong: named((header, [query]) => (query === "" ? header : undefined))
  },
  "takes a project of any length": {
    ...project,
    wrong: named((header, [query]) => ((header?.length ?? 0) > 200 && query === undefined ? header : undefined))
  },
  "takes a project of 199 characters at most": {
    ...project,
    wrong: (right) => ({
      projectOf: (request) =>
        right.projectOf(
          (request.headers.get("x-project-id")?.length ?? 0) === 200
            ? withHeader(request, "x-project-id", undefined)
            : request
        )
    })
  },
  "looks at the query's project in reads alone": {
    ...project,
    wrong: (right) => ({
      projectOf: (request) => {
        const header = request.headers.get("x-project-id")
        return /(copy|restore)_/.test(request.url) && header !== null && header !== ""
          ? header
          : right.projectOf(request)
      }
    })
  },
  "has no request ID in errors": {
    ...requestId,
    wrong: () => ({
      around: async (request, next) => {
        const answer = await next(request)
        if (!answer.ok) answer.headers.set("x-request-id", "")
        return answer
      }
    })
  },
  "has no request ID where there is no path": {
    ...requestId,
    wrong: (right) => ({
      noRoute: (request) => {
        const answer = right.noRoute(request)
        answer.headers.set("x-request-id", "")
        return answer
      }
    })
  },
  "never takes the caller's request ID": {
    ...requestId,
    wrong: (right) => ({ requestId: () => right.requestId(null) })
  },
  "sends any request ID back": {
    ...requestId,
    wrong: (right) => ({ requestId: (sent) => sent ?? right.requestId(sent) })
  },
  "sends request IDs back that are long": {
    ...requestId,
    wrong: (right) => ({ requestId: (sent) => (/^\w+$/.test(sent ?? "") ? sent! : right.requestId(sent)) })
  },
  "has one request ID for all": {
    ...requestId,
    wrong: (right) => ({ requestId: (sent) => (right.requestId(sent) === sent ? sent : "request") })
  },
  "does not take the caller's request ID where the credential is wrong": {
    ...requestId,
    wrong: (right) => ({
      refuse: (error, request) => {
        const answer = right.refuse(error, request)
        if (error._tag === "UNAUTHENTICATED") answer.headers.set("x-request-id", right.requestId(null))
        return answer
      }
    })
  },
  "takes PUT for POST": {
    ...method,
    wrong: taking((request) => (request.method === "PUT" ? asPost(request) : undefined))
  },
  "deletes by DELETE": {
    ...method,
    wrong: taking((request) =>
      request.method === "DELETE" && request.url.includes("/delete_") ? asPost(request) : undefined
    )
  },
  "takes a slash behind an operation": { ...path, wrong: moved((pathname) => pathname.replace(/\/$/, "")) },
  "takes an operation in any case": { ...path, wrong: moved((pathname) => pathname.toLowerCase()) },
  "takes an operation with an extension": { ...path, wrong: moved((pathname) => pathname.replace(/\.json$/, "")) },
  "takes an operation with hyphens": { ...path, wrong: moved((pathname) => pathname.replaceAll("-", "_")) },
  "takes an operation behind any path": { ...path, wrong: moved((pathname) => pathname.replace("/x/", "/")) },
  "takes parameters in the path": { ...path, wrong: moved((pathname) => pathname.replace(/;.*/, "")) },
  "takes an operation with white space": { ...path, wrong: moved((pathname) => pathname.replace(/%20$/, "")) },
  "takes the first of two projects that one header has": {
    ...project,
    wrong: named((header) => (header?.includes(",") === true ? header.split(",")[0]!.trim() : undefined))
  }
}
