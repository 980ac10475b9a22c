import { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Duration, Effect } from "effect"
import { cannotStart } from "@agent-operations/operations/threads"
import { nameOf, resolution } from "./graph.ts"
import { issueOf } from "./issues.ts"
import type { UnreadGraph, UnreadNode, ValidationResult } from "./model.ts"

/** The answer where a definition takes longer to check than the deadline. Trying again would end the same. */
export const tooSlow = (definition: UnreadNode, deadline: Duration.Duration): Timeout =>
  new Timeout({
    message: `Checking ${nameOf(definition)} took longer than ${Duration.format(deadline)}.`,
    hint: "It takes too long to check: simplify its code or formula, then validate again. Nothing was changed."
  })

/** The answer where no thread is free. */
export const busy = (deadline: Duration.Duration): Unavailable =>
  new Unavailable({
    message: "Too many definitions are being validated.",
    hint: "Wait the number of seconds in the Retry-After header, then retry. Nothing was changed.",
    retryAfter: Math.ceil(Duration.toSeconds(deadline))
  })

/** The answer where no thread can be started, as in a bundle that has no worker; why is logged. */
export const notStarted = (cause: unknown): Effect.Effect<never, Unavailable> =>
  cannotStart({
    cause,
    log:
      "The worker of validation can't be started. Its parsers, @babel/parser and @marcbachmann/cel-js, must be installed: " +
      "a host that does without them mounts viewsWithoutValidation(). In a bundle, validation-worker.js must be next to " +
      'it, or be started by the option `validation.worker`: see "In a bundle" in the README of @agent-operations/kit.',
    message: "Definitions can't be validated: the worker can't be started."
  })

/** The answer while a thread takes longer to start than the deadline, as on a machine that is busy; it is logged. */
export const slowStart = (deadline: Duration.Duration): Effect.Effect<never, Unavailable> =>
  Effect.andThen(
    Effect.logWarning(
      `The worker of validation took longer than ${Duration.format(deadline)} to start, and is started again when next ` +
        "asked for. Where that goes on, give the server more CPU, or a longer `validation.deadline`."
    ),
    new Unavailable({
      message: `Definitions can't be validated yet: the worker did not start within ${Duration.format(deadline)}.`,
      hint: "Wait the number of seconds in the Retry-After header, then retry. Nothing was changed.",
      retryAfter: Math.ceil(Duration.toSeconds(deadline))
    })
  )

/** The result where a definition needs more memory to check than there is. Trying again would end the same. */
export const tooLarge = (graph: UnreadGraph, definition: UnreadNode): ValidationResult => ({
  valid: false,
  issues: [
    issueOf(
      {
        severity: "error",
        code: "SYNTAX_ERROR",
        message: "This is too complex to check; nothing after it was checked.",
        path: pathOf(definition)
      },
      definition === graph.root ? undefined : definition
    )
  ],
  checked: { dependencies: resolution(graph).definitions.length - 1 }
})

const pathOf = ({ source }: UnreadNode) => {
  switch (source.type) {
    case "react":
      return "/source/code"
    case "formula":
      return "/source/expression"
    default:
      return "/source"
  }
}
