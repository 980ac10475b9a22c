import type { Kind } from "../kind.ts"
import type { Origin } from "../origin.ts"

const actor = { type: "user", id: "usr_01k9x3j8w2d6tr5c1f9p7g4h0m", name: "Ada Lovelace" } as const

/** When the example's revision n was created: one minute after the one before. */
const time = (revision: number) => `2026-11-20T10:${String(revision - 1).padStart(2, "0")}:00.000Z`

interface Revised {
  readonly id?: string
  readonly name?: string
  readonly description?: string | null
  readonly revision: number
  readonly origin: Origin
}

/** The example definition of a kind at a revision, in the one item shape. */
export const exampleAt = <K extends Kind.Any>(kind: K, revised: Revised): K["Definition"]["Encoded"] => ({
  id: kind.example.id,
  kind: kind.name,
  projectId: "prj_01k9x3hb5r7vm0q8y2n6c4e1ta",
  name: kind.example.name,
  description: kind.example.description,
  source: kind.example.source,
  settings: kind.example.settings,
  references: kind.example.references,
  createdAt: time(1),
  createdBy: actor,
  updatedAt: time(revised.revision),
  updatedBy: actor,
  ...revised
})

/** The example definition as it was created. */
export const exampleCreated = <K extends Kind.Any>(kind: K) =>
  exampleAt(kind, { revision: 1, origin: { type: "created" } })

/** What the example's update changes. */
export const exampleChange = { description: "Reviewed and agreed on." }

/** The example definition after its update. */
export const exampleUpdated = <K extends Kind.Any>(kind: K) =>
  exampleAt(kind, { ...exampleChange, revision: 2, origin: { type: "updated" } })

/** The ID and the name that the example's copy gets. */
export const exampleCopy = (kind: Kind.Any) => ({
  id: `${kind.prefix}_01k9x3s6d1g8wm4j7v2b5n9q0h`,
  name: `${kind.example.name} (copy)`
})

/** How the example definition was deleted. */
export const exampleDeletion = {
  deletedAt: "2026-11-21T10:00:00.000Z",
  deletedBy: actor,
  recoverableUntil: "2026-12-21T10:00:00.000Z"
}
