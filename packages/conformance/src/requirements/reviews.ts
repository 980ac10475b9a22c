/** What a server of reviews is held to, by the laws of SPEC.md. */
export const ofReviews = {
  "H1.refused": "An API key is HUMAN_REQUIRED where it would claim, release or submit a review.",
  "H1.nothing": "What an API key was refused changes nothing: who holds a review, and how many there are."
} as const
