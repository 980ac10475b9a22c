import { CommandError, exits } from "../errors.ts"
import type { Session } from "../session.ts"
import type { Content } from "./content.ts"
import { type OpenFolder, openFolder } from "./folder-session.ts"
import { lockPath, lockText } from "./lock.ts"
import { remoteOf } from "./project.ts"
import { basesOf, type PullPlan, planPull } from "./pull-plan.ts"
import { report } from "./report.ts"
import { writeFiles } from "./write-files.ts"

const plan = async ({ list, calls, compared, project }: OpenFolder, discard: boolean): Promise<PullPlan> => {
  const listed = await list()
  const bases = new Map<string, Content>()
  for (;;) {
    // Read again after each wait: what is edited meanwhile is not overwritten.
    const comparison = compared(listed)
    const missing = discard ? [] : basesOf(comparison).filter(({ remote }) => !bases.has(remote.id))
    if (missing.length === 0) return planPull(comparison, bases, { projectId: project.projectId, discard })
    for (const { remote, revision } of missing) {
      const base = await calls.read(remote.kind.operations.get, { id: remote.id, revision })
      bases.set(remote.id, remoteOf(remote.kind, base).content)
    }
  }
}

/** Brings the project's definitions into the folder, and merges what was changed here with what was changed there. */
export const pull = async (session: Session, { discard }: { readonly discard: boolean }): Promise<void> => {
  const folder = openFolder(session)
  const { root, project } = folder
  const { files, removed, lock, pulled } = await plan(folder, discard)
  writeFiles(root, new Map([...files, [lockPath(project), lockText(project, lock)]]), removed)
  report(session, pulled)
  const clashes = pulled.filter(({ outcome }) => outcome === "clash")
  if (clashes.length === 0) return
  throw new CommandError(
    `${clashes.length} of ${pulled.length} definitions ${clashes.length === 1 ? "clashes" : "clash"}: ` +
      clashes.map(({ place }) => place).join(", "),
    { code: "CONFLICT", hint: "Settle them in the files, then push.", exit: exits.conflict }
  )
}
