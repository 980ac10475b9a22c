import type { OptionsTable } from "@agent-operations/testing/options"
import type { TracesOptions } from "../../src/family/setting.ts"

/** Every option of `traces`. */
export const described = {
  retention: {
    default: "no limit",
    meaning:
      "how old a trace may be that is read, since it came or since its start, whichever is later, and a span that is taken; what is older is dropped"
  },
  idle: {
    default: "15 minutes",
    meaning: "for how long a trace that has not ended is `running` after its last change, before it is `incomplete`"
  },
  prices: { default: "none", meaning: "[your own prices](#own-prices), before those that are built in" }
} as const satisfies OptionsTable<TracesOptions>
