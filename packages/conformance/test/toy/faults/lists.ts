import { Result } from "effect"
import { NameTaken } from "@agent-operations/error-envelope"
import { Model } from "../../../src/model/index.ts"
import type { KindName } from "../../served.ts"
import { isError, type ListInput, matching, type Made, type Parts, type Project } from "../parts.ts"
import { type Fault, type Faults } from "./fault.ts"

const fold = (text: string) => text.normalize("NFC").toLowerCase()

/** A server whose searches find other names. */
const finding = (finds: (name: string, search: string) => boolean): Fault["wrong"] => {
  const found = (project: Project, kind: KindName, search = "") =>
    matching(project, kind).filter((one) => finds(Model.current(one).name, search))
  return (right) => ({
    after: async (project, kind, search, id) => {
      const some = new Set(found(project, kind, search))
      return (await right.after(project, kind, undefined, id)).filter((one) => some.has(one))
    },
    total: (project, kind, search) => found(project, kind, search).length
  })
}

/** A server whose `search` is a pattern, in part. */
const findingBy = (pattern: (escaped: string) => string): Fault["wrong"] =>
  finding((name, search) =>
    new RegExp(pattern(fold(search).replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")), "su").test(fold(name))
  )

/** A server that compares names by something else. */
const comparing = (key: (name: string) => string): Fault["wrong"] => {
  /** Names as they are to the model, which compares them by case and composition. */
  const hidden = new Map<string, string>()
  const hide = (name: string) => {
    const hex = [...key(name.trim())].map((letter) => letter.codePointAt(0)!.toString(16)).join(" ")
    hidden.set(hex, hidden.get(hex) ?? hex)
    return hex
  }
  const veiled = (project: Project): Project => ({
    ...project,
    model: project.model.map((one) => ({
      ...one,
      revisions: one.revisions.map((r) => ({ ...r, name: hide(r.name) }))
    }))
  })
  /** Carries a verb out among the hidden names, and puts what it made among the others. */
  const carryOut = async (
    project: Project,
    name: (made: Model.ModelRevision, before: Model.ModelDefinition | undefined) => string,
    act: (then: Project) => Promise<Made>
  ): Promise<Made> => {
    const then = veiled(project)
    const made = await act(then)
    if (isError(made)) {
      if (made._tag === "NAME_TAKEN") {
        const sent = name({} as Model.ModelRevision, undefined)
        return new NameTaken({ message: "Taken.", details: { name: sent } })
      }
      return made
    }
    const before = project.model.find((one) => one.id === made.id)
    const revision = Object.assign(made.revision, { name: name(made.revision, before) })
    const { kind } = then.model.find((one) => one.id === made.id)!
    project.model =
      before === undefined
        ? [...project.model, { kind, id: made.id, revisions: [revision] }]
        : project.model.map((one) => (one === before ? { ...one, revisions: [...one.revisions, revision] } : one))
    return { id: made.id, revision }
  }
  return (right) => ({
    create: (project, kind, content) =>
      carryOut(
        project,
        () => content.name.trim(),
        (then) => right.create(then, kind, { ...content, name: hide(content.name) })
      ),
    copy: (project, kind, id, name, revision) =>
      carryOut(
        project,
        () => name.trim(),
        (then) => right.copy(then, kind, id, hide(name), revision)
      ),
    update: (project, kind, id, expected, changes) => {
      const { name } = changes
      return carryOut(
        project,
        (_, before) => name?.trim() ?? Model.current(before!).name,
        (then) =>
          right.update(then, kind, id, expected, name === undefined ? changes : { ...changes, name: hide(name) })
      )
    },
    restore: (project, kind, id, revision, expected) =>
      carryOut(
        project,
        (_, before) => (before ?? project.model.find((one) => one.id === id))!.revisions[revision - 1]!.name,
        (then) => right.restore(then, kind, id, revision, expected)
      )
  })
}

/** A server that has another limit where none is given. */
const defaulting =
  (operation: RegExp, limit: number): Fault["wrong"] =>
  (right) => ({
    decode: (id, body) => {
      const given = body as { readonly limit?: unknown }
      return operation.test(id) && typeof body === "object" && body !== null && given.limit === undefined
        ? right.decode(id, { ...body, limit })
        : right.decode(id, body)
    }
  })

/** A server that takes one input of a list for another. */
const asking =
  (change: (input: ListInput) => ListInput): Fault["wrong"] =>
  (right) => ({
    decode: (id, body) =>
      Result.map(right.decode(id, body), (input) => (id.startsWith("list_") ? change(input as ListInput) : input))
  })

/** A server whose cursors are bound to more of an input than what it searches for. */
const binding =
  (more: (input: ListInput) => unknown): Fault["wrong"] =>
  (right) => {
    // Nothing comes between an input and the binding of its cursor.
    let bound: unknown
    return {
      ...asking((input) => {
        bound = more(input)
        return input
      })(right),
      bindingOf: (...args) => `${right.bindingOf(...args)} ${String(bound)}`
    }
  }

/** A server that takes limits that it has to refuse. */
const taking =
  (operation: RegExp, from: (limit: unknown) => boolean, to: number): Fault["wrong"] =>
  (right) => ({
    decode: (id, body) => {
      const given = body as { readonly limit?: unknown } | null
      return operation.test(id) && from(given?.limit) && Result.isFailure(right.decode(id, body))
        ? right.decode(id, { ...given, limit: to })
        : right.decode(id, body)
    }
  })

/** A server that reads cursors after it has changed them. */
const reading =
  (mend: (cursor: string) => string): Fault["wrong"] =>
  (right) => ({ readCursor: (cursor, binding) => right.readCursor(mend(cursor), binding) })

/** A server whose signature is of a part of a cursor. */
const signing = (isSame: (signature: string, wanted: string) => boolean): Fault["wrong"] => {
  return (right) => ({
    readCursor: (cursor, binding) => {
      const [id = "", signature = "", ...more] = cursor.split(".")
      const wanted = right.writeCursor(id, binding).split(".")[1]!
      return more.length === 0 && isSame(signature, wanted) ? id : undefined
    }
  })
}

const names: Faults = {
  "takes names apart by how they are composed": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) => name.toLowerCase())
  },
  "compares names without accents": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) =>
      fold(name)
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, "")
    )
  },
  "compares names by what is compatible": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) => fold(name.normalize("NFKC")))
  },
  "compares names by their upper case": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) => name.normalize("NFC").toUpperCase())
  },
  "lowers the case of names in ASCII alone": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) => name.normalize("NFC").replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  },
  "lowers the case of names as Turkish has it": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) => name.normalize("NFC").toLocaleLowerCase("tr"))
  },
  "compares names with the white space in them as one": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: comparing((name) => fold(name).replace(/\s+/g, " "))
  },
  "takes a name in another case for one of its own that is taken": {
    law: "R2",
    requirement: "definition.name.own",
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const one = Model.find(project.model, kind, id)
        const [name, before] = [changes.name?.trim(), one === undefined ? undefined : Model.current(one).name]
        return name !== undefined && before !== undefined && name !== before && fold(name) === fold(before)
          ? new NameTaken({ message: "Taken.", details: { name } })
          : right.update(project, kind, id, expected, changes)
      }
    })
  },
  "keeps the names that a definition had": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const name = content.name.trim()
        const had = project.model.some(
          (one) => one.kind === kind && one.revisions.some((r) => fold(r.name) === fold(name))
        )
        return had ? new NameTaken({ message: "Taken.", details: { name } }) : right.create(project, kind, content)
      }
    })
  },
  "has one name for all kinds": {
    law: "R6",
    requirement: "definition.name.unique",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const name = content.name.trim()
        return project.model.some((one) => one.kind !== kind && fold(Model.current(one).name) === fold(name))
          ? new NameTaken({ message: "Taken.", details: { name } })
          : right.create(project, kind, content)
      }
    })
  },
  "tells a taken name as another wrote it": {
    law: "R6",
    requirement: "error.NAME_TAKEN",
    wrong: (right) => ({
      create: async (project, kind, content) => {
        const made = await right.create(project, kind, content)
        if (isError(made) && made._tag === "NAME_TAKEN") {
          const other = matching(project, kind).find(
            (one) => fold(Model.current(one).name) === fold(content.name.trim())
          )
          Object.assign(made, { details: { name: Model.current(other!).name } })
        }
        return made
      }
    })
  },
  "tells a taken name with the white space around it": {
    law: "R6",
    requirement: "error.NAME_TAKEN",
    wrong: (right) => ({
      copy: async (project, kind, id, name, revision) => {
        const made = await right.copy(project, kind, id, name, revision)
        if (isError(made) && made._tag === "NAME_TAKEN") Object.assign(made, { details: { name } })
        return made
      }
    })
  }
}

