import { setImmediate } from "node:timers/promises"
import { callsSince, isError } from "../parts.ts"
import { Model } from "../../../src/model/index.ts"
import type { Faults } from "./fault.ts"
import { remembering, someTime } from "./recency.ts"

export const many: Faults = {
  "counts what was there some time ago": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => {
      const { writes, ago } = remembering(right)
      return { ...writes, total: (project, ...rest) => right.total(ago(project, someTime), ...rest) }
    }
  },
  "lists one half of the definitions after the other": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => ({
      after: async (project, ...rest) => {
        const before = await right.after({ ...project }, ...rest)
        await setImmediate()
        const now = await right.after(project, ...rest)
        const then = new Map(before.map((one) => [one.id, one]))
        return now.map((one, n) => (n % 2 === 0 ? (then.get(one.id) ?? one) : one))
      }
    })
  },
  "counts some time after it has listed": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => ({
      after: async (...asked) => {
        const found = await right.after(...asked)
        await setImmediate()
        return found
      }
    })
  },
  "copies what it read some time before it takes the name": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => ({
      copy: async (project, kind, id, name, revision) => {
        const source = Model.find(project.model, kind, id)
        await setImmediate()
        const isGone = Model.find(project.model, kind, id) === undefined
        if (source === undefined || !isGone) return right.copy(project, kind, id, name, revision)
        // Under a name that no other has, so that it stands in the way of none.
        const unnamed = { ...source, revisions: source.revisions.map((one) => ({ ...one, name: id })) }
        const both = { ...project, model: [...project.model, unnamed] }
        const made = await right.copy(both, kind, id, name, revision)
        if (!isError(made)) project.model = both.model.filter((one) => one !== unnamed)
        return made
      }
    })
  },
  "copies what was there before an update of just now": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => ({
      copy: (project, kind, id, name, revision) => {
        const revisions = Model.find(project.model, kind, id)?.revisions ?? []
        const isNew = revisions.length > 0 && callsSince(revisions.at(-1)!) < someTime
        const then = isNew ? Math.max(1, revisions.length - 1) : undefined
        return right.copy(project, kind, id, name, revision ?? then)
      }
    })
  },
  "frees a name before what had it is seen deleted": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => {
      const going = new Set<string>()
      const hidden = (project: Parameters<typeof right.create>[0]) => ({
        ...project,
        model: project.model.filter(({ id }) => !going.has(id))
      })
      return {
        create: async (project, kind, content) => {
          const made = await right.create(hidden(project), kind, content)
          if (!isError(made)) project.model = [...project.model, { kind, id: made.id, revisions: [made.revision] }]
          return made
        },
        remove: async (project, kind, id, expected) => {
          const possible = await right.remove({ ...project }, kind, id, expected)
          if (isError(possible)) return possible
          going.add(id)
          await setImmediate()
          await setImmediate()
          going.delete(id)
          const gone = await right.remove(project, kind, id, expected)
          return gone
        }
      }
    }
  },
  "looks for what is referred to among what was there some time ago": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => {
      const { writes, ago } = remembering(right)
      return {
        ...writes,
        update: async (project, kind, id, expected, changes) => {
          if (changes.references === undefined) return writes.update(project, kind, id, expected, changes)
          const there = new Set(project.model.map((one) => one.id))
          const gone = ago(project, someTime).model.filter((one) => !there.has(one.id))
          const both = {
            ...project,
            model: [
              ...project.model,
              ...gone.filter((one) => Object.values(changes.references!).some((used) => used.id === one.id))
            ]
          }
          const made = await right.update(both, kind, id, expected, changes)
          if (!isError(made)) project.model = both.model.filter((one) => there.has(one.id))
          return made
        }
      }
    }
  },
  "looks at names some time before it renames": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const before = { ...project }
        const possible = await right.update({ ...project }, kind, id, expected, changes)
        if (isError(possible) || changes.name === undefined) return right.update(project, kind, id, expected, changes)
        await setImmediate()
        const other = new Set(before.model.map((one) => one.id))
        const apart = {
          ...project,
          model: project.model.filter((one) => one.id === id || one.kind !== kind || !other.has(one.id))
        }
        const made = await right.update(apart, kind, id, expected, changes)
        const revised = Model.find(apart.model, kind, id)
        if (!isError(made) && revised !== undefined)
          project.model = project.model.map((one) => (one.id === id ? revised : one))
        return made
      }
    })
  },
  "deletes what was attached to while it looked": {
    law: "R4",
    requirement: "R4.many",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const outcome = await right.remove({ ...project }, kind, id, expected)
        await setImmediate()
        if (isError(outcome)) return outcome
        if (Model.find(project.model, kind, id)?.revisions.length !== expected)
          return right.remove(project, kind, id, expected)
        project.model = project.model.filter((one) => one.id !== id)
        return outcome
      }
    })
  }
}
