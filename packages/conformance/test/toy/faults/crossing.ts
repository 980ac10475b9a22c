import { type AgentError, Conflict, NameTaken, NotFound, ReferenceNotFound } from "@agent-operations/error-envelope"
import { Model } from "../../../src/model/index.ts"
import type { KindName } from "../../served.ts"
import { isError, matching, type Parts, type Project } from "../parts.ts"
import { type Faults } from "./fault.ts"

/** A fault that sees the other projects, of an organization or of all. */
const seeing =
  (wrong: (right: Parts, elsewhere: (project: Project) => ReadonlyArray<Project>) => Partial<Parts>) =>
  (right: Parts): Partial<Parts> => {
    const all = new Set<Project>()
    return {
      authorize: (world, principal, operation, projectId) => {
        for (const project of world.projects.values()) all.add(project)
        return right.authorize(world, principal, operation, projectId)
      },
      ...wrong(right, (project) => [...all].filter((one) => one !== project))
    }
  }

const siblings = (project: Project, elsewhere: ReadonlyArray<Project>) =>
  elsewhere.filter(({ organization }) => organization === project.organization)

const strangers = (project: Project, elsewhere: ReadonlyArray<Project>) =>
  elsewhere.filter(({ organization }) => organization !== project.organization)

/** The first of some projects that has a definition, if the project itself has not. */
const holder = (project: Project, others: ReadonlyArray<Project>, kind: KindName, id: string) =>
  Model.find(project.model, kind, id) === undefined
    ? others.find((one) => Model.find(one.model, kind, id) !== undefined)
    : undefined

/** Looks a definition up elsewhere too, for some operations. */
const finding = (where: typeof siblings, isIt: (operation: string, revision: number | undefined) => boolean) =>
  seeing((right, elsewhere) => ({
    find: (project, kind, id, asked) => {
      const there = holder(project, where(project, elsewhere(project)), kind, id)
      return right.find(there !== undefined && isIt(asked.operation, asked.revision) ? there : project, kind, id, asked)
    }
  }))

/** Carries a verb out where the definition is. */
const acting = (verb: "update" | "restore" | "remove", where: typeof siblings) =>
  seeing((right, elsewhere) => ({
    [verb]: (project: Project, kind: KindName, id: string, ...rest: Array<never>) => {
      const there = holder(project, where(project, elsewhere(project)), kind, id) ?? project
      return (right[verb] as (...all: Array<unknown>) => Promise<never>)(there, kind, id, ...rest)
    }
  }))

const definition = { law: "A3", requirement: "A3.definition" } as const
const reference = { law: "A3", requirement: "A3.reference" } as const
const names = { law: "A3", requirement: "A3.names" } as const

const nameTaken = (name: string) => new NameTaken({ message: "It is taken.", details: { name } })

const hasName = (projects: ReadonlyArray<Project>, kind: KindName, name: string) =>
  projects.some((one) => matching(one, kind).some((other) => Model.current(other).name === name))

/** What refers to what there is elsewhere is taken, without those references. */
const lenient = (
  references: Model.ModelReferences,
  project: Project,
  others: ReadonlyArray<Project>,
  isIt: (revision: number | null) => boolean
): Model.ModelReferences =>
  Object.fromEntries(
    Object.entries(references).filter(
      ([, { kind, id, revision }]) => holder(project, others, kind as KindName, id) === undefined || !isIt(revision)
    )
  )

const says = (message: string): AgentError => new NotFound({ message })