const pages: Faults = {
  "gives 20 of a list where no limit is given": {
    law: "P2",
    requirement: "list.limit",
    wrong: defaulting(/^list_/, 20)
  },
  "gives 100 of a list where no limit is given": {
    law: "P2",
    requirement: "list.limit",
    wrong: defaulting(/^list_/, 100)
  },
  "gives 51 of a history where no limit is given": {
    law: "P2",
    requirement: "history.limit",
    wrong: defaulting(/_history$/, 51)
  },
  "gives 20 of a history where no limit is given": {
    law: "P2",
    requirement: "history.limit",
    wrong: defaulting(/_history$/, 20)
  },
  "takes a limit of 0 for none": {
    law: "P2",
    requirement: "P2.range",
    wrong: taking(/_history$/, (limit) => limit === 0, 50)
  },
  "takes a limit of 201": {
    law: "P2",
    requirement: "P2.range",
    wrong: taking(/^list_/, (limit) => limit === 201, 200)
  },
  "takes a limit that is a text of digits": {
    law: "P2",
    requirement: "P2.range",
    wrong: taking(/_history$/, (limit) => limit === "1", 1)
  },
  "takes a limit of dependencies beyond 1000": {
    law: "P2",
    requirement: "dependencies.limit",
    wrong: taking(/_dependencies$/, (limit) => Number(limit) > 1000, 1000)
  },
  "gives 50 dependencies where no limit is given": {
    law: "P2",
    requirement: "dependencies.limit",
    wrong: defaulting(/_dependencies$/, 50)
  },
  "gives 200 dependencies where no limit is given": {
    law: "P2",
    requirement: "dependencies.limit",
    wrong: defaulting(/_dependencies$/, 200)
  },
  "says of many dependencies that there are no more": {
    law: "P7",
    requirement: "P7.more",
    wrong: () => ({
      dependencies: (all, limit) => ({ items: all.slice(0, limit), hasMore: limit < 100 && all.length > limit })
    })
  },
  "takes a byte order mark off a search": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => fold(name).includes(fold(search.replace(/^\ufeff/, ""))))
  },
  "finds nothing by one letter": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => search.length !== 1 && fold(name).includes(fold(search)))
  },
  "says of 20 that hold a definition that there are more": {
    law: "R7",
    requirement: "R7.held",
    wrong: (right) => ({
      remove: async (...args) => {
        const outcome = await right.remove(...args)
        if (isError(outcome) && outcome._tag === "STILL_REFERENCED") {
          const { referencedBy } = outcome.details
          Object.assign(outcome, { details: { referencedBy, hasMore: referencedBy.length >= 20 } })
        }
        return outcome
      }
    })
  },
  "names 10 at most of those that hold a definition": {
    law: "R7",
    requirement: "R7.held",
    wrong: (right) => ({
      remove: async (...args) => {
        const outcome = await right.remove(...args)
        if (isError(outcome) && outcome._tag === "STILL_REFERENCED") {
          const { referencedBy } = outcome.details
          const some = referencedBy.slice(0, 10)
          Object.assign(outcome, { details: { referencedBy: some, hasMore: some.length < referencedBy.length } })
        }
        return outcome
      }
    })
  },
  "loses its place when what a page ended with is deleted": {
    law: "P2",
    requirement: "P1.walk",
    wrong: (right) => ({
      after: (project, kind, search, id) =>
        id === undefined || Model.find(project.model, kind, id) !== undefined
          ? right.after(project, kind, search, id)
          : []
    })
  },
  "begins again when what a page ended with is renamed": {
    law: "P1",
    requirement: "P1.filtered",
    wrong: (right) => ({
      after: async (project, kind, search, id) => {
        const all = matching(project, kind, search)
        const isThere = id === undefined || all.some((one) => one.id === id)
        const isGone = id !== undefined && Model.find(project.model, kind, id) === undefined
        return isThere || isGone ? right.after(project, kind, search, id) : all
      }
    })
  },
  "yields what matched when a walk began": {
    law: "P1",
    requirement: "P1.filtered",
    wrong: (right) => {
      const began = new Map<string, Set<string>>()
      return {
        after: async (project, kind, search, id) => {
          const key = `${project.id} ${kind} ${search}`
          if (id === undefined) began.set(key, new Set(matching(project, kind, search).map((one) => one.id)))
          return (await right.after(project, kind, undefined, id)).filter((one) => began.get(key)?.has(one.id))
        }
      }
    }
  },
  "moves what is restored to the top of a list": {
    law: "R5",
    requirement: "list.order",
    wrong: (right) => ({
      after: async (project, kind, search, id) => {
        const all = await right.after(project, kind, search, id)
        const isRestored = (one: Model.ModelDefinition) =>
          (Model.current(one).origin as { readonly type: string }).type === "restored"
        return [...all.filter(isRestored), ...all.filter((one) => !isRestored(one))]
      }
    })
  },
  "lists a copy beside what it is of": {
    law: "R6",
    requirement: "list.order",
    wrong: (right) => ({
      after: async (project, kind, search, id) => {
        const all = await right.after(project, kind, search, id)
        const originOf = (one: Model.ModelDefinition) => one.revisions[0]!.origin as { readonly id?: string }
        return all
          .filter((one) => all.every(({ id }) => id !== originOf(one).id))
          .flatMap((one) => [one, ...all.filter((copied) => originOf(copied).id === one.id)])
      }
    })
  },
  "fills a page of a history, whatever its size": {
    law: "P5",
    requirement: "P5.history",
    wrong: () => ({
      history: ({ revisions }, limit, before) => {
        const items = revisions
          .filter(({ revision }) => revision < before)
          .toReversed()
          .slice(0, limit)
        const last = items.at(-1)?.revision ?? 1
        return { items, nextBefore: last > 1 ? last : null }
      }
    })
  },
  "ends a history before a revision that there is not": {
    law: "P2",
    requirement: "P6.before",
    wrong: (right) => ({
      history: (definition, limit, before) =>
        Number.isFinite(before) && before > definition.revisions.length
          ? { items: [], nextBefore: null }
          : right.history(definition, limit, before)
    })
  },
  "refuses a history before revision 1": {
    law: "P6",
    requirement: "P6.before",
    wrong: (right) => ({
      history: (definition, limit, before) => right.history(definition, limit, before === 1 ? Infinity : before)
    })
  },
  "tells a total on the first page alone": {
    law: "P4",
    requirement: "P4.asked",
    wrong: asking(({ includeTotal, ...rest }) =>
      rest.cursor === undefined && includeTotal !== undefined ? { ...rest, includeTotal } : rest
    )
  },
  "goes on telling a total that is not asked for any more": {
    law: "P4",
    requirement: "P4.asked",
    wrong: asking((input) => (input.cursor === undefined ? input : { ...input, includeTotal: true }))
  },
  "tells a total where it is asked not to": {
    law: "P4",
    requirement: "P4.asked",
    wrong: asking((input) => (input.includeTotal === false ? { ...input, includeTotal: true } : input))
  }
}

