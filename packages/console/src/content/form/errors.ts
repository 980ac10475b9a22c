import { type AgentError, catalogue } from "@agent-operations/error-envelope"
import type { FieldErrors } from "../../html/field.ts"
import type { Built } from "../builder.ts"
import { hintOf } from "../hints.ts"
import { keysOf, pointerOf } from "@agent-operations/error-envelope/pointer"
import { type Control, fieldsOf, type GroupControl } from "./control.ts"
import { saidOf } from "./faults.ts"
import type { Fault } from "./json.ts"
import { type Typed, variantOf } from "./typed.ts"

/** A place in a definition, as the form has it. */
interface Place {
  readonly field: string
  /** The pointer within the field's JSON; empty where the field is no JSON. */
  readonly pointer: string
}

const placeIn = (control: Control, typed: Typed, [key, ...rest]: ReadonlyArray<string>): Place | undefined => {
  switch (control.type) {
    case "constant":
      return undefined
    case "group": {
      const member = control.members.find(([name]) => name === key)?.[1]
      return member === undefined ? firstPlace(control) : (placeIn(member, typed, rest) ?? firstPlace(control))
    }
    case "choice": {
      if (key === undefined || key === control.tag) return { field: control.tagName, pointer: "" }
      if (control.shared !== undefined) return { field: control.shared.name, pointer: "" }
      const members = variantOf(control, typed[control.tagName] ?? "")?.members ?? []
      const member = members.find(([name]) => name === key)?.[1]
      return (member && placeIn(member, typed, rest)) ?? { field: control.tagName, pointer: "" }
    }
    case "json":
      return { field: control.name, pointer: pointerOf(key === undefined ? [] : [key, ...rest]) }
    default:
      return { field: control.name, pointer: "" }
  }
}

const firstPlace = (control: Control): Place | undefined => {
  const [first] = fieldsOf(control)
  return first && { field: first.name, pointer: "" }
}

/** Where a form has what a JSON Pointer into a definition or an input leads to. */
export const placeOf = (form: GroupControl, typed: Typed, path: string): Place | undefined => {
  const keys = keysOf(path)
  return form.members.some(([name]) => name === keys[0]) ? placeIn(form, typed, keys) : undefined
}

/** What is wrong with the fields of a form by the issues of a refusal; nothing where one is of no field. */
export const faultsOf = (
  form: GroupControl,
  issues: ReadonlyArray<{ readonly path: string; readonly message: string }>,
  typed: Typed,
  built?: Pick<Built, "place">
): ReadonlyMap<string, ReadonlyArray<Fault>> | undefined => {
  const faults = new Map<string, Array<Fault>>()
  for (const { path, message } of issues) {
    const inBuilder = built?.place(path)
    const place = inBuilder === undefined ? placeOf(form, typed, path) : { ...inBuilder, pointer: "" }
    if (place === undefined) return undefined
    const { field, pointer } = place
    faults.set(field, [...(faults.get(field) ?? []), { path: pointer, message }])
  }
  return faults
}

/**
 * What a refused write has to say of single fields; nothing where it is of no field. A builder has places of its own for
 * what is in it.
 */
export const fieldErrorsOf = (
  form: GroupControl,
  error: AgentError,
  typed: Typed,
  built?: Pick<Built, "place">
): FieldErrors | undefined => {
  switch (error._tag) {
    case "NAME_TAKEN":
      return { name: `${error.message} ${hintOf(error)}` }
    case "REFERENCE_NOT_FOUND":
    case "INVALID_REFERENCE":
      return { references: `${error.message} ${hintOf(error)}` }
    case "EGRESS_REFUSED": {
      const place = placeOf(form, typed, "/source/url")
      return place && { [place.field]: `${error.message} ${hintOf(error)}` }
    }
    case "VALIDATION_ERROR": {
      const faults = faultsOf(form, error.details.issues, typed, built)
      if (faults === undefined) return undefined
      const inBuilder = error.details.issues.flatMap(({ path }) => built?.place(path) ?? [])
      const labels = new Map(
        [...fieldsOf(form), ...inBuilder.map(({ field: name, label }) => ({ name, label }))].map(({ name, label }) => [
          name,
          label
        ])
      )
      return Object.fromEntries(
        [...faults].map(([field, found]) => [field, saidOf(labels.get(field) ?? "", typed[field] ?? "", found)])
      )
    }
    default:
      return undefined
  }
}

export const statusOf = ({ _tag }: AgentError): number => catalogue[_tag].status
