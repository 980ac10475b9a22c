import { kind, operation } from "@agent-operations/contract"
import { NotFound } from "@agent-operations/error-envelope"
import { definitions, family, implement } from "@agent-operations/kit"
import { Schema } from "effect"

/** What can be granted, in the sentence that people read. */
export const scopes = {
  "searches:read": "Read and run saved searches.",
  "searches:write": "Create, change and delete saved searches."
}

const SavedSearch = kind({
  name: "saved_search",
  plural: "saved_searches",
  titlePlural: "saved searches",
  prefix: "ss",
  scopes: { read: "searches:read", write: "searches:write" },
  mayReference: [],
  source: Schema.Struct({ words: Schema.String.check(Schema.isMaxLength(200)) }),
  settings: Schema.Struct({ sort: Schema.Literals(["newest", "best"]) }),
  example: {
    id: "ss_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Unhappy customers",
    description: "What to answer first.",
    source: { words: "refund OR broken" },
    settings: { sort: "newest" },
    references: {}
  }
})

const countTickets = operation({
  id: "count_tickets",
  summary: "Count the tickets of a queue",
  description: "Counts the open tickets of a queue of the support desk.",
  scopes: ["searches:read"],
  effect: "read",
  input: Schema.Struct({ queue: Schema.String }),
  result: Schema.Struct({ open: Schema.Int }),
  errors: ["NOT_FOUND"],
  example: { input: { queue: "billing" }, result: { open: 17 } }
})

const open: Readonly<Record<string, number>> = { billing: 17, shipping: 3 }

/** What the product serves, and what conformance holds it to. */
export const families = [
  definitions(SavedSearch, { scopes }),
  family(
    "tickets",
    [
      implement(countTickets, ({ queue }) => {
        if (!Object.hasOwn(open, queue)) throw new NotFound({ message: `There is no queue ${queue}.` })
        return { open: open[queue]! }
      })
    ],
    { scopes }
  )
] as const
