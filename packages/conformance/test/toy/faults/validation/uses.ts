import type { DefinitionNode } from "@agent-operations/views/validation"
import { Result } from "effect"
import { Model } from "../../../../src/model/index.ts"
import type { Faults } from "../fault.ts"
import { counting, definitions, following, missing, resolving, taking, type Wrong } from "./wrong.ts"

function revisionsFor(
  change: (revisions: ReadonlyArray<Model.ModelRevision>) => ReadonlyArray<Model.ModelRevision>
): Wrong {
  return ({ find }) => ({
    find: (project, kind, id, asked) => {
      const found = find(project, kind, id, asked)
      return found && asked.operation === "validate_page_view"
        ? { ...found, revisions: change(found.revisions) }
        : found
    }
  })
}

export const uses: Faults = {
  "validates nothing that is used": { law: "V2", requirement: "V2.uses", wrong: following(() => []) },
  "tells nothing of what is used": {
    law: "V2",
    requirement: "V2.uses",
    wrong: missing(({ definition }) => definition !== undefined)
  },
  "validates what is used by the page view itself alone": {
    law: "V2",
    requirement: "V2.uses",
    wrong: following((follow, node, depth) => (depth < 1 ? follow(node, depth) : []))
  },
  "follows references eight deep": {
    law: "V2",
    requirement: "V2.uses",
    wrong: following((follow, node, depth) => (depth < 8 ? follow(node, depth) : []))
  },
  "follows no references to page views": {
    law: "V2",
    requirement: "V2.uses",
    wrong: following((follow, ...asked) => follow(...asked).filter(({ kind }) => kind === "custom_field"))
  },
  "follows no references of custom fields": {
    law: "V2",
    requirement: "V2.uses",
    wrong: following((follow, node, depth) => (node.kind === "custom_field" ? [] : follow(node, depth)))
  },
  "follows the references of what is saved alone": {
    law: "V2",
    requirement: "V2.draft",
    wrong: following((follow, node, depth) => (depth === 0 && node.id === null ? [] : follow(node, depth)))
  },
  "follows no references that are pinned": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: following((follow, ...asked) => follow(...asked).filter(({ revision }) => revision === null))
  },
  "validates what is pinned as it is now": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: resolving((resolve, project, reference) => resolve(project, { ...reference, revision: null }))
  },
  "validates what is pinned as it is now, and names the pin": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: resolving((resolve, project, reference) => {
      const found = resolve(project, { ...reference, revision: null })
      return found && { ...found, revision: reference.revision ?? found.revision }
    })
  },
  "validates what a definition that is used pins as it is now": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: following((follow, node, depth) =>
      follow(node, depth).map((one) => (depth === 0 ? one : { ...one, revision: null }))
    )
  },
  "follows what a pinned definition uses now": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: resolving((resolve, project, reference) => {
      const [found, now] = [resolve(project, reference), resolve(project, { ...reference, revision: null })]
      return found && now && { ...found, references: now.references }
    })
  },
  "validates pinned settings with the source of now": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: resolving((resolve, project, reference) => {
      const [found, now] = [resolve(project, reference), resolve(project, { ...reference, revision: null })]
      return found && now && ({ ...found, source: now.source } as DefinitionNode)
    })
  },
  "validates what is not pinned as it was at first": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: resolving((resolve, project, reference) =>
      resolve(project, { ...reference, revision: reference.revision ?? 1 })
    )
  },
  "validates one revision of each definition": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: ({ analyse }) => ({
      analyse: ({ root, nodes }, project) => {
        const [pinned, current] = [new Map(nodes.toReversed().map((node) => [node.id, node])), nodes]
        return analyse(
          { root, nodes: current.map(({ requested, id }) => ({ ...pinned.get(id)!, requested })) },
          project
        )
      }
    })
  },
  "remembers what it validated, whatever becomes of it": {
    law: "V2",
    requirement: "V2.pinned",
    wrong: ({ resolve }) => {
      const known = new Map<string, ReturnType<typeof resolve>>()
      return {
        resolve: (project, reference) => {
          const key = JSON.stringify(reference)
          if (!known.has(key)) known.set(key, resolve(project, reference))
          return known.get(key)
        }
      }
    }
  },
  "validates the current revision whichever is asked for": {
    law: "V2",
    requirement: "V2.revision",
    wrong: revisionsFor((revisions) => revisions.map(() => revisions.at(-1)!))
  },
  "validates the first revision unless another is asked for": {
    law: "V2",
    requirement: "V2.revision",
    wrong: ({ find }) => ({
      find: (project, kind, id, asked) => {
        const found = find(project, kind, id, asked)
        const isSo = asked.operation === "validate_page_view" && asked.revision === undefined
        return found && isSo ? { ...found, revisions: found.revisions.slice(0, 1) } : found
      }
    })
  },
  "validates the references of the current revision with every other": {
    law: "V2",
    requirement: "V2.revision",
    wrong: revisionsFor((revisions) => revisions.map((one) => ({ ...one, references: revisions.at(-1)!.references })))
  },
  "validates the code of a draft alone": {
    law: "V2",
    requirement: "V2.draft",
    wrong: taking((node) => (node.id === null ? { settings: { target: "traces" } } : {}))
  },
  "validates a draft as a table": {
    law: "V2",
    requirement: "V2.draft",
    wrong: taking((node) => (node.id === null ? { source: { type: "table" } } : {}))
  },
  "names no definition": { law: "V2", requirement: "validation.definition", wrong: definitions(() => undefined) },
  "names the first definition that is used": {
    law: "V2",
    requirement: "validation.definition",
    wrong: definitions((definition, { nodes }) => ({ ...definition, id: nodes[0]?.id ?? definition.id }))
  },
  "names what uses the definition that has an issue": {
    law: "V2",
    requirement: "validation.definition",
    wrong: definitions((definition, { nodes }) => {
      const user = nodes.find(({ references }) => Object.values(references).some(({ id }) => id === definition.id))
      return user === undefined ? definition : { kind: user.kind, id: user.id!, revision: user.revision! }
    })
  },
  "names the current revision of what is pinned": {
    law: "V2",
    requirement: "validation.definition",
    wrong: definitions((definition, _, { model }) => {
      const revision = Model.find(model, definition.kind, definition.id)!.revisions.length
      return { ...definition, revision }
    })
  },
  "names the first revision of what it tells of": {
    law: "V2",
    requirement: "validation.definition",
    wrong: definitions((definition) => ({ ...definition, revision: 1 }))
  },
  "calls all that is used a page view": {
    law: "V2",
    requirement: "validation.definition",
    wrong: definitions((definition) => ({ ...definition, kind: "page_view" }))
  },
  "counts the references, and not what they lead to": {
    law: "V2",
    requirement: "validation.dependencies",
    wrong: counting(({ root, nodes }) => [root, ...nodes].flatMap((node) => Object.keys(node.references)).length)
  },
  "counts what the page view uses itself": {
    law: "V2",
    requirement: "validation.dependencies",
    wrong: counting(({ root }) => Object.keys(root.references).length)
  },
  "counts the page view, too": {
    law: "V2",
    requirement: "validation.dependencies",
    wrong: counting((_, right) => right + 1)
  },
  "counts what is pinned and what is not apart": {
    law: "V2",
    requirement: "validation.dependencies",
    wrong: counting(({ nodes }) => nodes.length)
  },
  "counts nothing": { law: "V2", requirement: "validation.dependencies", wrong: counting(() => 0) },
  "takes an id beside a draft": {
    law: "E3",
    requirement: "validation.input",
    wrong: ({ decode }) => ({
      decode: (operation, body) => {
        const decoded = decode(operation, body)
        if (operation !== "validate_page_view" || Result.isSuccess(decoded)) return decoded
        const { draft } = body as { readonly draft?: unknown }
        return draft === undefined ? decoded : decode(operation, { draft })
      }
    })
  }
}
