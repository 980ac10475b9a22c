/* oxlint-disable typescript/no-explicit-any -- a wrong server looks at answers as it knows them */
import type { Law, Requirement } from "../../../src/index.ts"
import type { Answer, Call, Input } from "../wrongly.ts"

/** A server of prompts that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface PromptFault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: Call) => Call
}

const done = (data: object): Answer => ({ status: 200, body: { data } })

/** An ID of the same kind that nothing has. */
const missing = (id: string) => id.replace(/.{4}$/, "0000")

const isMove = (operation: string) => operation === "set_prompt_label"

/** Changes every text of what is rendered. */
const rendering =
  (change: (text: string, input: Input) => string) =>
  (right: Call): Call =>
  async (operation, input) => {
    const answer = await right(operation, input)
    const rendered = answer.body.data?.rendered
    if (rendered?.type !== "text") return answer
    return done({ ...answer.body.data, rendered: { ...rendered, text: change(rendered.text, input) } })
  }

/** A move that is said to be done. */
const saidToBeDone = ({ id, label, revision }: Input): Answer =>
  done({
    promptId: id,
    label,
    revision,
    labelRevision: 1,
    movedAt: "2015-11-20T10:00:00.000Z",
    movedBy: { type: "api_key", id: "key", name: "Key" },
    protected: false
  })

/** Servers of prompts that are wrong in one place each, by what they do. */
export const promptFaults: Readonly<Record<string, PromptFault>> = {
  "points a label at revisions that there are not": {
    law: "M1",
    requirement: "M1.exists",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      return isMove(operation) && answer.status === 404 ? saidToBeDone(input) : answer
    }
  },
  "moves a label wherever it was expected to point": {
    law: "M1",
    requirement: "M1.expected",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      if (!isMove(operation) || answer.status !== 409) return answer
      const expectedRevision = answer.body.error.details.currentRevision ?? null
      return right(operation, { ...input, expectedRevision })
    }
  },
  "lets all of racing moves win": {
    law: "M1",
    requirement: "M1.race",
    wrong: (right) => {
      let moving = 0
      return async (operation, input) => {
        if (!isMove(operation)) return right(operation, input)
        const races = moving++ > 0
        const answer = await right(operation, input).finally(() => moving--)
        return races && answer.status === 409 ? saidToBeDone(input) : answer
      }
    }
  },
  "finds no prompt that is being changed": {
    law: "M1",
    requirement: "M1.race",
    wrong: (right) => {
      let changing = 0
      return async (operation, input) => {
        if (operation === "update_prompt") {
          changing++
          return right(operation, input).finally(() => changing--)
        }
        return isMove(operation) && changing > 0
          ? right(operation, { ...input, id: missing(input["id"]) })
          : right(operation, input)
      }
    }
  },
  "reads labels from what it remembers": {
    law: "M1",
    requirement: "M1.read",
    wrong: (right) => {
      const remembered = new Map<string, Answer>()
      return async (operation, input) => {
        if (operation !== "get_published_prompt") return right(operation, input)
        const key = JSON.stringify(input)
        const answer = remembered.get(key) ?? (await right(operation, input))
        if (answer.status === 200) remembered.set(key, answer)
        return answer
      }
    }
  },
  "counts a label anew once it was taken away": {
    law: "M1",
    requirement: "M1.counter",
    wrong: (right) => {
      const lost = new Map<string, number>()
      const keyOf = (id: string, label: string) => `${id} ${label}`
      return async (operation, input) => {
        const answer = await right(operation, input)
        const { data } = answer.body
        if (isMove(operation) && data?.revision === null) lost.set(keyOf(data.promptId, data.label), data.labelRevision)
        const anew = (id: string, one: any) => ({
          ...one,
          labelRevision: one.labelRevision - (lost.get(keyOf(id, one.label)) ?? 0)
        })
        if (operation === "get_published_prompt" && data !== undefined) return done(anew(data.prompt.id, data))
        return answer
      }
    }
  },
  "escapes what it puts in, as for a page": {
    law: "M3",
    requirement: "M3.values",
    wrong: rendering((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))
  },
  "looks at values for variables of their own": {
    law: "M3",
    requirement: "M3.values",
    wrong: rendering((text, { variables }) => text.replaceAll("{{a}}", () => variables?.a ?? ""))
  },
  "puts nothing where a value is missing": {
    law: "M3",
    requirement: "M3.missing",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      const missing: ReadonlyArray<string> | undefined = answer.body.error?.details?.variables
      if (missing === undefined) return answer
      const empty = Object.fromEntries(missing.map((name) => [name, ""]))
      return right(operation, { ...input, variables: { ...input["variables"], ...empty } })
    }
  },
  "renders the current revision, whichever is asked for": {
    law: "M3",
    requirement: "M3.same",
    wrong:
      (right) =>
      (operation, { revision, ...input }) =>
        operation === "validate_prompt"
          ? right(operation, input)
          : right(operation, revision === undefined ? input : { ...input, revision })
  }
}
