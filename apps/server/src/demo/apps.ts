import type { Access } from "@agent-operations/auth"
import { apps as family } from "@agent-operations/contract/apps"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Effect } from "effect"

const settings = {
  timeoutMs: 60_000,
  maxConcurrency: 10,
  ratePerMinute: null,
  maxAttempts: 3,
  onLost: "retry",
  microsPerInvocation: 0,
  extra: {}
} as const

/** Two apps that answer within the server, one better than the other, whose IDs are told. */
export const createApps = Effect.fnUntraced(function* (access: Access) {
  const { invoke } = yield* Invoker
  const { apps } = makeCalls([family], (id, input) => invoke(id, input, access))
  const create = (name: string, description: string, behaviour: "capitals" | "some_capitals") =>
    apps.create({ name, description, source: { type: "sample", behaviour }, settings, references: {} })
  const better = yield* create(
    "Geographer",
    "Knows the capitals of most countries. A sample, without network or cost.",
    "capitals"
  )
  const { id } = yield* create("Apprentice", "Knows the capitals of some countries. A sample too.", "some_capitals")
  return { geographer: better.id, apprentice: id }
})
