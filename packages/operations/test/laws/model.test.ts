import { type Call, histories, replay } from "@agent-operations/conformance/model"
import { newTypeId } from "@agent-operations/database"
import type { Effect } from "effect"
import type { Caller } from "@agent-operations/auth"
import fc from "fast-check"
import { afterAll, beforeAll, describe, it } from "vitest"
import { access, outcome, type Setting, settings } from "./setting.ts"

type Carry = (input: object) => Effect.Effect<unknown, { readonly _tag: string; readonly details?: unknown }, Caller>

/** Carries operations out without HTTP, in a project of the history's own. */
const inProject = (setting: Setting): Call => {
  const caller = access(newTypeId("prj"))
  return async (operation, input) => {
    const answer = await outcome(setting, caller, (setting.operations[operation] as Carry)(input))
    return "ok" in answer ? { data: answer.ok } : { error: answer }
  }
}

describe.each(settings)("random histories on $name", ({ name, start }) => {
  let setting: Setting
  beforeAll(async () => void (setting = await start()), 60_000)
  afterAll(() => setting.close())
  const numRuns = Number(process.env["LAW_RUNS"] ?? (name === "PGlite" ? 60 : 200))

  it("R1, R2, R3, R5, R6, R7, R8, P4, P6, P7: the operations do what the model says", { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(histories, (commands) => replay(inProject(setting), commands, "Law")),
      { numRuns }
    )
  )
})
