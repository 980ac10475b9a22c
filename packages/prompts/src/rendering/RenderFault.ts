import { InvalidReference, MissingVariable, PayloadTooLarge, ReferenceNotFound } from "@agent-operations/error-envelope"
import { notValid } from "@agent-operations/operations"
import { maxRenderedBytes } from "./model.ts"

/** Why a prompt can't be rendered. */
type Reason =
  | { readonly type: "missing"; readonly names: ReadonlyArray<string> }
  | { readonly type: "value"; readonly name: string; readonly needs: "text" | "messages" }
  | { readonly type: "alias"; readonly alias: string; readonly of: string }
  | { readonly type: "invalid"; readonly message: string }
  | { readonly type: "size" }

/** Thrown where a rendering ends. */
export class RenderFault extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason.type)
    this.reason = reason
  }
}

const validate = "validate_prompt tells each place."

/** What a caller is told of a rendering that failed. */
export const renderErrorOf = ({ reason }: RenderFault) => {
  switch (reason.type) {
    case "missing": {
      const variables = reason.names.slice(0, 100)
      return new MissingVariable({
        message: `These variables are required: ${variables.join(", ")}.`,
        details: { variables }
      })
    }
    case "value": {
      const message =
        reason.needs === "text" ? "It stands in a text: give text, a number or a boolean" : "Give messages"
      return notValid(`The variable ${reason.name} has no value that fits.`, [
        { path: ["variables", reason.name], message }
      ])
    }
    case "alias":
      return new ReferenceNotFound({
        message: `The alias ${reason.alias} of ${reason.of} leads to no prompt.`,
        hint: `Add the reference to the prompt, or take the tag out of its template; ${validate}`,
        details: { references: [reason.alias] }
      })
    case "invalid":
      return new InvalidReference({ message: reason.message, hint: `Mend the references; ${validate}` })
    case "size":
      return new PayloadTooLarge({
        message: `It renders to more than ${maxRenderedBytes} bytes, or of too many pieces.`,
        hint: "Give shorter values, or include fewer prompts.",
        details: { limitBytes: maxRenderedBytes }
      })
  }
}
