import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Result from "effect/Result"
import { messageOf, UsageError } from "../errors.ts"
import { nameKey } from "./content.ts"
import { type Document, parseDocument } from "./document.ts"
import type { FolderKind } from "./kinds.ts"

/** A definition in the folder that cannot be read, and why. */
export interface Unreadable {
  readonly place: string
  readonly kind: FolderKind
  readonly why: string
  readonly paths: ReadonlyArray<string>
}

/** What a folder has. */
export interface Folder {
  readonly documents: ReadonlyArray<Document>
  readonly unreadable: ReadonlyArray<Unreadable>
}

const maxBytes = 8 * 1024 * 1024

/** The text of a file. Throws what is wrong with it. */
const readText = (path: string): string => {
  const stats = lstatSync(path)
  // A link could lead to what was never meant to be sent.
  if (!stats.isFile()) throw new Error("this is no regular file")
  if (stats.size > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    throw error instanceof TypeError ? new Error("this is no UTF-8") : error
  }
}

/** Whether there is a directory below a folder. Throws where it is a link, which would lead out of it, or a file. */
export const hasDirectory = (root: string, name: string): boolean => {
  const stats = lstatSync(join(root, name), { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return stats !== undefined
  throw new UsageError(`${name}: this is no directory.`, "Make it one, or remove it.")
}

const filesIn = (root: string, folder: string): ReadonlyArray<string> =>
  hasDirectory(root, folder) ? readdirSync(join(root, folder)).filter((name) => !name.startsWith(".")) : []

/** Reads the definitions of some kinds in a folder. A JSON file is one; what else lies there is left alone. */
export const readFolder = (root: string, kinds: ReadonlyArray<FolderKind>, projectId: string): Folder => {
  const documents: Array<Document> = []
  const unreadable: Array<Unreadable> = []
  for (const kind of kinds) {
    const names = new Set(filesIn(root, kind.folder))
    for (const name of names) {
      if (!name.endsWith(".json")) continue
      const stem = name.slice(0, -".json".length)
      const place = `${kind.folder}/${stem}`
      const code = kind.code.map(({ suffix }) => suffix).filter((suffix) => names.has(stem + suffix))
      const paths = [".json", ...code].map((suffix) => place + suffix)
      const texts = new Map<string, string>()
      let read: Result.Result<Document, string> | undefined
      for (const path of paths) {
        try {
          texts.set(path, readText(join(root, path)))
        } catch (error) {
          read ??= Result.fail(`${path}: ${messageOf(error)}`)
        }
      }
      read ??= parseDocument(place, kind, texts, projectId)
      if (Result.isSuccess(read)) documents.push(read.success)
      else unreadable.push({ place, kind, why: read.failure, paths })
    }
  }
  return { documents, unreadable }
}

/** The definitions of one kind and name that are there twice, in a line each. */
export const duplicatesIn = (documents: ReadonlyArray<Document>): ReadonlyArray<string> => {
  const places = new Map<string, string>()
  return documents.flatMap(({ kind, place, content: { name } }) => {
    const key = nameKey(kind.name, name)
    const other = places.get(key)
    places.set(key, other ?? place)
    return other === undefined ? [] : [`${place}.json: ${other}.json is called ${JSON.stringify(name)} too`]
  })
}

/** The folder that definitions are in: the nearest one, upwards, that was pulled or has settings, else this one. */
export const rootOf = (cwd: string): string => {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if ([".agent-operations", "agent-operations.json"].some((name) => existsSync(join(folder, name)))) return folder
    if (dirname(folder) === folder) return cwd
  }
}
