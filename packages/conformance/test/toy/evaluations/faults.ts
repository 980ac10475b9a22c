/* oxlint-disable typescript/no-explicit-any -- a wrong server looks at answers as it knows them */
import type { Law, Requirement } from "../../../src/index.ts"
import type { Answer, Call } from "../wrongly.ts"

/** A server of evaluation runs that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface EvaluationFault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: Call) => Call
}

const done = (data: object): Answer => ({ status: 200, body: { data } })

/** Runs as they are told, changed. */
const telling =
  (change: (answer: any) => object): EvaluationFault["wrong"] =>
  (right) =>
  async (operation, input) => {
    const answer = await right(operation, input)
    return operation === "get_eval_run" && answer.status === 200 ? done(change(answer.body.data)) : answer
  }

/** Servers of evaluation runs that are wrong in one place each, by what they do. */
export const evaluationFaults: Readonly<Record<string, EvaluationFault>> = {
  "makes a run of each create": {
    law: "X1",
    requirement: "X1.once",
    wrong: (right) => {
      let made = 0
      return (operation, input) =>
        operation === "create_eval_run"
          ? right(operation, { ...input, requestKey: `${input["requestKey"]} ${made++}` })
          : right(operation, input)
    }
  },
  "takes a request key for its run, whatever is asked": {
    law: "X1",
    requirement: "X1.other",
    wrong: (right) => {
      const runs = new Map<string, Answer>()
      return async (operation, input) => {
        const answer = await right(operation, input)
        if (operation !== "create_eval_run") return answer
        const known = runs.get(input["requestKey"])
        if (answer.status === 409 && known !== undefined) return known
        runs.set(input["requestKey"], answer)
        return answer
      }
    }
  },
  "leaves out the second repetition of an item": {
    law: "X2",
    requirement: "X2.whole",
    wrong: telling(({ items, ...page }) => ({
      ...page,
      items: items.filter((target: any) => target.ordinal !== 1)
    }))
  },
  "does not count what has ended": {
    law: "X2",
    requirement: "X2.whole",
    wrong: telling(({ run, ...page }) => ({
      ...page,
      run: { ...run, counts: { ...run.counts, succeeded: 0, failed: 0 } }
    }))
  },
  "calls a run completed that goes on": {
    law: "X3",
    requirement: "X3.ended",
    // Targets are told as they were, as the run may end before anybody looks.
    wrong: telling(({ run, items, ...page }) => ({
      ...page,
      run: { ...run, status: "completed", endedAt: run.endedAt ?? new Date().toISOString() },
      items: items.map((target: any) => ({ ...target, status: "invoking" }))
    }))
  },
  "tells an item as it is now, as the evidence of what it was": {
    law: "F1",
    requirement: "F1.frozen",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      if (operation !== "get_eval_target" || answer.status !== 200) return answer
      const { data } = answer.body
      const item = await right("get_dataset_item", { id: data.itemId })
      return done({ ...data, input: item.body.data.input })
    }
  }
}
