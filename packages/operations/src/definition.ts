import type { Access } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import type { Revision, Space } from "@agent-operations/revision-store"

/** Where the store keeps what a caller works on. Law: A3. */
export const spaceOf = ({ organizationId, projectId }: Access): Space => ({
  tenant: organizationId,
  project: projectId
})

/**
 * The one item shape, from what the store holds: what was written was decoded by the kind's schemas, and reads the same
 * for ever. Law: R2.
 */
export const toDefinition = <K extends Kind.Any>(kind: K, { projectId }: Access, revision: Revision) =>
  ({
    id: revision.id,
    kind: kind.name,
    projectId,
    name: revision.name,
    description: revision.description,
    source: revision.source,
    settings: revision.settings,
    references: revision.references,
    revision: revision.revision,
    origin: revision.origin,
    createdAt: revision.createdAt,
    createdBy: revision.createdBy,
    updatedAt: revision.updatedAt,
    updatedBy: revision.updatedBy
  }) as K["Definition"]["Type"]
