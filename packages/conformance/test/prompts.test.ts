import { describeConformance } from "@agent-operations/conformance/vitest"
import { prompts as ofPrompts } from "@agent-operations/contract/prompts"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { databases, startKit } from "./kit.ts"

/** Prompts, as definitions like any other and by their labels. */
describeConformance(
  "the in-process handler with prompts on PGlite",
  async () => {
    const recorded = traces()
    const { kit, credentials, close } = await startKit(databases[0]!, { families: [recorded, prompts(recorded)] })
    return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
  },
  {
    families: [ofPrompts],
    // What every kind is held to is held of others.
    laws: ["M1", "M3", "R4", "R7", "R8", "R11", "A2", "A3", "A7"],
    quick: process.env["LAW_SCALE"] === undefined,
    scale: 0.02
  }
)
