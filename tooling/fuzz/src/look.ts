import { nonconformity } from "@agent-operations/testing/nonconformity"
import { isDeepStrictEqual } from "node:util"
import type { Send } from "./kit.ts"
import type { Fuzzed } from "./requests.ts"

/** What is wrong with an answer. */
export interface Fault {
  readonly law: string
  readonly message: string
}

interface Definition {
  readonly kind: string
  readonly id: string
  readonly revision: number
}

/**
 * Where what was sent does not stand in what was answered, member by member; members more are defaults, but for open
 * JSON, which has none.
 */
const changed = (sent: unknown, kept: unknown, path = ""): string | undefined => {
  if (path === "/settings/extra") return JSON.stringify(sent) === JSON.stringify(kept) ? undefined : path
  if (typeof sent !== "object" || sent === null) return isDeepStrictEqual(sent, kept) ? undefined : path
  if (typeof kept !== "object" || kept === null || Array.isArray(sent) !== Array.isArray(kept)) return path
  if (Array.isArray(sent) && sent.length !== (kept as ReadonlyArray<unknown>).length) return path
  for (const [key, value] of Object.entries(sent)) {
    const difference = changed(value, (kept as Record<string, unknown>)[key], `${path}/${key}`)
    if (difference !== undefined) return difference
  }
  return undefined
}

const contentOf = (body: string) => {
  const { description, source, settings, references } = JSON.parse(body) as Record<string, unknown>
  const whole = settings === undefined ? undefined : { extra: {}, ...(settings as object) }
  return Object.fromEntries(
    Object.entries({ description, source, settings: whole, references }).filter(([, value]) => value !== undefined)
  )
}

/** Looks at an answer, whatever was asked. Laws: E1, E3, C2. */
export const faultOf = (operation: string, status: number, text: string): Fault | undefined => {
  if (status >= 500) return { law: "E3", message: `is answered ${status} ${text.slice(0, 300)}` }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { law: "E1", message: `is answered ${status} ${text.slice(0, 300)}` }
  }
  const wrong = nonconformity(operation, status, body)
  return wrong === null ? undefined : { law: "C2", message: wrong }
}

/**
 * Looks whether what was accepted stands in the answer as it was sent, and reads as it was answered; then deletes it,
 * where it was made. Law: E4.
 */
export const faultOfKept = async (
  send: Send,
  operation: string,
  { body }: Pick<Fuzzed, "body">,
  answered: string
): Promise<Fault | undefined> => {
  if (typeof body !== "string" || !/^(?:create|copy|update|restore)_/.test(operation)) return undefined
  const { data } = JSON.parse(answered) as { data: Definition }
  const { kind, id, revision } = data
  const ask = async (verb: string, input: object) =>
    send(`${verb}_${kind}`, { body: JSON.stringify(input), headers: { "content-type": "application/json" } })
  const read = await ask("get", { id, revision })
  const text = await read.text()
  const isNew = /^(?:create|copy)_/.test(operation)
  if (isNew) await ask("delete", { id, expectedRevision: revision })
  const difference = /^(?:create|update)_/.test(operation) ? changed(contentOf(body), data) : undefined
  if (difference !== undefined) {
    return { law: "E4", message: `${difference} was not kept as it was sent: ${answered.slice(0, 500)}` }
  }
  // Others delete it meanwhile, unless it is this request's own.
  if (read.status === 404 && !isNew) return undefined
  return text === answered
    ? undefined
    : { law: "E4", message: `reads ${text.slice(0, 300)}, not ${answered.slice(0, 300)}` }
}
