import type { Law } from "./laws.ts"

/** A law that an answer broke. */
export class Broken extends Error {
  readonly law: Law
  constructor(law: Law, message: string) {
    super(message)
    this.name = "Broken"
    this.law = law
  }
}

/**
 * Fails with a law unless something holds.
 *
 * @example
 * expect("E3", status === 400, `it was answered ${status}`)
 */
export function expect(law: Law, holds: boolean, message: string): asserts holds {
  if (!holds) throw new Broken(law, message)
}

/** A value without the order of members. */
export const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(canonical)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .filter(([, inner]) => inner !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, canonical(inner)])
      : value

/** Whether two values are the same JSON, whatever the order of members. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))

/** Fails with a law unless two values are the same JSON. */
export const expectSame = (law: Law, seen: unknown, wanted: unknown, what: string): void =>
  expect(law, same(seen, wanted), `${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`)
