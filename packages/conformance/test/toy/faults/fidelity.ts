import { PayloadTooLarge } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { isObject } from "../../../src/json.ts"
import { Model } from "../../../src/model/index.ts"
import type { Parts } from "../parts.ts"
import { type Faults, mapStrings, rewritten } from "./fault.ts"

type Content = Partial<Model.ModelContent>

/** Changes what is written, by a create and an update. */
const writing =
  (change: (content: Content) => Content) =>
  (right: Parts): Partial<Parts> => ({
    create: (project, kind, content) => right.create(project, kind, { ...content, ...change(content) }),
    update: (project, kind, id, expected, changes) => right.update(project, kind, id, expected, change(changes))
  })

/** Open JSON with every value in it changed, the innermost first. */
const mapValues = (value: unknown, change: (value: unknown) => unknown): unknown =>
  change(
    Array.isArray(value)
      ? value.map((inner) => mapValues(inner, change))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapValues(inner, change)]))
        : value
  )

/** Changes settings, but for what they do not have. */
const settings = (change: (settings: unknown) => unknown) =>
  writing((content) => ("settings" in content ? { ...content, settings: change(content.settings) } : content))

/** Changes the open JSON of settings. */
const extra = (change: (value: unknown) => unknown) =>
  settings((all) => (isObject(all) ? { ...all, extra: change(all["extra"]) } : all))

const source = (change: (text: string) => string) =>
  writing((content) => ("source" in content ? { ...content, source: mapStrings(content.source, change) } : content))

/** Changes what is answered of each revision in a history. */
const inHistory =
  (change: (revision: Model.ModelRevision) => Model.ModelRevision) =>
  (right: Parts): Partial<Parts> => ({
    history: (...args) => {
      const { items, nextBefore } = right.history(...args)
      return { items: items.map(change), nextBefore }
    }
  })

const text = { law: "E4", requirement: "E4.text" } as const
const json = { law: "E4", requirement: "E4.json" } as const
const size = { law: "E4", requirement: "E4.size" } as const

const withoutName = (object: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== name))

const upTo = (value: unknown, levels: number): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (levels === 0) return null
  return Array.isArray(value)
    ? value.map((inner) => upTo(inner, levels - 1))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, upTo(inner, levels - 1)]))
}

const withCrlf = (text: string) => text.replace(/(?<!\r)\n/g, "\r\n")

