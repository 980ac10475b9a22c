import { timingSafeEqual } from "node:crypto"
import type { KitOptions } from "@agent-operations/kit"

export const token = process.env["TOKEN"] ?? "let-me-in"

/** Stands for the host's own identity: one person, who reaches every project of one organization. */
export const verify: NonNullable<KitOptions["verify"]> = async ({ credential, projectId }) => {
  const [sent, known] = [Buffer.from(credential), Buffer.from(token)]
  if (sent.length !== known.length || !timingSafeEqual(sent, known)) return null
  return {
    actor: { type: "user", id: "usr_ada", name: "Ada Lovelace" },
    organizationId: "org_analytical",
    scopes: ["views:read", "views:write"],
    projectId: projectId ?? null
  }
}
