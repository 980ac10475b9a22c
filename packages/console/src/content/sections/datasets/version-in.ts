import type { Visit } from "../../../context.ts"

/** A version that the address names; undefined for the current one. */
export const versionIn = (visit: Pick<Visit, "query">, name = "version"): number | undefined => {
  const asked = visit.query(name)
  return asked !== undefined && /^\d{1,9}$/.test(asked) ? Number(asked) : undefined
}
