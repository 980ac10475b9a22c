import type { Family, Operation, pageViews } from "@agent-operations/contract"
import { expect } from "../../../Broken.ts"
import { type Check, check, type Context } from "../../../check.ts"
import type { Definition } from "../../../client.ts"
import { Inconclusive } from "../../../Inconclusive.ts"
import type { Law } from "../../../laws.ts"
import type { Requirement } from "../../../requirements/index.ts"
import type { Served, ServedKind } from "../../../served.ts"
import type { ChecksOf } from "../../per.ts"
import { expectWellFormed } from "./issues.ts"

export type Validation = Operation.Result<Family.OperationById<typeof pageViews, "validate_page_view">>

/** What a definition is made of: of a page view a table of traces, and of a field the number 1, but for what is given. */
export interface Content {
  readonly source?: object
  readonly settings?: object
  readonly references?: object
}

/** What the checks of validation work with. Whatever is created is deleted when the check ends. */
export interface Validating extends Context {
  readonly views: ServedKind
  readonly fields: ServedKind
  readonly createView: (content?: Content) => Promise<Definition>
  readonly createField: (content?: Content) => Promise<Definition>
  readonly createFields: (contents: ReadonlyArray<Content>) => Promise<ReadonlyArray<Definition>>
  /** Updates a definition to its next revision. */
  readonly change: (made: Definition, content: Content) => Promise<Definition>
  /** Validates what is saved. */
  readonly validate: (id: string, revision?: number) => Promise<Validation>
  readonly validateDraft: (content: Content) => Promise<Validation>
}

export const table = { type: "table" } as const
export const react = (code: string) => ({ type: "react", code }) as const
export const formula = (expression: string) => ({ type: "formula", language: "cel", expression }) as const

/** Columns that show custom fields. */
export const showing = (aliases: ReadonlyArray<string>) => aliases.map((alias) => ({ field: `custom.${alias}` }))

/** A table that refers to custom fields and shows each of them. */
export const tableOf = (references: object) => ({
  source: table,
  settings: { target: "traces", columns: showing(Object.keys(references)) },
  references
})

const viewOf = (content: Content) => ({ source: table, settings: { target: "traces" }, ...content })
const fieldOf = (content: Content) => ({
  source: formula("1"),
  settings: { target: "trace", valueType: "number" },
  references: {},
  ...content
})

const working = (context: Context, views: ServedKind, fields: ServedKind) => {
  const { client, word } = context
  const made = new Map<string, { readonly kind: ServedKind; readonly definition: Definition }>()
  const create = async (kind: ServedKind, content: Content, attempts = 3): Promise<Definition> => {
    // What cannot be cleaned up is not created.
    kind.id("delete")
    try {
      const definition = await client.ok(kind.id("create"), { name: word(), ...content })
      made.set(definition.id, { kind, definition })
      return definition
    } catch (error) {
      // Where no answer tells of it, another one under another name does as well.
      if (!(error instanceof Inconclusive) || attempts === 1) throw error
      return create(kind, content, attempts - 1)
    }
  }
  const change = async ({ id, revision }: Definition, content: Content) => {
    const { kind } = made.get(id)!
    const definition = await client.ok(kind.id("update"), { id, expectedRevision: revision, ...content })
    made.set(id, { kind, definition })
    return definition
  }
  const validate = async (input: object) => {
    const validation = await client.ok<Validation>("validate_page_view", input)
    expectWellFormed(validation)
    return validation
  }
  const createField = (content: Content = {}) => create(fields, fieldOf(content))
  const validating: Validating = {
    ...context,
    views,
    fields,
    createView: (content = {}) => create(views, viewOf(content)),
    createField,
    createFields: async (contents) => {
      const all: Array<Definition> = []
      for (const content of contents) all.push(await createField(content))
      return all
    },
    change,
    validate: (id, revision) => validate(revision === undefined ? { id } : { id, revision }),
    validateDraft: (content) => validate({ draft: viewOf(content) })
  }
  // What goes wrong with that does not stand in the way of what was seen, nor of the rest.
  const cleanUp = async () => {
    // Cycles can be deleted only once they are cut.
    for (const { definition } of made.values()) {
      const uses = Object.keys(definition.references as object).length > 0
      if (uses && definition.revision > 1) await change(definition, { references: {} }).catch(() => {})
    }
    for (const { kind, definition } of [...made.values()].toReversed()) {
      const { id, revision: expectedRevision } = definition
      await client.call(kind.id("delete"), { id, expectedRevision }, { repeatable: true }).catch(() => {})
    }
  }
  return { validating, cleanUp }
}

const builtIn = ({ kinds }: Served, name: string) => kinds.find((kind) => kind.isBuiltIn && kind.name === name)

/** A check of how page views are validated, where they are, and custom fields are served beside them. */
export const ofValidation =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: (validating: Validating) => Promise<void>
  ): ChecksOf =>
  (served): ReadonlyArray<Check> => {
    const [views, fields] = [builtIn(served, "page_view"), builtIn(served, "custom_field")]
    if (views === undefined || fields === undefined) return []
    if (!views.more.some(({ id }) => id === "validate_page_view")) return []
    const running = async (context: Context) => {
      const { validating, cleanUp } = working(context, views, fields)
      try {
        await run(validating)
      } finally {
        await cleanUp()
      }
    }
    return [check(law, `${views.name}: ${title}`, running, { covers, family: views.family })]
  }

export type Kind = "page_view" | "custom_field"
type Made = Pick<Definition, "id">

/** A reference to what was made: to its current revision, or to the one that is given. */
export const to = (kind: Kind, { id }: Made, revision: number | null = null) => ({ kind, id, revision })
export const toField = (made: Made, revision?: number) => to("custom_field", made, revision)
export const toView = (made: Made, revision?: number) => to("page_view", made, revision)

/** Holds a validation to have found nothing wrong. */
export const expectValid = ({ valid, issues }: Validation, what: string): void =>
  expect("V2", valid, `${what} is right, and was told to be wrong: ${JSON.stringify(issues).slice(0, 400)}`)
