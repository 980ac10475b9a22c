/**
 * Every sentence that a server is held to, by a name. A check says which of them it looks at; the report, which of them
 * were looked at in a run.
 */
import { ofApps } from "./apps.ts"
import { ofDatasets } from "./datasets.ts"
import { ofDefinitions } from "./definitions.ts"
import { ofEvaluations } from "./evaluations.ts"
import { ofHttp } from "./http.ts"
import { ofLaws } from "./laws.ts"
import { ofPrompts } from "./prompts.ts"
import { ofReviews } from "./reviews.ts"
import { ofTraces } from "./traces.ts"
import { unseenOfTraces } from "./unseen.ts"
import { ofValidation } from "./validation.ts"

export { unseen } from "./unseen.ts"

export const requirements = {
  ...ofLaws,
  ...ofDefinitions,
  ...ofValidation,
  ...ofTraces,
  ...ofPrompts,
  ...ofDatasets,
  ...ofReviews,
  ...ofApps,
  ...ofEvaluations,
  ...ofHttp
} as const

/** Whether a sentence is of a server that serves traces alone. */
export const isOfTraces = (requirement: string): boolean => requirement in ofTraces || requirement in unseenOfTraces

/** Whether a sentence is of a server that serves prompts alone. */
export const isOfPrompts = (requirement: string): boolean => requirement in ofPrompts

/** Whether a sentence is of a server that serves datasets alone. */
export const isOfDatasets = (requirement: string): boolean => requirement in ofDatasets

/** Whether a sentence is of a server that serves reviews alone. */
export const isOfReviews = (requirement: string): boolean => requirement in ofReviews

/** Whether a sentence is of a server that serves evaluation runs alone. */
export const isOfEvaluations = (requirement: string): boolean => requirement in ofEvaluations

/** Whether a sentence is of a server that serves apps alone. */
export const isOfApps = (requirement: string): boolean => requirement in ofApps

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
