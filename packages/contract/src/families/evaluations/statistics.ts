import * as Schema from "effect/Schema"

const Figure = Schema.NullOr(Schema.Finite)
const Interval = Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite])).annotate({
  description: "A 95 % confidence interval, from its lower to its upper end; null if it can't be computed."
})

const PassAtK = Schema.Struct({
  k: Schema.Int.annotateKey({ description: "The number of repetitions." }),
  value: Schema.Finite.annotateKey({
    description: "The mean chance, over items, that at least one of k repetitions passes: 0 to 1."
  })
}).annotate({
  identifier: "EvalPassAtK",
  description: "How often at least one of k repetitions passes."
})

/** The figures of one scorer over one run. Laws: N1, N2. */
export const ScorerStatistics = Schema.Struct({
  items: Schema.Natural.annotate({
    description: "The number of items with a scored repetition, which mean and ci95 are computed over."
  }),
  scored: Schema.Natural.annotate({
    description: "The number of repetitions with a score. Those unscored or failed enter no statistic."
  }),
  unscored: Schema.Natural.annotateKey({ description: "Repetitions that the scorer returned no score for." }),
  failed: Schema.Natural.annotateKey({ description: "Repetitions whose scoring failed." }),
  mean: Figure.annotate({
    description: "The mean of the items' means over their scored repetitions; null if there is none."
  }),
  stdDev: Figure.annotateKey({
    description: "The standard deviation of the items' means; null if it can't be computed."
  }),
  ci95: Interval.annotateKey({
    description: "The 95 % confidence interval of mean: its lower and upper end; null if it can't be computed."
  }),
  small: Schema.Boolean.annotate({
    description: "Whether there are fewer than 30 items, so that the interval is rough."
  }),
  passRate: Figure.annotate({
    description: "The share of scored repetitions that pass, 0 to 1; null if nothing decides that."
  }),
  passAll: Figure.annotate({
    description: "The share of items whose repetitions all passed, 0 to 1; null if nothing decides that."
  }),
  passAtK: Schema.Array(PassAtK).annotateKey({
    description: "How often at least one of k repetitions passes, for each k."
  })
}).annotate({
  identifier: "EvalStatistics",
  description: "The statistics of one scorer over one run. Repetitions are averaged per item, and never count as items."
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
    description:
      "The number of items of the same revision that are scored in both runs, which the comparison is computed " +
      "over."
  }),
  onlyInBase: Schema.Natural.annotateKey({ description: "Items that are only in the base run." }),
  onlyInOther: Schema.Natural.annotateKey({ description: "Items that are only in the other run." }),
  changed: Schema.Natural.annotate({
    description: "The number of items that are in both runs at different revisions."
  }),
  unscored: Schema.Natural.annotate({ description: "The number of items without a score in one of the runs." }),
  difference: Figure.annotate({
    description: "The mean of the other run's score minus the base's; null if there is no pair."
  }),
  ci95: Interval.annotateKey({
    description: "The 95 % confidence interval of difference: its lower and upper end; null if it can't be computed."
  }),
  p: Figure.annotate({
    description:
      "The p-value of a paired t test, raised by Holm's method if several scorers are compared; null if it can't " +
      "be computed."
  }),
  mcnemar: Figure.annotate({
    description: "The p-value of McNemar's exact test, for yes-or-no scores with one repetition; null otherwise."
  }),
  small: Schema.Boolean.annotate({
    description: "Whether there are fewer than 30 pairs, so that the interval is rough."
  }),
  verdict: Schema.Literals(["better", "worse", "no_evidence"]).annotate({
    description: "Whether the interval excludes 0, and on which side: better, worse or no_evidence."
  }),
  improved: Schema.Natural.annotateKey({ description: "Pairs whose score is better in the other run." }),
  regressed: Schema.Natural.annotateKey({ description: "Pairs whose score is worse in the other run." }),
  unchanged: Schema.Natural.annotateKey({ description: "Pairs whose score is the same in both runs." })
}).annotate({
  identifier: "EvalComparison",
  description: "The comparison of a run with a base by one scorer, pair by pair."
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
