import { Effect } from "effect"
import type { Section } from "../Section.ts"
import type { EncodedSide } from "../render/jobs.ts"
import { Renderer } from "../render/Renderer.ts"
import { sideOfStored } from "../sides.ts"
import type { Stored } from "../stored.ts"
import type { InProject } from "./links.ts"
import { shownOf } from "./whole.ts"

/** How much markup a comparison makes, which leaves its page below 2 MB. */
const maxBytes = 1_000_000

/** How a revision becomes another, for reading: every part that changed, with signs and words. */
export const changesBetween = (at: InProject, section: Section, before: Stored, after: Stored) =>
  Renderer.use((renderer) =>
    shownOf(renderer.changes(sideOfStored(section, before), sideOfStored(section, after), maxBytes), at, section, [
      before,
      after
    ])
  )

/** The same for what somebody typed over a revision, beside a form that takes `taken` bytes. */
export const changesTyped = Effect.fnUntraced(function* (
  at: InProject,
  section: Section,
  before: Stored,
  typed: EncodedSide,
  taken: number
) {
  const renderer = yield* Renderer
  const bytes = Math.max(50_000, maxBytes - taken / 2)
  return yield* shownOf(renderer.changes(sideOfStored(section, before), typed, bytes), at, section, [before])
})
