import { viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { type Json, type Mutant, withParts } from "../mutant.ts"

type Path = ReadonlyArray<string>

/** Names whose value is a map of names, in which each is one of the document's own. */
const maps = [
  "properties",
  "schemas",
  "responses",
  "paths",
  "headers",
  "parameters",
  "examples",
  "content",
  "securitySchemes"
]

/** What can be told wrongly of a part of a document, by the name of what is done. */
const changesOf = (name: string, value: Json): Readonly<Record<string, (holder: Json) => void>> => {
  const set = (other: Json) => (holder: Json) => void (holder[name] = other)
  const leave = (holder: Json) => void delete holder[name]
  if (
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "maxProperties"].includes(name) &&
    typeof value === "number"
  )
    return { "is one more": set(value + 1), "is one less": set(value - 1), "is left out": leave }
  if (name === "pattern" && typeof value === "string") return { "is left out": leave, "takes nothing": set("^$") }
  if (name === "const") return { "is another": set("another") }
  if (name === "additionalProperties" && value === false) return { "is left out": leave }
  if (name === "type" && typeof value === "string")
    return { "is another": set(value === "string" ? "integer" : "string") }
  if (name === "enum" && Array.isArray(value))
    return {
      "lacks the first": set(value.slice(1)),
      "lacks the last": set(value.slice(0, -1)),
      "has one more": set([...value, "another"])
    }
  if (name === "required" && Array.isArray(value))
    return {
      "is left out": leave,
      ...Object.fromEntries(value.map((one) => [`lacks ${one}`, set(value.filter((other) => other !== one))])),
      "has one more": set([...value, "another"])
    }
  if (["anyOf", "oneOf", "allOf"].includes(name) && Array.isArray(value) && value.length > 1)
    return { "lacks the first": set(value.slice(1)), "lacks the last": set(value.slice(0, -1)) }
  return {}
}

function* changesIn(value: Json, path: Path): Generator<[Path, string, (holder: Json) => void]> {
  if (typeof value !== "object" || value === null) return
  for (const [name, inner] of Object.entries(value as Record<string, Json>)) {
    const here = [...path, name]
    const isName = maps.includes(path.at(-1) ?? "")
    if (isName) {
      const isWhole = path.length < 2 || path.at(-1) !== "paths"
      if (isWhole || !path.includes("components")) yield [here, "is left out", (holder) => void delete holder[name]]
    } else {
      for (const [what, change] of Object.entries(changesOf(name, inner))) yield [here, what, change]
    }
    if (["example", "examples", "description", "summary", "title"].includes(name) && !isName) continue
    yield* changesIn(inner, here)
  }
}

const holderAt = (document: Json, path: Path): Json =>
  path.slice(0, -1).reduce<Json>((inner, name) => inner[name], document)

/** Servers whose document tells what is not so. */
export const document: ReadonlyArray<Mutant> = [...changesIn(openApiDocument(viewFamilies), [])].map(
  ([path, what, change]) => ({
    operator: `tell in the document what is not so: ${path.at(-2) === "properties" ? "a member" : maps.includes(path.at(-2) ?? "") ? `one of ${path.at(-2)}` : path.at(-1)} ${what.replace(/^lacks (?!the ).*/, "lacks one")}`,
    operation: "openapi.json",
    place: `${pointerOf(path)} ${what}`,
    serve: () =>
      withParts((right, fire) => ({
        openApi: () => {
          // A structured clone would share what the document shares, and be wrong in more places than one.
          const other: Json = JSON.parse(JSON.stringify(right.openApi()))
          change(holderAt(other, path))
          fire()
          return other
        }
      }))
  })
)
