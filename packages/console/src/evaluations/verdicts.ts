import { type itemChanges } from "@agent-operations/contract/evaluations"
import { type BadgeRole, badge } from "../html/badge.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { empty, table, wideTables } from "../html/table.ts"
import { count, none } from "../traces/values.ts"
import type { ComparedItem, Comparison, ScorerComparison } from "./port.ts"
import { figure, interval, signed } from "./values.ts"

const verdicts = {
  better: badge("better", "good"),
  worse: badge("worse", "bad"),
  no_evidence: badge("no evidence")
} satisfies Record<ScorerComparison["verdict"], Html>

/** Items that tell nothing of a difference, in words; nothing where there are none. */
const leftOut = ({ changed, onlyInBase, onlyInOther, unscored }: ScorerComparison): string =>
  [
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(onlyInBase > 0 ? [`${count(onlyInBase)} only in the base`] : []),
    ...(onlyInOther > 0 ? [`${count(onlyInOther)} only in the run`] : []),
    ...(unscored > 0 ? [`${count(unscored)} unscored`] : [])
  ].join(", ")

const probability = (p: number | null): Html | string => (p === null ? none : p < 0.0001 ? "< 0.0001" : figure(p))

const differenceOf = ({ difference, ci95 }: ScorerComparison): Html =>
  difference === null ? none : html`${signed(difference)} ${interval(ci95, signed)}`

interface Column {
  readonly label: string
  readonly cell: (compared: ScorerComparison) => Html | string
  /** A scorer that has something in it; by default all have. */
  readonly isFor?: (compared: ScorerComparison) => boolean
}

const columns: ReadonlyArray<Column> = [
  { label: "Verdict", cell: ({ verdict }) => verdicts[verdict] },
  { label: "Difference (95 %)", cell: differenceOf },
  { label: "p", cell: ({ p }) => probability(p) },
  { label: "p (McNemar)", cell: ({ mcnemar }) => probability(mcnemar), isFor: ({ mcnemar }) => mcnemar !== null },
  { label: "Pairs", cell: ({ pairs }) => count(pairs) },
  { label: "Better", cell: ({ improved }) => count(improved) },
  { label: "Worse", cell: ({ regressed }) => count(regressed) },
  { label: "Unchanged", cell: ({ unchanged }) => count(unchanged) },
  { label: "Left out", cell: (one) => leftOut(one) || none, isFor: (one) => leftOut(one) !== "" }
]

/** What each scorer says of the run against the base. Laws: N1, N2. */
export const verdictsTable = ({ scorers }: Comparison): Html => {
  const entries = Object.entries(scorers)
  if (entries.length === 0) return empty("The runs have no scorer in common: there is nothing to compare them by.")
  const shown = columns.filter(({ isFor = () => true }) => entries.some(([, compared]) => isFor(compared)))
  const verdicts = table({
    caption: "What each scorer says",
    columns: ["Scorer", ...shown.map(({ label }) => label)],
    rows: entries.map(([alias, compared]) => [bdi(alias), ...shown.map(({ cell }) => cell(compared))])
  })
  return html`${wideTables("Verdicts", verdicts)}
    <p class="hint">
      The difference is the mean of the run less that of the base, over the items that both scored at the same revision.
      Where its interval holds 0, there is no evidence of one.
      ${when(
        entries.some(([, { small }]) => small),
        () => html`There are fewer than 30 pairs: the interval is a rough one.`
      )}
    </p>`
}

/** What became of an item, in words. */
export const changes = {
  improved: ["better", "good"],
  regressed: ["worse", "bad"],
  unchanged: ["unchanged", "neutral"],
  changed: ["item changed", "warning"],
  onlyInBase: ["only in the base", "neutral"],
  onlyInOther: ["only in the run", "neutral"],
  unscored: ["unscored", "neutral"]
} as const satisfies Record<(typeof itemChanges)[number], readonly [string, BadgeRole]>

type Change = ComparedItem["scores"][string]

/** What became of an item, from the base to the run. */
export const changeOf = ({ change, base, other }: Change): Html => {
  const [words, role] = changes[change]
  return html`${badge(words, role)} ${figure(base)} <span aria-hidden="true">→</span
    ><span class="unseen">to</span> ${figure(other)}`
}
