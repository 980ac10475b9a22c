import { definitionFamily, kind, viewFamilies } from "@agent-operations/contract"
import { Schema } from "effect"

const viewId = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"
const ruleId = "rl_01k9x3m2h8e7v9q4t6w5z0r1ca"

/** What its example refers to. */
const toView = { kind: "page_view", id: viewId, revision: null } as const
const toRule = { kind: "rule", id: ruleId, revision: null } as const

const source = Schema.Struct({ type: Schema.Literal("price"), metric: Schema.String.check(Schema.isMaxLength(200)) })
const settings = Schema.Struct({ currency: Schema.String.check(Schema.isMaxLength(200)) })
const example = {
  description: "What it is for.",
  source: { type: "price" as const, metric: "m" },
  settings: { currency: "XXX" }
}

/** A kind of a host's own, whose example refers to a page view. */
export const Rule = kind({
  name: "rule",
  prefix: "rl",
  scopes: { read: "rules:read", write: "rules:write" },
  mayReference: ["page_view"],
  source,
  settings,
  example: { ...example, id: ruleId, name: "A rule", references: { view: toView } }
})

/** One whose example refers to such a kind, too. */
export const Alarm = kind({
  name: "alarm",
  prefix: "al",
  scopes: { read: "alarms:read", write: "alarms:write" },
  mayReference: ["page_view", "rule"],
  source,
  settings,
  example: {
    ...example,
    id: "al_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "An alarm",
    references: { rule: toRule, view: toView }
  }
})

/** One whose example refers to nothing. */
export const Price = kind({
  name: "price",
  prefix: "pr",
  scopes: { read: "prices:read", write: "prices:write" },
  mayReference: ["page_view"],
  source,
  settings,
  example: { ...example, id: "pr_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "A price", references: {} }
})

export const families = [...viewFamilies, definitionFamily(Price)]
