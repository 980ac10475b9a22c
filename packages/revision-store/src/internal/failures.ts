import { constraintName } from "@agent-operations/database"
import {
  Conflict,
  InvalidReference,
  NameTaken,
  NotFound,
  ReferenceNotFound,
  Unavailable
} from "@agent-operations/error-envelope"
import { Data, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { KindPolicy, References } from "../model.ts"

export const notFound = (kind: KindPolicy, id: string, revision?: number) =>
  new NotFound({
    message:
      revision === undefined
        ? `There is no ${kind.title} ${id} in this project.`
        : `There is no revision ${revision} of a ${kind.title} ${id} in this project.`
  })

/** Also where it was never there: of what cannot be recovered, nothing more is told. Law: R12. */
export const notRecoverable = (kind: KindPolicy, id: string) =>
  new NotFound({ message: `There is no deleted ${kind.title} ${id} in this project that can be recovered.` })

/** The `Conflict` of a write that expected another revision than the current one. Law: R3. */
export const conflict = (expectedRevision: number, currentRevision: number) =>
  new Conflict({
    message: `The current revision is ${currentRevision}, not ${expectedRevision}.`,
    details: { expectedRevision, currentRevision }
  })

export const nameTaken = (kind: KindPolicy, name: string) =>
  new NameTaken({ message: `Another ${kind.title} in this project is named "${name}".`, details: { name } })

export const referenceNotFound = (aliases: ReadonlyArray<string>) =>
  new ReferenceNotFound({
    message: `The targets of these references do not exist in this project: ${aliases.join(", ")}.`,
    details: { references: aliases }
  })

/** The reason why a definition may not have these references whatever else exists, if there is one. */
export const invalidReference = (kind: KindPolicy, id: string | undefined, references: References) => {
  for (const [alias, reference] of Object.entries(references)) {
    if (reference.id === id) {
      return new InvalidReference({ message: `${alias} refers to the ${kind.title} itself.` })
    }
    if (!kind.mayReference.includes(reference.kind)) {
      return new InvalidReference({
        message: `${alias} refers to a ${reference.kind}, which a ${kind.title} may not reference.`
      })
    }
  }
  return undefined
}

/** What a guarded write found and what a read afterwards shows do not fit: another write came in between. Try again. */
export class Moved extends Data.TaggedError("Moved") {}

/** Runs a guarded write anew for as long as others get in between; each time, one of them has made progress. */
export const untilSettled = <A, E, R>(
  write: Effect.Effect<A, E | Moved, R>,
  times = 100
): Effect.Effect<A, Exclude<E, Moved> | Unavailable, R> =>
  Effect.catchIf(
    write,
    (error) => error instanceof Moved,
    () =>
      times === 0
        ? Effect.fail(
            new Unavailable({ message: "There are too many concurrent writes to the same definition.", retryAfter: 1 })
          )
        : untilSettled(write, times - 1)
  ) as Effect.Effect<A, Exclude<E, Moved> | Unavailable, R>

/** Which rule of the schema a write ran into. */
export const brokenRule = (error: SqlError): "name" | "reference" | undefined => {
  switch (constraintName(error)) {
    case "definitions_name":
      return "name"
    case "definition_references_to":
    case "definition_references_pin":
    case "definition_pins_to":
      return "reference"
    default:
      return undefined
  }
}
