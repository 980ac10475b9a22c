import { type ClientOptions, createClient, type PageView } from "@agent-operations/client"

/** A page view at a revision, as a server answers it. */
export const view = (changed: Partial<PageView> = {}): PageView => {
  const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
  const time = "2015-11-20T10:00:00.000Z"
  return {
    id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca",
    kind: "page_view",
    projectId: "p",
    name: "Slow traces",
    description: null,
    source: { type: "table" },
    settings: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} },
    references: {},
    revision: 1,
    origin: { type: "created" },
    createdAt: time,
    createdBy: actor,
    updatedAt: time,
    updatedBy: actor,
    ...changed
  }
}

export const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "req-1", ...headers }
  })

export const data = (value: unknown) => answer({ data: value })

export const failure = (code: string, status: number, details?: unknown, headers?: Record<string, string>) =>
  answer({ error: { code, message: `It is ${code}.`, hint: "Do this.", details } }, status, headers)

/** A connection that breaks, as Node tells it. */
export const broken = (code: string) => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) })
}

export interface Sent {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  readonly init: RequestInit
  readonly url: string
}

export type Answers = (sent: Sent, index: number) => Response | Promise<Response>

/** A `fetch` that answers by a function, with all that was sent. */
export const fetchOver = (answers: Answers) => {
  const sent: Array<Sent> = []
  const fetch = async (url: string, init: RequestInit) => {
    const operation = new URL(url).pathname.split("/").at(-1) ?? ""
    const one = { operation, input: JSON.parse(init.body as string), init, url }
    sent.push(one)
    return answers(one, sent.length - 1)
  }
  return { fetch, sent }
}

/** A client over such a `fetch`. */
export const clientOver = (answers: Answers, options: Partial<ClientOptions> = {}) => {
  const { fetch, sent } = fetchOver(answers)
  const base = { baseUrl: "http://localhost/ops", credential: "aok_secret", projectId: "p", fetch }
  return { client: createClient({ ...base, ...options }), sent }
}

/** What a promise is rejected with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`It was not rejected: ${JSON.stringify(value)}`)),
    (error: unknown) => error
  )
