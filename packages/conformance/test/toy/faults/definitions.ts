import { Result } from "effect"
import { Model } from "../../../src/model/index.ts"
import { isError, type Parts } from "../parts.ts"
import { type Faults, rewritten } from "./fault.ts"

/** Changes the body that is decoded. */
const decoding =
  (change: (body: Record<string, unknown>, operation: string) => Record<string, unknown>) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) => right.decode(operation, change(body as Record<string, unknown>, operation))
  })

/** Changes what is answered of a definition. */
const answering =
  (change: (item: Record<string, unknown>) => object) =>
  (right: Parts): Partial<Parts> => ({
    answer: (data) => {
      const item = (one: unknown) => ("createdAt" in (one as object) ? change(one as Record<string, unknown>) : one)
      const { items } = data as { readonly items?: ReadonlyArray<unknown> }
      return right.answer(items === undefined ? item(data) : { ...(data as object), items: items.map(item) })
    }
  })

/** Changes what an update does. */
const updating =
  (change: (changes: Partial<Model.ModelContent>, current: Model.ModelRevision) => Partial<Model.ModelContent>) =>
  (right: Parts): Partial<Parts> => ({
    update: (project, kind, id, expected, changes) => {
      const current = Model.find(project.model, kind, id)?.revisions.at(-1)
      return right.update(project, kind, id, expected, current === undefined ? changes : change(changes, current))
    }
  })

const parts = { law: "R2", requirement: "update.parts" } as const
const cut = (value: unknown, length: number) =>
  typeof value === "string" ? [...value.trim()].slice(0, length).join("") : value

/** What has come to pass is asked for again, in place of what is refused. */
const insteadOf =
  (change: (body: Record<string, unknown>, operation: string) => Record<string, unknown>) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) => {
      const decoded = right.decode(operation, body)
      if (Result.isSuccess(decoded) || typeof body !== "object" || body === null) return decoded
      return right.decode(operation, change(body as Record<string, unknown>, operation))
    }
  })

const withMember = (body: Record<string, unknown>, name: string, change: (value: unknown) => unknown) =>
  name in body ? { ...body, [name]: change(body[name]) } : body

