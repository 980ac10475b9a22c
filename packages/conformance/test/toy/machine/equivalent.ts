import type { Mutant } from "./mutant.ts"

interface Rule {
  readonly why: string
  readonly of: (mutant: Mutant) => boolean
}

const endsWith = ({ place }: Mutant, ...names: ReadonlyArray<string>) =>
  names.some((name) => place.endsWith(`/${name}`))
const isText = ({ operator }: Mutant, ...names: ReadonlyArray<string>) =>
  names.some((name) => operator.endsWith(`: ${name}`))

/** Mutants that no client can tell from the right server, and why. */
const equivalents: ReadonlyArray<Rule> = [
  {
    why: "a name is kept without the white space around it",
    of: (one) =>
      endsWith(one, "name") && isText(one, "takes the white space off the ends", "takes the white space off the end")
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
    why: "what is taken for a cursor and is none, is refused like what is no text",
    of: (one) => endsWith(one, "cursor") && one.operator.startsWith("widen")
  },
  {
    why: "an answer that is as a document says, is so too where the document says less",
    of: ({ operation, place }) =>
      operation === "openapi.json" &&
      place.includes("/responses/") &&
      /(required lacks .*|(required|maximum|minimum|maxLength|minLength|maxItems|minItems|maxProperties|pattern|additionalProperties) is left out|(maximum|maxLength|maxItems|maxProperties) is one more|(minimum|minLength|minItems) is one less|enum has one more)$/.test(
        place
      )
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
    why: "the toy validates nothing, so that a draft changes no answer of it, and there is no issue",
    of: ({ operation, operator, place }) =>
      operation === "validate_page_view" &&
      ((place.startsWith("/draft") && operator.startsWith("change what is sent")) || place.startsWith("/issues/"))
  },
  {
    why: "every credential that a target has may read",
    of: ({ operation, place }) => /^(list|get|validate)_/.test(operation) && place.startsWith("MISSING_SCOPE")
  }
]

export const whyEquivalent = (mutant: Mutant): string | undefined => equivalents.find(({ of }) => of(mutant))?.why
