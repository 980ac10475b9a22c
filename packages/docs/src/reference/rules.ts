import { code } from "./markdown.ts"
import { type JsonSchema, listOf, requiredOf } from "./schema.ts"

const names = new Intl.ListFormat("en", { type: "conjunction" })
const namesOf = (some: ReadonlyArray<string>) => names.format(some.map(code))

/** What holds between members: that one of them is required, that two exclude each other. */
export const rulesOf = (schema: JsonSchema): ReadonlyArray<string> => {
  const { allOf, oneOf, not, dependentRequired } = schema
  const alternatives = listOf(oneOf).flatMap(requiredOf)
  const exclusive = not === undefined ? [] : requiredOf(not as JsonSchema)
  return [
    ...(alternatives.length > 1 ? [`Exactly one of ${namesOf(alternatives)} is required.`] : []),
    ...(exclusive.length > 1 ? [`${namesOf(exclusive)} exclude each other.`] : []),
    ...Object.entries((dependentRequired ?? {}) as Record<string, ReadonlyArray<string>>).map(
      ([name, needed]) => `${code(name)} requires ${namesOf(needed)}.`
    ),
    ...[...listOf(allOf), ...listOf(oneOf)].flatMap(rulesOf)
  ]
}
