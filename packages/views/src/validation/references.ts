import { nameOf, type Resolution } from "./graph.ts"
import { compare } from "./issues.ts"
import type { DefinitionNode, Finding, Reference } from "./model.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { usableTargets } from "./targets.ts"
import type { Usage } from "./usage.ts"

/** What a definition's references lead to, by alias: undefined where one leads to nothing. */
export type Aliases = ReadonlyMap<string, DefinitionNode | undefined>

/** A map, because an alias may be spelled like a property of every object: `constructor`. */
export const aliasesOf = (node: DefinitionNode, { resolve }: Resolution): Aliases =>
  new Map(entries(node).map(([alias, reference]) => [alias, resolve(reference)]))

const entries = (node: DefinitionNode): ReadonlyArray<[string, Reference]> =>
  Object.entries(node.references).sort(([a], [b]) => compare(a, b))

/** References that lead to nothing, or to a definition for other records than this one's. */
export const checkReferences = (node: DefinitionNode, aliases: Aliases): ReadonlyArray<Finding> =>
  entries(node).flatMap(([alias, reference]): ReadonlyArray<Finding> => {
    const path = pointerOf(["references", alias])
    const target = aliases.get(alias)
    if (target === undefined) {
      return [{ severity: "error", code: "UNKNOWN_ALIAS", path, message: `The ${nameOf(reference)} no longer exists.` }]
    }
    const message = mismatch(node, target)
    return message === undefined ? [] : [{ severity: "error", code: "TARGET_MISMATCH", path, message }]
  })

const mismatch = (node: DefinitionNode, target: DefinitionNode): string | undefined => {
  if (target.kind === "page_view") {
    return node.kind === "page_view" ? undefined : "A custom field can't use a page view."
  }
  const found = target.settings.target
  if (node.kind === "custom_field") {
    const own = node.settings.target
    return found === own ? undefined : `A custom field for ${own} can't use one for ${found}.`
  }
  const usable = usableTargets[node.settings.target]
  return usable.includes(found)
    ? undefined
    : `A page view of ${node.settings.target} can't use a custom field for ${found}, only for ${usable.join(" and ")}.`
}

/** Warns of custom fields that are referred to and not used. How a page view uses another is not for us to see. */
export const unusedReferences = (aliases: Aliases, usage: Usage): ReadonlyArray<Finding> =>
  usage.open
    ? []
    : [...aliases]
        .filter(([alias, target]) => target?.kind === "custom_field" && !usage.names.has(alias))
        .map(([alias]) => ({
          severity: "warning",
          code: "UNUSED_REFERENCE",
          path: pointerOf(["references", alias]),
          message: `custom.${alias} is not used.`
        }))
