import { hasMarks, type Json } from "@agent-operations/definition-diff"
import * as Result from "effect/Result"
import { contentMembers } from "../definitions/definition.ts"
import { UsageError } from "../errors.ts"
import { parseJson } from "../input/json.ts"
import { type Content, nameInId, notPinned, type Reference, sortKeys, unknownId } from "./content.ts"
import type { FolderKind, Issue } from "./kinds.ts"
import { isObject } from "../is-object.ts"

/** The revisions that a reference pins, by project; null where it follows the current one. */
export type Pins = { readonly [projectId: string]: number | null }

/** A definition as the folder has it. */
export interface Document {
  /** Where it is: `page-views/slow-traces`. */
  readonly place: string
  readonly kind: FolderKind
  /** Of its references, each ID is an `unknownId` until it is resolved. */
  readonly content: Content
  /** What its references pin in other projects too, by alias. */
  readonly pins: { readonly [alias: string]: Pins }
  /** What its references are called there, by alias, where they are not given by an ID. */
  readonly names: { readonly [alias: string]: string }
  /** The files that it is in. */
  readonly paths: ReadonlyArray<string>
}

type JsonObject = { readonly [key: string]: Json }

const memberAt = (value: Json | undefined, path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value)

/** An object with another member at a path, where what leads there is an object; without it for undefined. */
const withMember = (value: Json, [key, ...rest]: ReadonlyArray<string>, member: Json | undefined): Json => {
  if (!isObject(value) || key === undefined) return value
  const inner = value[key]
  const changed = rest.length === 0 ? member : inner === undefined ? undefined : withMember(inner, rest, member)
  const others = Object.entries(value).filter(([name]) => name !== key)
  return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]])
}

class Wrong extends Error {}

const pinsOf = (alias: string, revision: Json | undefined): Pins => {
  if (revision === undefined || revision === null) return {}
  if (isObject(revision)) {
    const wrong = Object.entries(revision).find(
      ([, pin]) => pin !== null && !(typeof pin === "number" && Number.isInteger(pin) && pin > 0)
    )
    if (wrong === undefined) return revision as Pins
  }
  throw new Wrong(
    `at /references/${alias}/revision: a revision is of a project: { "PROJECT": ${JSON.stringify(revision)} }, or null`
  )
}

const referenceOf = (alias: string, value: Json, projectId: string): Reference & { readonly pins: Pins } => {
  const { kind, name, id, revision, ...rest } = isObject(value) ? value : {}
  const isNamed = typeof name === "string" && id === undefined
  const isById = typeof id === "string" && !id.startsWith("?") && name === undefined
  if (typeof kind !== "string" || !(isNamed || isById) || Object.keys(rest).length > 0) {
    throw new Wrong(`at /references/${alias}: a reference has a kind, a name, and a revision where it pins one`)
  }
  const pins = pinsOf(alias, revision)
  const isPinned = Object.keys(pins).length > 0
  return {
    kind,
    id: isNamed ? unknownId(name) : (id as string),
    revision: Object.hasOwn(pins, projectId) ? pins[projectId]! : isPinned ? notPinned : null,
    pins
  }
}

const referencesOf = (value: Json | undefined, projectId: string) => {
  if (value === undefined) return []
  if (!isObject(value)) throw new Wrong("at /references: references are an object, by alias")
  return Object.entries(value).map(([alias, reference]) => [alias, referenceOf(alias, reference, projectId)] as const)
}

const issueText = ({ path, message }: Issue, place: string, { code }: FolderKind): string => {
  const file = code.find((file) => file.path.join("/") === path.join("/"))
  return file === undefined
    ? `${place}.json at ${path.map((key) => `/${key}`).join("")}: ${message}`
    : `${place}${file.suffix}: ${message}`
}

/**
 * Reads a definition from the texts of its files, by their paths. Fails with what is wrong, in lines that name the files.
 */
