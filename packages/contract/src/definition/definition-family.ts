import { type Family, family, type Operations, type Scopes } from "../core/family.ts"
import { type CamelCase, camelCase } from "./camel-case.ts"
import type { Kind } from "./kind.ts"
import { definitionVerbs } from "./verbs/index.ts"

/** The eleven operations over a kind as a family of their own, named after its plural: `alertRules`. */
export type DefinitionFamily<K extends Kind.Any> = Family<CamelCase<K["plural"]>, DefinitionOperations<K>>

type DefinitionOperations<K extends Kind.Any> = Extract<ReturnType<typeof definitionVerbs<K>>, Operations>

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The family of a kind that has no operations beside those of every kind.
 *
 * @example
 * const alertRules = definitionFamily(AlertRule)
 * alertRules.operations.list.id // "list_alert_rules"
 */
export const definitionFamily = <K extends Kind.Any>(
  kind: K,
  /** What its scopes grant, in a sentence each. By default it is told from the kind's title. */
  scopes: Scopes = {
    [kind.scopes.read]: `Read ${kind.titlePlural} and their history.`,
    [kind.scopes.write]: `Create, change and delete ${kind.titlePlural}.`
  }
): DefinitionFamily<K> =>
  family(camelCase<K["plural"]>(kind.plural), {
    title: sentenceCase(kind.titlePlural),
    scopes,
    kinds: [kind],
    operations: definitionVerbs(kind) as Operations as DefinitionOperations<K>
  })
