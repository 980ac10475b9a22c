import type { Code, PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Input, invoke } from "./port.ts"
import type { Section } from "./Section.ts"

const verb =
  <const C extends Code>(nameOf: string | ((kind: Section["kind"]) => string), codes: ReadonlyArray<C>) =>
  ({ kind }: Section, input: Input) => {
    const name = typeof nameOf === "string" ? nameOf : nameOf(kind)
    return Effect.map(invoke(`${name}_${kind.name}`, codes, input), ({ id }) => ({ id: String(id) }))
  }

/** Why what a definition would say is not written. */
const refused = ["NAME_TAKEN", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE", "EGRESS_REFUSED"] as const

/**
 * The operations that change a definition, whatever its kind.
 *
 * @example
 * yield* verbs.copy(section, { id, name: "Another" })
 */
export const verbs = {
  create: verb(({ createVerb }) => createVerb, refused),
  update: verb("update", ["NOT_FOUND", "CONFLICT", ...refused]),
  copy: verb("copy", ["NOT_FOUND", "NAME_TAKEN", "REFERENCE_NOT_FOUND"]),
  remove: verb("delete", ["NOT_FOUND", "CONFLICT", "STILL_REFERENCED", "LABEL_PROTECTED"]),
  recover: verb("recover", ["NOT_FOUND", "NAME_TAKEN", "REFERENCE_NOT_FOUND"]),
  restore: verb("restore", ["NOT_FOUND", "CONFLICT", "NAME_TAKEN", "REFERENCE_NOT_FOUND"])
}

/** A read for a page: an ID or a revision that cannot be one is of nothing, like one that is not there. */
export const readOnly = <A, E, R>(
  read: Effect.Effect<A, E | ValidationError | PayloadTooLarge, R>
): Effect.Effect<A, Exclude<E, ValidationError | PayloadTooLarge> | NotFound, R> =>
  Effect.catchTags(read as Effect.Effect<A, ValidationError | PayloadTooLarge, R>, {
    VALIDATION_ERROR: () => Effect.fail(new NotFound({ message: "There is no such definition." })),
    PAYLOAD_TOO_LARGE: Effect.die
  }) as Effect.Effect<A, Exclude<E, ValidationError | PayloadTooLarge> | NotFound, R>
