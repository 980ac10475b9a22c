import type { Family } from "@agent-operations/contract"
import { beside, views } from "../content/sections/index.ts"
import { type Section, section } from "../content/Section.ts"

const unchecked = ({ check: _, pages, ...rest }: Section): Section => ({
  ...rest,
  pages: pages.filter(({ path }) => path !== "check")
})

/** The sections that the console comes with. */
const known: ReadonlyArray<Section> = [...views, ...beside.map(([, section]) => section)]

/** A section for each kind that is served. Views are checked where there is a validator, others by operations of their own. */
export const servedSections = (families: ReadonlyArray<Family.Any>, validates: boolean): ReadonlyArray<Section> =>
  families
    .flatMap(({ kinds }) => kinds)
    .map((kind) => {
      const own = known.find((one) => one.kind.name === kind.name)
      if (own === undefined) return section(kind)
      return validates || !views.includes(own) ? own : unchecked(own)
    })
