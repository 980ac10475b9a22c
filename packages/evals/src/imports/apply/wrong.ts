import type { ImportErrorCode } from "@agent-operations/contract/imports"
import { Data } from "effect"

/** What is wrong with one of the things that were given. */
export interface WrongPlace {
  /** Which of them, from 0; undefined where there is one. */
  readonly index?: number
  readonly pointer: string
  readonly code: ImportErrorCode
  readonly message: string
}

/** What was given can't be kept. Nothing of it is. */
export class Wrong extends Data.TaggedError("Wrong")<{ readonly places: ReadonlyArray<WrongPlace> }> {}

/** Another request changed what was just read. The whole transaction may be run again. */
export class Raced extends Data.TaggedError("Raced")<{}> {}
