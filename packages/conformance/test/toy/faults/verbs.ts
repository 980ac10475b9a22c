import { Conflict, ReferenceNotFound } from "@agent-operations/error-envelope"
import { Model } from "../../../src/model/index.ts"
import { isError, type Made, type Parts, type Project } from "../parts.ts"
import type { KindName } from "../../served.ts"
import { type Fault, type Faults, revisionOf, rewritten } from "./fault.ts"

type Rewrite = (
  made: Model.ModelRevision,
  then: { readonly project: Project; readonly kind: KindName; readonly before: Model.ModelDefinition | undefined }
) => Partial<Model.ModelRevision>

const find = (project: Project, id: string) => project.model.find((one) => one.id === id)

/** A server whose verb makes another revision than it has to. */
const making =
  (verb: "create" | "update" | "restore" | "copy", rewrite: Rewrite): Fault["wrong"] =>
  (right) => ({
    [verb]: async (...args: ReadonlyArray<unknown>) => {
      const [project, kind, id] = args as [Project, KindName, string]
      const before = find(project, id)
      const made = await (right[verb] as (...args: ReadonlyArray<unknown>) => Promise<Made>)(...args)
      return rewritten(project, made, (revision) => ({ ...revision, ...rewrite(revision, { project, kind, before }) }))
    }
  })

const mapReferences = (
  references: Model.ModelReferences,
  change: (one: Model.ModelReference) => Partial<Model.ModelReference>
): Model.ModelReferences =>
  Object.fromEntries(Object.entries(references).map(([alias, one]) => [alias, { ...one, ...change(one) }]))

/** A server that tells other definitions of who refers to one. */
const telling =
  (
    change: (
      all: ReadonlyArray<Model.Referrer>,
      then: { readonly project: Project; readonly id: string }
    ) => ReadonlyArray<Model.Referrer>
  ): Fault["wrong"] =>
  (right) => ({ referrers: (project, id) => change(right.referrers(project, id), { project, id }) })

/** A server that looks at some references alone when it writes. */
const lookingAt = (
  right: Parts,
  isLookedAt: (
    reference: Model.ModelReference,
    then: { readonly alias: string; readonly id: string | undefined; readonly all: Model.ModelReferences }
  ) => boolean
): Partial<Parts> => {
  const looked = (all: Model.ModelReferences, id?: string) =>
    Object.fromEntries(Object.entries(all).filter(([alias, one]) => isLookedAt(one, { alias, id, all })))
  return {
    create: async (project, kind, content) =>
      rewritten(
        project,
        await right.create(project, kind, { ...content, references: looked(content.references) }),
        (r) => ({
          ...r,
          references: content.references
        })
      ),
    update: async (project, kind, id, expected, changes) => {
      const { references } = changes
      if (references === undefined) return right.update(project, kind, id, expected, changes)
      const made = await right.update(project, kind, id, expected, { ...changes, references: looked(references, id) })
      return rewritten(project, made, (r) => ({ ...r, references }))
    }
  }
}

/** A server that lets go of what some references hold. */
const holding =
  (holds: (revision: number | null, current: number) => boolean): Fault["wrong"] =>
  (right) => ({
    remove: async (project, kind, id, expected) => {
      const revisions = revisionOf(project, kind, id) ?? 0
      const held = Model.referrers(project.model, id).some(({ pinnedRevision }) => holds(pinnedRevision, revisions))
      const alone = { ...project, model: project.model.filter((one) => one.id === id) }
      const outcome = await right.remove(held ? project : alone, kind, id, expected)
      if (!isError(outcome)) project.model = project.model.filter((one) => one.id !== id)
      return outcome
    }
  })

/** A server that tells only some of the aliases that are missing. */
const missing = (made: Made, some: (all: ReadonlyArray<string>) => ReadonlyArray<string>): Made =>
  isError(made) && made._tag === "REFERENCE_NOT_FOUND"
    ? new ReferenceNotFound({ message: "Missing.", details: { references: some(made.details.references) } })
    : made

/** What there is of a definition with its revisions changed. */
const changing = (project: Project, id: string, change: (one: Model.ModelDefinition) => Model.ModelDefinition) => {
  project.model = project.model.map((one) => (one.id === id ? change(one) : one))
}

