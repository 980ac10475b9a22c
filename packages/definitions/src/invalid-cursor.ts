import { ValidationError } from "@agent-operations/error-envelope"

/** What a cursor of another list is refused with. Law: P3. */
export const invalidCursor = new ValidationError({
  message: "The cursor is not one of this list.",
  hint: "Pass nextCursor back unchanged, with the same input in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of this list with these filters." }] }
})
