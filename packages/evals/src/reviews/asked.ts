import type { Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import { hash } from "node:crypto"
import type { Asked } from "./store/sessions.ts"

/** What a session is made with. */
export type CreateInput = Operation.Input<(typeof reviews)["operations"]["createSession"]>

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)])
  )
}

/** What tells a session from others under the same key: all that was sent, whatever it means by then. */
export const askedOf = ({ requestKey, ...rest }: CreateInput): Asked => ({
  requestKey,
  inputsHash: hash("sha256", JSON.stringify(sorted(rest)), "base64url")
})