/** Servers that are wrong in what a verb makes of revisions. */
const made: Faults = {
  "makes no revision of an update that changes nothing": {
    law: "R2",
    requirement: "update.empty",
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const one = Model.find(project.model, kind, id)
        return one !== undefined && one.revisions.length === expected && Object.keys(changes).length === 0
          ? { id, revision: Model.current(one) }
          : right.update(project, kind, id, expected, changes)
      }
    })
  },
  "makes no revision of a rename to the same name": {
    law: "R2",
    requirement: "R2.next",
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const one = Model.find(project.model, kind, id)
        return one !== undefined &&
          one.revisions.length === expected &&
          Object.keys(changes).join("") === "name" &&
          changes.name === Model.current(one).name
          ? { id, revision: Model.current(one) }
          : right.update(project, kind, id, expected, changes)
      }
    })
  },
  "removes a description that an update leaves out": {
    law: "R2",
    requirement: "R2.absent",
    wrong: (right) => ({
      update: (project, kind, id, expected, changes) =>
        right.update(project, kind, id, expected, { description: null, ...changes })
    })
  },
  "keeps a description that is to be removed": {
    law: "R2",
    requirement: "R2.absent",
    wrong: (right) => ({
      update: (project, kind, id, expected, { description, ...changes }) =>
        right.update(
          project,
          kind,
          id,
          expected,
          typeof description === "string" ? { ...changes, description } : changes
        )
    })
  },
  "removes references that an update leaves out": {
    law: "R2",
    requirement: "R2.absent",
    wrong: (right) => ({
      update: (project, kind, id, expected, changes) =>
        right.update(project, kind, id, expected, { references: {}, ...changes })
    })
  },
  "adds the references of an update to those before": {
    law: "R2",
    requirement: "update.parts",
    wrong: making("update", ({ references }, { before }) => ({
      references: { ...(before === undefined ? {} : Model.current(before).references), ...references }
    }))
  },
  "calls an update of a restored revision restored": {
    law: "R2",
    requirement: "definition.origin",
    wrong: making("update", (_, { before }) => {
      const origin = before === undefined ? undefined : (Model.current(before).origin as { readonly type: string })
      return origin?.type === "restored" ? { origin } : {}
    })
  },
  "tells the current name in its history": {
    law: "R2",
    requirement: "R2.kept",
    wrong: (right) => ({
      history: (definition, limit, before) => {
        const { items, nextBefore } = right.history(definition, limit, before)
        return { items: items.map((one) => ({ ...one, name: Model.current(definition).name })), nextBefore }
      }
    })
  },
  "tells the current references of a revision before": {
    law: "R2",
    requirement: "R2.kept",
    wrong: (right) => ({
      revisionOf: (definition, revision) => {
        const found = right.revisionOf(definition, revision)
        return found === undefined ? found : { ...found, references: Model.current(definition).references }
      }
    })
  },
  "tells where a revision came from as updated, once there is another": {
    law: "R2",
    requirement: "R2.kept",
    wrong: (right) => ({
      revisionOf: (definition, revision) => {
        const found = right.revisionOf(definition, revision)
        return found === undefined || found === Model.current(definition) || found.revision === 1
          ? found
          : { ...found, origin: { type: "updated" } }
      }
    })
  },
  "answers the current revision for one that there is not": {
    law: "R1",
    requirement: "get.revision",
    wrong: (right) => ({
      revisionOf: (definition, revision) =>
        right.revisionOf(definition, revision) ?? right.revisionOf(definition, undefined)
    })
  },
  "goes on counting where a deleted definition of that name ended": {
    law: "R1",
    requirement: "R1.first",
    wrong: (right) => {
      const last = new Map<string, number>()
      return {
        remove: async (project, kind, id, expected) => {
          const name = find(project, id)?.revisions.at(-1)?.name
          const outcome = await right.remove(project, kind, id, expected)
          if (!isError(outcome) && name !== undefined) last.set(`${kind} ${name}`, expected)
          return outcome
        },
        create: async (project, kind, content) =>
          rewritten(project, await right.create(project, kind, content), (r) => ({
            ...r,
            revision: 1 + (last.get(`${kind} ${r.name}`) ?? 0)
          }))
      }
    }
  },
  "restores all but the references": {
    law: "R5",
    requirement: "R5.content",
    wrong: making("restore", (_, { before }) => ({ references: Model.current(before!).references }))
  },
  "restores all but the settings": {
    law: "R5",
    requirement: "R5.content",
    wrong: making("restore", (_, { before }) => ({ settings: Model.current(before!).settings }))
  },
  "restores pins as references that follow": {
    law: "R5",
    requirement: "R5.content",
    wrong: making("restore", ({ references }) => ({
      references: mapReferences(references, () => ({ revision: null }))
    }))
  },
  "moves the pins of what it restores to the current revision": {
    law: "R5",
    requirement: "R5.content",
    wrong: making("restore", ({ references }, { project }) => ({
      references: mapReferences(references, ({ id, revision }) =>
        revision === null ? {} : { revision: find(project, id)!.revisions.length }
      )
    }))
  },
  "tells of a restored revision which one that was restored from": {
    law: "R5",
    requirement: "R5.origin",
    wrong: making("restore", ({ origin }, { before }) => {
      const { revision } = origin as { readonly revision: number }
      const past = before!.revisions[revision - 1]!.origin as { readonly type: string }
      return past.type === "restored" ? { origin: past } : {}
    })
  },
  "makes nothing of a restore of the current revision": {
    law: "R5",
    requirement: "R5.origin",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const one = Model.find(project.model, kind, id)
        return one?.revisions.length === revision
          ? { id, revision: Model.current(one) }
          : right.restore(project, kind, id, revision, expected)
      }
    })
  },
  "writes over the revisions after the one that it restores": {
    law: "R1",
    requirement: "R2.kept",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const made = await right.restore(project, kind, id, revision, expected)
        if (!isError(made))
          changing(project, id, (one) => ({
            ...one,
            revisions: one.revisions.map((r) =>
              r.revision > revision && r.revision < made.revision.revision ? one.revisions[revision - 1]! : r
            )
          }))
        return made
      }
    })
  },
  "restores without a guard to the first revision alone": {
    law: "R5",
    requirement: "R5.unguarded",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) =>
        expected === undefined && revision > 1 && revisionOf(project, kind, id) !== undefined
          ? new Conflict({ message: "Stale.", details: { expectedRevision: revision, currentRevision: revision } })
          : right.restore(project, kind, id, revision, expected)
    })
  },
  "restores a name that another has": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const made = await right.restore(project, kind, id, revision, expected)
        if (!isError(made) || made._tag !== "NAME_TAKEN") return made
        const others = project.model
        const alone = { ...project, model: others.filter((one) => one.kind !== kind || one.id === id) }
        const forced = await right.restore(alone, kind, id, revision, expected)
        const changed = find(alone, id)!
        project.model = others.map((one) => (one.id === id ? changed : one))
        return forced
      }
    })
  },
  "tells the name now of a restore whose name is taken": {
    law: "R6",
    requirement: "error.NAME_TAKEN",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const made = await right.restore(project, kind, id, revision, expected)
        if (isError(made) && made._tag === "NAME_TAKEN")
          Object.assign(made, { details: { name: find(project, id)!.revisions.at(-1)!.name } })
        return made
      }
    })
  },
  "copies references without their pins": {
    law: "R6",
    requirement: "R6.content",
    wrong: making("copy", ({ references }) => ({ references: mapReferences(references, () => ({ revision: null })) }))
  },
  "pins what a copy refers to": {
    law: "R6",
    requirement: "R6.content",
    wrong: making("copy", ({ references }, { project }) => ({
      references: mapReferences(references, ({ id, revision }) => ({
        revision: revision ?? find(project, id)!.revisions.length
      }))
    }))
  },
  "copies the current references with an earlier revision": {
    law: "R6",
    requirement: "R6.content",
    wrong: making("copy", (_, { before }) => ({ references: Model.current(before!).references }))
  },
  "copies the current settings with an earlier revision": {
    law: "R6",
    requirement: "R6.content",
    wrong: making("copy", (_, { before }) => ({ settings: Model.current(before!).settings }))
  },
  "says of a copy of a copy that it is of the first": {
    law: "R6",
    requirement: "R6.origin",
    wrong: making("copy", (_, { before }) => {
      const { origin } = before!.revisions[0]!
      return (origin as { readonly type: string }).type === "copied" ? { origin } : {}
    })
  },
  "says of a copy of a restored revision that it is of the one restored": {
    law: "R6",
    requirement: "R6.origin",
    wrong: making("copy", ({ origin }, { before }) => {
      const { revision } = origin as { readonly revision: number }
      const past = before!.revisions[revision - 1]!.origin as { readonly type: string; readonly revision: number }
      return past.type === "restored" ? { origin: { ...origin, revision: past.revision } } : {}
    })
  },
  "keeps the white space around the name of a copy": {
    law: "R6",
    requirement: "R6.content",
    wrong: (right) => ({
      copy: async (project, kind, id, name, revision) =>
        rewritten(project, await right.copy(project, kind, id, name, revision), (r) => ({ ...r, name }))
    })
  },
  "changes a copy with what it was copied from": {
    law: "R2",
    requirement: "R6.source",
    wrong: (right) => ({
      update: async (...args) => {
        const [project, , id, , { description }] = args
        const made = await right.update(...args)
        if (isError(made) || description === undefined) return made
        for (const one of project.model) {
          const [first] = one.revisions
          const origin = first!.origin as { readonly type: string; readonly id?: string }
          if (one.revisions.length === 1 && origin.id === id)
            changing(project, one.id, () => ({ ...one, revisions: [{ ...first!, description }] }))
        }
        return made
      }
    })
  },
  "forgets where a copy came from when that is deleted": {
    law: "R8",
    requirement: "R2.kept",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const outcome = await right.remove(project, kind, id, expected)
        if (isError(outcome)) return outcome
        for (const one of project.model)
          changing(project, one.id, () => ({
            ...one,
            revisions: one.revisions.map((r) =>
              (r.origin as { readonly id?: string }).id === id ? { ...r, origin: { type: "created" } } : r
            )
          }))
        return outcome
      }
    })
  }
}

