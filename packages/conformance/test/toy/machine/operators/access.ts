import type { Operation } from "@agent-operations/contract"
import { catalogue, type Code } from "@agent-operations/error-envelope"
import { operations } from "../../../served.ts"
import { answering, type Call, failing, type Json, mending, type Mutant, serving } from "../mutant.ts"

const other = (letter: string) => (letter === "a" ? "b" : "a")
const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())
const differsAt = (n: number) => (given: string, key: string) => {
  const index = n < 0 ? key.length + n : n
  return (
    given.length === key.length &&
    given !== key &&
    given.slice(0, index) === key.slice(0, index) &&
    given.slice(index + 1) === key.slice(index + 1)
  )
}

/** Credentials that are none, and that a server takes for a key: what is behind `Bearer `, or the whole header. */
const nearly: Readonly<Record<string, (given: string, key: string) => boolean>> = {
  "that is in another case": (given, key) => given !== key && given.toLowerCase() === key.toLowerCase(),
  "without its last letter": (given, key) => given === key.slice(0, -1),
  "with a letter more": (given, key) => given.length === key.length + 1 && given.startsWith(key),
  "whose last letter is another": differsAt(-1),
  "whose checksum is another": (given, key) =>
    given !== key && given.length === key.length && given.slice(0, -6) === key.slice(0, -6),
  "whose secret is another": (given, key) =>
    given !== key && given.slice(0, 31) === key.slice(0, 31) && given.length === key.length,
  "whose ID is another": (given, key) =>
    given !== key && given.slice(30) === key.slice(30) && given.length === key.length,
  "whose prefix is another": (given, key) => given !== key && given.slice(4) === key.slice(4),
  "without its prefix": (given, key) => given === key.slice(4)
}

const schemes: Readonly<Record<string, (header: string | null, key: string) => boolean>> = {
  "no credential": (header) => header === null,
  "an empty credential": (header) => header?.trim() === "Bearer" || header === "",
  "another scheme": (header) => header !== null && /^(basic|digest|token|key)\b/i.test(header),
  "any credential": (header) => header !== null && /^Bearer \S+$/.test(header),
  "a credential twice": (header, key) => header !== null && header.split(key).length > 2,
  "two credentials": (header) => header?.includes(",") === true,
  "a key without a scheme": (header, key) => header === key
}

const bearing = (key: string) => ({ authorization: `Bearer ${key}` })

const isRead = ({ effect }: Operation.Any) => effect === "read"

/** What a wrong server does in place of an error. */
type Instead = (call: Call) => Promise<Response | undefined>

const instead = (operation: Operation.Any, code: Code, act: Instead) => () =>
  failing(operation, code, (_, __, call) => act(call))

const kinds = [
  ["page_view", "pv"],
  ["custom_field", "cf"]
] as const

/** The same ID, with the prefix of the other kind. */
const ofOtherKind = (id: string) => {
  const [from, to] = id.startsWith("pv_") ? ["pv", "cf"] : ["cf", "pv"]
  return id.replace(from, to)
}

function* ofCredentials(operation: Operation.Any): Generator<Mutant> {
  const base = { operation: operation.id, place: "authorization" }
  for (const [name, isNearly] of Object.entries(nearly)) {
    const act: Instead = async ({ request, target, pass }) => {
      const given = /^Bearer (.*)$/.exec(request.headers.get("authorization") ?? "")?.[1]
      return given !== undefined && isNearly(given, target.key) ? pass({ headers: bearing(target.key) }) : undefined
    }
    yield { ...base, operator: `take a key ${name}`, serve: instead(operation, "UNAUTHENTICATED", act) }
  }
  for (const [name, isTaken] of Object.entries(schemes)) {
    const act: Instead = async ({ request, target, pass }) =>
      isTaken(request.headers.get("authorization"), target.key) ? pass({ headers: bearing(target.key) }) : undefined
    yield { ...base, operator: `take ${name}`, serve: instead(operation, "UNAUTHENTICATED", act) }
  }
  yield {
    ...base,
    operator: "take a key that is revoked",
    serve: () => {
      const known = new Set<string>()
      const served = serving(operation.id, (target) => async (call, fire) => {
        const given = call.request.headers.get("authorization") ?? ""
        const answer = await call.pass()
        if (answer.status !== 401 || !known.has(given)) return answer
        fire()
        return call.pass({ headers: bearing(target.key) })
      })
      const makeKey: typeof served.target.makeKey = async (scopes) => {
        const made = await served.target.makeKey!(scopes)
        known.add(`Bearer ${made.key}`)
        return made
      }
      return { ...served, target: { ...served.target, makeKey } }
    }
  }
  yield {
    ...base,
    operator: "refuse a good key",
    serve: () =>
      serving(operation.id, () => async (call, fire) => {
        const answer = await call.pass({ headers: { authorization: "Bearer no" } })
        fire()
        return answer
      })
  }
  for (const [name, code] of [
    ["400", "VALIDATION_ERROR"],
    ["404", "NOT_FOUND"],
    ["403", "PROJECT_ACCESS_DENIED"]
  ] as const)
    for (const before of ["UNAUTHENTICATED", "PROJECT_ACCESS_DENIED", "MISSING_SCOPE"] as const) {
      if (code === before) continue
      yield {
        ...base,
        place: before,
        operator: `answer bad input with ${name} before it`,
        serve: () =>
          failing(operation, before, async (answer, error, call) => {
            const body = await call.body()
            if (typeof body === "object" && body !== null && !("nothing" in body)) return undefined
            const { status, hint } = catalogue[code]
            const details = code === "VALIDATION_ERROR" ? { issues: [{ path: "", message: "No." }] } : undefined
            return answering(answer, { error: { code, message: error.message, hint, details } }, { status })
          })
      }
    }
}

