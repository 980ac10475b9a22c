import { code } from "./markdown.ts"
import { rulesOf } from "./rules.ts"
import {
  choicesOf,
  type JsonSchema,
  requiredOf,
  type Resolved,
  resolve,
  type SchemaDocument,
  typeOf
} from "./schema.ts"

/** Who reads of the members: who sends them is told what is required, and who is answered what may be absent. */
export type Side = "input" | "result"

interface Setting {
  readonly definitions: SchemaDocument["definitions"]
  readonly side: Side
  /** The names of the definitions around: one that contains itself is described once. */
  readonly within: ReadonlyArray<string>
}

const recordOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, JsonSchema>>
const propertiesOf = (schema: JsonSchema) => Object.entries(recordOf(schema["properties"]))

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ")

const item = (head: string, description: string, below: string) =>
  [
    `- ${head}${description === "" ? "" : "  "}`,
    ...[description, below].filter((part) => part !== "").map(indented)
  ].join("\n")

const descriptionOf = ({ schema }: Resolved) => {
  const { description } = schema
  return typeof description === "string" ? description.replaceAll("\n", " ") : ""
}

/** What is said of whether a member is there. */
const presence = {
  input: { required: ["required"], optional: [] },
  result: { required: [], optional: ["may be absent"] }
}

const ofMember = (
  name: string,
  schema: JsonSchema,
  setting: Setting,
  isPresent: ReadonlyArray<string> = []
): string => {
  const resolved = resolve(schema, setting.definitions)
  const said = [
    typeOf(schema, setting.definitions),
    ...isPresent,
    ...("default" in resolved.schema ? [`default ${code(JSON.stringify(resolved.schema["default"]))}`] : [])
  ]
  const description = descriptionOf(resolved) || descriptionOfOnly(schema, setting)
  return item(`**${code(name)}** *${said.join(", ")}*`, description, inside(schema, setting))
}

/** What is said of the one thing that a value is, where it may be null. */
const descriptionOfOnly = (schema: JsonSchema, { definitions }: Setting) => {
  const { choices } = choicesOf(schema, definitions)
  return choices.length === 1 ? descriptionOf(choices[0]!) : ""
}

const properties = (schema: JsonSchema, setting: Setting, without: ReadonlyArray<string> = []) =>
  propertiesOf(schema)
    .filter(([name]) => !without.includes(name))
    .map(([name, member]) => {
      const { required, optional } = presence[setting.side]
      return ofMember(name, member, setting, requiredOf(schema).includes(name) ? required : optional)
    })

/** The value under any key, of what has keys of the caller's own. */
const byKey = (schema: JsonSchema, setting: Setting): ReadonlyArray<string> => {
  const { additionalProperties: rest } = schema
  const patterns = Object.entries(recordOf(schema["patternProperties"]))
  const others = typeof rest === "object" ? [["", rest as JsonSchema] as const] : []
  return [...patterns, ...others]
    .filter(([, value]) => Object.keys(value).length > 0)
    .map(([, value]) => ofMember("{key}", value, setting))
}

/** The members of an object that have one value: they tell it from others. */
const tagsOf = ({ schema }: Resolved): ReadonlyArray<readonly [name: string, value: JsonSchema]> =>
  propertiesOf(schema).filter(
    ([, member]) => "const" in member || (Array.isArray(member["enum"]) && member["enum"].length === 1)
  )

interface Alternative {
  /** What tells it from the others: one member, or all that have one value where one is not enough. */
  readonly tags: ReturnType<typeof tagsOf>
  readonly description: string
  readonly members: string
}

const headOf = (group: ReadonlyArray<Alternative>, n: number, { definitions }: Setting): string => {
  const [first] = group[0]!.tags
  if (first === undefined) return n === 0 ? "Either:" : "Or:"
  const isValue = (name: string, values: ReadonlyArray<JsonSchema>) =>
    `${code(name)} is ${typeOf({ anyOf: values }, definitions)}`
  const said =
    group.length === 1
      ? group[0]!.tags.map(([name, value]) => isValue(name, [value])).join(" and ")
      : isValue(
          first[0],
          group.map(({ tags }) => tags[0]![1])
        )
  return `If ${said}:`
}

/** The alternatives of a value, those that have the same members together. */
const ofChoices = (choices: ReadonlyArray<Resolved>, setting: Setting): ReadonlyArray<string> => {
  const firsts = choices.map((choice) => JSON.stringify(tagsOf(choice)[0]))
  const alternatives = choices.map((choice, n): Alternative => {
    const isAlone = firsts.indexOf(firsts[n]!) === firsts.lastIndexOf(firsts[n]!)
    const tags = isAlone ? tagsOf(choice).slice(0, 1) : tagsOf(choice)
    const without = tags.map(([name]) => name)
    const members = properties(choice.schema, setting, without).join("\n")
    return { tags, description: descriptionOf(choice), members }
  })
  const groups = Map.groupBy(
    alternatives,
    ({ tags, description, members }) => `${tags[0]?.[0]} ${tags.length} ${description}\n${members}`
  )
  return [...groups.values()].map((group, n) => {
    const { description, members } = group[0]!
    const head = headOf(group, n, setting)
    return members === "" ? item(`${head} no other members.`, "", "") : item(head, description, members)
  })
}

/** The objects that a value may be, or hold as items. */
const objectsIn = (
  schema: JsonSchema,
  definitions: Setting["definitions"],
  within: ReadonlyArray<string> = []
): ReadonlyArray<Resolved> =>
  choicesOf(schema, definitions).choices.flatMap((choice) => {
    const { items } = choice.schema
    if (choice.names.some((name) => within.includes(name))) return []
    if (items !== undefined) return objectsIn(items as JsonSchema, definitions, [...within, ...choice.names])
    return hasMembers(choice.schema) ? [choice] : []
  })

const hasMembers = (schema: JsonSchema) =>
  propertiesOf(schema).length > 0 ||
  schema["patternProperties"] !== undefined ||
  typeof schema["additionalProperties"] === "object"

/** The members of what a schema allows, below it. */
const inside = (schema: JsonSchema, setting: Setting): string => {
  const objects = objectsIn(schema, setting.definitions)
  if (objects.length === 0) return ""
  const names = objects.flatMap((one) => one.names)
  if (names.some((name) => setting.within.includes(name))) return ""
  const deeper = { ...setting, within: [...setting.within, ...names] }
  const [only] = objects
  const members =
    objects.length > 1
      ? ofChoices(objects, deeper)
      : [...properties(only!.schema, deeper), ...byKey(only!.schema, deeper)]
  return members.join("\n")
}

/** The members of an object as a list, each with its type and what it is, and with those inside of it below. */
export const membersOf = ({ schema, definitions }: SchemaDocument, side: Side): string => {
  const rules = rulesOf(schema).join(" ")
  const list = inside(schema, { definitions, side, within: [] })
  return [list, rules].filter((part) => part !== "").join("\n\n")
}
