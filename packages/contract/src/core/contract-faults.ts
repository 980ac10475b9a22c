import { pointerOf } from "@agent-operations/error-envelope/pointer"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { makeDecoder } from "../decode/index.ts"
import type { Kind } from "../definition/kind.ts"
import { declarationFaults } from "./contract.ts"
import { familiesOf, type Family, type FamilySource } from "./family.ts"
import { wrongly } from "./faults.ts"
import type { Operation } from "./operation.ts"

/** The refusal of an example by its schema, if it is refused. */
const inExample = (name: string, schema: Schema.Codec<unknown, unknown>, example: unknown): string | undefined => {
  const decoded = makeDecoder(schema)(example)
  if (Result.isSuccess(decoded)) return undefined
  const [issue] = decoded.failure
  return `its ${name} is refused by its own schema${issue === undefined ? "" : ` at "${pointerOf(issue.path)}": ${issue.message}`}`
}

const inKind = ({ Id, source, settings, example }: Kind.Any): string | undefined =>
  inExample("example.id", Id, example?.id) ??
  inExample("example.source", source as Schema.Codec<unknown>, example?.source) ??
  inExample("example.settings", settings as Schema.Codec<unknown>, example?.settings)

const inOperation = ({ input, result, example }: Operation.Any): string | undefined =>
  inExample("example.input", input, example.input) ?? inExample("example.result", result, example.result)

const exampleFaultsIn = ({ kinds, operations }: Family.Any): ReadonlyArray<string> =>
  [
    ...kinds.map((kind) => ["kind", kind.name, inKind(kind)] as const),
    ...Object.values(operations).map((operation) => ["operation", operation.id, inOperation(operation)] as const)
  ].flatMap(([declared, name, fault]) => (fault === undefined ? [] : [wrongly(declared, name, fault)]))

/**
 * Everything that is wrong with families, or with the modules of a host's list, in a sentence each; empty if nothing is.
 * For a test of families of your own: beside the contradictions that `contractOf` throws for, it decodes every example of
 * a kind and of an operation, which takes too long for each start. Examples are decoded once the rest is right.
 *
 * @example
 * contractFaults([pageViews, deliveries])
 * // ['The operation "plan_delivery" is declared wrongly: its example.input is refused by its own schema at "/depot": …']
 */
export const contractFaults = (sources: ReadonlyArray<FamilySource>): ReadonlyArray<string> => {
  const families = familiesOf(sources)
  const faults = declarationFaults(families)
  return faults.length > 0 ? faults : families.flatMap(exampleFaultsIn)
}