export const definitions: Faults = {
  "keeps what the settings of an update leave out": {
    ...parts,
    wrong: (right) => {
      let sent: unknown
      return {
        decode: (operation, body) => {
          sent = (body as { readonly settings?: unknown } | null)?.settings
          return right.decode(operation, body)
        },
        update: (project, kind, id, expected, changes) => {
          const settings = {
            ...(Model.find(project.model, kind, id)?.revisions.at(-1)?.settings as object),
            ...(sent as object)
          }
          return right.update(project, kind, id, expected, sent === undefined ? changes : { ...changes, settings })
        }
      }
    }
  },
  "merges the references of an update into those that are there": {
    ...parts,
    wrong: updating((changes, { references }) =>
      changes.references === undefined ? changes : { ...changes, references: { ...references, ...changes.references } }
    )
  },
  "forgets references at an update of the source alone": {
    ...parts,
    wrong: updating((changes) =>
      "source" in changes && Object.keys(changes).length === 1 ? { ...changes, references: {} } : changes
    )
  },
  "takes a source of an update only with settings": {
    ...parts,
    wrong: updating((changes, { source }) =>
      "settings" in changes || !("source" in changes) ? changes : { ...changes, source }
    )
  },
  "keeps a description that an update removes": {
    law: "R2",
    requirement: "R2.absent",
    wrong: updating((changes, { description }) =>
      changes.description === null ? { ...changes, description } : changes
    )
  },
  "removes a description that an update leaves out": {
    law: "R2",
    requirement: "R2.absent",
    wrong: updating((changes) => ({ description: null, ...changes }))
  },
  "makes no revision of an update of nothing": {
    law: "R2",
    requirement: "update.empty",
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const definition = Model.find(project.model, kind, id)
        return Object.keys(changes).length > 0 || definition?.revisions.length !== expected
          ? right.update(project, kind, id, expected, changes)
          : { id, revision: Model.current(definition) }
      }
    })
  },
  "has a history of definitions without their descriptions": {
    law: "R2",
    requirement: "history.whole",
    wrong: (right) => ({
      history: (...args) => {
        const { items, nextBefore } = right.history(...args)
        return { items: items.map((one) => ({ ...one, description: null })), nextBefore }
      }
    })
  },
  "says of an update that it was a create": {
    law: "R2",
    requirement: "definition.origin",
    wrong: (right) => ({
      update: async (project, ...args) =>
        rewritten(project, await right.update(project, ...args), (one) => ({ ...one, origin: { type: "created" } }))
    })
  },
  "says of a restore that it was an update": {
    law: "R2",
    requirement: "definition.origin",
    wrong: (right) => ({
      restore: async (project, ...args) =>
        rewritten(project, await right.restore(project, ...args), (one) => ({ ...one, origin: { type: "updated" } }))
    })
  },
  "says the time of an update for that of the create": {
    law: "R2",
    requirement: "definition.created",
    wrong: answering((item) => ({ ...item, createdAt: item["updatedAt"] }))
  },
  "says the author of an update for that of the create": {
    law: "R2",
    requirement: "definition.created",
    wrong: answering((item) => ({ ...item, createdBy: item["updatedBy"] }))
  },
  "says the time of the create for that of an update": {
    law: "R2",
    requirement: "definition.updated",
    wrong: answering((item) => ({ ...item, updatedAt: item["createdAt"] }))
  },
  "says who made it for who changed it": {
    law: "R2",
    requirement: "definition.actor",
    wrong: answering((item) => ({ ...item, updatedBy: item["createdBy"] }))
  },
  "says when it is asked for the time of an update": {
    law: "R2",
    requirement: "definition.updated",
    wrong: answering((item) => ({ ...item, updatedAt: new Date().toISOString() }))
  },
  "writes times to the second": {
    law: "R2",
    requirement: "definition.times",
    wrong: answering((item) => ({ ...item, updatedAt: `${String(item["updatedAt"]).slice(0, 19)}.000Z` }))
  },
  "tells another project": {
    law: "R2",
    requirement: "definition.kind",
    wrong: answering((item) => ({ ...item, projectId: "theirs" }))
  },
  "cuts a name that is too long": {
    law: "E3",
    requirement: "definition.name",
    wrong: insteadOf((body) => withMember(body, "name", (name) => cut(name, 120)))
  },
  "counts the units of a name": {
    law: "E3",
    requirement: "definition.name",
    wrong: decoding((body) => withMember(body, "name", (name) => (String(name).trim().length > 120 ? "" : name)))
  },
  "takes a name of 119 characters at most": {
    law: "E3",
    requirement: "definition.name",
    wrong: decoding((body) => withMember(body, "name", (name) => ([...String(name).trim()].length > 119 ? "" : name)))
  },
  "names what has no name": {
    law: "E3",
    requirement: "definition.name",
    wrong: insteadOf((body) => withMember(body, "name", (name) => (String(name).trim() === "" ? "Untitled" : name)))
  },
  "leaves the white space around a name": {
    law: "E4",
    requirement: "definition.name",
    wrong: answering((item) => ({ ...item, name: `${String(item["name"])} ` }))
  },
  "cuts a description that is too long": {
    law: "E3",
    requirement: "definition.description",
    wrong: insteadOf((body) =>
      withMember(body, "description", (text) =>
        typeof text === "string" && text.length > 100 ? cut(text, 2000) : text
      )
    )
  },
  "counts the units of a description": {
    law: "E3",
    requirement: "definition.description",
    wrong: decoding((body) =>
      withMember(body, "description", (text) => (typeof text === "string" && text.length > 2000 ? 0 : text))
    )
  },
  "has an empty text for a description that is left out": {
    law: "E4",
    requirement: "definition.description",
    wrong: answering((item) => ({ ...item, description: item["description"] ?? "" }))
  },
  "takes a composed name for another": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const made = await right.create(project, kind, content)
        const [name, spelled] = [content.name.trim(), content.name.trim().normalize("NFC")]
        if (!isError(made) || made._tag !== "NAME_TAKEN" || name === spelled) return made
        const other = await right.create(project, kind, { ...content, name: `${name} ~` })
        return rewritten(project, other, (one) => ({ ...one, name }))
      }
    })
  },
  "tells of a name that is taken how the other has it": {
    law: "R6",
    requirement: "error.NAME_TAKEN",
    wrong: (right) => ({
      refuse: (error, request) => {
        if (error._tag === "NAME_TAKEN") Object.assign(error, { details: { name: error.details.name.toLowerCase() } })
        return right.refuse(error, request)
      }
    })
  },
  "refuses to rename to its own name in another case": {
    law: "R6",
    requirement: "definition.name.own",
    wrong: (right) => ({
      update: (project, kind, id, expected, changes) => {
        const current = Model.find(project.model, kind, id)?.revisions.at(-1)?.name
        const isOwn = changes.name !== undefined && current !== undefined && changes.name.trim() !== current
        const isSame =
          isOwn && changes.name!.trim().normalize("NFC").toLowerCase() === current.normalize("NFC").toLowerCase()
        return right.update(project, kind, id, expected, isSame ? { ...changes, name: current } : changes)
      }
    })
  },
  "restores a name that another has by now": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: (right) => ({
      restore: async (project, kind, id, revision, expected) => {
        const made = await right.restore(project, kind, id, revision, expected)
        if (!isError(made) || made._tag !== "NAME_TAKEN") return made
        const { name: _, ...past } = Model.find(project.model, kind, id)!.revisions[revision - 1]!
        return right.update(project, kind, id, Model.find(project.model, kind, id)!.revisions.length, {
          description: past.description
        })
      }
    })
  },
  "takes 65 references": {
    law: "E3",
    requirement: "definition.references",
    wrong: insteadOf((body) =>
      withMember(body, "references", (all) => Object.fromEntries(Object.entries(all as object).slice(0, 64)))
    )
  },
  "takes 63 references at most": {
    law: "E3",
    requirement: "definition.references",
    wrong: decoding((body) =>
      withMember(body, "references", (all) => (Object.keys(all as object).length > 63 ? null : all))
    )
  },
  "takes an alias of 41 characters": {
    law: "E3",
    requirement: "definition.references",
    wrong: insteadOf((body) =>
      withMember(body, "references", (all) =>
        Object.fromEntries(
          Object.entries(all as object).map(([alias, one]) => [alias.length > 40 ? "long" : alias, one])
        )
      )
    )
  },
  "takes an alias with the end of a line": {
    law: "E3",
    requirement: "definition.references",
    wrong: insteadOf((body) =>
      withMember(body, "references", (all) =>
        Object.fromEntries(Object.entries(all as object).map(([alias, one]) => [alias.replace(/\n$/, ""), one]))
      )
    )
  },
  "finds an ID in another case where it is referred to": {
    law: "E3",
    requirement: "definition.references",
    wrong: insteadOf((body) =>
      withMember(body, "references", (all) =>
        JSON.parse(JSON.stringify(all).replace(/_[0-9A-Z]{26}/g, (id) => id.toLowerCase()))
      )
    )
  },
  "keeps one alias of a definition": {
    law: "E4",
    requirement: "definition.references.same",
    wrong: (right) => ({
      update: (project, kind, id, expected, changes) => {
        const { references } = changes
        if (references === undefined) return right.update(project, kind, id, expected, changes)
        const one = new Map(
          Object.entries(references).map(([alias, to]) => [`${to.id} ${to.revision}`, [alias, to] as const])
        )
        return right.update(project, kind, id, expected, { ...changes, references: Object.fromEntries(one.values()) })
      }
    })
  },
  "takes a revision beyond its numbers for the last": {
    law: "E3",
    requirement: "revision.bounds",
    wrong: (right) => ({
      decode: (operation, body) => {
        const sent = (body ?? {}) as Record<string, unknown>
        const revision = Number(sent["revision"])
        return right.decode(operation, revision >= 2 ** 31 - 1 ? { ...sent, revision: 1 } : body)
      }
    })
  },
  "takes revision 0 for the current one": {
    law: "E3",
    requirement: "revision.bounds",
    wrong: insteadOf((body) => {
      const { revision, ...rest } = body
      return revision === 0 ? rest : body
    })
  },
  "finds an ID in another case": {
    law: "E3",
    requirement: "definition.id",
    wrong: insteadOf((body) => withMember(body, "id", (id) => String(id).toLowerCase()))
  },
  "finds an ID by what is behind its prefix": {
    law: "E3",
    requirement: "definition.id",
    wrong: insteadOf((body, operation) =>
      withMember(body, "id", (id) =>
        typeof id === "string" ? id.replace(/^(pv|cf)_/, operation.includes("page_view") ? "pv_" : "cf_") : id
      )
    )
  },
  "finds an ID with white space around it": {
    law: "E3",
    requirement: "definition.id",
    wrong: insteadOf((body) => withMember(body, "id", (id) => String(id).trim()))
  }
}
