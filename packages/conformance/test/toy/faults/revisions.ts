import { setImmediate } from "node:timers/promises"
import { NameTaken } from "@agent-operations/error-envelope"
import { Model } from "../../../src/model/index.ts"
import { isError, matching } from "../parts.ts"
import { type Faults, revisionOf, rewritten, late } from "./fault.ts"

export const revisions: Faults = {
  "makes revision 2 at a create": {
    law: "R1",
    requirement: "R1.first",
    wrong: (right) => ({
      create: async (project, kind, content) =>
        rewritten(project, await right.create(project, kind, content), (r) => ({ ...r, revision: 2 }))
    })
  },
  "skips a revision at an update": {
    law: "R2",
    requirement: "R2.next",
    wrong: (right) => ({
      update: async (...args) =>
        rewritten(args[0], await right.update(...args), (r) => ({ ...r, revision: r.revision + 1 }))
    })
  },
  "edits the revision before": {
    law: "R2",
    requirement: "R2.kept",
    wrong: (right) => ({
      update: async (...args) => {
        const [project, , id] = args
        const made = await right.update(...args)
        project.model = project.model.map((one) =>
          one.id === id && !isError(made)
            ? {
                ...one,
                revisions: one.revisions.map((r, i, all) =>
                  i === all.length - 2 ? { ...r, description: "edited" } : r
                )
              }
            : one
        )
        return made
      }
    })
  },
  "ignores expectedRevision at an update": {
    law: "R3",
    requirement: "R3.stale",
    wrong: (right) => ({
      update: (project, kind, id, sent, changes) =>
        right.update(project, kind, id, revisionOf(project, kind, id) ?? sent, changes)
    })
  },
  "ignores expectedRevision at a delete": {
    law: "R3",
    requirement: "R3.stale",
    wrong: (right) => ({
      remove: (project, kind, id, sent) => right.remove(project, kind, id, revisionOf(project, kind, id) ?? sent)
    })
  },
  "takes the revision after the next for the current one at a restore": {
    law: "R3",
    requirement: "R3.stale",
    wrong: (right) => ({
      restore: (project, kind, id, revision, sent) => {
        const current = revisionOf(project, kind, id)
        return right.restore(project, kind, id, revision, sent !== undefined && sent - 2 === current ? current : sent)
      }
    })
  },
  "writes what it refuses as stale": {
    law: "R3",
    requirement: "R3.nothing",
    wrong: (right) => ({
      update: async (project, kind, id, sent, changes) => {
        const made = await right.update(project, kind, id, sent, changes)
        const current = revisionOf(project, kind, id)
        if (isError(made) && made._tag === "CONFLICT") await right.update(project, kind, id, current!, changes)
        return made
      }
    })
  },
  "updates by what it read some time before": {
    law: "R4",
    requirement: "R4.one",
    wrong: (right) => ({ update: (project, ...rest) => late(project, (then) => right.update(then, ...rest)) })
  },
  "has nothing to copy while it is written": {
    law: "R4",
    requirement: "R4.one",
    wrong: (right) => {
      let writing = 0
      return {
        update: async (...write) => {
          writing++
          await setImmediate()
          return right.update(...write).finally(() => writing--)
        },
        copy: (project, kind, id, ...rest) => right.copy(project, kind, writing > 0 ? `${id}0` : id, ...rest)
      }
    }
  },
  "restores without looking at expectedRevision": {
    law: "R4",
    requirement: "R4.one",
    wrong: (right) => ({
      restore: (project, kind, id, revision) => right.restore(project, kind, id, revision, undefined)
    })
  },
  "restores the current content": {
    law: "R5",
    requirement: "R5.content",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, sent) => {
        const current = Model.find(project.model, kind, id)?.revisions.at(-1)
        const made = await right.restore(project, kind, id, revision, sent)
        return rewritten(project, made, (r) => ({ ...r, description: current!.description, name: current!.name }))
      }
    })
  },
  "restores references to nothing": {
    law: "R5",
    requirement: "R5.references",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, sent) => {
        const made = await right.restore(project, kind, id, revision, sent)
        if (!isError(made) || made._tag !== "REFERENCE_NOT_FOUND") return made
        const definition = Model.find(project.model, kind, id)!
        const past = definition.revisions[revision - 1]!
        const next = { ...past, revision: definition.revisions.length + 1, origin: { type: "restored", revision } }
        const revisions = [...definition.revisions, next]
        project.model = project.model.map((one) => (one.id === id ? { ...one, revisions } : one))
        return { id, revision: next }
      }
    })
  },
  "looks at names some time before it creates": {
    law: "R6",
    requirement: "R6.names",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const made = await right.create({ ...project }, kind, content)
        await setImmediate()
        if (isError(made)) return made
        project.model = [...project.model, { kind, id: made.id, revisions: [made.revision] }]
        return made
      }
    })
  },
  "copies the current revision, whichever is asked for": {
    law: "R6",
    requirement: "R6.content",
    wrong: (right) => ({
      copy: async (project, kind, id, name, revision) => {
        const exists = Model.find(project.model, kind, id)?.revisions[(revision ?? 1) - 1] !== undefined
        return right.copy(project, kind, id, name, exists ? undefined : revision)
      }
    })
  },
  "takes names apart by their case": {
    law: "R6",
    requirement: "R6.names",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const names = matching(project, kind).map((one) => Model.current(one).name)
        if (names.includes(content.name.trim())) return right.create(project, kind, content)
        const hidden = { ...project, model: project.model.filter((one) => one.kind !== kind) }
        const made = await right.create(hidden, kind, { ...content, references: {} })
        if (isError(made)) return made
        const revision = { ...made.revision, references: content.references }
        project.model = [...project.model, { kind, id: made.id, revisions: [revision] }]
        return { ...made, revision }
      }
    })
  },
  "looks at references some time before it deletes": {
    law: "R7",
    requirement: "R7.race",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const outcome = await right.remove({ ...project }, kind, id, expected)
        await setImmediate()
        if (!isError(outcome)) project.model = project.model.filter((one) => one.id !== id)
        return outcome
      }
    })
  },
  "deletes what is referenced": {
    law: "R7",
    requirement: "R7.held",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const alone = { ...project, model: project.model.filter((one) => one.id === id) }
        const outcome = await right.remove(alone, kind, id, expected)
        if (!isError(outcome)) project.model = project.model.filter((one) => one.id !== id)
        return outcome
      }
    })
  },
  "goes on reading what is deleted": {
    law: "R8",
    requirement: "R8.gone",
    wrong: (right) => {
      const seen = new Map<string, Model.ModelDefinition>()
      return {
        find: (project, kind, id, asked) => {
          const found = right.find(project, kind, id, asked) ?? seen.get(id)
          if (found !== undefined) seen.set(id, found)
          return found
        }
      }
    }
  },
  "keeps the names of what is deleted": {
    law: "R8",
    requirement: "R8.name",
    wrong: (right) => {
      const buried = new Set<string>()
      return {
        remove: async (project, kind, id, expected) => {
          const name = Model.find(project.model, kind, id)?.revisions.at(-1)?.name
          const outcome = await right.remove(project, kind, id, expected)
          if (!isError(outcome) && name !== undefined) buried.add(name)
          return outcome
        },
        create: async (project, kind, content) =>
          buried.has(content.name)
            ? new NameTaken({ message: "Taken.", details: { name: content.name } })
            : right.create(project, kind, content)
      }
    }
  }
}
