import { errorFrom, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import type { Content } from "@agent-operations/revision-store"
import { Effect, Predicate } from "effect"

/** What is wrong with a definition, and where: an RFC 6901 JSON Pointer into the input, such as `/settings/threshold`. */
export interface ContentIssue {
  readonly path: string
  /** At most 10,000 characters. */
  readonly message: string
}

/**
 * A host's own check of what a definition says, asked before each create and update, on the whole content that the
 * revision would have. Returns what is wrong; nothing or an empty array lets it pass. It may return a promise. An
 * `Unavailable` that it throws is answered; anything else is a defect.
 */
export type ValidateContent<Source = unknown, Settings = unknown> = (
  content: Content<Source, Settings>
) => Answer | Promise<Answer>

type Answer = ReadonlyArray<ContentIssue> | undefined | void

const maxIssues = 20
const maxMessage = 10_000

/** For hosts in JavaScript: what goes into an answer is what its schema says. */
const isIssue = (issue: unknown): issue is ContentIssue =>
  Predicate.hasProperty(issue, "path") &&
  Predicate.hasProperty(issue, "message") &&
  typeof issue.path === "string" &&
  typeof issue.message === "string" &&
  issue.message.length <= maxMessage

/** Fails with `VALIDATION_ERROR` where the check finds something. Law: E3. */
export const checkContent = Effect.fnUntraced(function* (title: string, validate: ValidateContent, content: Content) {
  // A copy, since what is written has been checked, and what a host changes has not.
  const issues = yield* Effect.tryPromise({
    try: async () => (await validate(structuredClone(content))) ?? [],
    catch: (thrown) => thrown
  }).pipe(
    Effect.catch((thrown) => {
      const error = errorFrom(thrown)
      return error instanceof Unavailable ? Effect.fail(error) : Effect.die(thrown)
    })
  )
  if (issues.length === 0) return
  if (!Array.isArray(issues) || !issues.every(isIssue)) {
    return yield* Effect.die(new TypeError(`The check of a ${title} returned what is no list of { path, message }.`))
  }
  return yield* new ValidationError({
    message: `The ${title} is not valid.`,
    details: { issues: issues.slice(0, maxIssues).map(({ path, message }) => ({ path, message })) }
  })
})
