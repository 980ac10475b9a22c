/** Shows what went into a span and what came out of it: as a conversation where it is one, as text, or as JSON. */
import type { Schema } from "effect"
import { isEmpty } from "../content/render/parts.ts"
import { printJson } from "../content/render/print.ts"
import { type Room, roomOf, takeRoom } from "../content/render/room.ts"
import { codeBlock } from "../html/code.ts"
import { type Html, html, when } from "../html/html.ts"
import { type Message, messagesOf, type Part } from "./conversation.ts"
import { visible, visibleJson } from "./values.ts"

type Json = Schema.Json

/** How much of one value is shown, in characters. */
const mostShown = 64 * 1024

/** How many messages of a conversation are shown: its end, where they are more. */
const mostMessages = 200

/** A value with what it is called; `id` is the page's own for it. */
export interface Titled {
  readonly id: string
  readonly label: string
  readonly value: Json
  /** What is said below it. */
  readonly more?: Html | ""
}

const left = (room: Room) => Math.min(mostShown, Math.max(0, room.bytes))

/** Takes the room of what was made, which is shown even if it took the last of it. */
const taken = (room: Room, made: Html): Html => {
  takeRoom(room, made)
  return made
}

/** A text with its line breaks; of a long one, the beginning. */
const paragraph = (room: Room, text: string): Html => {
  const shown = text.slice(0, left(room)).replace(/[\uD800-\uDBFF]$/, "")
  const isCut = shown.length < text.length
  room.isCut ||= isCut
  return taken(room, html`<div class="said" dir="auto">${visible(shown)}${isCut ? "…" : ""}</div>`)
}

const jsonBlock = (room: Room, { id, label, value }: Titled, titled = false): Html => {
  const { text, isCut } = printJson(value, { indent: 2, most: left(room) })
  room.isCut ||= isCut
  const shown = isCut ? `${label}, the beginning` : label
  return taken(room, codeBlock({ id, label: shown, text: visibleJson(text), titled }))
}

const draw = (room: Room, id: string, part: Part): Html => {
  switch (part.type) {
    case "text":
      return paragraph(room, part.text)
    case "call":
      return jsonBlock(room, { id, label: `Calls ${visible(part.name).slice(0, 120)}`, value: part.value })
    case "result":
      return typeof part.value === "string"
        ? paragraph(room, part.value)
        : jsonBlock(room, { id, label: "Result", value: part.value })
    case "json":
      return jsonBlock(room, { id, label: "JSON", value: part.value })
  }
}

const knownRoles = new Set(["system", "developer", "user", "assistant", "tool"])

const conversation = (room: Room, id: string, messages: ReadonlyArray<Message>): Html => {
  const shown = messages.slice(-mostMessages)
  const hidden = messages.length - shown.length
  room.isCut ||= hidden > 0
  return html`${when(hidden > 0, () => html`<p class="quiet">${hidden} earlier messages are not shown here.</p>`)}
    <ol class="conversation">
      ${shown.map(
        ({ role, parts }, n) =>
          html`<li class="message ${knownRoles.has(role) ? role : "other"}">
            <p class="role">${visible(role)}</p>
            ${parts.length === 0 ? html`<p class="quiet">nothing</p>` : parts.map((part, m) => draw(room, `${id}-${n}-${m}`, part))}
          </li>`
      )}
    </ol>`
}

const body = (room: Room, titled: Titled): Html => {
  const { id, label, value } = titled
  if (value === null) return html`<p class="quiet">none</p>`
  if (typeof value === "string") return paragraph(room, value)
  const messages = messagesOf(value)
  if (messages === undefined) return jsonBlock(room, titled, true)
  return html`${conversation(room, id, messages)}
    <details class="as-json">
      <summary>${label} as JSON</summary>
      ${jsonBlock(room, titled, true)}
    </details>`
}

/** An input or an output under its heading. */
export const drawContent = (room: Room, titled: Titled): Html =>
  html`<section class="content">
    <h2>${titled.label}</h2>
    ${body(room, titled)} ${titled.more ?? ""}
  </section>`

/** JSON under a heading of its own, where there is anything in it. */
export const drawJson = (room: Room, titled: Titled): Html | "" =>
  isEmpty(titled.value) || (Array.isArray(titled.value) && titled.value.length === 0)
    ? ""
    : html`<h2>${titled.label}</h2>
        ${jsonBlock(room, titled, true)}`

/** Why something failed: a text, or an object with a message. */
export const drawError = (room: Room, id: string, error: Json): Html => {
  const own = (key: string) =>
    typeof error === "object" && error !== null && Object.hasOwn(error, key)
      ? (error as { readonly [key: string]: Json })[key]
      : undefined
  const message = typeof error === "string" ? error : own("message")
  const type = own("type")
  return html`<div class="notice bad failure" role="note">
    <p><b>Error${typeof type === "string" ? html`: ${visible(type.slice(0, 200))}` : ""}</b></p>
    ${typeof message === "string" ? paragraph(room, message) : ""}
    ${when(
      typeof error !== "string",
      () =>
        html`<details class="as-json">
          <summary>The error as JSON</summary>
          ${jsonBlock(room, { id, label: "Error", value: error })}
        </details>`
    )}
  </div>`
}

/** More than a page of a trace needs: its lists hold 8 KiB of each. */
const plenty = () => roomOf(600_000)

export const contentOf = (titled: Titled): Html => drawContent(plenty(), titled)

export const jsonOf = (titled: Titled): Html | "" => drawJson(plenty(), titled)

export const errorOf = (id: string, error: Json): Html => drawError(plenty(), id, error)
