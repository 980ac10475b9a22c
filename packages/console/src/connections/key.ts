import { ConnectionKey } from "@agent-operations/contract/apps"
import { Redacted, Schema } from "effect"
import { textField } from "../html/field.ts"
import type { Html } from "../html/html.ts"

export const wrongKey = "Key: Enter 8 to 4,096 visible characters of ASCII, without spaces."

const isKey = Schema.is(ConnectionKey)

/** A key that was typed; undefined where it can be none. */
export const readKey = (typed: string): Redacted.Redacted | undefined => {
  const key = typed.trim()
  return isKey(key) ? Redacted.make(key) : undefined
}

/** The field of a key, which is never filled in: what was typed is typed again. Law: G2. */
export const keyField = (error: string | undefined): Html =>
  textField({
    name: "key",
    label: "Key",
    hint: "What the provider gave you.",
    type: "password",
    autocomplete: "off",
    required: true,
    error
  })
