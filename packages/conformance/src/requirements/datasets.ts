/** What a server of datasets is held to, by the laws of SPEC.md. */
export const ofDatasets = {
  "D1.gapless":
    "Each accepted change of items makes one version: 1, 2, 3, … without a gap; one that changes nothing makes none.",
  "D1.expected": "A change that expects another version than the current one is CONFLICT, and changes nothing.",
  "D1.race": "Of racing changes each gets a version of its own, and of those with one expectedVersion one wins.",
  "D2.same": "The items of a version read the same, in the same order, whatever is written later.",
  "D2.walk": "A walk is of the version of its first page, and yields each of its items once.",
  "D3.identity": "A changed item keeps its ID and its place."
} as const
