import type { OptionsTable } from "@agent-operations/testing/options"
import type { DeliveryOptions } from "../../src/events/deliver.ts"

/** Every option of a subscription but its name. */
export const described = {
  timeout: {
    default: "30 seconds",
    meaning: "how long the handler may take for an event before that counts as a failure"
  },
  pollInterval: { default: "1 second", meaning: "how often to look for what other processes wrote" },
  lease: { default: "15 seconds", meaning: "how long a process that was killed keeps others from taking over" },
  backlog: { default: "10,000", meaning: "from how many waiting events on the log says so, each minute" }
} as const satisfies OptionsTable<DeliveryOptions>

/** After how many seconds a handler that fails is called again, and again: the last is that of all others. */
export const pauses = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 60] as const
