import type { Access } from "@agent-operations/auth"
import type { Space } from "@agent-operations/revision-store"

/** Where the store keeps what a caller works on. Law: A3. */
export const spaceOf = ({ organizationId, projectId }: Access): Space => ({
  tenant: organizationId,
  project: projectId
})
