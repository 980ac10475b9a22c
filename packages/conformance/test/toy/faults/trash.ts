import { setImmediate } from "node:timers/promises"
import { Model } from "../../../src/model/index.ts"
import { type Buried, isError, type Parts } from "../parts.ts"
import { type Faults, rewritten } from "./fault.ts"

/** A recover that leaves one definition otherwise than it should. */
const leaving =
  (change: (recovered: Model.ModelDefinition) => Model.ModelDefinition) =>
  (right: Parts): Partial<Parts> => ({
    recover: async (project, kind, id, name) => {
      const made = await right.recover(project, kind, id, name)
      if (isError(made)) return made
      const changed = change(Model.find(project.model, kind, id)!)
      project.model = project.model.map((one) => (one.id === id ? changed : one))
      return { id, revision: Model.current(changed) }
    }
  })

/** Servers that are wrong in what was deleted and can be recovered. */
export const trash: Faults = {
  "recovers a definition at the revision that it had": {
    law: "R11",
    requirement: "R11.content",
    wrong: leaving((one) => ({ ...one, revisions: one.revisions.slice(0, -1) }))
  },
  "forgets the description of what it recovers": {
    law: "R11",
    requirement: "R11.content",
    wrong: leaving((one) => ({
      ...one,
      revisions: [...one.revisions.slice(0, -1), { ...Model.current(one), description: null }]
    }))
  },
  "forgets what a recovered definition refers to": {
    law: "R11",
    requirement: "R11.content",
    wrong: leaving((one) => ({
      ...one,
      revisions: [...one.revisions.slice(0, -1), { ...Model.current(one), references: {} }]
    }))
  },
  "rewrites the revisions before a recover": {
    law: "R11",
    requirement: "R11.content",
    wrong: leaving((one) => ({
      ...one,
      revisions: one.revisions.map((r) => ({ ...r, ...Model.current(one), revision: r.revision }))
    }))
  },
  "lists what it recovers as the newest": {
    law: "R11",
    requirement: "R11.content",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const made = await right.recover(project, kind, id, name)
        const [rest, own] = [project.model.filter((one) => one.id !== id), Model.find(project.model, kind, id)]
        if (!isError(made)) project.model = [...rest, own!]
        return made
      }
    })
  },
  "says that what it recovers was updated": {
    law: "R11",
    requirement: "R11.origin",
    wrong: (right) => ({
      recover: async (...args) =>
        rewritten(args[0], await right.recover(...args), (r) => ({ ...r, origin: { type: "updated" } }))
    })
  },
  "says of what it recovers that it was deleted at another time": {
    law: "R11",
    requirement: "R11.origin",
    wrong: (right) => ({
      recover: async (...args) =>
        rewritten(args[0], await right.recover(...args), (r) => ({
          ...r,
          origin: { ...r.origin, deletedAt: "2015-01-01T00:00:00.000Z" }
        }))
    })
  },
  "recovers under a name that another has": {
    law: "R11",
    requirement: "R11.name",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const made = await right.recover(project, kind, id, name)
        if (!isError(made) || made._tag !== "NAME_TAKEN") return made
        const free = await right.recover(project, kind, id, `${id} free`)
        const { name: taken } = (made.details ?? {}) as { readonly name: string }
        return rewritten(project, free, (r) => ({ ...r, name: taken }))
      }
    })
  },
  "recovers under the name that it had, whatever it is asked for": {
    law: "R11",
    requirement: "R11.name",
    wrong: (right) => ({ recover: (project, kind, id) => right.recover(project, kind, id, undefined) })
  },
  "keeps the white space around the name that a recover asks for": {
    law: "R11",
    requirement: "R11.name",
    wrong: (right) => ({
      recover: async (project, kind, id, name) =>
        rewritten(project, await right.recover(project, kind, id, name), (r) => ({ ...r, name: name ?? r.name }))
    })
  },
  "forgets what it could not recover": {
    law: "R12",
    requirement: "R11.name",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const made = await right.recover(project, kind, id, name)
        const at = project.trash.findIndex(({ definition }) => definition.id === id)
        if (isError(made) && made._tag === "NAME_TAKEN" && at >= 0) project.trash.splice(at, 1)
        return made
      }
    })
  },
  "recovers what refers to nothing": {
    law: "R11",
    requirement: "R11.references",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const made = await right.recover(project, kind, id, name)
        if (!isError(made) || made._tag !== "REFERENCE_NOT_FOUND") return made
        const gone = project.trash.map(({ definition }) => definition).filter((one) => one.id !== id)
        const all = { ...project, model: [...project.model, ...gone] }
        const recovered = await right.recover(all, kind, id, name)
        project.model = all.model.filter((one) => !gone.some((other) => other.id === one.id))
        return recovered
      }
    })
  },
  "looks whether there is something to recover, and then acts": {
    law: "R11",
    requirement: "R11.race",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const isThere = right.deleted(project, kind).some(({ definition }) => definition.id === id)
        await setImmediate()
        const made = await right.recover(project, kind, id, name)
        return isThere && isError(made) && made._tag === "NOT_FOUND"
          ? right.restore(project, kind, id, 1, undefined)
          : made
      }
    })
  },
  "lists what was recovered as deleted": {
    law: "R12",
    requirement: "R12.listed",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const buried = project.trash.find(({ definition }) => definition.id === id)
        const made = await right.recover(project, kind, id, name)
        if (!isError(made)) project.trash.push(buried!)
        return made
      }
    })
  },
  "lists the first deleted first": {
    law: "R12",
    requirement: "R12.listed",
    wrong: (right) => ({ deleted: (project, kind) => right.deleted(project, kind).toReversed() })
  },
  "lists what was deleted at its first revision": {
    law: "R12",
    requirement: "R12.listed",
    wrong: (right) => ({
      deletedItem: (project, buried) => {
        const { definition } = buried
        return right.deletedItem(project, {
          ...buried,
          definition: { ...definition, revisions: definition.revisions.slice(0, 1) }
        })
      }
    })
  },
  "says that what was deleted can be recovered for a year": {
    law: "R12",
    requirement: "R12.listed",
    wrong: (right) => ({
      deletedItem: (project, buried) => ({
        ...right.deletedItem(project, buried),
        recoverableUntil: new Date(Date.parse(buried.deletedAt) + 365 * 86_400_000).toISOString()
      })
    })
  },
  "passes over one of the deleted after each page": {
    law: "R12",
    requirement: "R12.walk",
    wrong: (right) => ({
      readCursor: (cursor, binding) => {
        const from = right.readCursor(cursor, binding)
        return from !== undefined && /^\d+$/.test(from) ? `${Number(from) - 1}` : from
      }
    })
  },
  "takes a cursor of the deleted with a byte changed": {
    law: "P3",
    requirement: "R12.walk",
    wrong: (right) => ({
      readCursor: (cursor, binding) =>
        right.readCursor(cursor, binding) ??
        (binding.endsWith(" deleted") && cursor.length > 20 ? "Infinity" : undefined)
    })
  },
  "recovers what is there as another revision": {
    law: "R12",
    requirement: "R12.gone",
    wrong: (right) => ({
      recover: async (project, kind, id, name) => {
        const there = Model.find(project.model, kind, id)
        if (there === undefined) return right.recover(project, kind, id, name)
        return right.restore(project, kind, id, there.revisions.length, undefined)
      }
    })
  },
  "recovers what was deleted in another project": {
    law: "A3",
    requirement: "A3.deleted",
    wrong: (right) => {
      const trashes = new Map<string, Array<Buried>>()
      return {
        recover: async (project, kind, id, name) => {
          const trash = trashes.get(id) ?? project.trash
          return right.recover(trash === project.trash ? project : { ...project, trash }, kind, id, name)
        },
        remove: async (project, kind, id, expected) => {
          trashes.set(id, project.trash)
          return right.remove(project, kind, id, expected)
        }
      }
    }
  },
  "lists what was deleted in every project": {
    law: "A3",
    requirement: "A3.deleted",
    wrong: (right) => {
      const trashes = new Set<Array<Buried>>()
      return {
        remove: async (project, kind, id, expected) => {
          trashes.add(project.trash)
          return right.remove(project, kind, id, expected)
        },
        deleted: (_project, kind) =>
          [...trashes]
            .flat()
            .filter((one) => one.kind === kind)
            .toSorted((a, b) => b.place - a.place)
      }
    }
  }
}
