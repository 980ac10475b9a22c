/**
 * Every sentence that a server is held to, by a name. A check says which of them it looks at; the report, which of them
 * were looked at in a run.
 */
import { ofDefinitions } from "./definitions.ts"
import { ofHttp } from "./http.ts"
import { ofLaws } from "./laws.ts"
import { ofValidation } from "./validation.ts"

export { unseen } from "./unseen.ts"

export const requirements = { ...ofLaws, ...ofDefinitions, ...ofValidation, ...ofHttp } as const

export type Requirement = keyof typeof requirements

/** What every answer to every check is held to. */
export const everywhere: ReadonlyArray<Requirement> = [
  "E1.envelope",
  "E1.retry",
  "E2.status",
  "A4.echo",
  "C2.contract",
  "header.request-id",
  "error.words",
  "error.members"
]
