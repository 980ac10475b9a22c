/** A product's own command line: `node own-kind.ts alert-rules list`. Its families are those of the kit's example. */
import { runMain } from "agent-operations/command-line"
import { families } from "../../kit/examples/own-kind/alert-rules.ts"

await runMain({ name: "acme", families })
