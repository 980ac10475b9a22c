import type { AgentOperationsKit } from "@agent-operations/kit"
import { assert } from "vitest"
import type { everyFamily } from "../families.ts"

/** Who calls: an API key of the organization, or somebody who signed in with the host. */
export type Who = "key" | "ada" | "ben"

/** A call that can be made again and again, each time from the same state of the database. */
export interface Case {
  /** An operation, or the method and path of a route. */
  readonly operation: string
  readonly input: object
  readonly who: Who
  /** Whether it is there for its answer alone. */
  readonly isQuestion?: true
}

/** What a request was answered. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Where somebody calls. */
export interface Place {
  readonly organizationId: string
  readonly projectId: string
  readonly key: string
}

export type Kit = AgentOperationsKit<ReturnType<typeof everyFamily>>

/** What names the caller and the project. */
export interface Named {
  readonly headers: Readonly<Record<string, string>>
  readonly query?: string
}

const namedBy = ({ organizationId, projectId, key }: Place, who: Who): Named => ({
  headers: {
    ...(who === "key" ? { authorization: `Bearer ${key}` } : { "x-person": who, "x-organization": organizationId }),
    "x-project-id": projectId
  }
})

/** A list's input as the query of its route. */
const queryOf = (input: object): string =>
  Object.entries(input)
    .map(([name, value]) => `&${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`)
    .join("")

/** Calls an operation in a project, or a route by its method and path. */
export const send = async (
  kit: Pick<Kit, "fetch">,
  place: Place,
  { operation, input, who }: Case,
  { headers, query = "" }: Named = namedBy(place, who)
): Promise<Answer> => {
  const [method = "", path = ""] = operation.includes(" ") ? operation.split(" ") : ["POST", `/api/agent/${operation}`]
  const isRead = method === "GET"
  const request = new Request(`http://tenancy.test${path}?${query}${isRead ? queryOf(input) : ""}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(!isRead && { body: JSON.stringify(input) })
  })
  const response = await kit.fetch(request)
  return { status: response.status, text: await response.text() }
}

/** A project that is being filled. */
export interface Project {
  readonly place: Place
  readonly kit: Kit
  /** Makes a call that has to succeed, and resolves with what it answered. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what is made is looked at as each family knows it
  readonly tell: (operation: string, input: object, who?: Who) => Promise<any>
}

/** A name that tells what is this project's from what is a copy of it. */
export const own = (name: string): string => `${name} #00`

/** Answers tell times by the millisecond: what is told next is of a later one. */
const nextMillisecond = () => {
  for (const now = Date.now(); Date.now() === now;);
}

export const projectOf = (kit: Kit, place: Place): Project => ({
  place,
  kit,
  tell: async (operation, input, who = "key") => {
    nextMillisecond()
    const { status, text } = await send(kit, place, { operation, input, who })
    assert.strictEqual(status, 200, `${operation} ${JSON.stringify(input)} was answered ${text}`)
    return (JSON.parse(text) as { data: unknown }).data
  }
})

/** A case; an API key calls unless it is said who does. */
export const call = (operation: string, input: object = {}, who: Who = "key"): Case => ({ operation, input, who })

/** A call whose answer alone is held: it names nothing, and writes nothing, that no case does. */
export const ask = (operation: string, input: object = {}, who: Who = "key"): Case => ({
  ...call(operation, input, who),
  isQuestion: true
})
