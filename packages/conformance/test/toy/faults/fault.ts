import { setImmediate } from "node:timers/promises"
import { Model } from "../../../src/model/index.ts"
import type { Law, Requirement } from "../../../src/index.ts"
import { isError, type Made, type Parts, type Project } from "../parts.ts"
import type { KindName } from "../../served.ts"

/** A server that is wrong in one place, the law that it breaks, and the sentence of it. */
export interface Fault {
  readonly law: Law
  readonly requirement: Requirement
  readonly wrong: (right: Parts) => Partial<Parts>
}

/** Servers that are wrong in one place each, by what they do. */
export type Faults = Readonly<Record<string, Fault>>

export const revisionOf = (project: Project, kind: KindName, id: string) =>
  Model.find(project.model, kind, id)?.revisions.length

/** Rewrites the newest revision of a definition, and answers it as rewritten. */
export const rewritten = (
  project: Project,
  made: Made,
  rewrite: (revision: Model.ModelRevision) => Model.ModelRevision
): Made => {
  if (isError(made)) return made
  const revision = rewrite(made.revision)
  project.model = project.model.map((one) =>
    one.id === made.id ? { ...one, revisions: [...one.revisions.slice(0, -1), revision] } : one
  )
  return { ...made, revision }
}

/** Carries a verb out on the project as it was some time ago, and lets the outcome stand. */
export const late = async <T>(project: Project, act: (then: Project) => Promise<T>): Promise<T> => {
  const then = { ...project }
  await setImmediate()
  const outcome = await act(then)
  if (!isError(outcome)) project.model = then.model
  return outcome
}

export const html = (status: number) =>
  new Response("<!doctype html><h1>Error</h1>", { status, headers: { "content-type": "text/html" } })

export const mapStrings = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === "string"
    ? change(value)
    : Array.isArray(value)
      ? value.map((inner) => mapStrings(inner, change))
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, change)]))
        : value

export const withoutEmpty = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutEmpty)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) =>
            inner === null || inner === "" ? [] : [[key, withoutEmpty(inner)]]
          )
        )
      : value
