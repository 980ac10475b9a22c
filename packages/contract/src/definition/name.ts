import * as Schema from "effect/Schema"

const maximum = 120

/** The name as it is kept: without the white space around it. */
export const trimName = (name: string): string => name.trim()

const fits = (name: string) => {
  const trimmed = trimName(name)
  // Most names are short; the code points of a long one are counted only as far as needed.
  return trimmed.length > 0 && (trimmed.length <= maximum || [...trimmed.slice(0, maximum * 2 + 2)].length <= maximum)
}

/**
 * A definition's name: 1 to 120 code points once the white space around it is trimmed, which is how it is kept.
 * Unique per project and kind, ignoring case. Law: R6.
 */
export const Name = Schema.String.check(
  Schema.makeFilter(fits, {
    expected: `1 to ${maximum} characters after trimming`,
    toJsonSchema: () => ({ minLength: 1, pattern: `^\\s*\\S(?:[\\s\\S]{0,${maximum - 2}}\\S)?\\s*$` })
  })
).annotateKey({
  description: `1 to ${maximum} characters after trimming; unique per project and kind, ignoring case.`
})

/** What a definition is for, or null. */
export const Description = Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(2000))).annotate({
  description: "What it is for: at most 2,000 characters, or null."
})
