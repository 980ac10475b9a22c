/**
 * Why no call shows that a condition is taken away: where it stands, by the operation that issues the statement first, and
 * the table.
 */
export const reasons: Readonly<Record<string, ReadonlyArray<string>>> = {
  "It only locks, or makes sure of, what another statement has found by all that it is known by.": [
    "purge_dataset_item: dataset_heads",
    "submit_review: review_items",
    "submit_review: review_sessions",
    "record_traces: trace_heads",
    "create_score: trace_heads",
    "claim_review: review_items",
    "claim_review: eval_targets",
    "claim_review: eval_runs",
    "resume_eval_run: eval_lanes",
    "invoke_app: eval_runs",
    "list_custom_fields: projects"
  ],
  "A row is looked up by tenant and project, and then changed by both once more: either keeps it to the project.": [
    "POST /v1/traces: trace_heads",
    "get_managed_prompt: trace_heads",
    "record_traces: trace_chunks"
  ],
  "It counts towards a limit of hundreds or of megabytes, which nothing here comes near.": [
    "create_score: trace_scores",
    "get_trace: trace_scores",
    "set_app_secret: secrets"
  ],
  "The index on attributes binds tenant and project once more: scoped(tenant_id, project_id, attributes).": [
    "list_traces: trace_heads",
    "query_metrics: trace_heads",
    "query_page_view: trace_heads"
  ],
  "It writes or removes what is made again the same, or is not there once a run has ended.": [
    "cancel_eval_run: eval_runs",
    "delete_eval_run: eval_removals"
  ],
  "What it reads of a copy by the project's own IDs is, for the calls that the walk makes, what it reads of the project: a copy differs in all but its keys.":
    [
      "get_custom_field_dependencies: definition_pins",
      "update_custom_field: definitions",
      "validate_page_view: definitions",
      "list_traces: trace_scores",
      "query_metrics: trace_spans",
      "query_metrics: trace_scores",
      "query_page_view: trace_scores",
      "record_traces: trace_spans",
      "put_dataset_items: dataset_items",
      "list_dataset_items: dataset_items",
      "list_dataset_items: dataset_heads",
      "create_eval_run: dataset_items",
      "estimate_eval_run: dataset_items",
      "restore_dataset_version: dataset_items",
      "purge_dataset_item: dataset_items",
      "purge_dataset_item: eval_targets",
      "purge_dataset_item: eval_runs",
      "import_resources: dataset_items",
      "import_resources: import_parts",
      "create_review_session: review_items",
      "create_review_session: eval_targets",
      "create_review_session: eval_scores",
      "get_review_session: review_submissions",
      "get_review_evidence: dataset_items",
      "claim_review: review_sessions",
      "claim_review: review_slots",
      "submit_review: review_slots",
      "submit_review: review_submissions",
      "create_eval_run: eval_accounts",
      "create_eval_run: eval_attempts",
      "create_eval_run: eval_scores",
      "create_eval_run: eval_runs",
      "create_eval_run: eval_run_keys",
      "get_eval_run: dataset_items",
      "get_eval_run: eval_scores",
      "get_usage: eval_usage"
    ]
}

const tableOf = (text: string, condition: string): string => {
  const [, alias] = /^\(?(\w+)\./.exec(condition) ?? []
  const named = alias === undefined ? /agent_operations\.(\w+)/ : new RegExp(`agent_operations\\.(\\w+) as ${alias}\\b`)
  return named.exec(text)?.[1] ?? "a query"
}

/** Where a condition stands: `claim_review: review_slots`. */
export const placeOf = (operation: string, text: string, condition: string): string =>
  `${operation}: ${tableOf(text, condition)}`

/** Why no call shows that a condition is taken away there, where there is a reason. */
export const explained = (place: string): string | undefined =>
  Object.keys(reasons).find((reason) => reasons[reason]!.includes(place))

/** Every place that has a reason. */
export const explainedPlaces: ReadonlyArray<string> = Object.values(reasons).flat()
