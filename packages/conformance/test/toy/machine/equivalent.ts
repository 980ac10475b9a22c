import { viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { keysOf } from "@agent-operations/error-envelope/pointer"
import { shapeOf } from "../../../src/shape.ts"
import { operationsById } from "../../served.ts"
import type { Json, Mutant } from "./mutant.ts"
import { inputPlaces, takesAt } from "./places.ts"

interface Rule {
  readonly why: string
  readonly of: (mutant: Mutant) => boolean
}

const endsWith = ({ place }: Mutant, ...names: ReadonlyArray<string>) =>
  names.some((name) => place.endsWith(`/${name}`))
const isText = ({ operator }: Mutant, ...names: ReadonlyArray<string>) =>
  names.some((name) => operator.endsWith(`: ${name}`))

const isVerb = ({ operation }: Mutant, ...verbs: ReadonlyArray<string>) =>
  verbs.some((verb) => operation.startsWith(`${verb}_`))

/** How a revision comes to be by each verb that makes one. */
const origins: Readonly<Record<string, string>> = {
  create: "created",
  update: "updated",
  restore: "restored",
  copy: "copied"
}
const originMembers: Readonly<Record<string, ReadonlyArray<string>>> = {
  created: ["type"],
  updated: ["type"],
  restored: ["type", "revision"],
  copied: ["type", "id", "revision"]
}

/** Whether a mutant is about an origin that what its operation makes never has. */
const isOtherOrigin = ({ operation, operator, place }: Mutant) => {
  const origin = origins[operation.split("_")[0]!]
  if (origin === undefined || !place.startsWith("/origin/")) return false
  const [, from] = /: takes (\w+) for /.exec(operator) ?? []
  return (
    !originMembers[origin]!.includes(place.split("/")[2]!.split(" ")[0]!) || (from !== undefined && from !== origin)
  )
}

const placesOf = (operation: string) => inputPlaces(operationsById[operation as keyof typeof operationsById])

/** Whether an operation takes zero somewhere. */
const takesZero = ({ operation }: Mutant) => {
  const declared = operationsById[operation as keyof typeof operationsById]
  return inputPlaces(declared).some((place) => takesAt(declared, place, 0))
}

/** The components of the document that a schema refers to, directly or through others. */
const componentsIn = (schema: Json, all: Json, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, name] of JSON.stringify(schema ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name!)) continue
    found.add(name!)
    componentsIn(all[name!], all, found)
  }
  return found
}

const document: Json = openApiDocument(viewFamilies)
const ofInputs = componentsIn(
  Object.values<Json>(document.paths).map(({ post }) => post.requestBody),
  document.components.schemas
)

/** What the document has where a mutant tells another number. */
const declaredAt = ({ place }: Mutant): Json =>
  keysOf(place.replace(/ is (one more|one less|left out)$/, "")).reduce<Json>((inner, name) => inner?.[name], document)

/** Whether a place of the document is the least length of a text whose pattern refuses what is shorter, too. */
const isLeastBesidePattern = (one: Mutant) => {
  const [place] = one.place.split(" ")
  const pattern = declaredAt({ ...one, place: place!.replace(/minLength$/, "pattern") })
  const isLower = /\/minLength is (one less|left out)$/.test(one.place)
  return isLower && typeof pattern === "string" && declaredAt(one) === 1 && !new RegExp(pattern, "u").test("")
}

/** Whether a place of the document is of answers alone. */
const isOfAnswers = ({ operation, place }: Mutant) => {
  if (operation !== "openapi.json") return false
  const [, component] = /^\/components\/schemas\/([^/ ]+)/.exec(place) ?? []
  return place.includes("/responses/") || (component !== undefined && !ofInputs.has(component))
}

const isBoundOfText = ({ operator }: Mutant) =>
  /^narrow: (the most is one less|the least is one more|bytes are counted|UTF-16 units are counted|half of it)$/.test(
    operator
  )

/** Whether a text is made longer, by which it is beyond its bound where it was at it. */
const isLonger = (operator: string) =>
  /: (takes it apart|makes CRLF of LF|makes spaces of tabs|leaves entities in it|doubles its backslashes)$/.test(
    operator
  )