/** Servers that are wrong in what references are held to, and who is told. */
const referring: Faults = {
  "tells the first alias of a restore's that are missing": {
    law: "R5",
    requirement: "R5.references",
    wrong: (right) => ({ restore: async (...args) => missing(await right.restore(...args), (all) => all.slice(0, 1)) })
  },
  "tells every alias of a restore where one is missing": {
    law: "R5",
    requirement: "R5.references",
    wrong: (right) => ({
      restore: async (...args) =>
        missing(await right.restore(...args), () => {
          const [project, , id, revision] = args
          return Object.keys(find(project, id)!.revisions[revision - 1]!.references)
        })
    })
  },
  "tells the last alias of a copy's that are missing": {
    law: "R7",
    requirement: "error.REFERENCE_NOT_FOUND",
    wrong: (right) => ({ copy: async (...args) => missing(await right.copy(...args), (all) => all.slice(-1)) })
  },
  "tells one alias of an update's that are missing": {
    law: "R7",
    requirement: "error.REFERENCE_NOT_FOUND",
    wrong: (right) => ({ update: async (...args) => missing(await right.update(...args), (all) => all.slice(0, 1)) })
  },
  "takes a pin to a revision that is still to come": {
    law: "R7",
    requirement: "R7.attach",
    wrong: (right) => lookingAt(right, ({ revision }) => revision === null || revision === 1 || revision > 1_000_000)
  },
  "looks at the first reference to each definition": {
    law: "R7",
    requirement: "R7.attach",
    wrong: (right) =>
      lookingAt(right, ({ id }, { alias, all }) => Object.entries(all).find(([, one]) => one.id === id)![0] === alias)
  },
  "looks for what is followed alone": {
    law: "R7",
    requirement: "R7.attach",
    wrong: (right) => lookingAt(right, ({ revision }) => revision === null)
  },
  "looks for no more than the first reference": {
    law: "R7",
    requirement: "R7.attach",
    wrong: (right) => lookingAt(right, (_, { alias, all }) => Object.keys(all)[0] === alias)
  },
  "takes a pin to an earlier revision of itself": {
    law: "R7",
    requirement: "R7.invalid",
    wrong: (right) => lookingAt(right, (target, { id }) => target.revision === null || target.id !== id)
  },
  "lets go of what is pinned": {
    law: "R7",
    requirement: "R7.pinned",
    wrong: holding((revision) => revision === null)
  },
  "lets go of what is pinned to an earlier revision": {
    law: "R7",
    requirement: "R7.pinned",
    wrong: holding((revision, current) => revision === null || revision === current)
  },
  "lets go of what is followed": {
    law: "R7",
    requirement: "R7.held",
    wrong: holding((revision) => revision !== null)
  },
  "holds what earlier revisions refer to": {
    law: "R7",
    requirement: "R7.detached",
    wrong: (right) => ({
      remove: async (project, kind, id, expected) => {
        const holds = project.model.find(
          (one) =>
            one.id !== id && one.revisions.some((r) => Object.values(r.references).some((target) => target.id === id))
        )
        if (holds === undefined) return right.remove(project, kind, id, expected)
        const past = {
          ...holds,
          revisions: [holds.revisions.find((r) => Object.values(r.references).some((target) => target.id === id))!]
        }
        const then = { ...project, model: project.model.map((one) => (one === holds ? past : one)) }
        return right.remove(then, kind, id, expected)
      }
    })
  },
  "tells one alias of each that refers": {
    law: "P7",
    requirement: "definition.references.same",
    wrong: telling((all) => all.filter(({ id }, n) => all.findIndex((one) => one.id === id) === n))
  },
  "tells each that refers once for each definition pinned": {
    law: "P7",
    requirement: "dependencies.items",
    wrong: telling((all) =>
      all.filter(
        ({ id, pinnedRevision }, n) =>
          all.findIndex((one) => one.id === id && one.pinnedRevision === pinnedRevision) === n
      )
    )
  },
  "tells the current revision of what is followed as pinned": {
    law: "P7",
    requirement: "dependencies.items",
    wrong: telling((all, { project, id }) =>
      all.map((one) => ({ ...one, pinnedRevision: one.pinnedRevision ?? find(project, id)!.revisions.length }))
    )
  },
  "tells the name of what refers in small letters": {
    law: "P7",
    requirement: "dependencies.items",
    wrong: telling((all) => all.map((one) => ({ ...one, name: one.name.toLowerCase() })))
  },
  "tells the alias of a reference in small letters": {
    law: "P7",
    requirement: "dependencies.items",
    wrong: telling((all) => all.map((one) => ({ ...one, alias: one.alias.toLowerCase() })))
  },
  "tells the first name of what refers": {
    law: "P7",
    requirement: "dependencies.items",
    wrong: telling((all, { project }) =>
      all.map((one) => ({ ...one, name: find(project, one.id)!.revisions[0]!.name }))
    )
  },
  "tells since which revision something refers": {
    law: "P7",
    requirement: "dependencies.items",
    wrong: telling((all, { project, id }) =>
      all.map((one) => {
        const since = find(project, one.id)!.revisions.find((r) =>
          Object.values(r.references).some((target) => target.id === id)
        )
        return { ...one, revision: since!.revision }
      })
    )
  },
  "tells what referred before": {
    law: "P7",
    requirement: "dependencies.current",
    wrong: telling((all, { project, id }) => {
      const past = project.model
        .filter((from) => all.every((one) => one.id !== from.id))
        .map((from) => ({
          ...from,
          revisions: from.revisions.filter((r) => Object.values(r.references).some((target) => target.id === id))
        }))
        .filter(({ revisions }) => revisions.length > 0)
      return [...all, ...Model.referrers(past, id)]
    })
  },
  "forgets what refers once it is restored": {
    law: "P7",
    requirement: "dependencies.current",
    wrong: telling((all, { project }) =>
      all.filter((one) => (find(project, one.id)!.revisions.at(-1)!.origin as { type: string }).type !== "restored")
    )
  },
  "forgets what refers once it is copied": {
    law: "P7",
    requirement: "dependencies.current",
    wrong: telling((all, { project }) =>
      all.filter((one) => (find(project, one.id)!.revisions.at(-1)!.origin as { type: string }).type !== "copied")
    )
  },
  "tells what refers once it is deleted": {
    law: "P7",
    requirement: "dependencies.current",
    wrong: (right) => {
      const ever = new Map<string, Model.Referrer>()
      return {
        referrers: (project, id) => {
          const all = right.referrers(project, id)
          for (const one of all) ever.set(`${id} ${one.id} ${one.alias}`, one)
          const gone = [...ever].filter(([key, one]) => key.startsWith(id) && find(project, one.id) === undefined)
          return [...all, ...gone.map(([, one]) => one)]
        }
      }
    }
  },
  "names what follows alone where it cannot delete": {
    law: "R7",
    requirement: "error.STILL_REFERENCED",
    wrong: (right) => ({
      remove: async (...args) => {
        const outcome = await right.remove(...args)
        if (isError(outcome) && outcome._tag === "STILL_REFERENCED") {
          const { referencedBy, hasMore } = outcome.details
          const following = referencedBy.filter(({ pinnedRevision }) => pinnedRevision === null)
          Object.assign(outcome, { details: { referencedBy: following, hasMore } })
        }
        return outcome
      }
    })
  }
}

export const verbs: Faults = { ...made, ...referring }
