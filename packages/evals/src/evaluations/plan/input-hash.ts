import { hash } from "node:crypto"

/** JSON with the names of every object in order, so that equal values have one text. Source: RFC 8785. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}

/** The SHA-256 of what was asked for, in hexadecimal digits, whatever the order of its members. Law: X1. */
export const inputHash = (input: unknown): string => hash("sha256", canonical(input), "hex")
