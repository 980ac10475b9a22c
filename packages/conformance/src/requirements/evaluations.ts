/** What a server of evaluation runs is held to, by the laws of SPEC.md. */
export const ofEvaluations = {
  "X1.once":
    "Creates of one requestKey with the same inputs, at once and later, make one run, which all of them are answered with.",
  "X1.other": "With other inputs a requestKey is REQUEST_KEY_REUSED, and its run stays as it is.",
  "X2.whole":
    "A run has every item of its dataset as often as it is repeated, each once, and its counts sum to their total.",
  "X3.ended": "Of a run that is completed every target has ended, and its counts are those of its targets.",
  "F1.frozen":
    "The evidence of a target that has ended reads the same, with its hash, whatever is written to what it was made of."
} as const
