import { runInNewContext } from "node:vm"
import { Model } from "../../../../src/model/index.ts"
import type { Faults } from "../fault.ts"
import { adding, codeOf, done, formulaOf, revised } from "./wrong.ts"

export const effects: Faults = {
  "saves the draft": {
    law: "V1",
    requirement: "V1.nothing",
    wrong: ({ create }) => ({
      validated: (project, result, { id, source, settings }) => {
        const content = { name: `Draft ${Math.random()}`, description: null, source, settings, references: {} }
        if (id === null) void create(project, "page_view", content)
        return result
      }
    })
  },
  "makes a revision of what it validates": {
    law: "V1",
    requirement: "V1.nothing",
    wrong: done((project, id) =>
      revised(project, id, (one) => ({
        ...one,
        revisions: [...one.revisions, { ...Model.current(one), revision: one.revisions.length + 1 }]
      }))
    )
  },
  "keeps in a page view that it was validated": {
    law: "V1",
    requirement: "V1.nothing",
    wrong: done((project, id) =>
      revised(project, id, (one) => ({
        ...one,
        revisions: one.revisions.map((revision) => ({ ...revision, description: "Validated" }))
      }))
    )
  },
  "drops the references that are not used": {
    law: "V1",
    requirement: "V1.nothing",
    wrong: done((project, id) =>
      revised(project, id, (one) => ({
        ...one,
        revisions: [...one.revisions.slice(0, -1), { ...Model.current(one), references: {} }]
      }))
    )
  },
  "runs the code": {
    law: "V2",
    requirement: "V1.run",
    wrong: adding((node) => {
      try {
        runInNewContext(codeOf(node).replace(/export default .*/s, ""), {}, { timeout: 20 })
      } catch (error) {
        return !(error as Error).name.includes("SyntaxError")
      }
      return false
    }, "SYNTAX_ERROR")
  },
  "runs the formulas": {
    law: "V2",
    requirement: "V1.run",
    wrong: adding((node) => {
      try {
        const value: unknown = runInNewContext(formulaOf(node), {}, { timeout: 20 })
        return value === Infinity
      } catch {
        return false
      }
    }, "TYPE_ERROR")
  }
}
