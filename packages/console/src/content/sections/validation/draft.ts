import type { Draft } from "../../checks.ts"

/** A draft as operations take it that validate one. */
export const draftOf = ({ source, settings, references }: Draft) => ({
  source,
  settings: typeof settings === "string" ? JSON.parse(settings) : settings,
  references
})
