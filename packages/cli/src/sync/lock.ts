import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { messageOf, UsageError } from "../errors.ts"
import { isObject } from "../is-object.ts"
import { type Content, digestOf } from "./content.ts"
import { projectFile } from "./file-names.ts"
import { hasDirectory } from "./folder.ts"

/** What was last seen of a definition in a project. */
export interface Seen {
  readonly name: string
  readonly id: string
  readonly revision: number
  readonly digest: string
}

/** What is seen of a definition at a revision. */
export const seenOf = ({
  id,
  revision,
  content
}: {
  readonly id: string
  readonly revision: number
  readonly content: Content
}): Seen => ({ name: content.name, id, revision, digest: digestOf(content) })

/** What was last seen of a project, by the place of each definition in the folder: `page-views/slow-traces`. */
export type Lock = ReadonlyMap<string, Seen>

/** Which project a lock file is of. */
export interface Project {
  readonly projectId: string
  readonly url: string
}

/** Where the lock file of a project is, in its folder. */
export const lockPath = ({ projectId }: Project): string =>
  join(".agent-operations", `${projectFile(projectId)}.lock.json`)

/** A place is a path below the folder, and never one out of it. */
const isPlace = (place: string) => /^[a-z0-9-]+\/[^./\\\0][^/\\\0]*$/.test(place)

const isSeen = (value: unknown): value is Seen =>
  isObject(value) &&
  ["name", "id", "digest"].every((key) => typeof value[key] === "string") &&
  Number.isInteger(value["revision"]) &&
  (value["revision"] as number) > 0

const sameServer = (one: unknown, other: string) => typeof one === "string" && trimUrl(one) === trimUrl(other)

const trimUrl = (url: string) => url.replace(/\/+$/, "")

const again =
  "Take one side of it, or remove it and run pull: files that say what the project says are recognized by their names."

/** Reads the lock file of a project; there may be none. Throws a `UsageError` where it is another project's, or broken. */
export const readLock = (root: string, project: Project): Lock => {
  const path = lockPath(project)
  if (!hasDirectory(root, dirname(path))) return new Map()
  let text: string
  try {
    text = readFileSync(join(root, path), "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map()
    throw new UsageError(`${path}: ${messageOf(error)}`, "Make it a file that can be read.")
  }
  let lock: unknown
  try {
    lock = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path}: ${messageOf(error)}`, again)
  }
  const { projectId, url, definitions } = isObject(lock) ? lock : {}
  if (!isObject(definitions)) throw new UsageError(`${path}: this is no lock file.`, again)
  if (projectId !== project.projectId) {
    throw new UsageError(
      `${path}: this is the lock file of the project ${JSON.stringify(projectId)}, not of ${project.projectId}.`,
      "Name that project, or remove the file where it was copied."
    )
  }
  if (!sameServer(url, project.url)) {
    throw new UsageError(
      `${path}: this is of the project at ${JSON.stringify(url)}, not at ${project.url}.`,
      'Use another folder; where the same server has moved, change "url" in the file.'
    )
  }
  const entries = Object.entries(definitions) as ReadonlyArray<[string, Seen]>
  const wrong = entries.find(([place, seen]) => !isPlace(place) || !isSeen(seen))
  if (wrong !== undefined) throw new UsageError(`${path}: ${JSON.stringify(wrong[0])} is not what pull writes.`, again)
  const ids = new Set<string>()
  const twice = entries.map(([, { id }]) => id).find((id) => ids.size === ids.add(id).size)
  if (twice !== undefined) throw new UsageError(`${path}: ${twice} is there twice.`, again)
  return new Map(entries)
}

/** A lock as the text of its file. */
export const lockText = ({ projectId, url }: Project, lock: Lock): string => {
  const places = [...lock].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const definitions = Object.fromEntries(
    places.map(([place, { name, id, revision, digest }]) => [place, { name, id, revision, digest }])
  )
  return `${JSON.stringify({ projectId, url: trimUrl(url), definitions }, null, 2)}\n`
}
