import * as Schema from "effect/Schema"

const Figure = Schema.NullOr(Schema.Finite)
const Interval = Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite])).annotate({
  description: "A 95 % confidence interval, from its lower to its upper end; null where nothing can be said."
})

const PassAtK = Schema.Struct({ k: Schema.Int, value: Schema.Finite }).annotate({
  identifier: "EvalPassAtK",
  description: "How often at least one of k repetitions passes."
})

/** The figures of one scorer over one run. Laws: N1, N2. */
export const ScorerStatistics = Schema.Struct({
  items: Schema.Natural.annotate({ description: "Items with a scored repetition: what mean and ci95 are over." }),
  scored: Schema.Natural.annotate({ description: "Repetitions, as are unscored and failed, which are in no figure." }),
  unscored: Schema.Natural,
  failed: Schema.Natural,
  mean: Figure.annotate({ description: "Of the items' means over their scored repetitions." }),
  stdDev: Figure,
  ci95: Interval,
  small: Schema.Boolean.annotate({ description: "Fewer than 30 items: the interval is a rough one." }),
  passRate: Figure.annotate({ description: "Of the scored repetitions." }),
  passAll: Figure.annotate({ description: "The share of items whose repetitions all passed." }),
  passAtK: Schema.Array(PassAtK)
}).annotate({
  identifier: "EvalStatistics",
  description: "The figures of one scorer over one run. Repetitions are averaged per item, and never count as items."
})
export type ScorerStatistics = typeof ScorerStatistics.Type

/** What became of an item from one run to another; as many of each are counted by the comparison. */
export const itemChanges = [
  "improved",
  "regressed",
  "unchanged",
  "changed",
  "onlyInBase",
  "onlyInOther",
  "unscored"
] as const

/** One scorer over two runs. Laws: N1, N2. */
export const ScorerComparison = Schema.Struct({
  pairs: Schema.Natural.annotate({
    description: "Items of the same revision that are scored in both runs: what the figures are over."
  }),
  onlyInBase: Schema.Natural,
  onlyInOther: Schema.Natural,
  changed: Schema.Natural.annotate({ description: "Items that are in both runs at different revisions." }),
  unscored: Schema.Natural.annotate({ description: "Items without a score in one of the runs." }),
  difference: Figure.annotate({ description: "The mean of the other's less the base's." }),
  ci95: Interval,
  p: Figure.annotate({
    description: "Of a paired t test; raised by Holm's method where several scorers are compared."
  }),
  mcnemar: Figure.annotate({ description: "The p of McNemar's exact test, of yes and no with one repetition." }),
  small: Schema.Boolean.annotate({ description: "Fewer than 30 pairs: the interval is a rough one." }),
  verdict: Schema.Literals(["better", "worse", "no_evidence"]).annotate({
    description: "Whether the interval leaves out 0, and on which side."
  }),
  improved: Schema.Natural,
  regressed: Schema.Natural,
  unchanged: Schema.Natural
}).annotate({
  identifier: "EvalComparison",
  description: "What one scorer says of a run against a base, pair by pair."
})
export type ScorerComparison = typeof ScorerComparison.Type

/** 24 items, three times each: 20 always right, two twice, two never. */
export const exampleBaseStatistics: ScorerStatistics = {
  items: 24,
  scored: 72,
  unscored: 0,
  failed: 0,
  mean: 0.888888888889,
  stdDev: 0.289371577427,
  ci95: [0.766697988878, 1.0110797889],
  small: true,
  passRate: 0.888888888889,
  passAll: 0.833333333333,
  passAtK: [
    { k: 1, value: 0.888888888889 },
    { k: 2, value: 0.916666666667 },
    { k: 3, value: 0.916666666667 }
  ]
}

/** The same items: 22 always right, one once, one never. */
export const exampleStatistics: ScorerStatistics = {
  ...exampleBaseStatistics,
  mean: 0.930555555556,
  stdDev: 0.240353336253,
  ci95: [0.829063243358, 1.03204786775],
  passRate: 0.930555555556,
  passAll: 0.916666666667,
  passAtK: [
    { k: 1, value: 0.930555555556 },
    { k: 2, value: 0.944444444444 },
    { k: 3, value: 0.958333333333 }
  ]
}

export const exampleComparison: ScorerComparison = {
  pairs: 24,
  onlyInBase: 0,
  onlyInOther: 0,
  changed: 0,
  unscored: 0,
  difference: 0.0416666666667,
  ci95: [-0.00588464192939, 0.0892179752627],
  p: 0.0829598793455,
  mcnemar: null,
  small: true,
  verdict: "no_evidence",
  improved: 3,
  regressed: 0,
  unchanged: 21
}