export const fidelity: Faults = {
  "keeps the ends of lines of code as its own": { ...text, wrong: source((code) => code.replaceAll("\r\n", "\n")) },
  "takes a byte order mark off a text": { ...text, wrong: source((code) => code.replace(/^\ufeff/, "")) },
  "composes what it is sent": { ...text, wrong: settings((all) => mapStrings(all, (one) => one.normalize("NFC"))) },
  "replaces what is beyond the first plane": {
    ...text,
    wrong: settings((all) => mapStrings(all, (one) => one.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd")))
  },
  "leaves control characters out of a label": {
    ...text,
    // eslint-disable-next-line no-control-regex -- these are what is left out
    wrong: settings((all) => mapStrings(all, (one) => one.replace(/[\u0001-\u0008]/g, "")))
  },
  "writes a description by an update without the white space around it": {
    ...text,
    wrong: (right) => ({
      update: (project, kind, id, expected, changes) =>
        right.update(project, kind, id, expected, {
          ...changes,
          ...(typeof changes.description === "string" ? { description: changes.description.trim() } : {})
        })
    })
  },
  "ends the lines of a name by CRLF at an update": {
    ...text,
    wrong: (right) => ({
      update: (project, kind, id, expected, { name, ...changes }) =>
        right.update(project, kind, id, expected, name === undefined ? changes : { ...changes, name: withCrlf(name) })
    })
  },
  "ends the lines of the names of a list by CRLF": {
    ...text,
    wrong: (right) => ({
      after: async (...asked) =>
        (await right.after(...asked)).map((one) => ({
          ...one,
          revisions: one.revisions.map((revision) => ({ ...revision, name: withCrlf(revision.name) }))
        }))
    })
  },
  "takes an empty description for none": {
    ...text,
    wrong: writing((content) => (content.description === "" ? { ...content, description: null } : content))
  },
  "leaves entities in the texts of a history": {
    ...text,
    wrong: inHistory((one) => ({ ...one, name: one.name.replaceAll("<", "&lt;") }))
  },
  "copies text without white space at its end": {
    ...text,
    wrong: (right) => ({
      copy: async (project, ...args) =>
        rewritten(project, await right.copy(project, ...args), (one) => ({
          ...one,
          source: mapStrings(one.source, (inner) => inner.trimEnd())
        }))
    })
  },
  "takes the smallest numbers for zero": {
    ...json,
    wrong: extra((all) => mapValues(all, (one) => (typeof one === "number" && Math.abs(one) < 1e-300 ? 0 : one)))
  },
  "keeps 15 digits of a number": {
    ...json,
    wrong: extra((all) => mapValues(all, (one) => (typeof one === "number" ? Number(one.toPrecision(15)) : one)))
  },
  "keeps numbers in 32 bits": {
    ...json,
    wrong: extra((all) =>
      mapValues(all, (one) => (typeof one === "number" && Number.isInteger(one) ? Math.min(one, 2 ** 31 - 1) : one))
    )
  },
  "rounds a number that it takes": {
    ...json,
    wrong: (right) => ({
      readBody: async (request) => {
        const copy = request.clone()
        const read = await right.readBody(request)
        const sent = Result.isFailure(read) ? await copy.text() : ""
        return sent.includes("1234567890123456789") ? Result.succeed(JSON.parse(sent)) : read
      }
    })
  },
  "leaves __proto__ out of open JSON": {
    ...json,
    wrong: extra((all) => mapValues(all, (one) => (isObject(one) ? withoutName(one, "__proto__") : one)))
  },
  "leaves an empty name out of open JSON": {
    ...json,
    wrong: extra((all) => mapValues(all, (one) => (isObject(one) ? withoutName(one, "") : one)))
  },
  "composes the names of open JSON": {
    ...json,
    wrong: extra((all) =>
      mapValues(all, (one) =>
        isObject(one)
          ? Object.fromEntries(Object.entries(one).map(([name, inner]) => [name.normalize("NFC"), inner]))
          : one
      )
    )
  },
  "sorts the members of open JSON": {
    ...json,
    wrong: extra((all) =>
      mapValues(all, (one) =>
        isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one
      )
    )
  },
  "takes a null in a filter for none": {
    ...json,
    wrong: settings((all) =>
      mapValues(all, (one) => (isObject(one) && one["value"] === null ? withoutName(one, "value") : one))
    )
  },
  "takes open JSON that is null for what is left out": {
    ...json,
    wrong: extra((all) => all ?? {})
  },
  "takes an empty list for an empty object": {
    ...json,
    wrong: extra((all) => mapValues(all, (one) => (Array.isArray(one) && one.length === 0 ? {} : one)))
  },
  "keeps 256 members of an object": {
    ...json,
    wrong: extra((all) =>
      mapValues(all, (one) => (isObject(one) ? Object.fromEntries(Object.entries(one).slice(0, 256)) : one))
    )
  },
  "keeps 32 levels of open JSON": { ...json, wrong: extra((all) => upTo(all, 32)) },
  "keeps 250 levels of open JSON": { ...json, wrong: extra((all) => upTo(all, 250)) },
  "keeps 65,535 characters of a text": {
    ...json,
    wrong: extra((all) => mapStrings(all, (one) => one.slice(0, 65_535)))
  },
  "keeps open JSON at an update as it was": {
    ...json,
    wrong: (right) => ({
      update: async (project, kind, id, expected, changes) => {
        const before = Model.find(project.model, kind, id)?.revisions.at(-1)?.settings
        const made = await right.update(project, kind, id, expected, changes)
        if (!isObject(before) || changes.settings === undefined) return made
        return rewritten(project, made, (one) => ({
          ...one,
          settings: { ...(one.settings as object), extra: before["extra"] }
        }))
      }
    })
  },
  "takes one operator of a filter for another": {
    law: "E4",
    requirement: "E4.words",
    wrong: settings((all) =>
      mapValues(all, (one) => (isObject(one) && one["operator"] === "contains" ? { ...one, operator: "in" } : one))
    )
  },
  "takes no body of 1 MiB": {
    ...size,
    wrong: (right) => ({
      readBody: async (request) => {
        const { byteLength } = await request.clone().arrayBuffer()
        const details = { limitBytes: 1024 * 1024 }
        return byteLength === details.limitBytes
          ? Result.fail(new PayloadTooLarge({ message: "Too large.", details }))
          : right.readBody(request)
      }
    })
  },
  "keeps half of a body that is nearly too large": {
    ...size,
    wrong: extra((all) =>
      mapValues(all, (one) => (typeof one === "string" && one.length > 300_000 ? one.slice(0, 300_000) : one))
    )
  },
  "measures characters, not bytes": {
    law: "E3",
    requirement: "error.PAYLOAD_TOO_LARGE",
    wrong: (right) => ({
      readBody: async (request) => {
        const sent = await request.clone().text()
        const read = await right.readBody(request)
        const isLarge = Result.isFailure(read) && read.failure._tag === "PAYLOAD_TOO_LARGE"
        return isLarge && sent.length <= 1024 * 1024 ? Result.succeed(JSON.parse(sent)) : read
      }
    })
  },
  "keeps 256 items of a list in open JSON": {
    ...json,
    wrong: extra((all) => mapValues(all, (one) => (Array.isArray(one) ? one.slice(0, 256) : one)))
  },
  "loses an empty list in the open JSON of what is created": {
    ...json,
    wrong: (right) => ({
      create: (project, kind, content) => {
        const { settings: all } = content
        if (!isObject(all)) return right.create(project, kind, content)
        const kept = mapValues(all["extra"], (one) =>
          isObject(one)
            ? Object.fromEntries(Object.entries(one).filter(([, inner]) => !Array.isArray(inner) || inner.length > 0))
            : one
        )
        return right.create(project, kind, { ...content, settings: { ...all, extra: kept } })
      }
    })
  },
  "takes a body of any size to list": {
    law: "E3",
    requirement: "error.PAYLOAD_TOO_LARGE",
    wrong: (right) => ({
      readBody: async (request) => {
        const text = await request.clone().text()
        const read = await right.readBody(request)
        const isLarge = Result.isFailure(read) && read.failure._tag === "PAYLOAD_TOO_LARGE"
        return isLarge && new URL(request.url).pathname.includes("/list_") ? Result.succeed(JSON.parse(text)) : read
      }
    })
  }
}