const searches: Faults = {
  "finds what begins with a search": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => fold(name).startsWith(fold(search)))
  },
  "finds whole words": { law: "P4", requirement: "list.search", wrong: findingBy((part) => `(^|\\s)${part}(\\s|$)`) },
  "takes _ in a search for any letter": {
    law: "P4",
    requirement: "list.search",
    wrong: findingBy((part) => part.replaceAll("_", "."))
  },
  "takes % in a search for anything": {
    law: "P4",
    requirement: "list.search",
    wrong: findingBy((part) => part.replaceAll("%", ".*"))
  },
  "takes * in a search for anything": {
    law: "P4",
    requirement: "list.search",
    wrong: findingBy((part) => part.replaceAll("\\*", ".*"))
  },
  "takes \\ in a search for nothing": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => fold(name).includes(fold(search).replace(/\\(.)/gs, "$1")))
  },
  "searches in the case that is written": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => name.normalize("NFC").includes(search.normalize("NFC")))
  },
  "searches as it is composed": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => name.toLowerCase().includes(search.toLowerCase()))
  },
  "searches without accents": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => {
      const plain = (text: string) =>
        fold(text)
          .normalize("NFD")
          .replace(/[\u0300-\u036f]/g, "")
      return plain(name).includes(plain(search))
    })
  },
  "trims a search": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => fold(name).includes(fold(search.trim())))
  },
  "searches by 100 letters of 120": {
    law: "P4",
    requirement: "list.search",
    wrong: finding((name, search) => fold(name).includes(fold(search.slice(0, 100))) && search.length <= 110)
  },
  "finds nothing by an empty search": {
    law: "P4",
    requirement: "list.search",
    wrong: (right) => ({
      after: (project, kind, search, id) => (search === "" ? [] : right.after(project, kind, search, id))
    })
  },
  "counts what is deleted in a total": {
    law: "P4",
    requirement: "P4.counts",
    wrong: (right) => {
      const gone = new WeakMap<Project, Array<{ readonly kind: string; readonly name: string }>>()
      return {
        remove: async (project, kind, id, expected) => {
          const one = Model.find(project.model, kind, id)
          const outcome = await right.remove(project, kind, id, expected)
          if (!isError(outcome) && one !== undefined)
            gone.set(project, [...(gone.get(project) ?? []), { kind, name: Model.current(one).name }])
          return outcome
        },
        total: (project, kind, search, items) =>
          right.total(project, kind, search, items) +
          (gone.get(project) ?? []).filter((one) => one.kind === kind && fold(one.name).includes(fold(search ?? "")))
            .length
      }
    }
  },
  "counts by the case that is written": {
    law: "P4",
    requirement: "P4.counts",
    wrong: () => ({
      total: (project, kind, search = "") =>
        matching(project, kind).filter((one) => Model.current(one).name.includes(search)).length
    })
  },
  "counts by the names that definitions had first": {
    law: "P4",
    requirement: "P4.counts",
    wrong: () => ({
      total: (project, kind, search = "") =>
        matching(project, kind).filter((one) => fold(one.revisions[0]!.name).includes(fold(search))).length
    })
  }
}

