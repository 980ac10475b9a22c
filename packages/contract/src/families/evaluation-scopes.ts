/** What prompts, apps and evaluations share, in the sentences that people read. */
export const evaluationScopes = {
  "prompts:read": "Read prompts and their labels, with their history, and render them.",
  "apps:write": "Create, change and delete apps and prompts, move the labels of prompts, and call apps.",
  "evals:read": "Read evaluation runs, their results and what they used up."
} as const
