import { type Calls, isUnknown } from "./project.ts"
import type { Step } from "./push-step.ts"

/** What validation says of a draft. */
export interface Validation {
  readonly isValid: boolean
  readonly lines: ReadonlyArray<string>
}

interface Issue {
  readonly severity?: string
  readonly code?: string
  readonly message?: string
  readonly path?: string
  readonly position?: { readonly line: number; readonly column: number }
  /** Where it is not in the draft itself, but in what that uses, as the project has it. */
  readonly definition?: { readonly kind: string; readonly id: string; readonly revision: number }
}

const issueLine = ({ severity = "error", code = "", message = "", path = "", position, definition }: Issue): string => {
  const at = position === undefined ? path : `${path}:${position.line}:${position.column}`
  const used =
    definition && `(in the ${definition.kind} ${definition.id}, which it uses, at revision ${definition.revision})`
  return `${severity} ${code} ${at} ${message} ${used ?? ""}`.replaceAll(/ +/g, " ").trim()
}

const validate = async (step: Step, { read }: Pick<Calls, "read">): Promise<Validation | undefined> => {
  const operation = step.kind.operations.validate
  if (operation === undefined || (step.type !== "create" && step.type !== "update")) return undefined
  const { source, settings, references } = step.document.content
  if (Object.values(references).some(isUnknown)) {
    return { isValid: true, lines: ["not validated: it uses what is to be created first"] }
  }
  const answer = (await read(operation, { draft: { source, settings, references } })) as {
    readonly valid?: boolean
    readonly issues?: ReadonlyArray<Issue>
  }
  return { isValid: answer.valid !== false, lines: (answer.issues ?? []).map(issueLine) }
}

/** How many are validated at once. */
const width = 4

/** Validates what some steps would write, where its kind can be; by its place. */
export const validateDrafts = async (
  steps: ReadonlyArray<Step>,
  calls: Pick<Calls, "read">
): Promise<ReadonlyMap<string, Validation>> => {
  const found = new Map<string, Validation>()
  const left = [...steps]
  const worker = async () => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const validation = await validate(step, calls)
      if (validation !== undefined) found.set(step.place, validation)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  // In the order of the steps, whichever was answered first.
  return new Map(steps.flatMap(({ place }) => (found.has(place) ? [[place, found.get(place)!] as const] : [])))
}
