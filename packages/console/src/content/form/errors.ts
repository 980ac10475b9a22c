import { type AgentError, catalogue } from "@agent-operations/error-envelope"
import { keysOf, pointerOf } from "@agent-operations/error-envelope/pointer"
import type { FieldErrors } from "../../html/field.ts"
import { hintOf } from "../hints.ts"
import type { Fault } from "./json.ts"
import { type FieldName, saidOf, type Typed } from "./typed.ts"

/** A place in a definition, as the form has it. */
export interface Place {
  readonly field: FieldName
  /** The pointer within the field's JSON; empty where the field is no JSON. */
  readonly pointer: string
}

/** Where the form has what a JSON Pointer into a definition or an input leads to. */
export const placeOf = (path: string): Place | undefined => {
  const [head, ...within] = keysOf(path)
  const pointer = pointerOf(within)
  switch (head) {
    case "name":
    case "description":
      return { field: head, pointer: "" }
    case "settings":
    case "references":
      return { field: head, pointer }
    case "source":
      return { field: within[0] === "type" ? "sourceType" : "sourceText", pointer: "" }
    default:
      return undefined
  }
}

/** What a refused write has to say of single fields; nothing where it is of no field. */
export const fieldErrorsOf = (error: AgentError, typed: Typed): FieldErrors | undefined => {
  switch (error._tag) {
    case "NAME_TAKEN":
      return { name: `${error.message} ${hintOf(error)}` }
    case "REFERENCE_NOT_FOUND":
    case "INVALID_REFERENCE":
      return { references: `${error.message} ${hintOf(error)}` }
    case "VALIDATION_ERROR": {
      const faults = new Map<FieldName, Array<Fault>>()
      for (const { path, message } of error.details.issues) {
        const place = placeOf(path)
        if (place === undefined) return undefined
        const { field, pointer } = place
        faults.set(field, [...(faults.get(field) ?? []), { path: pointer, message }])
      }
      return Object.fromEntries([...faults].map(([field, found]) => [field, saidOf(typed, field, found)]))
    }
    default:
      return undefined
  }
}

export const statusOf = ({ _tag }: AgentError): number => catalogue[_tag].status
