import { Conflict, LabelProtected, NotFound } from "@agent-operations/error-envelope"
import { notValid } from "@agent-operations/operations"

/** The refusal of whoever would protect a label, or no longer, and is no owner or admin. Law: M2. */
export const mayNotProtect = new LabelProtected({
  message: "Only owners and admins of the organization protect labels, and end that."
})

/** The refusal of whoever would move a protected label, and is no owner or admin. Law: M2. */
export const isProtected = (label: string) =>
  new LabelProtected({
    message: `The label ${label} is protected: only owners and admins of the organization move it, as people.`
  })

export const noLabel = (label: string) => new NotFound({ message: `The prompt has no label ${label}.` })

export const tooManyLabels = (maximum: number) =>
  notValid("The prompt has as many labels as it may.", [
    { path: ["label"], message: `A prompt has at most ${maximum} labels: take one away first` }
  ])

const told = (revision: number | null) => (revision === null ? "no revision" : `revision ${revision}`)

/** The `Conflict` of a move that expected the label elsewhere: with states where either is no revision. Law: M1. */
export const expectedElsewhere = (label: string, expected: number | null, current: number | null) =>
  new Conflict({
    message: `${label} points at ${told(current)}, not at ${told(expected)}.`,
    details:
      expected !== null && current !== null
        ? { expectedRevision: expected, currentRevision: current }
        : { currentState: told(current), allowedStates: [told(expected)] }
  })
