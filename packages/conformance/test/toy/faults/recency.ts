import { setImmediate } from "node:timers/promises"
import { Model } from "../../../src/model/index.ts"
import { caller, callsSince, callsSoFar, isError, type Parts, type Project, type Stamped } from "../parts.ts"
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
        past.set(project.id, [...states.slice(-2000), { until: callsSoFar(), model: before }])
      }
      return outcome
    }
  return {
    writes: Object.fromEntries(writes.map((verb) => [verb, noting(right[verb] as never)])) as Pick<
      Parts,
      (typeof writes)[number]
    >,
    ago: (project: Project, calls: number): Project => {
      const then = callsSoFar() - calls
      const model = past.get(project.id)?.find(({ until }) => until > then)?.model ?? project.model
      return { ...project, model }
    }
  }
}

const definitionIn = ({ model }: Project, { kind, id }: Model.ModelDefinition) => Model.find(model, kind, id)

const fifty = { at: 0, left: 0 }

/** Whether something comes to pass that does at one of each fifty times. */
const onceInFifty = () => {
  if (fifty.left === 0) Object.assign(fifty, { at: Math.ceil(Math.random() * 50), left: 50 })
  return fifty.left-- === fifty.at
}

/** In calls: more than come between a write and what is asked after it, with all that is raced. */
export const someTime = 100

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
        if (before === undefined || !onceInFifty()) return right.update(project, kind, id, expected, changes)
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
      update: (project, ...rest) => right.update(onceInFifty() ? { ...project } : project, ...rest)
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
    wrong: gettingThePast(onceInFifty)
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
        return seen && before && revision === undefined && callsSince(seen) < someTime
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
          if (known !== undefined && known.until > callsSoFar()) return known.items
          const items = right.after(project, ...rest)
          kept.set(key, { until: callsSoFar() + someTime, items })
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
