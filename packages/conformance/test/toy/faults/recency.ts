import { setImmediate } from "node:timers/promises"
import { Model } from "../../../src/model/index.ts"
import { caller, isError, type Parts, type Project, type Stamped } from "../parts.ts"
import type { Faults } from "./fault.ts"

const writes = ["create", "update", "restore", "copy", "remove"] as const

/** A server's writes, which note what a project was before each, and what it was some time ago. */
export const remembering = (right: Parts) => {
  const past = new Map<string, Array<{ readonly until: number; readonly model: Model.Model }>>()
  const noting =
    <A extends ReadonlyArray<unknown>, B>(write: (project: Project, ...rest: A) => Promise<B>) =>
    async (project: Project, ...rest: A): Promise<B> => {
      const before = project.model
      const outcome = write(project, ...rest)
      if (project.model !== before) {
        const states = past.get(project.id) ?? []
        // clock: the fault itself, which is to be as late as it says
        past.set(project.id, [...states.slice(-2000), { until: performance.now(), model: before }])
      }
      return outcome
    }
  return {
    writes: Object.fromEntries(writes.map((verb) => [verb, noting(right[verb] as never)])) as Pick<
      Parts,
      (typeof writes)[number]
    >,
    ago: (project: Project, millis: number): Project => {
      // clock: as above
      const then = performance.now() - millis
      const model = past.get(project.id)?.find(({ until }) => until > then)?.model ?? project.model
      return { ...project, model }
    }
  }
}

const definitionIn = ({ model }: Project, { kind, id }: Model.ModelDefinition) => Model.find(model, kind, id)

/** Whether something comes to pass that does once in so many times. */
const onceIn = (times: number) => Math.random() * times < 1

const someTime = 50

/** A server that gets, where that is so, a definition as it was some time ago. */
const gettingThePast =
  (isSo: (definition: Model.ModelDefinition, revision: number | undefined) => boolean) =>
  (right: Parts): Partial<Parts> => {
    const { writes, ago } = remembering(right)
    return {
      ...writes,
      revisionOf: (definition, revision, project) => {
        const past = isSo(definition, revision) ? definitionIn(ago(project!, someTime), definition) : undefined
        return right.revisionOf(past ?? definition, revision, project)
      }
    }
  }

export const recency: Faults = {
  "lets two updates of one revision win, once in fifty": {
    law: "R4",
    requirement: "R4.one",
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const before = Model.find(project.model, kind, id)
        if (before === undefined || !onceIn(50)) return right.update(project, kind, id, expected, changes)
        await setImmediate()
        const back = { ...project, model: project.model.map((one) => (one.id === id ? before : one)) }
        const made = await right.update(back, kind, id, expected, changes)
        if (!isError(made)) project.model = back.model
        return made
      }
    })
  },
  "forgets one acknowledged update in fifty": {
    law: "R4",
    requirement: "R4.recent",
    wrong: (right) => ({
      update: (project, ...rest) => right.update(onceIn(50) ? { ...project } : project, ...rest)
    })
  },
  "gets what was current some time ago": {
    law: "R4",
    requirement: "R4.recent",
    wrong: gettingThePast((_, revision) => revision === undefined)
  },
  "gets what was current some time ago, once in fifty": {
    law: "R4",
    requirement: "R4.recent",
    wrong: gettingThePast(() => onceIn(50))
  },
  "gets what was current some time ago, where another wrote": {
    law: "R4",
    requirement: "R4.recent",
    wrong: gettingThePast(
      (definition) => (Model.current(definition) as Stamped).updatedBy.name !== caller.getStore()!.name
    )
  },
  "has a revision some time after it was made": {
    law: "R4",
    requirement: "R4.recent",
    wrong: gettingThePast((_, revision) => revision !== undefined)
  },
  "shows for some time the new revision with the description before": {
    law: "R4",
    requirement: "R4.recent",
    wrong: (right) => ({
      revisionOf: (definition, revision, project) => {
        const seen = right.revisionOf(definition, revision, project)
        const before = definition.revisions.at(-2)
        const age = Date.now() - new Date((seen as Stamped | undefined)?.updatedAt ?? 0).getTime()
        return seen && before && revision === undefined && age < 100
          ? { ...seen, description: before.description }
          : seen
      }
    })
  },
  "lists what was there some time ago": {
    law: "R4",
    requirement: "R4.recent",
    wrong: (right) => {
      const { writes, ago } = remembering(right)
      return { ...writes, after: (project, ...rest) => right.after(ago(project, someTime), ...rest) }
    }
  },
  "keeps what it listed for some time": {
    law: "R4",
    requirement: "R4.recent",
    wrong: (right) => {
      const kept = new Map<string, { readonly until: number; readonly items: ReturnType<Parts["after"]> }>()
      return {
        after: (project, ...rest) => {
          const key = `${project.id} ${rest.join(" ")}`
          const known = kept.get(key)
          // clock: the fault itself, which is to be as late as it says
          if (known !== undefined && known.until > performance.now()) return known.items
          const items = right.after(project, ...rest)
          // clock: as above
          kept.set(key, { until: performance.now() + someTime, items })
          return items
        }
      }
    }
  },
  "tells the history as it was some time ago": {
    law: "R4",
    requirement: "R4.recent",
    wrong: (right) => {
      const { writes, ago } = remembering(right)
      return {
        ...writes,
        history: (definition, limit, before, project) =>
          right.history(definitionIn(ago(project!, someTime), definition) ?? definition, limit, before, project)
      }
    }
  },
  "tells the dependencies of some time ago": {
    law: "R4",
    requirement: "R4.recent",
    wrong: (right) => {
      const { writes, ago } = remembering(right)
      return { ...writes, referrers: (project, id) => right.referrers(ago(project, someTime), id) }
    }
  }
}
