import { renamed } from "../renamed.ts"

/** What a page tells without how it looks: its texts, and of its elements what a reader or a program goes by. */

const kept = new Set([
  ...["href", "action", "name", "value", "type", "checked", "selected", "disabled", "readonly", "required", "min"],
  ...["max", "step", "maxlength", "pattern", "placeholder", "open", "hidden", "multiple", "title", "download"],
  ...["datetime", "colspan", "aria-label", "aria-invalid", "aria-current", "aria-sort"]
])
const isKept = (name: string) => kept.has(name) || name.startsWith("data-")

const elementOf = (tag: string) => {
  const attributes = [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].flatMap(([, name = "", value]) => {
    if (name === "class") return /\bbadge \w+/.exec(value ?? "")?.[0] ?? []
    if (!isKept(name)) return []
    return value === undefined ? name : `${name}=${value}`
  })
  return attributes.length === 0 ? "" : `<${/^<([\w-]+)/.exec(tag)?.[1]} ${attributes.join(" ")}>`
}

const dated = /\b(?:\d{4}-\d\d-\d\dT[\d:.]+Z|(?:\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]{2} \d{4},) \d\d:\d\d(?::\d\d)?)/g

/** The times in what an operation answers, and as pages tell them: by the second and by the minute. */
export const timesIn = (answer: unknown): ReadonlyArray<number> =>
  (JSON.stringify(answer).match(dated) ?? []).flatMap((text) => {
    const time = Date.parse(text)
    return [time, time - (time % 1000), time - (time % 60_000)]
  })

/** All times but some are those of the run. */
export const outlineOf = (html: string, times: ReadonlySet<number>): string => {
  const [main = html] = /<main[^]*<\/main\s*>/.exec(html) ?? []
  const parts = main.replace(/<(style|script|svg)\b[^]*?<\/\1\s*>/g, "").match(/<[^>]*>|[^<]+/g) ?? []
  const lines = parts.map((part) => (part.startsWith("<") ? elementOf(part) : part.replace(/\s+/g, " ").trim()))
  return renamed(lines.filter((line) => line !== "").join("\n")).replace(dated, (at) =>
    times.has(Date.parse(at.endsWith("Z") ? at : `${at} UTC`)) ? at : "(now)"
  )
}