export const crossing: Faults = {
  "reads what is another organization's": {
    ...definition,
    wrong: finding(strangers, (one) => /^get_\w+w$|^get_\w+d$/.test(one))
  },
  "reads what is another project's": {
    ...definition,
    wrong: finding(siblings, (one) => /^get_\w+w$|^get_\w+d$/.test(one))
  },
  "reads earlier revisions of what is another project's": {
    ...definition,
    wrong: finding(siblings, (one, revision) => one.startsWith("get_") && revision === 1)
  },
  "reads the history of what is another project's": {
    ...definition,
    wrong: finding(siblings, (one) => one.endsWith("_history"))
  },
  "tells what refers to what is another project's": {
    ...definition,
    wrong: finding(siblings, (one) => one.endsWith("_dependencies"))
  },
  "validates what is another organization's": {
    ...definition,
    wrong: finding(strangers, (one) => one.startsWith("validate_"))
  },
  "validates earlier revisions of what is another project's": {
    ...definition,
    wrong: finding(siblings, (one, revision) => one.startsWith("validate_") && revision !== undefined)
  },
  "updates what is another project's": { ...definition, wrong: acting("update", siblings) },
  "updates what is another organization's": { ...definition, wrong: acting("update", strangers) },
  "restores what is another project's": { ...definition, wrong: acting("restore", siblings) },
  "deletes what is another project's": { ...definition, wrong: acting("remove", siblings) },
  "deletes what is another organization's": { ...definition, wrong: acting("remove", strangers) },
  "copies what is another project's": {
    ...definition,
    wrong: seeing((right, elsewhere) => ({
      copy: async (project, kind, id, name, revision) => {
        const there = holder(project, siblings(project, elsewhere(project)), kind, id)
        if (there === undefined) return right.copy(project, kind, id, name, revision)
        const found = Model.find(there.model, kind, id)!
        const from = found.revisions[(revision ?? found.revisions.length) - 1]
        return from === undefined
          ? says("There is no such thing.")
          : right.create(project, kind, { ...from, name, references: {} })
      }
    }))
  },
  "tells that a revision of what is another organization's is stale": {
    ...definition,
    wrong: seeing((right, elsewhere) => ({
      update: async (project, kind, id, expectedRevision, changes) => {
        const there = holder(project, strangers(project, elsewhere(project)), kind, id)
        const currentRevision = there && Model.find(there.model, kind, id)!.revisions.length
        return currentRevision === undefined || currentRevision === expectedRevision
          ? right.update(project, kind, id, expectedRevision, changes)
          : new Conflict({ message: "It is stale.", details: { expectedRevision, currentRevision } })
      }
    }))
  },
  "has other words for a restore of what is another organization's": {
    ...definition,
    wrong: seeing((right, elsewhere) => ({
      restore: async (project, kind, id, ...rest) =>
        holder(project, elsewhere(project), kind, id) === undefined
          ? right.restore(project, kind, id, ...rest)
          : says("It is not yours.")
    }))
  },
  "marks what is another project's as changed, and says that it is not there": {
    law: "A3",
    requirement: "A3.writes",
    wrong: seeing((right, elsewhere) => ({
      update: async (project, kind, id, expectedRevision, changes) => {
        const there = holder(project, elsewhere(project), kind, id)
        if (there !== undefined) await right.update(there, kind, id, expectedRevision, changes)
        return right.update(project, kind, id, expectedRevision, changes)
      }
    }))
  },
  "copies what is another organization's there, and says that it is not there": {
    law: "A3",
    requirement: "A3.writes",
    wrong: seeing((right, elsewhere) => ({
      copy: async (project, kind, id, name, revision) => {
        const there = holder(project, strangers(project, elsewhere(project)), kind, id)
        if (there !== undefined) await right.copy(there, kind, id, name, revision)
        return right.copy(project, kind, id, name, revision)
      }
    }))
  },
  "copies what is another project's to where it is asked for, and says that it is not there": {
    law: "A3",
    requirement: "A3.writes",
    wrong: seeing((right, elsewhere) => ({
      copy: async (project, kind, id, name, revision) => {
        const there = holder(project, siblings(project, elsewhere(project)), kind, id)
        const [first] = (there && Model.find(there.model, kind, id)?.revisions) ?? []
        if (first !== undefined) await right.create(project, kind, { ...first, name, references: {} })
        return right.copy(project, kind, id, name, revision)
      }
    }))
  },
  "makes there what refers to what is another organization's, and says that it is not there": {
    law: "A3",
    requirement: "A3.writes",
    wrong: seeing((right, elsewhere) => ({
      create: async (project, kind, content) => {
        const made = await right.create(project, kind, content)
        const strange = strangers(project, elsewhere(project))
        const there = Object.values(content.references)
          .map((one) => holder(project, strange, one.kind as KindName, one.id))
          .find((one) => one !== undefined)
        if (isError(made) && there !== undefined) await right.create(there, kind, content)
        return made
      }
    }))
  },
  "takes references to what is another project's": {
    ...reference,
    wrong: seeing((right, elsewhere) => ({
      create: async (project, kind, content) => {
        const references = lenient(content.references, project, siblings(project, elsewhere(project)), () => true)
        return right.create(project, kind, { ...content, references })
      }
    }))
  },
  "takes pinned references to what is another organization's": {
    ...reference,
    wrong: seeing((right, elsewhere) => ({
      create: async (project, kind, content) => {
        const others = strangers(project, elsewhere(project))
        const references = lenient(content.references, project, others, (revision) => revision !== null)
        return right.create(project, kind, { ...content, references })
      }
    }))
  },
  "takes references to what is another project's in an update": {
    ...reference,
    wrong: seeing((right, elsewhere) => ({
      update: async (project, kind, id, expectedRevision, changes) => {
        if (changes.references === undefined) return right.update(project, kind, id, expectedRevision, changes)
        const references = lenient(changes.references, project, siblings(project, elsewhere(project)), () => true)
        return right.update(project, kind, id, expectedRevision, { ...changes, references })
      }
    }))
  },
  "does not say which reference to what is another organization's it refuses": {
    ...reference,
    wrong: seeing((right, elsewhere) => ({
      create: async (project, kind, content) => {
        const made = await right.create(project, kind, content)
        const isTheirs = Object.values(content.references).some(
          ({ kind, id }) => holder(project, strangers(project, elsewhere(project)), kind as KindName, id) !== undefined
        )
        return isError(made) && isTheirs
          ? new ReferenceNotFound({ message: made.message, details: { references: [] } })
          : made
      }
    }))
  },
  "keeps names for one project of an organization": {
    ...names,
    wrong: seeing((right, elsewhere) => ({
      create: async (project, kind, content) =>
        hasName(siblings(project, elsewhere(project)), kind, content.name)
          ? nameTaken(content.name)
          : right.create(project, kind, content)
    }))
  },
  "lets nobody copy to a name that another organization has": {
    ...names,
    wrong: seeing((right, elsewhere) => ({
      copy: async (project, kind, id, name, revision) =>
        hasName(strangers(project, elsewhere(project)), kind, name)
          ? nameTaken(name)
          : right.copy(project, kind, id, name, revision)
    }))
  },
  "lets nobody rename to a name that another project has": {
    ...names,
    wrong: seeing((right, elsewhere) => ({
      update: async (project, kind, id, expectedRevision, changes) =>
        changes.name !== undefined && hasName(siblings(project, elsewhere(project)), kind, changes.name)
          ? nameTaken(changes.name)
          : right.update(project, kind, id, expectedRevision, changes)
    }))
  },
  "counts what is another project's": {
    law: "A3",
    requirement: "A3.lists",
    wrong: seeing((right, elsewhere) => ({
      total: (project, kind, search, items) =>
        right.total(project, kind, search, items) +
        siblings(project, elsewhere(project)).reduce((sum, one) => sum + matching(one, kind, search).length, 0)
    }))
  },
  "takes cursors of another organization's": {
    law: "P3",
    requirement: "P3.project",
    wrong: () => ({
      bindingOf: (project, kind, search) => `${project.id === "other" ? "other" : ""} ${kind} ${search ?? ""}`
    })
  },
  "keeps names for one kind": {
    law: "A3",
    requirement: "definition.id",
    wrong: (right) => ({
      create: async (project, kind, content) =>
        project.model.some((one) => one.kind !== kind && Model.current(one).name === content.name)
          ? nameTaken(content.name)
          : right.create(project, kind, content)
    })
  },
  "lets anybody into a project that the query names": {
    law: "A3",
    requirement: "A3.project",
    wrong: (right) => {
      const named = new Set<string>()
      return {
        projectOf: (request) => {
          const id = right.projectOf(request)
          if (!isError(id) && new URL(request.url).search !== "") named.add(id)
          return id
        },
        authorize: (world, principal, operation, projectId) => {
          const project = named.delete(projectId) ? world.projects.get(projectId) : undefined
          return project ?? right.authorize(world, principal, operation, projectId)
        }
      }
    }
  },
  "carries a restore out in the first project of an organization, whichever is named": {
    ...definition,
    wrong: (right) => ({
      authorize: (world, principal, operation, projectId) => {
        const project = right.authorize(world, principal, operation, projectId)
        if (isError(project) || !operation.id.startsWith("restore_")) return project
        return [...world.projects.values()].find(({ organization }) => organization === project.organization)!
      }
    })
  }
}
