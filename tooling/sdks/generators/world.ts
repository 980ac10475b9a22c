import assert from "node:assert/strict"

const setting = (name: string): string => {
  const value = process.env[name]
  assert.ok(value, `${name} is not set`)
  return value
}

export const baseUrl = setting("AGENT_OPERATIONS_URL")

export const headers = {
  authorization: `Bearer ${setting("AGENT_OPERATIONS_API_KEY")}`,
  "x-project-id": setting("AGENT_OPERATIONS_PROJECT_ID")
}

/** A list of one page view, which refers to a custom field as `effort`. */
export const asked = { search: setting("PAGE_VIEW_NAME") }

/** A page view that there is not. */
export const absent = { id: setting("ABSENT_PAGE_VIEW") }

interface Reference {
  readonly kind: string
  readonly id: string
  readonly revision: number | null
}

/** Holds what a client was answered to what the server has: a value of a map, and an error with its status and code. */
export const expectAnswers = (effort: Reference | undefined, status: number, code: string | undefined): void => {
  assert.deepEqual(effort, { kind: "custom_field", id: setting("CUSTOM_FIELD"), revision: null })
  assert.deepEqual({ status, code }, { status: 404, code: "NOT_FOUND" })
}
