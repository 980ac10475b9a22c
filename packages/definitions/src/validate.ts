import { ValidationError } from "@agent-operations/error-envelope"
import type { Content } from "@agent-operations/revision-store"
import { Effect } from "effect"

/** What is wrong with a definition, and where: an RFC 6901 JSON Pointer into the input, such as `/settings/threshold`. */
export interface ContentIssue {
  readonly path: string
  readonly message: string
}

/**
 * A host's own check of what a definition says, asked before each create and update, on the whole content that the
 * revision would have. Returns what is wrong; nothing or an empty array lets it pass. It may return a promise.
 */
export type ValidateContent<Source = unknown, Settings = unknown> = (
  content: Content<Source, Settings>
) => Answer | Promise<Answer>

type Answer = ReadonlyArray<ContentIssue> | undefined | void

const maxIssues = 20

/** Fails with `VALIDATION_ERROR` where the check finds something. What the check throws is a defect. Law: E3. */
export const checkContent = Effect.fnUntraced(function* (title: string, validate: ValidateContent, content: Content) {
  // A copy, since what is written has been checked, and what a host changes has not.
  const issues = yield* Effect.promise(async () => (await validate(structuredClone(content))) ?? [])
  if (issues.length === 0) return
  return yield* new ValidationError({
    message: `The ${title} is not valid.`,
    details: { issues: issues.slice(0, maxIssues).map(({ path, message }) => ({ path, message })) }
  })
})
