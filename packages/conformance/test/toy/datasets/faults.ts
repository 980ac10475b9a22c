/* oxlint-disable typescript/no-explicit-any -- a wrong server looks at answers as it knows them */
import type { Law, Requirement } from "../../../src/index.ts"
import type { Answer, Call } from "../wrongly.ts"

/** A server of datasets that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface DatasetFault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: Call) => Call
}

const done = (data: object): Answer => ({ status: 200, body: { data } })

/** An ID of the same kind that nothing has. */
const missing = (id: string) => id.replace(/.{4}$/, "0000")

const isPut = (operation: string) => operation === "put_dataset_items"

/** Servers of datasets that are wrong in one place each, by what they do. */
export const datasetFaults: Readonly<Record<string, DatasetFault>> = {
  "makes a version of a change that changes nothing": {
    law: "D1",
    requirement: "D1.gapless",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      const { data } = answer.body
      return isPut(operation) && data?.unchanged > 0 ? done({ ...data, version: data.version + 1 }) : answer
    }
  },
  "changes items whatever version was expected": {
    law: "D1",
    requirement: "D1.expected",
    wrong:
      (right) =>
      (operation, { expectedVersion: _, ...input }) =>
        right(operation, input)
  },
  "gives racing changes one version": {
    law: "D1",
    requirement: "D1.race",
    wrong: (right) => {
      const told = new Map<string, number>()
      let writing = 0
      return async (operation, input) => {
        if (!isPut(operation)) return right(operation, input)
        const races = writing++ > 0
        const answer = await right(operation, input).finally(() => writing--)
        const { data } = answer.body
        if (data === undefined) return answer
        const last = told.get(input["datasetId"])
        told.set(input["datasetId"], data.version)
        return races && last !== undefined ? done({ ...data, version: last }) : answer
      }
    }
  },
  "finds no dataset that is being changed": {
    law: "D1",
    requirement: "D1.race",
    wrong: (right) => {
      let changing = 0
      return async (operation, input) => {
        if (operation === "update_dataset") {
          changing++
          return right(operation, input).finally(() => changing--)
        }
        return isPut(operation) && changing > 0
          ? right(operation, { ...input, datasetId: missing(input["datasetId"]) })
          : right(operation, input)
      }
    }
  },
  "reads the current items, whichever version is asked for": {
    law: "D2",
    requirement: "D2.same",
    wrong:
      (right) =>
      (operation, { version, ...input }) =>
        operation === "list_dataset_items"
          ? right(operation, input)
          : right(operation, version === undefined ? input : { ...input, version })
  },
  "goes on with a walk in the version that is current": {
    law: "D2",
    requirement: "D2.walk",
    wrong: (right) => async (operation, input) => {
      if (operation !== "list_dataset_items" || input["cursor"] === undefined) return right(operation, input)
      const { cursor: _, limit: __, version: ___, ...rest } = input
      const { data } = (await right(operation, { ...rest, limit: 500 })).body
      return done({ ...data, items: data.items.slice(2) })
    }
  },
  "gives a changed item another ID": {
    law: "D3",
    requirement: "D3.identity",
    wrong: (right) => async (operation, input) => {
      const answer = await right(operation, input)
      const { data } = answer.body
      if (!isPut(operation) || !(data?.changed > 0)) return answer
      const other = ({ id, ...item }: any) => ({ ...item, id: `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}` })
      return done({ ...data, items: data.items.map(other) })
    }
  }
}
