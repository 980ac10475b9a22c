import { errorsOf, type Operation } from "@agent-operations/contract"
import { catalogue, type Code, statuses } from "@agent-operations/error-envelope"
import { operations } from "../../../served.ts"
import { answering, failing, type Json, type Mutant, resulting, serving } from "../mutant.ts"

/** Codes that the toy can answer; details of each, where it has some. */
const details: { readonly [C in Code]?: Readonly<Record<string, Json>> } = {
  VALIDATION_ERROR: { issues: [{ path: "/a", message: "No." }] },
  UNAUTHENTICATED: {},
  MISSING_SCOPE: { required: ["views:write"], granted: ["views:read"] },
  PROJECT_ACCESS_DENIED: {},
  NOT_FOUND: {},
  CONFLICT: { expectedRevision: 1, currentRevision: 2 },
  NAME_TAKEN: { name: "a" },
  STILL_REFERENCED: { referencedBy: [{}], hasMore: false },
  PAYLOAD_TOO_LARGE: { limitBytes: 1 },
  REFERENCE_NOT_FOUND: { references: ["a"] },
  INVALID_REFERENCE: {}
}

/** Statuses that are waited for: what comes of them is decided by time, which other tests do. */
const waitedFor = [429, 503, 504]

const codesOf = (operation: Operation.Any) => errorsOf(operation).filter((code) => details[code] !== undefined)

/** Another value of the type, or of none. */
const changesOf: Readonly<Record<string, (value: Json) => Json>> = {
  "is left out": () => undefined,
  "is null": () => null,
  "is another": (value) =>
    typeof value === "number"
      ? value + 1
      : typeof value === "boolean"
        ? !value
        : typeof value === "string"
          ? `${value}x`
          : [...value, ...value.slice(0, 1)],
  "is one less": (value) => (typeof value === "number" ? value - 1 : Array.isArray(value) ? value.slice(0, -1) : value),
  "is empty": (value) => (Array.isArray(value) ? [] : typeof value === "string" ? "" : value)
}

function* ofCode(operation: Operation.Any, code: Code): Generator<Mutant> {
  const base = { operation: operation.id, place: code }
  const { status } = catalogue[code]
  const as = (change: (error: Json) => Json, more: Parameters<typeof answering>[2] = {}) =>
    failing(operation, code, (answer, error) => answering(answer, { error: change(error) }, more))
  for (const other of [200, 418, ...statuses].filter((one) => one !== status && !waitedFor.includes(one))) {
    yield { ...base, operator: `answer it with ${other}`, serve: () => as((error) => error, { status: other }) }
  }
  for (const other of codesOf(operation).filter((one) => one !== code)) {
    const { status: its } = catalogue[other]
    yield {
      ...base,
      operator: `take it for ${other}`,
      serve: () => as(({ message, hint }) => ({ code: other, message, hint }), { status: its })
    }
  }
  yield { ...base, operator: "call it ERROR", serve: () => as((error) => ({ ...error, code: "ERROR" })) }
  for (const member of ["code", "message", "hint"]) {
    yield { ...base, operator: `leave ${member} out`, serve: () => as((error) => ({ ...error, [member]: undefined })) }
    yield { ...base, operator: `make a number of ${member}`, serve: () => as((error) => ({ ...error, [member]: 1 })) }
  }
  yield {
    ...base,
    operator: "show a stack",
    serve: () => as((error) => ({ ...error, stack: "Error\n    at server.js:1" }))
  }
  yield {
    ...base,
    operator: "leave the envelope out",
    serve: () => failing(operation, code, (answer, error) => answering(answer, error))
  }
  yield {
    ...base,
    operator: "give data beside it",
    serve: () => failing(operation, code, (answer, error) => answering(answer, { data: null, error }))
  }
  yield {
    ...base,
    operator: "answer it as HTML",
    serve: () =>
      failing(
        operation,
        code,
        ({ status }) => new Response("<h1>Error</h1>", { status, headers: { "content-type": "text/html" } })
      )
  }
  yield {
    ...base,
    operator: "answer it with nothing",
    serve: () => failing(operation, code, ({ status, headers }) => new Response("", { status, headers }))
  }
  yield {
    ...base,
    operator: "answer it as success",
    serve: () => failing(operation, code, (answer) => answering(answer, { data: {} }, { status: 200 }))
  }
  if (code === "UNAUTHENTICATED") {
    yield {
      ...base,
      operator: "leave WWW-Authenticate out",
      serve: () => as((error) => error, { headers: { "www-authenticate": undefined } })
    }
    yield {
      ...base,
      operator: "ask for another scheme",
      serve: () => as((error) => error, { headers: { "www-authenticate": "Basic" } })
    }
  }
  const members = Object.keys(details[code]!)
  if (members.length === 0) return
  yield { ...base, operator: "leave details out", serve: () => as((error) => ({ ...error, details: undefined })) }
  for (const member of members) {
    for (const [name, change] of Object.entries(changesOf)) {
      const example = details[code]![member]
      if (JSON.stringify(change(example)) === JSON.stringify(example)) continue
      yield {
        ...base,
        place: `${code} ${member}`,
        operator: `tell details of which one ${name}`,
        serve: () =>
          as((error) => ({ ...error, details: { ...error.details, [member]: change(error.details[member]) } }))
      }
    }
  }
  for (const [n, first] of members.entries()) {
    const second = members[n + 1]
    if (second === undefined) continue
    yield {
      ...base,
      operator: "swap two details",
      serve: () =>
        as((error) => ({
          ...error,
          details: { ...error.details, [first]: error.details[second], [second]: error.details[first] }
        }))
    }
  }
  if (code === "VALIDATION_ERROR") {
    for (const [name, change] of Object.entries({
      "without a path": ({ path: _, ...one }: Json) => one,
      "with an empty path": (one: Json) => ({ ...one, path: "" }),
      "with another path": (one: Json) => ({ ...one, path: `${one.path}/other` }),
      "with the first part of its path": (one: Json) => ({ ...one, path: one.path.replace(/^(\/[^/]*)\/.*$/, "$1") }),
      "with dots in its path": (one: Json) => ({ ...one, path: one.path.slice(1).replaceAll("/", ".") }),
      "without a message": ({ message: _, ...one }: Json) => one
    })) {
      yield {
        ...base,
        operator: `tell each issue ${name}`,
        serve: () =>
          as((error) => ({ ...error, details: { issues: error.details.issues.map((one: Json) => change(one)) } }))
      }
    }
  }
}