const cursors: Faults = {
  "takes a cursor whose signature is in another case": {
    law: "P3",
    requirement: "P3.byte",
    wrong: signing((signature, wanted) => signature.toLowerCase() === wanted.toLowerCase())
  },
  "looks at the first half of a cursor's signature": {
    law: "P3",
    requirement: "P3.byte",
    wrong: signing(
      (signature, wanted) => signature.length === wanted.length && signature.slice(0, 22) === wanted.slice(0, 22)
    )
  },
  "takes a cursor with more after its signature": {
    law: "P3",
    requirement: "P3.byte",
    wrong: signing((signature, wanted) => signature.startsWith(wanted))
  },
  "decodes the signature of a cursor": {
    law: "P3",
    requirement: "P3.byte",
    wrong: signing((signature, wanted) => Buffer.from(signature, "base64url").equals(Buffer.from(wanted, "base64url")))
  },
  "takes one letter of a cursor for another": {
    law: "P3",
    requirement: "P3.byte",
    wrong: signing(
      (signature, wanted) => signature.slice(0, 7) + signature.slice(8) === wanted.slice(0, 7) + wanted.slice(8)
    )
  },
  "binds a cursor to the limit of its page": {
    law: "P3",
    requirement: "P3.limit",
    wrong: binding(({ limit }) => limit)
  },
  "binds a cursor to whether a total is asked for": {
    law: "P3",
    requirement: "P3.limit",
    wrong: binding(({ includeTotal }) => includeTotal === true)
  },
  "trims a cursor": { law: "P3", requirement: "P3.byte", wrong: reading((cursor) => cursor.trim()) },
  "begins again where a cursor is empty": {
    law: "P3",
    requirement: "P3.byte",
    wrong: (right) => ({
      readCursor: (cursor, binding) => (cursor === "" ? "" : right.readCursor(cursor, binding))
    })
  },
  "signs what a cursor is bound to, and not its place": {
    law: "P3",
    requirement: "P3.byte",
    wrong: (right) => ({
      writeCursor: (id, binding) => `${id}.${right.writeCursor("", binding).slice(1)}`,
      readCursor: (cursor, binding) => {
        const [id, signature, ...more] = cursor.split(".")
        const wanted = right.writeCursor("", binding).slice(1)
        return more.length === 0 && signature === wanted && /^\w{29}$/.test(id!) ? id : undefined
      }
    })
  },
  "takes a cursor of another organization": {
    law: "P3",
    requirement: "P3.project",
    wrong: () => ({
      bindingOf: ({ id, organization }: Project, kind: KindName, search: string | undefined) =>
        `${id === "other" ? "other" : organization.replace("them", "us")} ${kind} ${search ?? ""}`
    })
  },
  "takes a cursor of a search for a list of all": {
    law: "P3",
    requirement: "P3.filters",
    wrong: (right: Parts) => ({
      readCursor: (cursor, binding) =>
        right.readCursor(cursor, binding) ??
        (binding.endsWith(" ") ? /^\w{29}(?=\.\S{43}$)/.exec(cursor)?.[0] : undefined)
    })
  },
  "binds a cursor to the first letters of its search": {
    law: "P3",
    requirement: "P3.filters",
    wrong: (right) => ({ bindingOf: (project, kind, search) => right.bindingOf(project, kind, search?.slice(0, 8)) })
  },
  "binds a cursor to its search without spaces": {
    law: "P3",
    requirement: "P3.filters",
    wrong: (right) => ({ bindingOf: (project, kind, search) => right.bindingOf(project, kind, search?.trim()) })
  }
}

export const lists: Faults = { ...names, ...pages, ...searches, ...cursors }
