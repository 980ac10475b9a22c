// Generated from the contract. Do not edit.
import { clientOf } from "../core.ts"
import type { Families, Operations } from "./types.ts"

/** Each operation by family and method: its ID, its effect, how its list goes on, and which verb of a kind it is. */
export const operations = {
  pageViews: {
    list: { id: "list_page_views", effect: "read", paging: "cursor" },
    get: { id: "get_page_view", effect: "read" },
    create: { id: "create_page_view", effect: "write", verb: "create" },
    update: { id: "update_page_view", effect: "write", verb: "update" },
    copy: { id: "copy_page_view", effect: "write", verb: "copy" },
    delete: { id: "delete_page_view", effect: "destructive", verb: "delete" },
    history: { id: "get_page_view_history", effect: "read", paging: "before" },
    restore: { id: "restore_page_view", effect: "write", verb: "restore" },
    dependencies: { id: "get_page_view_dependencies", effect: "read" },
    deleted: { id: "list_deleted_page_views", effect: "read", paging: "cursor" },
    recover: { id: "recover_page_view", effect: "write" },
    validate: { id: "validate_page_view", effect: "read" }
  },
  customFields: {
    list: { id: "list_custom_fields", effect: "read", paging: "cursor" },
    get: { id: "get_custom_field", effect: "read" },
    create: { id: "create_custom_field", effect: "write", verb: "create" },
    update: { id: "update_custom_field", effect: "write", verb: "update" },
    copy: { id: "copy_custom_field", effect: "write", verb: "copy" },
    delete: { id: "delete_custom_field", effect: "destructive", verb: "delete" },
    history: { id: "get_custom_field_history", effect: "read", paging: "before" },
    restore: { id: "restore_custom_field", effect: "write", verb: "restore" },
    dependencies: { id: "get_custom_field_dependencies", effect: "read" },
    deleted: { id: "list_deleted_custom_fields", effect: "read", paging: "cursor" },
    recover: { id: "recover_custom_field", effect: "write" }
  },
  traces: {
    record: { id: "record_traces", effect: "write" },
    list: { id: "list_traces", effect: "read", paging: "cursor" },
    get: { id: "get_trace", effect: "read" },
    spans: { id: "list_trace_spans", effect: "read", paging: "cursor" },
    scores: { id: "list_trace_scores", effect: "read", paging: "cursor" },
    createScore: { id: "create_score", effect: "write" },
    deleteScore: { id: "delete_score", effect: "destructive" },
    delete: { id: "delete_trace", effect: "destructive" }
  },
  viewRows: {
    query: { id: "query_page_view", effect: "read", paging: "cursor" }
  },
  metrics: {
    query: { id: "query_metrics", effect: "read", deadlineMs: 10000 }
  },
  metricsCharts: {
    list: { id: "list_metrics_charts", effect: "read", paging: "cursor" },
    get: { id: "get_metrics_chart", effect: "read" },
    create: { id: "create_metrics_chart", effect: "write", verb: "create" },
    update: { id: "update_metrics_chart", effect: "write", verb: "update" },
    copy: { id: "copy_metrics_chart", effect: "write", verb: "copy" },
    delete: { id: "delete_metrics_chart", effect: "destructive", verb: "delete" },
    history: { id: "get_metrics_chart_history", effect: "read", paging: "before" },
    restore: { id: "restore_metrics_chart", effect: "write", verb: "restore" },
    dependencies: { id: "get_metrics_chart_dependencies", effect: "read" },
    deleted: { id: "list_deleted_metrics_charts", effect: "read", paging: "cursor" },
    recover: { id: "recover_metrics_chart", effect: "write" },
    query: { id: "query_metrics_chart", effect: "read", deadlineMs: 10000 }
  },
  prompts: {
    list: { id: "list_prompts", effect: "read", paging: "cursor" },
    get: { id: "get_prompt", effect: "read" },
    create: { id: "create_prompt", effect: "write", verb: "create" },
    update: { id: "update_prompt", effect: "write", verb: "update" },
    copy: { id: "copy_prompt", effect: "write", verb: "copy" },
    delete: { id: "delete_prompt", effect: "destructive", verb: "delete" },
    history: { id: "get_prompt_history", effect: "read", paging: "before" },
    restore: { id: "restore_prompt", effect: "write", verb: "restore" },
    dependencies: { id: "get_prompt_dependencies", effect: "read" },
    deleted: { id: "list_deleted_prompts", effect: "read", paging: "cursor" },
    recover: { id: "recover_prompt", effect: "write" },
    validate: { id: "validate_prompt", effect: "read" },
    labels: { id: "list_prompt_labels", effect: "read" },
    setLabel: { id: "set_prompt_label", effect: "write" },
    protectLabel: { id: "protect_prompt_label", effect: "write" },
    getPublished: { id: "get_published_prompt", effect: "read" },
    getManaged: { id: "get_managed_prompt", effect: "write" }
  },
  datasets: {
    list: { id: "list_datasets", effect: "read", paging: "cursor" },
    get: { id: "get_dataset", effect: "read" },
    create: { id: "create_dataset", effect: "write", verb: "create" },
    update: { id: "update_dataset", effect: "write", verb: "update" },
    copy: { id: "copy_dataset", effect: "write", verb: "copy" },
    delete: { id: "delete_dataset", effect: "destructive", verb: "delete" },
    history: { id: "get_dataset_history", effect: "read", paging: "before" },
    restore: { id: "restore_dataset", effect: "write", verb: "restore" },
    dependencies: { id: "get_dataset_dependencies", effect: "read" },
    deleted: { id: "list_deleted_datasets", effect: "read", paging: "cursor" },
    recover: { id: "recover_dataset", effect: "write" },
    items: { id: "list_dataset_items", effect: "read", paging: "cursor" },
    item: { id: "get_dataset_item", effect: "read" },
    put: { id: "put_dataset_items", effect: "write" },
    deleteItems: { id: "delete_dataset_items", effect: "destructive" },
    versions: { id: "list_dataset_versions", effect: "read", paging: "before" },
    compare: { id: "compare_dataset_versions", effect: "read", paging: "cursor" },
    restoreVersion: { id: "restore_dataset_version", effect: "write" },
    purge: { id: "purge_dataset_item", effect: "destructive" }
  },
  datasetTraces: {
    add: { id: "add_traces_to_dataset", effect: "write" }
  },
  imports: {
    importResources: { id: "import_resources", effect: "write", deadlineMs: 60000 },
    get: { id: "get_import", effect: "read" }
  },
  apps: {
    list: { id: "list_apps", effect: "read", paging: "cursor" },
    get: { id: "get_app", effect: "read" },
    create: { id: "register_app", effect: "write" },
    update: { id: "update_app", effect: "write", verb: "update" },
    copy: { id: "copy_app", effect: "write", verb: "copy" },
    delete: { id: "delete_app", effect: "destructive", verb: "delete" },
    history: { id: "get_app_history", effect: "read", paging: "before" },
    restore: { id: "restore_app", effect: "write", verb: "restore" },
    dependencies: { id: "get_app_dependencies", effect: "read" },
    deleted: { id: "list_deleted_apps", effect: "read", paging: "cursor" },
    recover: { id: "recover_app", effect: "write" },
    secrets: { id: "list_app_secrets", effect: "read" },
    setSecret: { id: "set_app_secret", effect: "write" },
    connections: { id: "list_model_connections", effect: "read" }
  },
  scorers: {
    list: { id: "list_scorers", effect: "read", paging: "cursor" },
    get: { id: "get_scorer", effect: "read" },
    create: { id: "create_scorer", effect: "write", verb: "create" },
    update: { id: "update_scorer", effect: "write", verb: "update" },
    copy: { id: "copy_scorer", effect: "write", verb: "copy" },
    delete: { id: "delete_scorer", effect: "destructive", verb: "delete" },
    history: { id: "get_scorer_history", effect: "read", paging: "before" },
    restore: { id: "restore_scorer", effect: "write", verb: "restore" },
    dependencies: { id: "get_scorer_dependencies", effect: "read" },
    deleted: { id: "list_deleted_scorers", effect: "read", paging: "cursor" },
    recover: { id: "recover_scorer", effect: "write" },
    validate: { id: "validate_scorer", effect: "read" }
  },
  evaluations: {
    create: { id: "create_eval_run", effect: "write", deadlineMs: 30000 },
    estimate: { id: "estimate_eval_run", effect: "read", deadlineMs: 30000 },
    list: { id: "list_eval_runs", effect: "read", paging: "cursor" },
    get: { id: "get_eval_run", effect: "read", paging: "cursor" },
    target: { id: "get_eval_target", effect: "read" },
    cancel: { id: "cancel_eval_run", effect: "destructive" },
    resume: { id: "resume_eval_run", effect: "write" },
    compare: { id: "compare_eval_runs", effect: "read", paging: "cursor" },
    delete: { id: "delete_eval_run", effect: "destructive" },
    invoke: { id: "invoke_app", effect: "write", deadlineMs: 30000 },
    usage: { id: "get_usage", effect: "read", paging: "cursor" }
  },
  reviews: {
    createSession: { id: "create_review_session", effect: "write" },
    listSessions: { id: "list_review_sessions", effect: "read", paging: "cursor" },
    getSession: { id: "get_review_session", effect: "read" },
    assign: { id: "assign_reviews", effect: "write" },
    close: { id: "close_review_session", effect: "write" },
    list: { id: "list_reviews", effect: "read", paging: "cursor" },
    evidence: { id: "get_review_evidence", effect: "read" },
    claim: { id: "claim_review", effect: "write" },
    release: { id: "release_review", effect: "write" },
    submit: { id: "submit_review", effect: "write" }
  }
} as const

/** Creates a client of these operations. */
export const createClient = /* @__PURE__ */ clientOf<Families, Operations>(operations)