const isOfDraft = ({ operation, place }: Mutant) => operation === "validate_page_view" && place.startsWith("/draft/")

/** Mutants that no client can tell from the right server, and why. */
const equivalents: ReadonlyArray<Rule> = [
  {
    why: "a name is kept without the white space around it",
    of: (one) =>
      endsWith(one, "name") &&
      isText(
        one,
        "takes the white space off the ends",
        "takes the white space off the end",
        "takes a byte order mark off"
      )
  },
  {
    why: "a JSON Pointer begins with /",
    of: (one) => endsWith(one, "pointer") && isText(one, "takes a byte order mark off")
  },
  {
    why: "there is no empty name and no empty field",
    of: (one) => endsWith(one, "name", "field", "groupBy") && isText(one, "takes an empty one for a space")
  },
  {
    why: "a cursor has nothing but letters, digits, dots, - and _ in it",
    of: (one) =>
      endsWith(one, "cursor") &&
      one.operator.startsWith("change what is sent") &&
      !/capitals|small letters|cuts|always the same/.test(one.operator)
  },
  {
    why: "no cursor of the toy has 100 characters",
    of: (one) =>
      endsWith(one, "cursor", "nextCursor") &&
      isText(one, "cuts it at 100 characters", "cuts the last of its characters off where they are many")
  },
  {
    why: "what is taken for a cursor and is none, is refused like what is no text",
    of: (one) => endsWith(one, "cursor") && (one.operator.startsWith("widen") || isBoundOfText(one))
  },
  {
    why: "what is no text is refused for what it is, whether it is read as UTF-8 or not",
    of: ({ operation, operator, place }) =>
      place === "body" &&
      ["take half a surrogate pair", "take what is not UTF-8", "take Latin-1 for UTF-8"].includes(operator) &&
      !placesOf(operation).some(({ isText, isOpen }) => isText || isOpen)
  },
  {
    why: "each path in an input that has no objects in it is of one part",
    of: ({ operation, operator }) =>
      operator === "tell each issue with the first part of its path" &&
      placesOf(operation).every(({ pattern }) => pattern.length < 2)
  },
  {
    why: "an operation that takes no zero refuses it as it refuses a number that it cannot keep",
    of: (one) => one.operator === "take a number that it takes for zero" && !takesZero(one)
  },
  {
    why: "the pattern beside it refuses a text that is shorter, too",
    of: (one) => one.operation === "openapi.json" && isLeastBesidePattern(one)
  },
  {
    why: "an issue may be told twice",
    of: ({ operator, place }) =>
      place === "VALIDATION_ERROR issues" && operator === "tell details of which one is another"
  },
  {
    why: "every caller that the toy has is an API key",
    of: (one) => endsWith(one, "createdBy/type", "updatedBy/type") && one.operator.endsWith("takes user for api_key")
  },
  {
    why: "what is created or copied has one revision, the first, and its times and actors are of that",
    of: (one) =>
      isVerb(one, "create", "copy") &&
      (one.operator.startsWith("tell it of the ") ||
        (one.place === "/revision" && one.operator.endsWith("is always the same")) ||
        ["/createdAt and updatedAt", "/createdBy and updatedBy"].includes(one.place))
  },
  {
    why: "a write answers the current revision, and a list has current revisions, if nobody writes at that moment",
    of: (one) => isVerb(one, "update", "restore", "list") && one.operator === "tell it of the current revision"
  },
  {
    why: "a search is compared in NFC and in small letters",
    of: (one) => endsWith(one, "search") && isText(one, "writes it in small letters", "composes it", "takes it apart")
  },
  {
    why: "what is deleted is in no list, and nothing refers to it",
    of: (one) =>
      isVerb(one, "delete") &&
      [
        "move it to the end of the list",
        "change the first revision",
        "change the revision before",
        "detach whatever refers to it",
        "let all that pin it follow it"
      ].includes(one.operator)
  },
  {
    why: "what is created or copied has no revision before its first, and nothing refers to it yet",
    of: (one) =>
      isVerb(one, "create", "copy") &&
      one.place === "write" &&
      [
        "change the first revision",
        "change the revision before",
        "detach whatever refers to it",
        "let all that pin it follow it"
      ].includes(one.operator)
  },
  { why: "what a verb makes has one origin", of: isOtherOrigin },
  {
    why: "no custom field may refer to a page view",
    of: ({ operation, operator, place }) =>
      (operation === "get_page_view_dependencies" &&
        (operator === "leave custom fields out" ||
          (place === "/items/*/kind" && operator.endsWith("takes custom_field for page_view")))) ||
      (operation.includes("custom_field") &&
        place.endsWith("/references/*/kind") &&
        operator === "change what is answered: takes page_view for custom_field")
  },
  {
    why: "an operation that requires something refuses an empty object",
    of: ({ operation, operator, place }) =>
      place === "body" &&
      ["take null for an empty input", "take an empty body"].includes(operator) &&
      !shapeOf(operationsById[operation as keyof typeof operationsById]).takes({})
  },
  {
    why: "an answer that is as a document says, is so too where the document says less",
    of: (one) =>
      isOfAnswers(one) &&
      /(required lacks .*|(required|maximum|minimum|maxLength|minLength|maxItems|minItems|maxProperties|pattern|additionalProperties) is left out|(maximum|maxLength|maxItems|maxProperties) is one more|(minimum|minLength|minItems) is one less|enum has one more)$/.test(
        one.place
      )
  },
  {
    why: "no client can bring a definition to revision 2^31 - 1",
    of: (one) => isOfAnswers(one) && /revision\/(anyOf\/0\/)?maximum is one less$/i.test(one.place)
  },
  {
    why: "no revision, line or column of an answer is near 2^53 - 1",
    of: (one) =>
      isOfAnswers(one) &&
      /(minimum is one more|maximum is one less)$/.test(one.place) &&
      Math.abs(declaredAt(one)) === Number.MAX_SAFE_INTEGER
  },
  {
    why: "no page view and no custom field is in a state that allows less than another",
    of: ({ operation, place }) => operation === "openapi.json" && place.startsWith("/components/schemas/StateConflict/")
  },
  {
    why: "what is no cursor is refused, however long it is",
    of: ({ operation, place }) =>
      operation === "openapi.json" &&
      /\/properties\/cursor\/(min|max)Length (is left out|is one more|is one less)$/.test(place)
  },
  {
    why: "no client can bring a right server to fail, or to be away",
    of: ({ operation, place }) =>
      operation === "openapi.json" && /\/responses\/(InternalError|Unavailable|Timeout|RateLimited)\//.test(place)
  },
  {
    why: "what is created refers neither to itself nor, where it may refer to every kind, to one that it may not",
    of: ({ operation, place }) => operation === "create_page_view" && place.startsWith("INVALID_REFERENCE")
  },
  {
    why: "a draft is not kept, and validation does not look there",
    of: ({ operation, operator, place }) =>
      operation === "validate_page_view" &&
      /^\/draft\/settings\/(extra|target|columns\/\*\/(label|width|hidden)|filters\/\*\/(operator|value)|sort\/\*\/direction)$/.test(
        place
      ) &&
      operator.startsWith("change what is sent") &&
      !isLonger(operator)
  },
  {
    why: "a draft is not kept, and a field that is known, or is not, is so in either form",
    of: (one) =>
      isOfDraft(one) &&
      endsWith(one, "field", "groupBy") &&
      isText(
        one,
        "makes one space of several",
        "composes it",
        "makes LF of CRLF",
        "replaces what is beyond the first plane",
        "takes its quotation marks for others",
        "cuts it at 100 characters",
        "cuts the last of its characters off where they are many"
      )
  },
  {
    why: "a draft is not kept, and LF for CRLF, or no white space at the end of code, moves nothing in it",
    of: (one) =>
      isOfDraft(one) &&
      endsWith(one, "code") &&
      isText(one, "makes LF of CRLF", "takes the white space off the end", "takes an empty one for a space")
  }
]

export const whyEquivalent = (mutant: Mutant): string | undefined => equivalents.find(({ of }) => of(mutant))?.why
