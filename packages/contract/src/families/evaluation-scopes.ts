/** What prompts, apps, evaluations and reviews share, in the sentences that people read. */
export const evaluationScopes = {
  "prompts:read": "Read prompts and their labels, with their history, and render them.",
  "apps:read": "Read apps with their history, and the names of their secrets and of model connections.",
  "apps:write": "Create, change and delete apps and prompts, move the labels of prompts, and call apps.",
  "datasets:read": "Read datasets and their items, at each version.",
  "datasets:write": "Create, change and delete datasets and their items, and import files.",
  "scorers:read": "Read scorers, with their history.",
  "scorers:write": "Create, change and delete scorers.",
  "evals:read": "Read evaluation runs, their results and their cost.",
  "evals:write": "Start, cancel, resume and delete evaluation runs, which call apps and models and can cost money.",
  "reviews:read":
    "Read review sessions, the reviews in them and, with traces:read, what is reviewed: traces, or items of datasets with the " +
    "answers of apps.",
  "reviews:write": "Create, assign and close review sessions, and, for people, claim and submit reviews."
} as const
