import { saysTheSame, type Side } from "@agent-operations/definition-diff"
import type { Schema } from "effect"
import type { Control } from "../form/control.ts"
import { type Contents, mergeContents, type MergedContents } from "../merge/merge-contents.ts"
import { renderSpan } from "../../traces/span/evidence.ts"
import { renderChanges } from "./changes.ts"
import { printJson } from "./print.ts"
import { type DrawSettings, renderSettings } from "./settings.ts"

/** A side whose settings are JSON text, as they are stored: text goes to a thread in no time, and values do not. */
export type EncodedSide = Omit<Side, "settings"> & { readonly settings: string }

/** Markup of something stored, and whether there is more of it than that. */
export interface Rendered {
  readonly markup: string
  readonly isCut: boolean
}

/** What can be large, and is done on a thread then. */
export type Job =
  | { readonly type: "changes"; readonly before: EncodedSide; readonly after: EncodedSide; readonly bytes: number }
  | { readonly type: "same"; readonly before: EncodedSide; readonly after: EncodedSide }
  | { readonly type: "merge"; readonly contents: Contents }
  | { readonly type: "settings"; readonly kind: string; readonly control: Control; readonly settings: string }
  | { readonly type: "span"; readonly page: string; readonly traces: string }
  | { readonly type: "indent"; readonly json: string; readonly most: number }

const parse = (json: string) => JSON.parse(json) as Schema.Json

const decode = (side: EncodedSide): Side => ({ ...side, settings: parse(side.settings) })

/** How kinds draw their settings in their own way, by kind name. */
export type OwnWays = { readonly [kind: string]: DrawSettings }

/** Does a job, wherever it is called. */
export const perform = (job: Job, own: OwnWays): Rendered | MergedContents | boolean | string => {
  switch (job.type) {
    case "changes":
      return renderChanges(decode(job.before), decode(job.after), job.bytes)
    case "same":
      return saysTheSame(decode(job.before), decode(job.after))
    case "merge":
      return mergeContents(job.contents)
    case "settings":
      return renderSettings(job.control, parse(job.settings) as Schema.JsonObject, ownWay(own, job.kind))
    case "span":
      return renderSpan(job.page, job.traces)
    case "indent": {
      const { text, isCut } = printJson(parse(job.json), { indent: 2, most: job.most })
      return isCut ? job.json : text
    }
  }
}

const ownWay = (own: OwnWays, kind: string) => (Object.hasOwn(own, kind) ? own[kind] : undefined)

/** About how many characters there are to work on. */
export const sizeOf = (job: Job): number => {
  const ofSide = ({ description, text, settings }: EncodedSide) =>
    (description?.length ?? 0) + text.length + settings.length
  switch (job.type) {
    case "changes":
    case "same":
      return ofSide(job.before) + ofSide(job.after)
    case "merge": {
      const { base, mine, theirs, seen = "" } = job.contents
      return base.length + mine.length + theirs.length + seen.length
    }
    case "settings":
      return job.settings.length
    case "span":
      return job.page.length
    case "indent":
      return job.json.length
  }
}