function* ofScopes(operation: Operation.Any): Generator<Mutant> {
  const base = { operation: operation.id, place: operation.scopes.join(" ") }
  if (!isRead(operation)) {
    const owner: Instead = ({ target, pass }) => pass({ headers: bearing(target.key) })
    yield { ...base, operator: "ask for no scope", serve: instead(operation, "MISSING_SCOPE", owner) }
    yield {
      ...base,
      operator: "write without the scope, and tell that it was refused",
      serve: () =>
        failing(operation, "MISSING_SCOPE", async (answer, error, { target, pass }, fire) => {
          if ((await pass({ headers: bearing(target.key) })).status === 200) fire()
          return answering(answer, { error })
        })
    }
    yield {
      ...base,
      operator: "write without a credential, and tell that it was refused",
      serve: () =>
        failing(operation, "UNAUTHENTICATED", async (answer, error, { target, pass }, fire) => {
          const headers = { ...bearing(target.key), "x-project-id": target.projectId }
          if ((await pass({ headers })).status === 200) fire()
          return answering(answer, { error })
        })
    }
  } else {
    yield {
      ...base,
      operator: "ask for the scope to write",
      serve: () =>
        serving(operation.id, (target) => async (call, fire) => {
          const { readOnlyKey } = target
          const answer = await call.pass()
          if (answer.status !== 200 || call.request.headers.get("authorization") !== `Bearer ${readOnlyKey}`)
            return answer
          fire()
          const { status, hint } = catalogue.MISSING_SCOPE
          const details = { required: ["views:write"], granted: ["views:read"] }
          return Response.json({ error: { code: "MISSING_SCOPE", message: "No.", hint, details } }, { status })
        })
    }
  }
}

function* ofProjects(operation: Operation.Any): Generator<Mutant> {
  const base = { operation: operation.id, place: "x-project-id" }
  const denied = (act: Instead) => instead(operation, "PROJECT_ACCESS_DENIED", act)
  yield {
    ...base,
    operator: "reach the projects of others",
    serve: denied(async ({ target, pass }) => {
      const { key } = target.foreign!
      const answer = await pass({ headers: bearing(key) })
      return answer.status === 403 ? undefined : answer
    })
  }
  yield {
    ...base,
    operator: "take a project out of reach for the first that is in reach",
    serve: denied(({ target, pass }) => pass({ headers: { "x-project-id": target.projectId } }))
  }
  if (!isRead(operation))
    yield {
      ...base,
      operator: "write in the projects of others, and tell that it was refused",
      serve: () =>
        failing(operation, "PROJECT_ACCESS_DENIED", async (answer, error, { target, pass }, fire) => {
          if ((await pass({ headers: bearing(target.foreign!.key) })).status === 200) fire()
          return answering(answer, { error })
        })
    }
  yield {
    ...base,
    operator: "tell a project that exists from one that does not",
    serve: () =>
      failing(operation, "PROJECT_ACCESS_DENIED", (answer, error, { request, target }) => {
        const asked = request.headers.get("x-project-id") ?? ""
        if ([target.projectId, target.otherProjectId, target.foreign!.projectId].includes(asked)) return undefined
        const { code, status, hint } = { code: "NOT_FOUND", ...catalogue.NOT_FOUND }
        return answering(answer, { error: { code, message: error.message, hint } }, { status })
      })
  }
  yield {
    ...base,
    operator: "answer for the first project, whichever is asked for",
    serve: () =>
      serving(operation.id, (target) => async (call, fire) => {
        const answer = await call.pass()
        const isOther = call.request.headers.get("x-project-id") === target.otherProjectId
        if (!isOther || answer.status === 401 || answer.status === 403) return answer
        fire()
        return call.pass({ headers: { "x-project-id": target.projectId } })
      })
  }
  for (const [name, isWrong] of Object.entries({
    "no project": (header: string | null, query: string | null) => header === null && query === null,
    "an empty project": (header: string | null) => header === "",
    "a project of 201 characters": (header: string | null) => header !== null && header.length > 200,
    "two projects": (header: string | null, query: string | null) =>
      header !== null && query !== null && header !== query,
    "a project given twice": (header: string | null) => header !== null && header.includes(",")
  })) {
    yield {
      ...base,
      operator: `take ${name}`,
      serve: () =>
        serving(operation.id, (target) => async (call, fire) => {
          const url = new URL(call.request.url)
          const answer = await call.pass()
          if (answer.status === 200 || answer.status === 401) return answer
          if (!isWrong(call.request.headers.get("x-project-id"), url.searchParams.get("projectId"))) return answer
          fire()
          const headers = new Headers(call.request.headers)
          headers.set("x-project-id", target.projectId)
          const body = await call.request.clone().arrayBuffer()
          return target.fetch!(new Request(`${target.url}${url.pathname}`, { method: "POST", headers, body }))
        })
    }
  }
}

