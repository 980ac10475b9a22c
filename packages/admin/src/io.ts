import { isText } from "@agent-operations/auth"
import { Console } from "effect"
import { Flag } from "effect/cli"

/** Who the commands act as: the operator, since whoever reaches the database may do everything. */
export const by = { type: "operator" } as const

/** A flag whose value is an ID or a name, as both databases keep it. */
export const text = (flag: string) =>
  Flag.String(flag).pipe(
    Flag.filter(
      (value) => isText(value),
      () => "Expected well-formed text of 1 to 200 characters without NUL"
    )
  )

/** The flag `--org` of commands that work in an organization. */
export const org = text("org").pipe(Flag.withDescription("The organization's ID"))
export const name = text("name").pipe(Flag.withDescription("Display name"))
/** The flag `--json`. */
export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))

/** Prints the result of a command: `value` as JSON for a program, or `text` for a person. */
export const print = (asJson: boolean, value: object, text: string) =>
  Console.log(asJson ? JSON.stringify(value, null, 2) : text)

const hex = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Text that people of an organization wrote, as a terminal can show it: control characters, which could begin a line or
 * command the terminal, and marks that turn the direction of text, by their code.
 */
const shown = (text: string) => text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, hex)

/** Rows as lines of text, with two spaces between the cells. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((row) => row.map(shown).join("  ")).join("\n")