/** What an answer of 200 has beside its data. */
function* ofSuccess(operation: Operation.Any): Generator<Mutant> {
  const base = { operation: operation.id, place: "200" }
  const change = (make: (answer: Response, body: Json) => Response) => () =>
    serving(operation.id, () => async (call, fire) => {
      const answer = await call.pass()
      if (answer.status !== 200) return answer
      fire()
      return make(answer, await answer.json())
    })
  for (const status of [201, 202, 206, 299, 400, 404, 500])
    yield {
      ...base,
      operator: `answer success with ${status}`,
      serve: change((answer, body) => answering(answer, body, { status }))
    }
  yield { ...base, operator: "leave the envelope out", serve: change((answer, { data }) => answering(answer, data)) }
  yield {
    ...base,
    operator: "give more beside data",
    serve: change((answer, body) => answering(answer, { ...body, ok: true }))
  }
  yield {
    ...base,
    operator: "call data result",
    serve: change((answer, { data }) => answering(answer, { result: data }))
  }
  yield {
    ...base,
    operator: "answer with an error beside data",
    serve: change((answer, body) => answering(answer, { ...body, error: null }))
  }
  for (const type of ["text/plain", "text/html", "application/problem+json", undefined])
    yield {
      ...base,
      operator: `answer as ${type ?? "no type"}`,
      serve: change((answer, body) => {
        const other = answering(answer, body, { headers: { "content-type": type } })
        return type === undefined
          ? new Response(new TextEncoder().encode(JSON.stringify(body)), { headers: other.headers })
          : other
      })
    }
  yield {
    ...base,
    operator: "show the credential",
    serve: () => resulting(operation, (data, call) => ({ ...data, key: call.request.headers.get("authorization") }))
  }
}

const forgiven: { readonly [C in Code]?: (input: Json, error: Json) => Json } = {
  CONFLICT: (input, { details }) => ({ ...input, expectedRevision: details.currentRevision }),
  NAME_TAKEN: (input) => ({ ...input, name: `${input.name.trim().slice(0, 100)} (2)` }),
  REFERENCE_NOT_FOUND: (input, { details }) => ({
    ...input,
    references: Object.fromEntries(
      Object.entries(input.references ?? {}).filter(([alias]) => !details.references.includes(alias))
    )
  }),
  INVALID_REFERENCE: (input) => ({ ...input, references: {} })
}

/** Carries out what is to be refused, once it is made such that it is not. */
function* forgiving(operation: Operation.Any): Generator<Mutant> {
  for (const code of operation.errors) {
    const mend = forgiven[code]
    if (mend === undefined) continue
    for (const [name, isHeld] of Object.entries({
      "": () => true,
      ", every other time": (count: number) => count % 2 === 0,
      ", every fifth time": (count: number) => count % 5 === 0,
      ", but the first time": (count: number) => count > 1
    })) {
      yield {
        operator: `carry out what has to be refused${name}`,
        operation: operation.id,
        place: code,
        serve: () => {
          let count = 0
          return failing(operation, code, async (_, error, call) =>
            isHeld(++count) ? call.pass({ input: mend((await call.body()) as Json, error) }) : undefined
          )
        }
      }
    }
  }
  for (const code of operation.errors) {
    for (const every of [1, 3, 10]) {
      yield {
        operator: `refuse what has to be carried out, every ${every} times`,
        operation: operation.id,
        place: code,
        serve: () =>
          serving(operation.id, () => {
            let count = 0
            return async (call, fire) => {
              if (
                (await call.body()) === undefined ||
                !call.request.headers.has("authorization") ||
                ++count % every > 0
              )
                return call.pass()
              fire()
              const { status, hint } = catalogue[code]
              return Response.json({ error: { code, message: "No.", hint, details: exampleDetails[code] } }, { status })
            }
          })
      }
    }
  }
}

const exampleDetails: { readonly [C in Code]?: unknown } = {
  CONFLICT: { expectedRevision: 1, currentRevision: 2 },
  NAME_TAKEN: { name: "a" },
  STILL_REFERENCED: { referencedBy: [], hasMore: false },
  REFERENCE_NOT_FOUND: { references: ["a"] }
}

/** Servers that are wrong in how they succeed and fail. */
export const errors: ReadonlyArray<Mutant> = operations.flatMap((operation) => [
  ...codesOf(operation).flatMap((code) => [...ofCode(operation, code)]),
  ...ofSuccess(operation),
  ...forgiving(operation)
])
