import { matching } from "../parts.ts"
import { type Faults } from "./fault.ts"

export const paging: Faults = {
  "pages by offset": {
    law: "P1",
    requirement: "P1.walk",
    wrong: () => {
      const offsets = new Map<string, number>()
      return {
        after: (project, kind, search, id) => {
          const all = matching(project, kind, search)
          const offset = id === undefined ? 0 : (offsets.get(id) ?? 0)
          for (const [n, one] of all.entries()) if (!offsets.has(one.id)) offsets.set(one.id, n + 1)
          return all.slice(offset)
        }
      }
    }
  },
  "moves what is updated to the top of a list": {
    law: "P1",
    requirement: "list.order",
    wrong: () => ({
      after: (project, kind, search, id) => {
        const all = matching(project, kind, search).toSorted((a, b) => b.revisions.length - a.revisions.length)
        return id === undefined ? all : all.slice(all.findIndex((one) => one.id === id) + 1)
      }
    })
  },
  "clamps a limit": {
    law: "P2",
    requirement: "P2.range",
    wrong: (right) => ({
      decode: (operation, body) => {
        const { limit } = (body ?? {}) as { limit?: unknown }
        const clamped =
          typeof limit === "number"
            ? { ...(body as object), limit: Math.min(200, Math.max(1, Math.round(limit))) }
            : body
        return right.decode(operation, clamped)
      }
    })
  },
  "gives one item more than the limit": {
    law: "P2",
    requirement: "P2.limit",
    wrong: (right) => ({ pageOf: (items, limit) => right.pageOf(items, limit + 1) })
  },
  "signs no cursor": {
    law: "P3",
    requirement: "P3.byte",
    wrong: () => ({ writeCursor: (id) => id, readCursor: (cursor) => cursor })
  },
  "takes a cursor with other filters": {
    law: "P3",
    requirement: "P3.filters",
    wrong: () => ({ bindingOf: (project, kind) => `${project.id} ${kind}` })
  },
  "takes a cursor of another project": {
    law: "P3",
    requirement: "P3.project",
    wrong: () => ({ bindingOf: (_, kind, search) => `${kind} ${search ?? ""}` })
  },
  "takes a cursor of another operation": {
    law: "P3",
    requirement: "P3.operation",
    wrong: () => ({ bindingOf: (project, _, search) => `${project.id} ${search ?? ""}` })
  },
  "counts everything in a total": {
    law: "P4",
    requirement: "P4.counts",
    wrong: (right) => ({ total: (project, kind, _, items) => right.total(project, kind, undefined, items) })
  },
  "counts the page in a total": {
    law: "P4",
    requirement: "P4.counts",
    wrong: () => ({ total: (_project, _kind, _search, items) => items.length })
  },
  "fills a page, whatever its size": {
    law: "P5",
    requirement: "P5.bytes",
    wrong: () => ({ pageOf: (items, limit) => items.slice(0, limit) })
  },
  "gives a history oldest first": {
    law: "P6",
    requirement: "P6.newest",
    wrong: (right) => ({
      history: (...args) => {
        const { items, nextBefore } = right.history(...args)
        return { items: items.toReversed(), nextBefore }
      }
    })
  },
  "gives the revision again that a page ended with": {
    law: "P6",
    requirement: "P6.before",
    wrong: (right) => ({
      history: (definition, limit, before, ...rest) => right.history(definition, limit, before + 1, ...rest)
    })
  },
  "says that there is more when a page is full": {
    law: "P7",
    requirement: "P7.more",
    wrong: (right) => ({
      dependencies: (all, limit) => ({ ...right.dependencies(all, limit), hasMore: all.length >= limit })
    })
  }
}
