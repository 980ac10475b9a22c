/** How a team's own server lets somebody in: an API key looked up by its ID with its project, its hash, its scopes. */
import { createHash, timingSafeEqual } from "node:crypto"
import type pg from "pg"

const lookUp = `select k.secret_hash, k.scopes, k.expires_at, k.revoked_at, p.id as project_id
  from agent_operations.api_keys as k
  left join agent_operations.projects as p on p.organization_id = k.organization_id and p.id = $2
  where k.id = $1`

interface Key {
  readonly secret_hash: Buffer
  readonly scopes: ReadonlyArray<string>
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly project_id: string | null
}

/** Why somebody is not let in. */
export class Refused extends Error {
  readonly status: 401 | 403
  constructor(status: 401 | 403) {
    super(status === 401 ? "The credential is not valid." : "The credential does not reach that.")
    this.status = status
  }
}

const format = /^Bearer aok_([0-9a-z]{26})_(.{43})\w{6}$/

/** Rejects with `Refused` unless the key is good, reaches the project, and has the scope. */
export const letIn = async (
  pool: pg.Pool,
  headers: { readonly authorization?: string | undefined; readonly "x-project-id"?: string | string[] | undefined },
  verb: string
): Promise<void> => {
  const [, id, secret] = format.exec(headers.authorization ?? "") ?? []
  if (id === undefined || secret === undefined) throw new Refused(401)
  const values = [`key_${id}`, headers["x-project-id"]]
  const [key] = (await pool.query<Key>({ name: "key", text: lookUp, values })).rows
  if (key === undefined || key.revoked_at !== null) throw new Refused(401)
  if (key.expires_at !== null && key.expires_at.getTime() <= Date.now()) throw new Refused(401)
  if (!timingSafeEqual(createHash("sha256").update(secret).digest(), key.secret_hash)) throw new Refused(401)
  const scope = /^(?:get|list)_/.test(verb) ? "views:read" : "views:write"
  if (key.project_id === null || !key.scopes.includes(scope)) throw new Refused(403)
}
