import { contractOf, definitionFamily, family, operation } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { AlertRule } from "@agent-operations/testing/alert-rule"
import { Schema } from "effect"

/** What a host would have beside the reference's families: IDs under names of its own, one in a list and one in a filter. */
const silence = operation({
  id: "silence_alerts",
  summary: "Silence alerts",
  description: "Tells what would be silent: the rules that are named, but for those that one is kept for.",
  scopes: ["alerting:read"],
  effect: "read",
  input: Schema.Struct({
    watching: AlertRule.Id,
    beside: Schema.Array(AlertRule.Id),
    where: Schema.Struct({ not: Schema.optionalKey(AlertRule.Id) })
  }),
  result: Schema.Struct({ names: Schema.Array(Schema.String) }),
  errors: ["NOT_FOUND"],
  example: {
    input: { watching: AlertRule.example.id, beside: [], where: {} },
    result: { names: [AlertRule.example.name] }
  }
})

/** A family of a host's own. */
export const alerting = family("alerting", {
  title: "Alerting",
  scopes: { "alerting:read": "See which alerts would be silent." },
  operations: { silence }
})

/** What is served: the reference's families, and a host's kind and operation. */
export const servedFamilies = [...referenceFamilies, definitionFamily(AlertRule), alerting]

export const contract = contractOf(servedFamilies)

export const everyScope: ReadonlyArray<string> = Object.keys(contract.scopes)

const familyOfOperation = new Map(
  servedFamilies.flatMap(({ name, operations }) =>
    Object.values(operations).map(({ id }) => [id as string, name] as const)
  )
)

/** The family of an operation; undefined for a route. */
export const familyOf = (operation: string): string | undefined => familyOfOperation.get(operation)

/** The operations that read. */
export const reads: ReadonlySet<string> = new Set(
  contract.operations.flatMap(({ id, effect }) => (effect === "read" ? [id] : []))
)
