import type { Operation, Reference } from "@agent-operations/contract"
import type { Scorer, scorers } from "@agent-operations/contract/scorers"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

export type Issue = Operation.Result<(typeof scorers)["operations"]["validate"]>["issues"][number]

/** A scorer at one revision, or a draft. */
export interface ScorerNode {
  readonly source: Scorer["source"]
  readonly settings: Scorer["settings"]
  readonly references: Readonly<Record<string, Reference>>
}

export const issue = (
  severity: Issue["severity"],
  code: Issue["code"],
  message: string,
  ...path: ReadonlyArray<string | number>
): Issue => ({ severity, code, message, path: pointerOf(path) })
