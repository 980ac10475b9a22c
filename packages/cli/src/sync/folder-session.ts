import { UsageError } from "../errors.ts"
import type { Session } from "../session.ts"
import { duplicatesIn, readFolder, rootOf } from "./folder.ts"
import { folderKinds } from "./kinds.ts"
import { type Project, readLock } from "./lock.ts"
import { callsOf, compare, type Comparison, type Listed, listReadable } from "./project.ts"

/** What pull and push work on: a folder, its project, and what asks it. */
export const openFolder = ({ families, terminal, settings, connect }: Session) => {
  const { baseUrl, projectId } = settings()
  if (projectId === undefined) {
    throw new UsageError(
      "It is not known which project this is of.",
      "Set AGENT_OPERATIONS_PROJECT_ID, or give --project."
    )
  }
  const project: Project = { projectId, url: baseUrl }
  const root = rootOf(terminal.cwd)
  const kinds = folderKinds(families)
  const read = () => {
    const folder = readFolder(root, kinds, projectId)
    const twice = duplicatesIn(folder.documents)
    if (twice.length > 0) throw new UsageError(twice.join("\n"), "Give each its own name, or remove one of the two.")
    return { folder, lock: readLock(root, project) }
  }
  // What is wrong here is told before anything is sent.
  read()
  const calls = callsOf(connect(), terminal.signal)
  return {
    root,
    project,
    calls,
    /** What is in the project. */
    list: (): Promise<Listed> => {
      const { folder, lock } = read()
      const places = [...folder.documents, ...folder.unreadable].map(({ place }) => place)
      const here = new Set([...places, ...lock.keys()].map((place) => place.split("/")[0]))
      return listReadable(kinds, calls, ({ folder }) => here.has(folder))
    },
    /** The folder as it is now, beside its project. */
    compared: ({ kinds, remotes }: Listed): Comparison => {
      const { folder, lock } = read()
      return compare(folder, lock, remotes, kinds)
    }
  }
}

export type OpenFolder = ReturnType<typeof openFolder>