export const parseDocument = (
  place: string,
  kind: FolderKind,
  texts: ReadonlyMap<string, string>,
  projectId: string
): Result.Result<Document, string> => {
  const path = `${place}.json`
  const marked = [...texts].find(([, text]) => hasMarks(text))
  if (marked !== undefined)
    return Result.fail(`${marked[0]}: its clashes are not settled; edit it until no mark is left`)
  try {
    const json = parseJson(texts.get(path)!, path) as Json
    if (!isObject(json)) throw new Wrong("this is no JSON object")
    const { references: given, ...members } = json
    const references = referencesOf(given, projectId)
    const whole = kind.code.reduce<Json>((value, { path: keys, suffix }) => {
      const text = texts.get(place + suffix)
      if (text === undefined) return value
      if (memberAt(value, keys) === undefined) return withMember(value, keys, text)
      throw new Wrong(`at /${keys.join("/")}: this is in ${place}${suffix} too; leave it out here`)
    }, members)
    // The ID of what is not created yet is none that its schema takes.
    const decodable = references.map(([alias, { kind: name, revision }]) => [
      alias,
      { kind: name, id: kind.kind.example.id, revision: revision === notPinned ? null : revision }
    ])
    const decoded = kind.decode({ ...(whole as JsonObject), references: Object.fromEntries(decodable) })
    if (Result.isFailure(decoded)) {
      return Result.fail(decoded.failure.map((issue) => issueText(issue, place, kind)).join("\n"))
    }
    const { name, description, source, settings } = decoded.success as Content
    return Result.succeed({
      place,
      kind,
      content: {
        name: name.trim(),
        description,
        source,
        settings,
        references: Object.fromEntries(references.map(([alias, { pins: _, ...reference }]) => [alias, reference]))
      },
      pins: Object.fromEntries(references.map(([alias, { pins }]) => [alias, pins])),
      names: Object.fromEntries(
        references.flatMap(([alias, { id }]) => {
          const name = nameInId(id)
          return name === undefined ? [] : [[alias, name]]
        })
      ),
      paths: [...texts.keys()]
    })
  } catch (error) {
    if (error instanceof UsageError) return Result.fail(error.message)
    if (error instanceof Wrong) return Result.fail(`${path} ${error.message}`)
    throw error
  }
}

/** A file ends with a line feed, which editors add; one that the project's text does not have is not of the text. */
const endOf = (text: string) => (text === "" || text.endsWith("\n") ? "" : "\n")

/** A document whose code ends as that of its project does. */
export const endedAs = (document: Document, { source, settings }: Pick<Content, "source" | "settings">): Document => {
  const { content, kind } = document
  const ended = kind.code.reduce<Json>(
    (value, { path }) => {
      const [mine, theirs] = [memberAt(value, path), memberAt({ source, settings }, path)]
      const isEnded = typeof mine === "string" && typeof theirs === "string" && mine.endsWith("\n")
      return isEnded && endOf(theirs) !== "" ? withMember(value, path, mine.slice(0, -1)) : value
    },
    { source: content.source, settings: content.settings }
  )
  return { ...document, content: { ...content, ...(ended as Pick<Content, "source" | "settings">) } }
}

/** What the files of a definition are made with. */
export interface Rendering {
  readonly projectId: string
  /** The name of what an ID stands for; undefined where it is not known. */
  readonly nameOf: (reference: Reference) => string | undefined
  /** What its references pin in other projects. */
  readonly pins: Document["pins"]
}

const revisionText = ({ revision }: Reference, others: Pins, projectId: string): { readonly revision?: Json } => {
  const { [projectId]: _, ...rest } = others
  const isElsewhere = Object.keys(rest).length > 0
  if (revision === null && !isElsewhere) return {}
  return { revision: revision === notPinned ? rest : { ...rest, [projectId]: revision } }
}

/** The texts of a definition's files, by their paths; of a version of a merge, which may lack members. */
export const renderDocument = (
  place: string,
  kind: FolderKind,
  content: Partial<Content>,
  { projectId, nameOf, pins }: Rendering
): ReadonlyMap<string, string> => {
  const references = Object.entries(content.references ?? {}).map(([alias, reference]) => {
    const name = nameOf(reference)
    const others = Object.hasOwn(pins, alias) ? pins[alias]! : {}
    return [
      alias,
      {
        kind: reference.kind,
        ...(name === undefined ? { id: reference.id } : { name }),
        ...revisionText(reference, others, projectId)
      }
    ] as const
  })
  const files = new Map<string, string>()
  const whole: Json = { ...content, references: Object.fromEntries(references) }
  const json = kind.code.reduce<Json>((value, { path, suffix }) => {
    const text = memberAt(value, path)
    if (typeof text !== "string") return value
    files.set(place + suffix, text + endOf(text))
    return withMember(value, path, undefined)
  }, whole)
  const members = json as JsonObject
  const ordered = contentMembers.flatMap((name) => {
    const member = members[name]
    return member === undefined ? [] : [[name, sortKeys(member)] as const]
  })
  return new Map([[`${place}.json`, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`], ...files])
}
