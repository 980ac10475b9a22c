import { bdi, type Html, html, when } from "../../html/html.ts"
import { facts } from "../../html/table.ts"
import { type ChoiceControl, type Control, type Json, type JsonObject, plainText } from "../form/control.ts"
import { isEmpty, jsonBlock } from "./parts.ts"
import { type Room, roomOf } from "./room.ts"

/** Shows settings, as far as there is room, in a kind's own way. */
export type DrawSettings = (room: Room, settings: JsonObject) => Html

/** What the settings of a definition take at most. */
const maxBytes = 600_000

const valueOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined

/** A value that takes a line. */
export const lineOf = (control: Control, value: Json | undefined): string | Html => {
  if (value === undefined || value === null || value === "") return "none"
  if (control.type === "select")
    return control.options.find((option) => option.value === value)?.label ?? plainText(value)
  return bdi(plainText(value))
}

const isBlock = ({ type }: Control, value: Json | undefined) =>
  type === "json" || type === "group" || type === "choice" || (typeof value === "string" && value.length > 200)

const chosen = ({ tag, variants }: ChoiceControl, value: Json | undefined) =>
  variants.find((variant) => variant.value === valueOf(value, tag))

const drawMembers = (
  room: Room,
  members: ReadonlyArray<readonly [string, Control]>,
  value: Json | undefined,
  lines: ReadonlyArray<readonly [string, string | Html]> = []
): Html => {
  const shown = members.filter(([, { type }]) => type !== "constant")
  const [blocks, others] = [true, false].map((wanted) =>
    shown.filter(([key, control]) => isBlock(control, valueOf(value, key)) === wanted)
  ) as [typeof shown, typeof shown]
  const entries = [
    ...lines,
    ...others.map(([key, control]) => [control.label, lineOf(control, valueOf(value, key))] as const)
  ]
  return html` ${when(entries.length > 0, () => facts(entries))}
  ${blocks.map(([key, control]) => drawBlock(room, control, valueOf(value, key)))}`
}

const drawBlock = (room: Room, control: Control, value: Json | undefined): Html | "" => {
  switch (control.type) {
    case "group":
      return html`<h3>${control.label}</h3>
        ${drawMembers(room, control.members, value)}`
    case "choice":
      return html`<h3>${control.label}</h3>
        ${drawChoice(room, control, value)}`
    default:
      return when(value !== undefined && !isEmpty(value), () => jsonBlock(room, control.name, control.label, value!))
  }
}

const drawChoice = (room: Room, control: ChoiceControl, value: Json | undefined): Html => {
  const variant = chosen(control, value)
  return drawMembers(room, variant?.members ?? [], value, [["Type", variant?.label ?? "unknown"]])
}

const draw = (room: Room, control: Control, value: JsonObject): Html => {
  if (control.type === "group") return drawMembers(room, control.members, value)
  return control.type === "choice"
    ? drawChoice(room, control, value)
    : jsonBlock(room, control.name, control.label, value)
}

/**
 * The settings of a definition as people read them, by how they are edited or in the kind's own way; `isCut` where there
 * is more than is shown.
 */
export const renderSettings = (control: Control, settings: JsonObject, drawOwn?: DrawSettings) => {
  const room = roomOf(maxBytes)
  const markup = drawOwn === undefined ? draw(room, control, settings) : drawOwn(room, settings)
  return { markup: String(markup), isCut: room.isCut }
}
