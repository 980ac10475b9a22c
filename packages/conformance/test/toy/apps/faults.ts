import type { Law, Requirement } from "../../../src/index.ts"
import type { Answer, Call } from "../wrongly.ts"

/** A server of apps that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface AppFault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: Call) => Call
}

const done = (data: object): Answer => ({ status: 200, body: { data } })

/** Servers of apps that are wrong in one place each, by what they do. */
export const appFaults: Readonly<Record<string, AppFault>> = {
  "shows more of a secret than its last characters": {
    law: "G2",
    requirement: "G2.untold",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      const { value } = input
      if (operation !== "set_app_secret" || answer.status !== 200 || value === null) return answer
      return done({ ...answer.body.data, preview: value.slice(-12) })
    }
  },
  "shows a secret that it refuses": {
    law: "G2",
    requirement: "G2.untold",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      if (operation !== "set_app_secret" || answer.status !== 400) return answer
      const { error } = answer.body
      return { status: 400, body: { error: { ...error, message: `${error.message} It is ${input["value"]}.` } } }
    }
  },
  "gives a copy of an app its secrets": {
    law: "G2",
    requirement: "G2.own",
    wrong: (right) => {
      let copied = ""
      let copy = ""
      return async (operation, input) => {
        const id = input["id"] === copy && operation === "list_app_secrets" ? copied : input["id"]
        const answer = await right(operation, id === undefined ? input : { ...input, id })
        if (operation === "copy_app") [copied, copy] = [input["id"], answer.body.data?.id ?? ""]
        return answer
      }
    }
  },
  "keeps a secret that is taken away": {
    law: "G2",
    requirement: "G2.own",
    wrong: (right) => (operation, input) =>
      operation === "set_app_secret" && input["value"] === null
        ? Promise.resolve(done({ name: input["name"], preview: null, updatedAt: "2015-11-20T10:00:00.000Z" }))
        : right(operation, input)
  }
}