/** Operations on an ID that look for it elsewhere too. */
function* ofIds(operation: Operation.Any): Generator<Mutant> {
  const takesId = typeof (operation.example.input as Json).id === "string"
  if (!takesId) return
  const base = { operation: operation.id, place: "/id" }
  const elsewhere: Readonly<Record<string, Instead>> = {
    "another project": ({ request, target, pass }) =>
      pass({
        headers: {
          "x-project-id":
            request.headers.get("x-project-id") === target.projectId ? target.otherProjectId! : target.projectId
        }
      }),
    "another organization": ({ target, pass }) =>
      pass({ headers: { ...bearing(target.foreign!.key), "x-project-id": target.foreign!.projectId } }),
    "our organization, for others": ({ target, pass }) =>
      pass({ headers: { ...bearing(target.key), "x-project-id": target.projectId } })
  }
  for (const [name, act] of Object.entries(elsewhere)) {
    const found: Instead = async (call) => {
      const answer = await act(call)
      return answer?.status === 404 ? undefined : answer
    }
    yield { ...base, operator: `look for an ID in ${name}`, serve: instead(operation, "NOT_FOUND", found) }
    if (isRead(operation)) continue
    yield {
      ...base,
      operator: `write to an ID in ${name}, and tell that there is none`,
      serve: () =>
        failing(operation, "NOT_FOUND", async (answer, error, call, fire) => {
          if ((await act(call))?.status === 200) fire()
          return answering(answer, { error })
        })
    }
  }
  const [own] = kinds.find(([kind]) => operation.id.includes(kind)) ?? ["page_view"]
  const another = operation.id.replace(own, own === "page_view" ? "custom_field" : "page_view")
  if (operations.some(({ id }) => id === another)) {
    yield {
      ...base,
      operator: "take the ID of another kind",
      serve: instead(operation, "VALIDATION_ERROR", async (call) => {
        const answer = await call.pass({ operation: another })
        return answer.status === 200 ? answer : undefined
      })
    }
  }
  yield {
    ...base,
    operator: "take an ID for that of another kind",
    serve: () =>
      mending(operation, (input) => (typeof input?.id === "string" ? { ...input, id: ofOtherKind(input.id) } : input))
  }
  const forms: Readonly<Record<string, (id: string) => string>> = {
    "in capitals": (id) => (swapCase(id) === id ? id : id.toLowerCase()),
    "without its prefix": (id) => (id.includes("_") ? id : `${operation.id.includes("page_view") ? "pv" : "cf"}_${id}`),
    "with a letter more": (id) => id.slice(0, 29),
    "with white space": (id) => id.trim(),
    "with an escape": (id) => decodeURIComponent(id.replace(/%(?![0-9a-f]{2})/gi, "%25")),
    "with o for 0": (id) => id.replace(/(?<=_.*)[oO]/g, "0").replace(/(?<=_.*)[ilIL]/g, "1")
  }
  for (const [name, form] of Object.entries(forms)) {
    yield {
      ...base,
      operator: `take an ID ${name}`,
      serve: () =>
        mending(operation, (input) => (typeof input?.id === "string" ? { ...input, id: form(input.id) } : input))
    }
  }
  yield {
    ...base,
    operator: "look at all but the last letter of an ID",
    serve: () => {
      const known = new Map<string, string>()
      return failing(operation, "NOT_FOUND", async (_, __, call) => {
        const input = (await call.body()) as Json
        const id: string = input.id
        for (const last of "0123456789abcdefghjkmnpqrstvwxyz") {
          const near = known.get(id) ?? id.slice(0, -1) + (last === id.at(-1) ? other(last) : last)
          const answer = await call.pass({ input: { ...input, id: near } })
          if (answer.status !== 404) return answer
        }
        return undefined
      })
    }
  }
}

/** Servers that are wrong in who reaches what. */
export const access: ReadonlyArray<Mutant> = operations.flatMap((operation) => [
  ...ofCredentials(operation),
  ...ofScopes(operation),
  ...ofProjects(operation),
  ...ofIds(operation)
])
