// Generated from the contract. Do not edit.
import type { Json, ListMethod, Method, UpdateWith } from "../core.ts"

/** The families of operations, by name. */
export interface Families {
  readonly pageViews: PageViews
  readonly customFields: CustomFields
  readonly traces: Traces
  readonly viewRows: ViewRows
  readonly metrics: Metrics
  readonly metricsCharts: MetricsCharts
  readonly prompts: Prompts
  readonly datasets: Datasets
  readonly datasetTraces: DatasetTraces
  readonly imports: Imports
  readonly apps: Apps
  readonly scorers: Scorers
  readonly evaluations: Evaluations
  readonly reviews: Reviews
}

/** Every operation by its ID: what it takes, what it answers, and the codes of its own that it can fail with. */
export interface Operations {
  readonly list_page_views: { readonly input: ListPageViewsInput; readonly result: ListPageViewsResult; readonly codes: never }
  readonly get_page_view: { readonly input: GetPageViewInput; readonly result: PageView; readonly codes: "NOT_FOUND" }
  readonly create_page_view: { readonly input: CreatePageViewInput; readonly result: PageView; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_page_view: { readonly input: UpdatePageViewInput; readonly result: PageView; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_page_view: { readonly input: CopyPageViewInput; readonly result: PageView; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_page_view: { readonly input: DeletePageViewInput; readonly result: DeletePageViewResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_page_view_history: { readonly input: GetPageViewHistoryInput; readonly result: GetPageViewHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_page_view: { readonly input: RestorePageViewInput; readonly result: PageView; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_page_view_dependencies: { readonly input: GetPageViewDependenciesInput; readonly result: GetPageViewDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_page_views: { readonly input: ListDeletedPageViewsInput; readonly result: ListDeletedPageViewsResult; readonly codes: never }
  readonly recover_page_view: { readonly input: RecoverPageViewInput; readonly result: PageView; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly validate_page_view: { readonly input: ValidatePageViewInput; readonly result: ValidatePageViewResult; readonly codes: "NOT_FOUND" }
  readonly list_custom_fields: { readonly input: ListCustomFieldsInput; readonly result: ListCustomFieldsResult; readonly codes: never }
  readonly get_custom_field: { readonly input: GetCustomFieldInput; readonly result: CustomField; readonly codes: "NOT_FOUND" }
  readonly create_custom_field: { readonly input: CreateCustomFieldInput; readonly result: CustomField; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_custom_field: { readonly input: UpdateCustomFieldInput; readonly result: CustomField; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_custom_field: { readonly input: CopyCustomFieldInput; readonly result: CustomField; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_custom_field: { readonly input: DeleteCustomFieldInput; readonly result: DeleteCustomFieldResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_custom_field_history: { readonly input: GetCustomFieldHistoryInput; readonly result: GetCustomFieldHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_custom_field: { readonly input: RestoreCustomFieldInput; readonly result: CustomField; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_custom_field_dependencies: { readonly input: GetCustomFieldDependenciesInput; readonly result: GetCustomFieldDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_custom_fields: { readonly input: ListDeletedCustomFieldsInput; readonly result: ListDeletedCustomFieldsResult; readonly codes: never }
  readonly recover_custom_field: { readonly input: RecoverCustomFieldInput; readonly result: CustomField; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly record_traces: { readonly input: RecordTracesInput; readonly result: RecordTracesResult; readonly codes: "TRACE_DELETED" | "SPAN_TAKEN" }
  readonly list_traces: { readonly input: ListTracesInput; readonly result: ListTracesResult; readonly codes: never }
  readonly get_trace: { readonly input: GetTraceInput; readonly result: GetTraceResult; readonly codes: "NOT_FOUND" }
  readonly list_trace_spans: { readonly input: ListTraceSpansInput; readonly result: ListTraceSpansResult; readonly codes: "NOT_FOUND" }
  readonly list_trace_scores: { readonly input: ListTraceScoresInput; readonly result: ListTraceScoresResult; readonly codes: "NOT_FOUND" }
  readonly create_score: { readonly input: CreateScoreInput; readonly result: Score; readonly codes: "HUMAN_REQUIRED" | "TRACE_DELETED" }
  readonly delete_score: { readonly input: DeleteScoreInput; readonly result: DeleteScoreResult; readonly codes: "NOT_FOUND" }
  readonly delete_trace: { readonly input: DeleteTraceInput; readonly result: DeleteTraceResult; readonly codes: "NOT_FOUND" }
  readonly query_page_view: { readonly input: QueryPageViewInput; readonly result: QueryPageViewResult; readonly codes: "NOT_FOUND" | "INVALID_VIEW" | "UNSUPPORTED_TARGET" | "TOO_MANY_ROWS" }
  readonly query_metrics: { readonly input: QueryMetricsInput; readonly result: QueryMetricsResult; readonly codes: "TOO_MANY_ROWS" }
  readonly list_metrics_charts: { readonly input: ListMetricsChartsInput; readonly result: ListMetricsChartsResult; readonly codes: never }
  readonly get_metrics_chart: { readonly input: GetMetricsChartInput; readonly result: MetricsChart; readonly codes: "NOT_FOUND" }
  readonly create_metrics_chart: { readonly input: CreateMetricsChartInput; readonly result: MetricsChart; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_metrics_chart: { readonly input: UpdateMetricsChartInput; readonly result: MetricsChart; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_metrics_chart: { readonly input: CopyMetricsChartInput; readonly result: MetricsChart; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_metrics_chart: { readonly input: DeleteMetricsChartInput; readonly result: DeleteMetricsChartResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_metrics_chart_history: { readonly input: GetMetricsChartHistoryInput; readonly result: GetMetricsChartHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_metrics_chart: { readonly input: RestoreMetricsChartInput; readonly result: MetricsChart; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_metrics_chart_dependencies: { readonly input: GetMetricsChartDependenciesInput; readonly result: GetMetricsChartDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_metrics_charts: { readonly input: ListDeletedMetricsChartsInput; readonly result: ListDeletedMetricsChartsResult; readonly codes: never }
  readonly recover_metrics_chart: { readonly input: RecoverMetricsChartInput; readonly result: MetricsChart; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly query_metrics_chart: { readonly input: QueryMetricsChartInput; readonly result: QueryMetricsChartResult; readonly codes: "NOT_FOUND" | "TOO_MANY_ROWS" }
  readonly list_prompts: { readonly input: ListPromptsInput; readonly result: ListPromptsResult; readonly codes: never }
  readonly get_prompt: { readonly input: GetPromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" }
  readonly create_prompt: { readonly input: CreatePromptInput; readonly result: Prompt; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_prompt: { readonly input: UpdatePromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "LABEL_PROTECTED" }
  readonly copy_prompt: { readonly input: CopyPromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_prompt: { readonly input: DeletePromptInput; readonly result: DeletePromptResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" | "LABEL_PROTECTED" }
  readonly get_prompt_history: { readonly input: GetPromptHistoryInput; readonly result: GetPromptHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_prompt: { readonly input: RestorePromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "LABEL_PROTECTED" }
  readonly get_prompt_dependencies: { readonly input: GetPromptDependenciesInput; readonly result: GetPromptDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_prompts: { readonly input: ListDeletedPromptsInput; readonly result: ListDeletedPromptsResult; readonly codes: never }
  readonly recover_prompt: { readonly input: RecoverPromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "LABEL_PROTECTED" }
  readonly validate_prompt: { readonly input: ValidatePromptInput; readonly result: ValidatePromptResult; readonly codes: "NOT_FOUND" | "MISSING_VARIABLE" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly list_prompt_labels: { readonly input: ListPromptLabelsInput; readonly result: ListPromptLabelsResult; readonly codes: "NOT_FOUND" }
  readonly set_prompt_label: { readonly input: SetPromptLabelInput; readonly result: PromptLabel; readonly codes: "NOT_FOUND" | "CONFLICT" | "LABEL_PROTECTED" }
  readonly protect_prompt_label: { readonly input: ProtectPromptLabelInput; readonly result: PromptLabel; readonly codes: "NOT_FOUND" | "HUMAN_REQUIRED" | "LABEL_PROTECTED" }
  readonly get_published_prompt: { readonly input: GetPublishedPromptInput; readonly result: GetPublishedPromptResult; readonly codes: "NOT_FOUND" }
  readonly get_managed_prompt: { readonly input: GetManagedPromptInput; readonly result: GetManagedPromptResult; readonly codes: "NOT_FOUND" | "TRACE_DELETED" | "MISSING_VARIABLE" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly list_datasets: { readonly input: ListDatasetsInput; readonly result: ListDatasetsResult; readonly codes: never }
  readonly get_dataset: { readonly input: GetDatasetInput; readonly result: Dataset; readonly codes: "NOT_FOUND" }
  readonly create_dataset: { readonly input: CreateDatasetInput; readonly result: Dataset; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_dataset: { readonly input: UpdateDatasetInput; readonly result: Dataset; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_dataset: { readonly input: CopyDatasetInput; readonly result: Dataset; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_dataset: { readonly input: DeleteDatasetInput; readonly result: DeleteDatasetResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_dataset_history: { readonly input: GetDatasetHistoryInput; readonly result: GetDatasetHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_dataset: { readonly input: RestoreDatasetInput; readonly result: Dataset; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_dataset_dependencies: { readonly input: GetDatasetDependenciesInput; readonly result: GetDatasetDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_datasets: { readonly input: ListDeletedDatasetsInput; readonly result: ListDeletedDatasetsResult; readonly codes: never }
  readonly recover_dataset: { readonly input: RecoverDatasetInput; readonly result: Dataset; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly list_dataset_items: { readonly input: ListDatasetItemsInput; readonly result: ListDatasetItemsResult; readonly codes: "NOT_FOUND" }
  readonly get_dataset_item: { readonly input: GetDatasetItemInput; readonly result: DatasetItem; readonly codes: "NOT_FOUND" }
  readonly put_dataset_items: { readonly input: PutDatasetItemsInput; readonly result: PutDatasetItemsResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "ITEM_INVALID" }
  readonly delete_dataset_items: { readonly input: DeleteDatasetItemsInput; readonly result: DeleteDatasetItemsResult; readonly codes: "NOT_FOUND" | "CONFLICT" }
  readonly list_dataset_versions: { readonly input: ListDatasetVersionsInput; readonly result: ListDatasetVersionsResult; readonly codes: "NOT_FOUND" }
  readonly compare_dataset_versions: { readonly input: CompareDatasetVersionsInput; readonly result: CompareDatasetVersionsResult; readonly codes: "NOT_FOUND" }
  readonly restore_dataset_version: { readonly input: RestoreDatasetVersionInput; readonly result: RestoreDatasetVersionResult; readonly codes: "NOT_FOUND" | "CONFLICT" }
  readonly purge_dataset_item: { readonly input: PurgeDatasetItemInput; readonly result: PurgeDatasetItemResult; readonly codes: "NOT_FOUND" | "HUMAN_REQUIRED" | "ADMIN_REQUIRED" }
  readonly add_traces_to_dataset: { readonly input: AddTracesToDatasetInput; readonly result: AddTracesToDatasetResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "ITEM_INVALID" }
  readonly import_resources: { readonly input: ImportResourcesInput; readonly result: Import; readonly codes: "NOT_FOUND" | "REQUEST_KEY_REUSED" | "IMPORT_REFUSED" }
  readonly get_import: { readonly input: GetImportInput; readonly result: Import; readonly codes: "NOT_FOUND" }
  readonly list_apps: { readonly input: ListAppsInput; readonly result: ListAppsResult; readonly codes: never }
  readonly get_app: { readonly input: GetAppInput; readonly result: App; readonly codes: "NOT_FOUND" }
  readonly register_app: { readonly input: RegisterAppInput; readonly result: App; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED" }
  readonly update_app: { readonly input: UpdateAppInput; readonly result: App; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED" }
  readonly copy_app: { readonly input: CopyAppInput; readonly result: App; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_app: { readonly input: DeleteAppInput; readonly result: DeleteAppResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_app_history: { readonly input: GetAppHistoryInput; readonly result: GetAppHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_app: { readonly input: RestoreAppInput; readonly result: App; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_app_dependencies: { readonly input: GetAppDependenciesInput; readonly result: GetAppDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_apps: { readonly input: ListDeletedAppsInput; readonly result: ListDeletedAppsResult; readonly codes: never }
  readonly recover_app: { readonly input: RecoverAppInput; readonly result: App; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly list_app_secrets: { readonly input: ListAppSecretsInput; readonly result: ListAppSecretsResult; readonly codes: "NOT_FOUND" }
  readonly set_app_secret: { readonly input: SetAppSecretInput; readonly result: AppSecret; readonly codes: "NOT_FOUND" }
  readonly list_model_connections: { readonly input: ListModelConnectionsInput; readonly result: ListModelConnectionsResult; readonly codes: never }
  readonly list_scorers: { readonly input: ListScorersInput; readonly result: ListScorersResult; readonly codes: never }
  readonly get_scorer: { readonly input: GetScorerInput; readonly result: Scorer; readonly codes: "NOT_FOUND" }
  readonly create_scorer: { readonly input: CreateScorerInput; readonly result: Scorer; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_scorer: { readonly input: UpdateScorerInput; readonly result: Scorer; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_scorer: { readonly input: CopyScorerInput; readonly result: Scorer; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_scorer: { readonly input: DeleteScorerInput; readonly result: DeleteScorerResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_scorer_history: { readonly input: GetScorerHistoryInput; readonly result: GetScorerHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_scorer: { readonly input: RestoreScorerInput; readonly result: Scorer; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_scorer_dependencies: { readonly input: GetScorerDependenciesInput; readonly result: GetScorerDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_scorers: { readonly input: ListDeletedScorersInput; readonly result: ListDeletedScorersResult; readonly codes: never }
  readonly recover_scorer: { readonly input: RecoverScorerInput; readonly result: Scorer; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly validate_scorer: { readonly input: ValidateScorerInput; readonly result: ValidateScorerResult; readonly codes: "NOT_FOUND" }
  readonly create_eval_run: { readonly input: CreateEvalRunInput; readonly result: EvalRun; readonly codes: "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED" | "RATE_LIMITED" }
  readonly estimate_eval_run: { readonly input: EstimateEvalRunInput; readonly result: EstimateEvalRunResult; readonly codes: "NOT_FOUND" | "REFERENCE_NOT_FOUND" }
  readonly list_eval_runs: { readonly input: ListEvalRunsInput; readonly result: ListEvalRunsResult; readonly codes: never }
  readonly get_eval_run: { readonly input: GetEvalRunInput; readonly result: GetEvalRunResult; readonly codes: "NOT_FOUND" }
  readonly get_eval_target: { readonly input: GetEvalTargetInput; readonly result: EvalEvidence; readonly codes: "NOT_FOUND" }
  readonly cancel_eval_run: { readonly input: CancelEvalRunInput; readonly result: EvalRun; readonly codes: "NOT_FOUND" | "RUN_ENDED" }
  readonly resume_eval_run: { readonly input: ResumeEvalRunInput; readonly result: EvalRun; readonly codes: "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "RUN_ENDED" }
  readonly compare_eval_runs: { readonly input: CompareEvalRunsInput; readonly result: CompareEvalRunsResult; readonly codes: "NOT_FOUND" }
  readonly delete_eval_run: { readonly input: DeleteEvalRunInput; readonly result: DeleteEvalRunResult; readonly codes: "NOT_FOUND" | "CONFLICT" }
  readonly invoke_app: { readonly input: InvokeAppInput; readonly result: InvokeAppResult; readonly codes: "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED" | "RATE_LIMITED" }
  readonly get_usage: { readonly input: GetUsageInput; readonly result: GetUsageResult; readonly codes: never }
  readonly create_review_session: { readonly input: CreateReviewSessionInput; readonly result: ReviewSession; readonly codes: "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly list_review_sessions: { readonly input: ListReviewSessionsInput; readonly result: ListReviewSessionsResult; readonly codes: never }
  readonly get_review_session: { readonly input: GetReviewSessionInput; readonly result: GetReviewSessionResult; readonly codes: "NOT_FOUND" }
  readonly assign_reviews: { readonly input: AssignReviewsInput; readonly result: ReviewSession; readonly codes: "NOT_FOUND" | "CONFLICT" }
  readonly close_review_session: { readonly input: CloseReviewSessionInput; readonly result: ReviewSession; readonly codes: "NOT_FOUND" }
  readonly list_reviews: { readonly input: ListReviewsInput; readonly result: ListReviewsResult; readonly codes: "NOT_FOUND" }
  readonly get_review_evidence: { readonly input: GetReviewEvidenceInput; readonly result: GetReviewEvidenceResult; readonly codes: "NOT_FOUND" }
  readonly claim_review: { readonly input: ClaimReviewInput; readonly result: ClaimReviewResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "HUMAN_REQUIRED" }
  readonly release_review: { readonly input: ReleaseReviewInput; readonly result: Review; readonly codes: "NOT_FOUND" | "REVIEW_TAKEN" | "HUMAN_REQUIRED" }
  readonly submit_review: { readonly input: SubmitReviewInput; readonly result: SubmitReviewResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "REVIEW_TAKEN" | "HUMAN_REQUIRED" }
}

/** What `list_page_views` takes. */
export interface ListPageViewsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** Only definitions with this target. */
  readonly target?: "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
  /** Only definitions whose source has this type. */
  readonly sourceType?: "table" | "react"
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_page_views` answers. */
export interface ListPageViewsResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<PageView>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_page_view` takes. */
export interface GetPageViewInput {
  /** ID of the page view. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `create_page_view` takes. */
export interface CreatePageViewInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: PageViewSource
  readonly settings: PageViewSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `update_page_view` takes. */
export interface UpdatePageViewInput {
  /** ID of the page view. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: PageViewSource
  readonly settings?: PageViewSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `copy_page_view` takes. */
export interface CopyPageViewInput {
  /** ID of the page view to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_page_view` takes. */
export interface DeletePageViewInput {
  /** ID of the page view to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_page_view` answers. */
export interface DeletePageViewResult {
  /** ID of the page view. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_page_view_history` takes. */
export interface GetPageViewHistoryInput {
  /** ID of the page view. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_page_view_history` answers. */
export interface GetPageViewHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<PageView>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_page_view` takes. */
export interface RestorePageViewInput {
  /** ID of the page view. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_page_view_dependencies` takes. */
export interface GetPageViewDependenciesInput {
  /** ID of the page view. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_page_view_dependencies` answers. */
export interface GetPageViewDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_page_views` takes. */
export interface ListDeletedPageViewsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_page_views` answers. */
export interface ListDeletedPageViewsResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: PageView
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_page_view` takes. */
export interface RecoverPageViewInput {
  /** ID of the deleted page view. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** What `validate_page_view` takes. */
export interface ValidatePageViewInput {
  /** ID of a saved page view. Pass either `id` or `draft`. */
  readonly id?: string
  /** The revision to check. By default the current one. */
  readonly revision?: Revision
  /** A page view to check without saving it. */
  readonly draft?: PageViewDraftInput
}

/** What `validate_page_view` answers. */
export interface ValidatePageViewResult {
  /** Whether no issue is an error. */
  readonly valid: boolean
  /** What is wrong, each with its place. */
  readonly issues: ReadonlyArray<ValidationIssue>
  /** What else was checked. */
  readonly checked: {
    /** The number of definitions it uses, directly or not. */
    readonly dependencies: number
  }
}

/** Page views. */
export interface PageViews {
  /**
   * List page views.
   *
   * Lists the project's page views, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListPageViewsInput, ListPageViewsResult, PageView, never>
  /**
   * Read a page view.
   *
   * Reads a page view at its current or a given revision.
   */
  readonly get: Method<GetPageViewInput, PageView, "NOT_FOUND">
  /**
   * Create a page view.
   *
   * Creates a shared page view at revision 1. Its references must exist.
   */
  readonly create: Method<CreatePageViewInput, PageView, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a page view at the revision you last saw.
   *
   * Creates the next revision of a page view if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdatePageViewInput, PageView, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a page view under a new name.
   *
   * Creates a page view at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyPageViewInput, PageView, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a page view at the revision you last saw.
   *
   * Deletes a page view if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_page_view brings it back within 30 days.
   */
  readonly delete: Method<DeletePageViewInput, DeletePageViewResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of a page view.
   *
   * Lists the revisions of a page view with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetPageViewHistoryInput, GetPageViewHistoryResult, PageView, "NOT_FOUND">
  /**
   * Restore an old revision of a page view.
   *
   * Creates a new revision of a page view with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestorePageViewInput, PageView, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses a page view.
   *
   * Lists the definitions whose current revision refers to the page view, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetPageViewDependenciesInput, GetPageViewDependenciesResult, "NOT_FOUND">
  /**
   * List deleted page views.
   *
   * Lists the page views deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedPageViewsInput, ListDeletedPageViewsResult, {
    readonly definition: PageView
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted page view.
   *
   * Brings back a page view deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverPageViewInput, PageView, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Validate a page view.
   *
   * Parses the page view's code, and type-checks the formulas of every definition that it uses, directly or not. No code is run. Pass the ID of a saved page view, or a draft.
   */
  readonly validate: Method<ValidatePageViewInput, ValidatePageViewResult, "NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdatePageViewInput, PageView, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `list_custom_fields` takes. */
export interface ListCustomFieldsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** Only definitions with this target. */
  readonly target?: "trace" | "span" | "evaluation_run" | "evaluation_case"
  /** Only definitions whose source has this type. */
  readonly sourceType?: "formula" | "attribute"
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_custom_fields` answers. */
export interface ListCustomFieldsResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<CustomField>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_custom_field` takes. */
export interface GetCustomFieldInput {
  /** ID of the custom field. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `create_custom_field` takes. */
export interface CreateCustomFieldInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: CustomFieldSource
  readonly settings: CustomFieldSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `update_custom_field` takes. */
export interface UpdateCustomFieldInput {
  /** ID of the custom field. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: CustomFieldSource
  readonly settings?: CustomFieldSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `copy_custom_field` takes. */
export interface CopyCustomFieldInput {
  /** ID of the custom field to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_custom_field` takes. */
export interface DeleteCustomFieldInput {
  /** ID of the custom field to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_custom_field` answers. */
export interface DeleteCustomFieldResult {
  /** ID of the custom field. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_custom_field_history` takes. */
export interface GetCustomFieldHistoryInput {
  /** ID of the custom field. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_custom_field_history` answers. */
export interface GetCustomFieldHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<CustomField>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_custom_field` takes. */
export interface RestoreCustomFieldInput {
  /** ID of the custom field. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_custom_field_dependencies` takes. */
export interface GetCustomFieldDependenciesInput {
  /** ID of the custom field. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_custom_field_dependencies` answers. */
export interface GetCustomFieldDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_custom_fields` takes. */
export interface ListDeletedCustomFieldsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_custom_fields` answers. */
export interface ListDeletedCustomFieldsResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: CustomField
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_custom_field` takes. */
export interface RecoverCustomFieldInput {
  /** ID of the deleted custom field. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** Custom fields. */
export interface CustomFields {
  /**
   * List custom fields.
   *
   * Lists the project's custom fields, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListCustomFieldsInput, ListCustomFieldsResult, CustomField, never>
  /**
   * Read a custom field.
   *
   * Reads a custom field at its current or a given revision.
   */
  readonly get: Method<GetCustomFieldInput, CustomField, "NOT_FOUND">
  /**
   * Create a custom field.
   *
   * Creates a shared custom field at revision 1. Its references must exist.
   */
  readonly create: Method<CreateCustomFieldInput, CustomField, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a custom field at the revision you last saw.
   *
   * Creates the next revision of a custom field if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateCustomFieldInput, CustomField, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a custom field under a new name.
   *
   * Creates a custom field at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyCustomFieldInput, CustomField, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a custom field at the revision you last saw.
   *
   * Deletes a custom field if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_custom_field brings it back within 30 days.
   */
  readonly delete: Method<DeleteCustomFieldInput, DeleteCustomFieldResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of a custom field.
   *
   * Lists the revisions of a custom field with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetCustomFieldHistoryInput, GetCustomFieldHistoryResult, CustomField, "NOT_FOUND">
  /**
   * Restore an old revision of a custom field.
   *
   * Creates a new revision of a custom field with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestoreCustomFieldInput, CustomField, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses a custom field.
   *
   * Lists the definitions whose current revision refers to the custom field, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetCustomFieldDependenciesInput, GetCustomFieldDependenciesResult, "NOT_FOUND">
  /**
   * List deleted custom fields.
   *
   * Lists the custom fields deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedCustomFieldsInput, ListDeletedCustomFieldsResult, {
    readonly definition: CustomField
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted custom field.
   *
   * Brings back a custom field deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverCustomFieldInput, CustomField, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateCustomFieldInput, CustomField, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `record_traces` takes. */
export interface RecordTracesInput {
  /** 1 to 1,000 traces. */
  readonly traces: ReadonlyArray<RecordedTrace>
}

/** What `record_traces` answers. */
export interface RecordTracesResult {
  /** The IDs of what was recorded, in the order of the input. */
  readonly traces: ReadonlyArray<RecordedIds>
  /** The number of spans that were accepted. */
  readonly spans: number
}

/** What `list_traces` takes. */
export interface ListTracesInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** Only traces that started then or later. */
  readonly from?: string
  /** Only traces that started before. */
  readonly to?: string
  /** All must hold. They mean what those of page views mean. */
  readonly filters?: ReadonlyArray<TraceFilter>
  /** Part of the name, user, session, input or output, ignoring case, or the beginning of an ID. Without from, of the last 7 days. */
  readonly search?: string
  /** Whether to return total, the number of traces that match. */
  readonly includeTotal?: boolean
}

/** What `list_traces` answers. */
export interface ListTracesResult {
  /** The traces of this page, newest start first. */
  readonly items: ReadonlyArray<Trace>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of traces that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_trace` takes. */
export interface GetTraceInput {
  /** ID of the trace. */
  readonly id: string
}

/** What `get_trace` answers. */
export interface GetTraceResult {
  /** The trace itself. */
  readonly trace: Trace
  /** All spans of the trace, by their start. */
  readonly spans: ReadonlyArray<Span>
  /** All scores of the trace and its spans. */
  readonly scores: ReadonlyArray<Score>
}

/** What `list_trace_spans` takes. */
export interface ListTraceSpansInput {
  /** ID of the trace. */
  readonly traceId: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** Only these spans: 1 to 200 IDs. IDs that do not exist are left out. */
  readonly ids?: ReadonlyArray<string>
  /** Only children of this span; null for those without a parent. */
  readonly parentId?: string | null
  /** all, or facts to leave out the content of spans: input, output, error, tags, metadata, attributes, events and links. */
  readonly fields?: "facts" | "all"
}

/** What `list_trace_spans` answers. */
export interface ListTraceSpansResult {
  /** The spans of this page, oldest start first. */
  readonly items: ReadonlyArray<Span | SpanFacts>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `list_trace_scores` takes. */
export interface ListTraceScoresInput {
  /** ID of the trace. */
  readonly traceId: string
  /** Only scores of this span. */
  readonly spanId?: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_trace_scores` answers. */
export interface ListTraceScoresResult {
  /** The scores of this page, newest first. */
  readonly items: ReadonlyArray<Score>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `create_score` takes. */
export interface CreateScoreInput {
  /** ID of the trace. It need not have arrived yet. */
  readonly traceId: string
  /** ID of the span; null or absent to score the whole trace. */
  readonly spanId?: string | null
  /** What is scored, such as helpfulness: 1 to 120 characters. */
  readonly name: string
  /** The type of the value. By default NUMERIC for a number, BOOLEAN for true or false, CATEGORICAL for a text. */
  readonly dataType?: "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT"
  /** A number, true or false, or a text, according to dataType. */
  readonly value: number | boolean | string
  /** A label for the value; null for none. */
  readonly label?: string | null
  /** Why, in words; null for none. */
  readonly explanation?: string | null
  /** Where the score comes from: a program (API), a person who annotates (ANNOTATION) or an evaluation (EVAL). */
  readonly source?: "API" | "ANNOTATION" | "EVAL"
  /** Who judged: a model (LLM), code (CODE) or a person (HUMAN). Only people can write HUMAN. */
  readonly annotatorKind?: "LLM" | "CODE" | "HUMAN"
  /** Your own key, which tells scores of one name apart. The same trace, span, name and identifier replace a score. */
  readonly identifier?: string
  /** JSON of your own: at most 64 KiB. */
  readonly metadata?: Json
}

/** What `delete_score` takes. */
export interface DeleteScoreInput {
  /** ID of the score. */
  readonly id: string
}

/** What `delete_score` answers. */
export interface DeleteScoreResult {
  /** ID of the score. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
}

/** What `delete_trace` takes. */
export interface DeleteTraceInput {
  /** ID of the trace. */
  readonly id: string
}

/** What `delete_trace` answers. */
export interface DeleteTraceResult {
  /** ID of the trace. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The number of spans that were deleted. */
  readonly spans: number
}

/** Traces. */
export interface Traces {
  /**
   * Record traces.
   *
   * Records traces with their spans, all or none. What you give for a trace applies to its root span, and a trace without spans becomes one span. Sending the same IDs again changes nothing, unless the span has ended since or has a greater version. A span that another key or person recorded first is only replaced with traces:delete.
   */
  readonly record: Method<RecordTracesInput, RecordTracesResult, "TRACE_DELETED" | "SPAN_TAKEN">
  /**
   * List traces.
   *
   * Lists the project's traces, by their start, newest first. Pass nextCursor back as cursor until it is null: a page may hold fewer than limit without being the last.
   */
  readonly list: ListMethod<ListTracesInput, ListTracesResult, Trace, never>
  /**
   * Read a trace.
   *
   * Reads a trace with all its spans and scores, at one moment. Read a trace of more than 8 MiB in pages instead.
   */
  readonly get: Method<GetTraceInput, GetTraceResult, "NOT_FOUND">
  /**
   * List the spans of a trace.
   *
   * Lists the spans of a trace by their start, oldest first. Pass nextCursor back as cursor until it is null: a page may hold fewer than limit without being the last.
   */
  readonly spans: ListMethod<ListTraceSpansInput, ListTraceSpansResult, Span | SpanFacts, "NOT_FOUND">
  /**
   * List the scores of a trace.
   *
   * Lists the scores of a trace and its spans, newest first. Pass nextCursor back as cursor until it is null: a page may hold fewer than limit without being the last.
   */
  readonly scores: ListMethod<ListTraceScoresInput, ListTraceScoresResult, Score, "NOT_FOUND">
  /**
   * Score a trace or a span.
   *
   * Writes a score of a trace or of one of its spans. A score with the same trace, span, name and identifier is replaced and keeps its ID. One that another key or person gave is only replaced with traces:delete. A trace and a span have at most 1,000 scores each.
   */
  readonly createScore: Method<CreateScoreInput, Score, "HUMAN_REQUIRED" | "TRACE_DELETED">
  /**
   * Delete a score.
   *
   * Deletes a score. One that another key or person gave requires traces:delete too.
   */
  readonly deleteScore: Method<DeleteScoreInput, DeleteScoreResult, "NOT_FOUND">
  /**
   * Delete a trace.
   *
   * Deletes a trace with its spans and scores at once. For 30 days, spans and scores with its ID are rejected with TRACE_DELETED.
   */
  readonly delete: Method<DeleteTraceInput, DeleteTraceResult, "NOT_FOUND">
}

/** What `query_page_view` takes. */
export interface QueryPageViewInput {
  /** ID of a saved page view. Pass either `id` or `draft`. */
  readonly id?: string
  /** The revision to use. By default the current one. */
  readonly revision?: Revision
  /** A page view to use without saving it. */
  readonly draft?: QueriedPageViewDraftInput
  /** ID of the trace. Required if the target is trace, and only allowed then. */
  readonly traceId?: string
  /** ID of the run. Required if the target is evaluation_run, and only allowed then. */
  readonly runId?: string
  /** The review session, for a page view whose target is reviews, and only for one. */
  readonly sessionId?: ReviewSessionId
  /** Only rows that started then or later. */
  readonly from?: string
  /** Only rows that started before. */
  readonly to?: string
  /** Part of the name, input or output (of a trace also of its user or session), ignoring case; or the beginning of an ID. */
  readonly search?: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `query_page_view` answers. */
export interface QueryPageViewResult {
  /** The page view and the revision that was used; null for a draft. */
  readonly view: {
    /** ID of the page view. */
    readonly id: string
    /** The revision that was used. */
    readonly revision: Revision
  } | null
  /** The columns of the page view, in order. */
  readonly columns: ReadonlyArray<RowColumn>
  /** The rows of this page. */
  readonly items: ReadonlyArray<ViewRow>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of rows that this page read. */
  readonly scanned: number
}

/** Rows of page views. */
export interface ViewRows {
  /**
   * Query the rows of a page view.
   *
   * Applies a page view, saved or a draft, to its target and returns its rows: columns with the values of custom fields, filters, sort and grouping. Over traces, without from, it reads the last 7 days, unless the page view filters on trace.startedAt. Rows of datasets, evaluations and reviews require the scopes to read those; reviews are those of sessionId. A page reads up to 10,000 rows or for 2 seconds, so it may be short, or empty, without being the last: pass nextCursor back as cursor until it is null. All pages use the revisions of the first page.
   */
  readonly query: ListMethod<QueryPageViewInput, QueryPageViewResult, ViewRow, "NOT_FOUND" | "INVALID_VIEW" | "UNSUPPORTED_TARGET" | "TOO_MANY_ROWS">
}

/** What `query_metrics` takes. */
export interface QueryMetricsInput {
  /** What to count: traces, spans, or scores of traces and of their spans. */
  readonly over: "traces" | "spans" | "scores"
  /** The numbers to compute, 1 to 8. The measure count has the aggregations count, errorRate (the share of traces or spans whose status is error, 0 to 1), distinctUsers and distinctSessions. Every other measure has count (of the rows that have it), sum, avg, min, max, p50, p90, p95 and p99, which are exact. timeToFirstTokenMs exists for spans, spanCount and errorCount for traces, value for scores. */
  readonly measures: ReadonlyArray<MetricsMeasure>
  /** What to group by: at most 3 dimensions. */
  readonly dimensions?: ReadonlyArray<string>
  /** The length of a period, in UTC. Weeks begin on Monday. Without it, all time is one period. */
  readonly granularity?: "minute" | "hour" | "day" | "week" | "month"
  /** All must hold. They mean what those of page views mean. */
  readonly filters?: ReadonlyArray<MetricsFilter>
  /** The order of the rows. By default by time, oldest first; without a granularity by the first measure, greatest first. */
  readonly orderBy?: MetricsOrder
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** The start of the time range: what started then or later counts. */
  readonly from: string
  /** The end of the time range: what started before counts. At most 400 days after from. */
  readonly to: string
}

/** What `query_metrics` answers. */
export interface QueryMetricsResult {
  /** A row per group. */
  readonly rows: ReadonlyArray<MetricsRow>
  /** Whether there are more rows than limit. */
  readonly hasMore: boolean
}

/** Metrics. */
export interface Metrics {
  /**
   * Query metrics.
   *
   * Counts, sums and averages traces, spans or scores, and computes exact percentiles, by time and by dimensions. Traces and spans count by their own start, scores by the start of their trace. Costs are in US dollars. Over spans, the cost of an agent may repeat that of its children: filter on span.type. A period in which nothing happened has no row.
   */
  readonly query: Method<QueryMetricsInput, QueryMetricsResult, "TOO_MANY_ROWS">
}

/** What `list_metrics_charts` takes. */
export interface ListMetricsChartsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_metrics_charts` answers. */
export interface ListMetricsChartsResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<MetricsChart>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_metrics_chart` takes. */
export interface GetMetricsChartInput {
  /** ID of the metrics chart. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `create_metrics_chart` takes. */
export interface CreateMetricsChartInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: MetricsChartSource
  readonly settings: MetricsChartSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: MetricsChartReferenceInput }
}

/** What `update_metrics_chart` takes. */
export interface UpdateMetricsChartInput {
  /** ID of the metrics chart. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: MetricsChartSource
  readonly settings?: MetricsChartSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: MetricsChartReferenceInput }
}

/** What `copy_metrics_chart` takes. */
export interface CopyMetricsChartInput {
  /** ID of the metrics chart to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_metrics_chart` takes. */
export interface DeleteMetricsChartInput {
  /** ID of the metrics chart to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_metrics_chart` answers. */
export interface DeleteMetricsChartResult {
  /** ID of the metrics chart. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_metrics_chart_history` takes. */
export interface GetMetricsChartHistoryInput {
  /** ID of the metrics chart. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_metrics_chart_history` answers. */
export interface GetMetricsChartHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<MetricsChart>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_metrics_chart` takes. */
export interface RestoreMetricsChartInput {
  /** ID of the metrics chart. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_metrics_chart_dependencies` takes. */
export interface GetMetricsChartDependenciesInput {
  /** ID of the metrics chart. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_metrics_chart_dependencies` answers. */
export interface GetMetricsChartDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_metrics_charts` takes. */
export interface ListDeletedMetricsChartsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_metrics_charts` answers. */
export interface ListDeletedMetricsChartsResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: MetricsChart
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_metrics_chart` takes. */
export interface RecoverMetricsChartInput {
  /** ID of the deleted metrics chart. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** What `query_metrics_chart` takes. */
export interface QueryMetricsChartInput {
  /** ID of the metrics chart. */
  readonly id: string
  /** The revision whose query to answer. By default the current one. */
  readonly revision?: Revision
  /** The start of the time range: what started then or later counts. */
  readonly from: string
  /** The end of the time range: what started before counts. At most 400 days after from. */
  readonly to: string
}

/** What `query_metrics_chart` answers. */
export interface QueryMetricsChartResult {
  /** The chart and the revision that was used. */
  readonly chart: {
    /** ID of the metrics chart. */
    readonly id: string
    /** The revision whose query was answered. */
    readonly revision: Revision
    /** Name of the chart at that revision. */
    readonly name: string
  }
  /** A row per group. */
  readonly rows: ReadonlyArray<MetricsRow>
  /** Whether there are more rows than limit. */
  readonly hasMore: boolean
}

/** Metrics charts. */
export interface MetricsCharts {
  /**
   * List metrics charts.
   *
   * Lists the project's metrics charts, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListMetricsChartsInput, ListMetricsChartsResult, MetricsChart, never>
  /**
   * Read a metrics chart.
   *
   * Reads a metrics chart at its current or a given revision.
   */
  readonly get: Method<GetMetricsChartInput, MetricsChart, "NOT_FOUND">
  /**
   * Create a metrics chart.
   *
   * Creates a shared metrics chart at revision 1. Its references must exist.
   */
  readonly create: Method<CreateMetricsChartInput, MetricsChart, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a metrics chart at the revision you last saw.
   *
   * Creates the next revision of a metrics chart if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateMetricsChartInput, MetricsChart, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a metrics chart under a new name.
   *
   * Creates a metrics chart at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyMetricsChartInput, MetricsChart, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a metrics chart at the revision you last saw.
   *
   * Deletes a metrics chart if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_metrics_chart brings it back within 30 days.
   */
  readonly delete: Method<DeleteMetricsChartInput, DeleteMetricsChartResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of a metrics chart.
   *
   * Lists the revisions of a metrics chart with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetMetricsChartHistoryInput, GetMetricsChartHistoryResult, MetricsChart, "NOT_FOUND">
  /**
   * Restore an old revision of a metrics chart.
   *
   * Creates a new revision of a metrics chart with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestoreMetricsChartInput, MetricsChart, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses a metrics chart.
   *
   * Lists the definitions whose current revision refers to the metrics chart, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetMetricsChartDependenciesInput, GetMetricsChartDependenciesResult, "NOT_FOUND">
  /**
   * List deleted metrics charts.
   *
   * Lists the metrics charts deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedMetricsChartsInput, ListDeletedMetricsChartsResult, {
    readonly definition: MetricsChart
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted metrics chart.
   *
   * Brings back a metrics chart deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverMetricsChartInput, MetricsChart, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Query a metrics chart.
   *
   * Runs the query of a metrics chart over a time range, at the chart's current or a given revision.
   */
  readonly query: Method<QueryMetricsChartInput, QueryMetricsChartResult, "NOT_FOUND" | "TOO_MANY_ROWS">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateMetricsChartInput, MetricsChart, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `list_prompts` takes. */
export interface ListPromptsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** Only definitions whose source has this type. */
  readonly sourceType?: "text" | "chat"
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_prompts` answers. */
export interface ListPromptsResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<Prompt>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_prompt` takes. */
export interface GetPromptInput {
  /** ID of the prompt. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `create_prompt` takes. */
export interface CreatePromptInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: PromptSource
  readonly settings: PromptSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: PromptReferenceInput }
}

/** What `update_prompt` takes. */
export interface UpdatePromptInput {
  /** ID of the prompt. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: PromptSource
  readonly settings?: PromptSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: PromptReferenceInput }
}

/** What `copy_prompt` takes. */
export interface CopyPromptInput {
  /** ID of the prompt to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_prompt` takes. */
export interface DeletePromptInput {
  /** ID of the prompt to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_prompt` answers. */
export interface DeletePromptResult {
  /** ID of the prompt. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_prompt_history` takes. */
export interface GetPromptHistoryInput {
  /** ID of the prompt. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_prompt_history` answers. */
export interface GetPromptHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<Prompt>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_prompt` takes. */
export interface RestorePromptInput {
  /** ID of the prompt. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_prompt_dependencies` takes. */
export interface GetPromptDependenciesInput {
  /** ID of the prompt. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_prompt_dependencies` answers. */
export interface GetPromptDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_prompts` takes. */
export interface ListDeletedPromptsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_prompts` answers. */
export interface ListDeletedPromptsResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: Prompt
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_prompt` takes. */
export interface RecoverPromptInput {
  /** ID of the deleted prompt. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** What `validate_prompt` takes. */
export interface ValidatePromptInput {
  /** ID of a saved prompt. Pass either `id` or `draft`. */
  readonly id?: string
  /** The revision to check. By default the current one. */
  readonly revision?: Revision
  /** A prompt to check without saving it. */
  readonly draft?: PromptDraftInput
  /** Values by the names of variables. They are inserted as they are, neither escaped nor searched for variables. Names that the prompt doesn't use are ignored. */
  readonly variables?: { readonly [key: string]: PromptValue1Input }
}

/** What `validate_prompt` answers. */
export interface ValidatePromptResult {
  /** Whether no issue is an error. */
  readonly valid: boolean
  /** At most the first 200. */
  readonly issues: ReadonlyArray<PromptIssue>
  /** What else was checked. */
  readonly checked: {
    /** The number of prompts it includes, directly or not. */
    readonly dependencies: number
  }
  /** The prompt with the variables filled in; null without variables, or if an issue is an error. */
  readonly rendered: RenderedPrompt | null
}

/** What `list_prompt_labels` takes. */
export interface ListPromptLabelsInput {
  /** ID of the prompt. */
  readonly id: string
}

/** What `list_prompt_labels` answers. */
export interface ListPromptLabelsResult {
  /** The labels of the prompt, by name. */
  readonly items: ReadonlyArray<PromptLabel>
  /** Always null: the list has one page. */
  readonly nextCursor: null
}

/** What `set_prompt_label` takes. */
export interface SetPromptLabelInput {
  /** ID of the prompt. */
  readonly id: string
  /** The name of the label, such as production. */
  readonly label: string
  /** The revision to point at; null removes the label. */
  readonly revision: Revision | null
  /** The revision that it points at now; null if it points at none. */
  readonly expectedRevision: Revision | null
}

/** What `protect_prompt_label` takes. */
export interface ProtectPromptLabelInput {
  /** ID of the prompt. */
  readonly id: string
  /** The name of the label, such as production. */
  readonly label: string
  /** Whether only owners and admins may move the label. */
  readonly protected: boolean
}

/** What `get_published_prompt` takes. */
export interface GetPublishedPromptInput {
  /** ID of the prompt. Pass either `id` or `name`. */
  readonly id?: string
  /** Name of the prompt, ignoring case. Pass either `id` or `name`. */
  readonly name?: string
  /** The label to read by. By default production. latest is the current revision. */
  readonly label?: string
  /** The revision to read, instead of a label. */
  readonly revision?: Revision
}

/** What `get_published_prompt` answers. */
export interface GetPublishedPromptResult {
  /** The prompt at the revision that was read. */
  readonly prompt: Prompt
  /** The label that it was read by; null if it was read by revision. */
  readonly label: string | null
  /** How often the label was moved; null if it was read by revision or by latest. */
  readonly labelRevision: PromptLabelRevision | null
}

/** What `get_managed_prompt` takes. */
export interface GetManagedPromptInput {
  /** ID of the prompt. Pass either `id` or `name`. */
  readonly id?: string
  /** Name of the prompt, ignoring case. Pass either `id` or `name`. */
  readonly name?: string
  /** The label to read by. By default production. latest is the current revision. */
  readonly label?: string
  /** The revision to read, instead of a label. */
  readonly revision?: Revision
  /** Values by the names of variables. They are inserted as they are, neither escaped nor searched for variables. Names that the prompt doesn't use are ignored. */
  readonly variables?: { readonly [key: string]: PromptValue }
  /** The trace to record the span in. By default a new one. */
  readonly traceId?: string
  /** The span to record the span under. Requires traceId. */
  readonly parentSpanId?: string
}

/** What `get_managed_prompt` answers. */
export interface GetManagedPromptResult {
  /** The prompt at the revision that was read. */
  readonly prompt: Prompt
  /** The label that it was read by; null if it was read by revision. */
  readonly label: string | null
  /** How often the label was moved; null if it was read by revision or by latest. */
  readonly labelRevision: PromptLabelRevision | null
  readonly rendered: RenderedPrompt
  readonly link: PromptLink
  /** A summary of the newest completed evaluation run that used the revision; null if there is none. */
  readonly evaluation: Json
}

/** Prompts. */
export interface Prompts {
  /**
   * List prompts.
   *
   * Lists the project's prompts, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListPromptsInput, ListPromptsResult, Prompt, never>
  /**
   * Read a prompt.
   *
   * Reads a prompt at its current or a given revision.
   */
  readonly get: Method<GetPromptInput, Prompt, "NOT_FOUND">
  /**
   * Create a prompt.
   *
   * Creates a shared prompt at revision 1. Its references must exist.
   */
  readonly create: Method<CreatePromptInput, Prompt, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a prompt at the revision you last saw.
   *
   * Creates the next revision of a prompt if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdatePromptInput, Prompt, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "LABEL_PROTECTED">
  /**
   * Copy a prompt under a new name.
   *
   * Creates a prompt at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyPromptInput, Prompt, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a prompt at the revision you last saw.
   *
   * Deletes a prompt if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_prompt brings it back within 30 days.
   */
  readonly delete: Method<DeletePromptInput, DeletePromptResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" | "LABEL_PROTECTED">
  /**
   * List the revisions of a prompt.
   *
   * Lists the revisions of a prompt with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetPromptHistoryInput, GetPromptHistoryResult, Prompt, "NOT_FOUND">
  /**
   * Restore an old revision of a prompt.
   *
   * Creates a new revision of a prompt with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestorePromptInput, Prompt, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "LABEL_PROTECTED">
  /**
   * List what uses a prompt.
   *
   * Lists the definitions whose current revision refers to the prompt, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetPromptDependenciesInput, GetPromptDependenciesResult, "NOT_FOUND">
  /**
   * List deleted prompts.
   *
   * Lists the prompts deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedPromptsInput, ListDeletedPromptsResult, {
    readonly definition: Prompt
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted prompt.
   *
   * Brings back a prompt deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverPromptInput, Prompt, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "LABEL_PROTECTED">
  /**
   * Validate a prompt.
   *
   * Checks a saved prompt or a draft, and every prompt that it includes, directly or not: that variables are declared, aliases lead to texts, and no prompt includes itself or nests more than 8 deep. With variables it also renders the prompt, if no issue is an error. Nothing is run, recorded or saved.
   */
  readonly validate: Method<ValidatePromptInput, ValidatePromptResult, "NOT_FOUND" | "MISSING_VARIABLE" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * List the labels of a prompt.
   *
   * Lists the labels of a prompt by name, at most 50, so nextCursor is always null. A protected label stays in the list after it is removed.
   */
  readonly labels: Method<ListPromptLabelsInput, ListPromptLabelsResult, "NOT_FOUND">
  /**
   * Move a label of a prompt.
   *
   * Points a label at a revision, if expectedRevision is what it points at now. This deploys the revision to everyone who reads the label; moving it back rolls back. revision null removes the label, and expectedRevision null expects that it does not exist yet. A prompt has at most 50 labels. Only owners and admins may move a protected label.
   */
  readonly setLabel: Method<SetPromptLabelInput, PromptLabel, "NOT_FOUND" | "CONFLICT" | "LABEL_PROTECTED">
  /**
   * Protect a label of a prompt.
   *
   * Lets only owners and admins of the organization move a label, or lets everyone again. Only they may call it, as people: an API key is HUMAN_REQUIRED. While a label is protected, only they may delete the prompt.
   */
  readonly protectLabel: Method<ProtectPromptLabelInput, PromptLabel, "NOT_FOUND" | "HUMAN_REQUIRED" | "LABEL_PROTECTED">
  /**
   * Read a published prompt.
   *
   * Reads a prompt by its ID or its name, at the revision that a label points at. By default the label is production. Every read after a label was moved returns the new revision.
   */
  readonly getPublished: Method<GetPublishedPromptInput, GetPublishedPromptResult, "NOT_FOUND">
  /**
   * Render a published prompt.
   *
   * Reads a published prompt, renders it with variables, and records a span of type prompt: in the given trace and under the given span, or in a new trace. Put link.attributes on the spans that use the prompt, such as the call of the model: they say which revision it used. evaluation is the newest completed evaluation run that used the revision.
   */
  readonly getManaged: Method<GetManagedPromptInput, GetManagedPromptResult, "NOT_FOUND" | "TRACE_DELETED" | "MISSING_VARIABLE" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdatePromptInput, Prompt, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "LABEL_PROTECTED">
}

/** What `list_datasets` takes. */
export interface ListDatasetsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_datasets` answers. */
export interface ListDatasetsResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<Dataset>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_dataset` takes. */
export interface GetDatasetInput {
  /** ID of the dataset. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `create_dataset` takes. */
export interface CreateDatasetInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: DatasetSource
  readonly settings: DatasetSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: DatasetReferenceInput }
}

/** What `update_dataset` takes. */
export interface UpdateDatasetInput {
  /** ID of the dataset. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: DatasetSource
  readonly settings?: DatasetSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: DatasetReferenceInput }
}

/** What `copy_dataset` takes. */
export interface CopyDatasetInput {
  /** ID of the dataset to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_dataset` takes. */
export interface DeleteDatasetInput {
  /** ID of the dataset to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_dataset` answers. */
export interface DeleteDatasetResult {
  /** ID of the dataset. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_dataset_history` takes. */
export interface GetDatasetHistoryInput {
  /** ID of the dataset. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_dataset_history` answers. */
export interface GetDatasetHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<Dataset>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_dataset` takes. */
export interface RestoreDatasetInput {
  /** ID of the dataset. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_dataset_dependencies` takes. */
export interface GetDatasetDependenciesInput {
  /** ID of the dataset. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_dataset_dependencies` answers. */
export interface GetDatasetDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_datasets` takes. */
export interface ListDeletedDatasetsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_datasets` answers. */
export interface ListDeletedDatasetsResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: Dataset
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_dataset` takes. */
export interface RecoverDatasetInput {
  /** ID of the deleted dataset. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** What `list_dataset_items` takes. */
export interface ListDatasetItemsInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** The version to read. By default the current one. */
  readonly version?: number
  /** Only items of this split. */
  readonly split?: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** Whether to return total, the number of items that match. */
  readonly includeTotal?: boolean
}

/** What `list_dataset_items` answers. */
export interface ListDatasetItemsResult {
  /** The version that the items are read at. */
  readonly version: DatasetVersion
  /** The items of this page, by position. */
  readonly items: ReadonlyArray<DatasetItem>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of items that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_dataset_item` takes. */
export interface GetDatasetItemInput {
  /** ID of the item. */
  readonly id: string
  /** The version to read. By default the current one. */
  readonly version?: number
}

/** What `put_dataset_items` takes. */
export interface PutDatasetItemsInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** 1 to 500 items to create or change. */
  readonly items: ReadonlyArray<DatasetItemInput>
  /** The version that you saw last. If it is no longer the current one, nothing changes: CONFLICT. */
  readonly expectedVersion?: number
}

/** What `put_dataset_items` answers. */
export interface PutDatasetItemsResult {
  /** The current version of the dataset afterwards. */
  readonly version: DatasetVersion
  /** The number of items that were created. */
  readonly created: number
  /** The number of items that were changed. */
  readonly changed: number
  /** The number of items that were already as sent. */
  readonly unchanged: number
  /** The items, in the order in which they were sent. */
  readonly items: ReadonlyArray<{
    /** ID of the item. */
    readonly id: string
    /** Your own name for the item; null if it has none. */
    readonly externalId: string | null
  }>
}

/** What `delete_dataset_items` takes. */
export interface DeleteDatasetItemsInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** IDs of 1 to 500 items to delete. */
  readonly ids: ReadonlyArray<string>
  /** The version that you saw last. If it is no longer the current one, nothing changes: CONFLICT. */
  readonly expectedVersion?: number
}

/** What `delete_dataset_items` answers. */
export interface DeleteDatasetItemsResult {
  /** The current version of the dataset afterwards. */
  readonly version: DatasetVersion
  /** The number of items that were deleted. */
  readonly deleted: number
}

/** What `list_dataset_versions` takes. */
export interface ListDatasetVersionsInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only versions below this one: nextBefore of the previous page. */
  readonly before?: DatasetVersion
}

/** What `list_dataset_versions` answers. */
export interface ListDatasetVersionsResult {
  /** The versions of this page, newest first. */
  readonly items: ReadonlyArray<DatasetVersionEntry>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: DatasetVersion | null
}

/** What `compare_dataset_versions` takes. */
export interface CompareDatasetVersionsInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** The version to compare from. */
  readonly from: DatasetVersion
  /** The version to compare with. */
  readonly to: DatasetVersion
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `compare_dataset_versions` answers. */
export interface CompareDatasetVersionsResult {
  /** The items that differ, by position. */
  readonly items: ReadonlyArray<DatasetDifference>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `restore_dataset_version` takes. */
export interface RestoreDatasetVersionInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** The version whose items to restore. */
  readonly version: DatasetVersion
  /** The version that you saw last. If it is no longer the current one, nothing changes: CONFLICT. */
  readonly expectedVersion?: number
}

/** What `restore_dataset_version` answers. */
export interface RestoreDatasetVersionResult {
  /** The current version of the dataset afterwards. */
  readonly version: DatasetVersion
}

/** What `purge_dataset_item` takes. */
export interface PurgeDatasetItemInput {
  /** ID of the item. */
  readonly id: string
  /** Why, for the audit log: 1 to 500 characters. */
  readonly reason: string
}

/** What `purge_dataset_item` answers. */
export interface PurgeDatasetItemResult {
  /** ID of the item. */
  readonly id: string
  /** Always true. */
  readonly purged: true
  /** The number of targets of runs whose evidence named the item. What they were asked is removed from it. */
  readonly evidence: number
}

/** Datasets. */
export interface Datasets {
  /**
   * List datasets.
   *
   * Lists the project's datasets, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListDatasetsInput, ListDatasetsResult, Dataset, never>
  /**
   * Read a dataset.
   *
   * Reads a dataset at its current or a given revision.
   */
  readonly get: Method<GetDatasetInput, Dataset, "NOT_FOUND">
  /**
   * Create a dataset.
   *
   * Creates a shared dataset at revision 1. Its references must exist.
   */
  readonly create: Method<CreateDatasetInput, Dataset, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a dataset at the revision you last saw.
   *
   * Creates the next revision of a dataset if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateDatasetInput, Dataset, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a dataset under a new name.
   *
   * Creates a dataset at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyDatasetInput, Dataset, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a dataset at the revision you last saw.
   *
   * Deletes a dataset if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_dataset brings it back within 30 days.
   */
  readonly delete: Method<DeleteDatasetInput, DeleteDatasetResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of a dataset.
   *
   * Lists the revisions of a dataset with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetDatasetHistoryInput, GetDatasetHistoryResult, Dataset, "NOT_FOUND">
  /**
   * Restore an old revision of a dataset.
   *
   * Creates a new revision of a dataset with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestoreDatasetInput, Dataset, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses a dataset.
   *
   * Lists the definitions whose current revision refers to the dataset, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetDatasetDependenciesInput, GetDatasetDependenciesResult, "NOT_FOUND">
  /**
   * List deleted datasets.
   *
   * Lists the datasets deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedDatasetsInput, ListDeletedDatasetsResult, {
    readonly definition: Dataset
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted dataset.
   *
   * Brings back a dataset deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverDatasetInput, Dataset, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the items of a dataset.
   *
   * Lists the items of a dataset at one version, by position. All pages read the version of the first page, whatever is written meanwhile. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly items: ListMethod<ListDatasetItemsInput, ListDatasetItemsResult, DatasetItem, "NOT_FOUND">
  /**
   * Read an item of a dataset.
   *
   * Reads an item of a dataset at the current or a given version.
   */
  readonly item: Method<GetDatasetItemInput, DatasetItem, "NOT_FOUND">
  /**
   * Create or change items of a dataset.
   *
   * Creates and changes up to 500 items in one new version of the dataset. An item with the `id`, or else the `externalId`, of an existing item changes it; any other item is created. Members that you leave out are kept. If nothing changes, there is no new version. If one item breaks the dataset's schemas, nothing is written.
   */
  readonly put: Method<PutDatasetItemsInput, PutDatasetItemsResult, "NOT_FOUND" | "CONFLICT" | "ITEM_INVALID">
  /**
   * Delete items of a dataset.
   *
   * Deletes up to 500 items in one new version of the dataset. Earlier versions keep them, and restore_dataset_version brings them back.
   */
  readonly deleteItems: Method<DeleteDatasetItemsInput, DeleteDatasetItemsResult, "NOT_FOUND" | "CONFLICT">
  /**
   * List the versions of a dataset.
   *
   * Lists the versions of a dataset's items, newest first. Pass nextBefore back as before until it is null.
   */
  readonly versions: ListMethod<ListDatasetVersionsInput, ListDatasetVersionsResult, DatasetVersionEntry, "NOT_FOUND">
  /**
   * Compare two versions of a dataset.
   *
   * Lists the items that differ between two versions of a dataset, by position, with their content in each. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly compare: ListMethod<CompareDatasetVersionsInput, CompareDatasetVersionsResult, DatasetDifference, "NOT_FOUND">
  /**
   * Restore a version of a dataset.
   *
   * Creates a new version with the items of an earlier one. If these are already the current items, there is no new version.
   */
  readonly restoreVersion: Method<RestoreDatasetVersionInput, RestoreDatasetVersionResult, "NOT_FOUND" | "CONFLICT">
  /**
   * Purge an item of a dataset.
   *
   * Removes the input, expected, metadata, externalId and source of an item for good: in every version of the dataset, in the evidence of runs, and of a deleted item too. This can't be undone. The item keeps its ID and position and is marked as purged; there is no new version. Outputs and scores of runs stay: delete_eval_run removes them. Only owners and admins of the organization may call it, as people: an API key is HUMAN_REQUIRED. The reason is kept in the organization's audit log, so it must not repeat what is purged.
   */
  readonly purge: Method<PurgeDatasetItemInput, PurgeDatasetItemResult, "NOT_FOUND" | "HUMAN_REQUIRED" | "ADMIN_REQUIRED">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateDatasetInput, Dataset, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `add_traces_to_dataset` takes. */
export interface AddTracesToDatasetInput {
  /** ID of the dataset. */
  readonly datasetId: string
  /** IDs of the traces to add: 1 to 100, each once. */
  readonly traceIds: ReadonlyArray<string>
  /** Where the item's input is: a JSON Pointer into the trace's { input, output, metadata }. By default /input. A trace without a value there is ITEM_INVALID. */
  readonly inputPointer?: string
  /** Where the expected answer is, as a JSON Pointer like inputPointer. By default /output. Null if a trace has no value there. */
  readonly expectedPointer?: string
  /** The split of the new items, such as train or test; null for none. */
  readonly split?: string | null
  /** The version that you saw last. If it is no longer the current one, nothing changes: CONFLICT. */
  readonly expectedVersion?: number
}

/** What `add_traces_to_dataset` answers. */
export interface AddTracesToDatasetResult {
  /** The current version of the dataset afterwards. */
  readonly version: DatasetVersion
  /** The number of items that were created. */
  readonly created: number
  /** The number of traces that were added before. */
  readonly unchanged: number
  /** The items, in the order of traceIds. */
  readonly items: ReadonlyArray<{
    /** ID of the item. */
    readonly id: string
    /** The trace ID that the item was added under. */
    readonly externalId: string | null
  }>
}

/** Datasets from traces. */
export interface DatasetTraces {
  /**
   * Add traces to a dataset.
   *
   * Creates an item per trace, for up to 100 traces, in one new version of the dataset. The trace's input becomes the item's input, its output becomes expected, and its ID becomes externalId. An item that was added before keeps its corrections. If a trace does not exist, or an item breaks the dataset's schemas, nothing is written.
   */
  readonly add: Method<AddTracesToDatasetInput, AddTracesToDatasetResult, "NOT_FOUND" | "CONFLICT" | "ITEM_INVALID">
}

/** What `import_resources` takes. */
export interface ImportResourcesInput {
  readonly importKey: ImportKey
  /** 1 to 50 files, each with its own path. */
  readonly files: ReadonlyArray<ImportFile>
  /** The dataset that lists of items go to, by ID or by name. A name that no dataset has creates one. */
  readonly into?: {
    /** ID of an existing dataset. */
    readonly datasetId: string
  } | {
    /** Name of a dataset, which is created if it does not exist. */
    readonly datasetName: string
  }
  /** Which member of an item each column or JSON Pointer fills, such as {"question": "input", "/meta/topic": "metadata.topic", "score": {"to": "expected", "as": "number"}}. Values that it does not name are left out. By default values are found under the names of the members. Bundles need no mapping. */
  readonly mapping?: ImportMapping
  /** add keeps the items that are not in the files, replace deletes them. */
  readonly mode: "add" | "replace"
  /** Which part of the import this is. Files of all parts are joined by path, in the order of the parts. */
  readonly part?: ImportPart
  /** Whether to only check the files: nothing is written. By default false. */
  readonly dryRun?: boolean
}

/** What `get_import` takes. */
export interface GetImportInput {
  /** ID of the import. */
  readonly id: ImportId
}

/** Imports. */
export interface Imports {
  /**
   * Import datasets, items and scorers.
   *
   * Reads JSONL, JSON, CSV or YAML files and writes everything in them, or nothing if anything is wrong. A file is a list of items, which go to the dataset in `into`, or (JSON and YAML) a bundle: {"datasets": [{"name", "description"?, "settings"?, "items"}], "scorers": [...]}. An item has an `input`, and may have `expected`, `metadata`, `split`, `externalId` and `id`. An item whose `externalId` or `id` is in the dataset changes that item. A YAML file has at most 1 MiB, a request body at most 8 MiB. Send more in parts under one importKey: the last part applies them all. With dryRun nothing is written, and the report shows what would be.
   */
  readonly importResources: Method<ImportResourcesInput, Import, "NOT_FOUND" | "REQUEST_KEY_REUSED" | "IMPORT_REFUSED">
  /**
   * Read an import.
   *
   * Reads what an import wrote, for 30 days. While parts are missing, it returns how many have arrived. Parts are deleted after an hour.
   */
  readonly get: Method<GetImportInput, Import, "NOT_FOUND">
}

/** What `list_apps` takes. */
export interface ListAppsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** Only definitions whose source has this type. */
  readonly sourceType?: "http" | "model" | "sample"
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_apps` answers. */
export interface ListAppsResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<App>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_app` takes. */
export interface GetAppInput {
  /** ID of the app. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `register_app` takes. */
export interface RegisterAppInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: AppSourceInput
  readonly settings: AppSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: AppReferenceInput }
}

/** What `update_app` takes. */
export interface UpdateAppInput {
  /** ID of the app. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: AppSourceInput
  readonly settings?: AppSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: AppReferenceInput }
}

/** What `copy_app` takes. */
export interface CopyAppInput {
  /** ID of the app to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_app` takes. */
export interface DeleteAppInput {
  /** ID of the app to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_app` answers. */
export interface DeleteAppResult {
  /** ID of the app. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_app_history` takes. */
export interface GetAppHistoryInput {
  /** ID of the app. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_app_history` answers. */
export interface GetAppHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<App>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_app` takes. */
export interface RestoreAppInput {
  /** ID of the app. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_app_dependencies` takes. */
export interface GetAppDependenciesInput {
  /** ID of the app. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_app_dependencies` answers. */
export interface GetAppDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_apps` takes. */
export interface ListDeletedAppsInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_apps` answers. */
export interface ListDeletedAppsResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: App
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_app` takes. */
export interface RecoverAppInput {
  /** ID of the deleted app. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** What `list_app_secrets` takes. */
export interface ListAppSecretsInput {
  /** ID of the app. */
  readonly id: string
}

/** What `list_app_secrets` answers. */
export interface ListAppSecretsResult {
  /** The secrets of the app, by name. */
  readonly items: ReadonlyArray<AppSecret>
  /** Always null: the list has one page. */
  readonly nextCursor: null
}

/** What `set_app_secret` takes. */
export interface SetAppSecretInput {
  /** ID of the app. */
  readonly id: string
  /** The name of the secret. "signing" is the key that calls are signed with. */
  readonly name: string
  /** The value: 8 to 4,096 visible ASCII characters. Null removes the secret. */
  readonly value: string | null
}

/** What `list_model_connections` takes. */
export interface ListModelConnectionsInput {
  /** Only connections that have a price of this model. */
  readonly model?: string
}

/** What `list_model_connections` answers. */
export interface ListModelConnectionsResult {
  /** The model connections, by name. */
  readonly items: ReadonlyArray<ModelConnection>
  /** Always null: the list has one page. */
  readonly nextCursor: null
}

/** Apps. */
export interface Apps {
  /**
   * List apps.
   *
   * Lists the project's apps, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListAppsInput, ListAppsResult, App, never>
  /**
   * Read an app.
   *
   * Reads an app at its current or a given revision.
   */
  readonly get: Method<GetAppInput, App, "NOT_FOUND">
  /**
   * Register an app.
   *
   * Registers a shared app at revision 1. Its references must exist.
   */
  readonly create: Method<RegisterAppInput, App, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED">
  /**
   * Update an app at the revision you last saw.
   *
   * Creates the next revision of an app if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateAppInput, App, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED">
  /**
   * Copy an app under a new name.
   *
   * Creates an app at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyAppInput, App, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete an app at the revision you last saw.
   *
   * Deletes an app if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_app brings it back within 30 days.
   */
  readonly delete: Method<DeleteAppInput, DeleteAppResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of an app.
   *
   * Lists the revisions of an app with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetAppHistoryInput, GetAppHistoryResult, App, "NOT_FOUND">
  /**
   * Restore an old revision of an app.
   *
   * Creates a new revision of an app with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestoreAppInput, App, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses an app.
   *
   * Lists the definitions whose current revision refers to the app, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetAppDependenciesInput, GetAppDependenciesResult, "NOT_FOUND">
  /**
   * List deleted apps.
   *
   * Lists the apps deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedAppsInput, ListDeletedAppsResult, {
    readonly definition: App
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted app.
   *
   * Brings back an app deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverAppInput, App, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the secrets of an app.
   *
   * Lists the secrets of an app by name, at most 20, so nextCursor is always null. Of each value, only the last 4 characters are returned, and of one of fewer than 12 characters none.
   */
  readonly secrets: Method<ListAppSecretsInput, ListAppSecretsResult, "NOT_FOUND">
  /**
   * Set a secret of an app.
   *
   * Sets a secret, which headers of the app's calls use as { "secret": name }, or removes it if value is null. It is encrypted, only sent to the app, and never returned. An app has at most 20 secrets. The secret signing signs calls by Standard Webhooks: whsec_ and the base64 of 24 to 64 random bytes. A copy of the app has no secrets.
   */
  readonly setSecret: Method<SetAppSecretInput, AppSecret, "NOT_FOUND">
  /**
   * List model connections.
   *
   * Lists by name the model connections that apps and judges can use, at most 100, so nextCursor is always null. Owners and admins of the organization create them. Addresses and keys are never returned.
   */
  readonly connections: Method<ListModelConnectionsInput, ListModelConnectionsResult, never>
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateAppInput, App, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED">
}

/** What `list_scorers` takes. */
export interface ListScorersInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** Only definitions whose source has this type. */
  readonly sourceType?: "builtin" | "code" | "judge" | "app" | "human"
  /** ID of the actor that created revision 1. */
  readonly createdBy?: string
  /** ID of the actor that created the current revision. */
  readonly updatedBy?: string
  /** Only definitions updated at or after this time. */
  readonly updatedAfter?: string
  /** Only definitions updated before this time. */
  readonly updatedBefore?: string
  /** Whether to return total, the number of definitions that match. */
  readonly includeTotal?: boolean
}

/** What `list_scorers` answers. */
export interface ListScorersResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<Scorer>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_scorer` takes. */
export interface GetScorerInput {
  /** ID of the scorer. */
  readonly id: string
  /** The revision to read. By default the current one. */
  readonly revision?: Revision
}

/** What `create_scorer` takes. */
export interface CreateScorerInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: ScorerSourceInput
  readonly settings: ScorerSettingsInput
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ScorerReferenceInput }
}

/** What `update_scorer` takes. */
export interface UpdateScorerInput {
  /** ID of the scorer. */
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: ScorerSourceInput
  readonly settings?: ScorerSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ScorerReferenceInput }
}

/** What `copy_scorer` takes. */
export interface CopyScorerInput {
  /** ID of the scorer to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_scorer` takes. */
export interface DeleteScorerInput {
  /** ID of the scorer to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_scorer` answers. */
export interface DeleteScorerResult {
  /** ID of the scorer. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_scorer_history` takes. */
export interface GetScorerHistoryInput {
  /** ID of the scorer. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_scorer_history` answers. */
export interface GetScorerHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<Scorer>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_scorer` takes. */
export interface RestoreScorerInput {
  /** ID of the scorer. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_scorer_dependencies` takes. */
export interface GetScorerDependenciesInput {
  /** ID of the scorer. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_scorer_dependencies` answers. */
export interface GetScorerDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_scorers` takes. */
export interface ListDeletedScorersInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_scorers` answers. */
export interface ListDeletedScorersResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: Scorer
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `recover_scorer` takes. */
export interface RecoverScorerInput {
  /** ID of the deleted scorer. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
  readonly name?: string
}

/** What `validate_scorer` takes. */
export interface ValidateScorerInput {
  /** ID of a saved scorer. Pass either `id` or `draft`. */
  readonly id?: string
  /** The revision to check. By default the current one. */
  readonly revision?: Revision
  /** A scorer to check without saving it. */
  readonly draft?: ScorerDraftInput
}

/** What `validate_scorer` answers. */
export interface ValidateScorerResult {
  /** Whether no issue is an error. */
  readonly valid: boolean
  /** At most the first 200. */
  readonly issues: ReadonlyArray<ScorerIssue>
  /** What else was checked. */
  readonly checked: {
    /** The number of definitions it uses, directly or not. */
    readonly dependencies: number
  }
}

/** Scorers. */
export interface Scorers {
  /**
   * List scorers.
   *
   * Lists the project's scorers, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListScorersInput, ListScorersResult, Scorer, never>
  /**
   * Read a scorer.
   *
   * Reads a scorer at its current or a given revision.
   */
  readonly get: Method<GetScorerInput, Scorer, "NOT_FOUND">
  /**
   * Create a scorer.
   *
   * Creates a shared scorer at revision 1. Its references must exist.
   */
  readonly create: Method<CreateScorerInput, Scorer, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a scorer at the revision you last saw.
   *
   * Creates the next revision of a scorer if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateScorerInput, Scorer, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a scorer under a new name.
   *
   * Creates a scorer at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyScorerInput, Scorer, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a scorer at the revision you last saw.
   *
   * Deletes a scorer if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_scorer brings it back within 30 days.
   */
  readonly delete: Method<DeleteScorerInput, DeleteScorerResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of a scorer.
   *
   * Lists the revisions of a scorer with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetScorerHistoryInput, GetScorerHistoryResult, Scorer, "NOT_FOUND">
  /**
   * Restore an old revision of a scorer.
   *
   * Creates a new revision of a scorer with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestoreScorerInput, Scorer, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses a scorer.
   *
   * Lists the definitions whose current revision refers to the scorer, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetScorerDependenciesInput, GetScorerDependenciesResult, "NOT_FOUND">
  /**
   * List deleted scorers.
   *
   * Lists the scorers deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedScorersInput, ListDeletedScorersResult, {
    readonly definition: Scorer
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted scorer.
   *
   * Brings back a scorer deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
   */
  readonly recover: Method<RecoverScorerInput, Scorer, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Validate a scorer.
   *
   * Checks a saved scorer or a draft: its code, patterns and schemas, its aliases, and whether its output can hold its scores. Nothing is run or saved.
   */
  readonly validate: Method<ValidateScorerInput, ValidateScorerResult, "NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateScorerInput, Scorer, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `create_eval_run` takes. */
export interface CreateEvalRunInput {
  readonly requestKey: RequestKey
  /** The name of the run, 1 to 120 characters. */
  readonly name: string
  /** The series that the run belongs to; null for none. Runs of one series are compared by default, and charts show them over time. */
  readonly series?: string | null
  /** The app to evaluate; null only with basis.carry "outputs". */
  readonly app: {
    /** ID of the app. */
    readonly id: string
    /** The revision to pin. By default the current one. */
    readonly revision?: Revision
  } | null
  /** The dataset whose items the app answers. */
  readonly dataset: {
    /** ID of the dataset. */
    readonly id: string
    /** The version to pin. By default the current one. */
    readonly version?: number
    /** Only items of this split. */
    readonly split?: string
    /** Only these items: 1 to 10,000 IDs, each once. */
    readonly itemIds?: ReadonlyArray<string>
  }
  /** The scorers that judge each answer, by the alias that their scores get: at most 32. */
  readonly scorers?: { readonly [key: string]: {
    /** ID of the scorer. */
    readonly id: string
    /** The revision to pin. By default the current one. */
    readonly revision?: Revision
  } }
  /** How often the app answers each item. */
  readonly repetitions?: number
  /** A run whose results to carry over; null to call the app for every target. */
  readonly basis?: EvalBasis | null
  /** ID of the run to compare this one with; null for none. */
  readonly baseRunId?: string | null
  /** An open object of your own, such as a commit: at most 16 KiB of JSON. */
  readonly metadata?: { readonly [key: string]: Json }
  /** How many failures end the run; null for no limit. */
  readonly stopAfter?: EvalStopAfter | null
  /** Whether to fail with 402 unless the upper bound of the cost is available now. */
  readonly requireBudget?: boolean
}

/** What `estimate_eval_run` takes. */
export interface EstimateEvalRunInput {
  /** The name of the run, 1 to 120 characters. */
  readonly name: string
  /** The series that the run belongs to; null for none. Runs of one series are compared by default, and charts show them over time. */
  readonly series?: string | null
  /** The app to evaluate; null only with basis.carry "outputs". */
  readonly app: {
    /** ID of the app. */
    readonly id: string
    /** The revision to pin. By default the current one. */
    readonly revision?: Revision
  } | null
  /** The dataset whose items the app answers. */
  readonly dataset: {
    /** ID of the dataset. */
    readonly id: string
    /** The version to pin. By default the current one. */
    readonly version?: number
    /** Only items of this split. */
    readonly split?: string
    /** Only these items: 1 to 10,000 IDs, each once. */
    readonly itemIds?: ReadonlyArray<string>
  }
  /** The scorers that judge each answer, by the alias that their scores get: at most 32. */
  readonly scorers?: { readonly [key: string]: {
    /** ID of the scorer. */
    readonly id: string
    /** The revision to pin. By default the current one. */
    readonly revision?: Revision
  } }
  /** How often the app answers each item. */
  readonly repetitions?: number
  /** A run whose results to carry over; null to call the app for every target. */
  readonly basis?: EvalBasis | null
  /** ID of the run to compare this one with; null for none. */
  readonly baseRunId?: string | null
  /** An open object of your own, such as a commit: at most 16 KiB of JSON. */
  readonly metadata?: { readonly [key: string]: Json }
  /** How many failures end the run; null for no limit. */
  readonly stopAfter?: EvalStopAfter | null
  /** Whether to fail with 402 unless the upper bound of the cost is available now. */
  readonly requireBudget?: boolean
}

/** What `estimate_eval_run` answers. */
export interface EstimateEvalRunResult {
  /** The number of targets: items times repetitions. */
  readonly targets: number
  /** The number of calls of apps and models, if each succeeds the first time. */
  readonly calls: number
  /** The most that the run can cost without retries, in micro-units. */
  readonly upperBoundMicros: number
  /** Models without a price, which upperBoundMicros leaves out. */
  readonly unpriced: ReadonlyArray<string>
}

/** What `list_eval_runs` takes. */
export interface ListEvalRunsInput {
  /** Only runs of this series. */
  readonly series?: string
  /** Only runs with this status. */
  readonly status?: "queued" | "running" | "paused" | "cancelling" | "cancelled" | "completed" | "failed"
  /** Only runs of this app. */
  readonly appId?: string
  /** Only runs over this dataset. */
  readonly datasetId?: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** Whether to return total, the number of runs that match. */
  readonly includeTotal?: boolean
}

/** What `list_eval_runs` answers. */
export interface ListEvalRunsResult {
  /** The runs of this page, newest first. */
  readonly items: ReadonlyArray<EvalRun>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of runs that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_eval_run` takes. */
export interface GetEvalRunInput {
  /** ID of the run. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** Only targets with this status. */
  readonly status?: "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"
  /** Only targets of this item. */
  readonly itemId?: string
  /** Only targets that this scorer, by its alias, has scored. */
  readonly scorer?: string
  /** Only targets whose value of scorer is less than this. */
  readonly below?: number
}

/** What `get_eval_run` answers. */
export interface GetEvalRunResult {
  /** The run, with its counts and figures. */
  readonly run: EvalRun
  /** The targets of this page, in the order of the dataset's items. */
  readonly items: ReadonlyArray<EvalTarget>
  /** The newest 20 review sessions about the run, newest first; only on the first page, for callers with reviews:read. */
  readonly reviews?: ReadonlyArray<EvalRunReviews>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `get_eval_target` takes. */
export interface GetEvalTargetInput {
  /** ID of the target. */
  readonly id: string
}

/** What `cancel_eval_run` takes. */
export interface CancelEvalRunInput {
  /** ID of the run. */
  readonly id: string
}

/** What `resume_eval_run` takes. */
export interface ResumeEvalRunInput {
  /** ID of the run. */
  readonly id: string
}

/** What `compare_eval_runs` takes. */
export interface CompareEvalRunsInput {
  /** ID of the run to compare with. */
  readonly baseId: string
  /** ID of the run that is compared with the base. */
  readonly id: string
  /** Only items that this scorer, by its alias, has scored. */
  readonly scorer?: string
  /** Only items that changed in this way. */
  readonly change?: "improved" | "regressed" | "unchanged" | "changed" | "onlyInBase" | "onlyInOther" | "unscored"
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `compare_eval_runs` answers. */
export interface CompareEvalRunsResult {
  /** The comparison per scorer that both runs have, by its alias. */
  readonly scorers: { readonly [key: string]: EvalComparison }
  /** The items of this page. */
  readonly items: ReadonlyArray<EvalComparedItem>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `delete_eval_run` takes. */
export interface DeleteEvalRunInput {
  /** ID of the run. */
  readonly id: string
}

/** What `delete_eval_run` answers. */
export interface DeleteEvalRunResult {
  /** ID of the run. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
}

/** What `invoke_app` takes. */
export interface InvokeAppInput {
  readonly requestKey: RequestKey
  /** ID of the app. */
  readonly id: string
  /** The revision of the app. By default the current one. */
  readonly revision?: Revision
  /** What the app is given. */
  readonly input: Json
  /** The answer to expect, for scorers that compare; null for none. */
  readonly expected?: Json
  /** The scorers that judge the answer, by the alias that their scores get: at most 32. */
  readonly scorers?: { readonly [key: string]: {
    /** ID of the scorer. */
    readonly id: string
    /** The revision to pin. By default the current one. */
    readonly revision?: Revision
  } }
  /** How long to wait for the answer, in milliseconds. */
  readonly waitMs?: number
}

/** What `invoke_app` answers. */
export interface InvokeAppResult {
  /** The run of one target that was created. */
  readonly run: EvalRun
  /** The target, as it is when the operation returns. */
  readonly target: EvalEvidence
}

/** What `get_usage` takes. */
export interface GetUsageInput {
  /** The start of the time range: what ended then or later counts. */
  readonly from: string
  /** The end of the time range: what ended before counts. At most 400 days after from. */
  readonly to: string
  /** What to sum the spending up by. */
  readonly groupBy: "run" | "app" | "scorer" | "day"
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `get_usage` answers. */
export interface GetUsageResult {
  /** The budgets that the project draws on. */
  readonly accounts: ReadonlyArray<UsageAccount>
  /** What was spent per run, app, scorer or day. */
  readonly items: ReadonlyArray<UsageEntry>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** Evaluations. */
export interface Evaluations {
  /**
   * Start an evaluation run.
   *
   * Runs an app over each item of a dataset, as often as repetitions says, and has scorers judge the answers. Definitions, dataset and prices are pinned when the run is created: later changes do not affect it. The same requestKey with the same input returns the run that it created. Poll get_eval_run until its status is completed, failed or cancelled. A run has at most 50,000 targets.
   */
  readonly create: Method<CreateEvalRunInput, EvalRun, "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED" | "RATE_LIMITED">
  /**
   * Estimate an evaluation run.
   *
   * Estimates how many targets and calls a run would have, and the most that it can cost, in micro-units, without retries. Nothing is created.
   */
  readonly estimate: Method<EstimateEvalRunInput, EstimateEvalRunResult, "NOT_FOUND" | "REFERENCE_NOT_FOUND">
  /**
   * List evaluation runs.
   *
   * Lists the evaluation runs of the project, newest first, with their counts and statistics. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListEvalRunsInput, ListEvalRunsResult, EvalRun, never>
  /**
   * Read an evaluation run.
   *
   * Reads a run, its reviews, and a page of its targets in the order of the dataset's items. status, itemId, scorer and below filter the targets. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly get: ListMethod<GetEvalRunInput, GetEvalRunResult, EvalTarget, "NOT_FOUND">
  /**
   * Read the evidence of a target.
   *
   * Reads all evidence of a target: its input and output, each attempt, and each score with its explanation. Once the target has succeeded or failed, the evidence never changes and hashes to evidenceHash.
   */
  readonly target: Method<GetEvalTargetInput, EvalEvidence, "NOT_FOUND">
  /**
   * Cancel an evaluation run.
   *
   * Cancels a run: no new calls start, and calls in flight end within two seconds. Targets that have ended stay as they are.
   */
  readonly cancel: Method<CancelEvalRunInput, EvalRun, "NOT_FOUND" | "RUN_ENDED">
  /**
   * Resume an evaluation run.
   *
   * Resumes a run that was paused because its app failed 20 times in a row or its budget was used up.
   */
  readonly resume: Method<ResumeEvalRunInput, EvalRun, "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "RUN_ENDED">
  /**
   * Compare two evaluation runs.
   *
   * Compares a run with a base run. For each scorer that both have, it returns whether the run is better or worse, with the 95 % interval of the difference over the items of the same revision that both scored. It also lists the items; scorer and change filter them. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly compare: ListMethod<CompareEvalRunsInput, CompareEvalRunsResult, EvalComparedItem, "NOT_FOUND">
  /**
   * Delete an evaluation run.
   *
   * Deletes a run that has ended, with its targets and their evidence, for good. What it spent still counts, and its requestKey can't be used again.
   */
  readonly delete: Method<DeleteEvalRunInput, DeleteEvalRunResult, "NOT_FOUND" | "CONFLICT">
  /**
   * Call an app.
   *
   * Calls an app with an input and scores its answer, as a run of one target. It waits up to waitMs for the end. If the app takes longer, the target is returned as it is: read it with get_eval_target. The same requestKey with the same input does not call the app again.
   */
  readonly invoke: Method<InvokeAppInput, InvokeAppResult, "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED" | "RATE_LIMITED">
  /**
   * Read usage.
   *
   * Reads the budgets that the project draws on, and what its runs spent in a time range, by run, app, scorer or day. Attempts count when they ended, scores when their target ended. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly usage: ListMethod<GetUsageInput, GetUsageResult, UsageEntry, never>
}

/** What `create_review_session` takes. */
export interface CreateReviewSessionInput {
  /** Your own key for the session, 1 to 200 characters, unique in the project for ever. */
  readonly requestKey: string
  /** The name of the session, 1 to 120 characters. */
  readonly name: string
  readonly subject: ReviewSubject
  /** The questions, by alias: 1 to 20 scorers whose source has the type human. Each is pinned at its revision when the session is created. */
  readonly rubric: { readonly [key: string]: ReviewScorerInput }
  /** How many people review each item. */
  readonly reviewersPerItem?: number
  /** IDs of the people who may review, at most 200; empty for every member. */
  readonly assignees?: ReadonlyArray<string>
  /** How long a claim holds an item for a person, in minutes. */
  readonly reservationMinutes?: number
  /** Whether people see automatic scores and the answers of others only after they have submitted, and statistics only after the session is closed. */
  readonly blind?: boolean
  /** Whether reviews are only accepted from the pages of the server, and not from programs with a person's token. */
  readonly browserOnly?: boolean
  /** What reviewers read before they begin; at most 20,000 characters. */
  readonly instructions?: string
}

/** What `list_review_sessions` takes. */
export interface ListReviewSessionsInput {
  /** Only sessions with this status. */
  readonly status?: "open" | "closed"
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_review_sessions` answers. */
export interface ListReviewSessionsResult {
  /** The sessions of this page, newest first. */
  readonly items: ReadonlyArray<ReviewSession>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `get_review_session` takes. */
export interface GetReviewSessionInput {
  /** ID of the review session. */
  readonly id: ReviewSessionId
}

/** What `get_review_session` answers. */
export interface GetReviewSessionResult {
  readonly session: ReviewSession
  /** The figures, by the alias of each question; null while a blind session is open. */
  readonly statistics: { readonly [key: string]: ReviewFigures } | null
}

/** What `assign_reviews` takes. */
export interface AssignReviewsInput {
  /** ID of the review session. */
  readonly sessionId: ReviewSessionId
  /** IDs of the people who may review, at most 200; empty for every member. */
  readonly assignees: ReadonlyArray<string>
}

/** What `close_review_session` takes. */
export interface CloseReviewSessionInput {
  /** ID of the review session. */
  readonly id: ReviewSessionId
}

/** What `list_reviews` takes. */
export interface ListReviewsInput {
  /** ID of the review session. */
  readonly sessionId: ReviewSessionId
  /** Only reviews with this status. */
  readonly status?: "open" | "completed" | "withdrawn"
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_reviews` answers. */
export interface ListReviewsResult {
  /** The reviews of this page, by ordinal. */
  readonly items: ReadonlyArray<{
    readonly review: Review
    /** The submissions; null while they are withheld: in a blind session, from people who have not submitted, until it is closed. */
    readonly submissions: ReadonlyArray<ReviewSubmission> | null
  }>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** What `get_review_evidence` takes. */
export interface GetReviewEvidenceInput {
  /** ID of the review. */
  readonly id: ReviewId
}

/** What `get_review_evidence` answers. */
export interface GetReviewEvidenceResult {
  readonly review: Review
  /** What the review is about, as get_trace or get_eval_target returns it. */
  readonly evidence: Json
  /** Whether scores and submissions are withheld. */
  readonly blind: boolean
  /** The submissions; null while they are withheld: in a blind session, from people who have not submitted, until it is closed. */
  readonly submissions: ReadonlyArray<ReviewSubmission> | null
  /** Whether the oldest submissions were left out, since the answer would be too large. */
  readonly hasMore: boolean
}

/** What `claim_review` takes. */
export interface ClaimReviewInput {
  /** ID of a session, to claim its next review. Pass either `sessionId` or `id`. */
  readonly sessionId?: ReviewSessionId
  /** ID of the review to claim. */
  readonly id?: ReviewId
  /** ID of a review that you hold, to give back and continue after. Requires sessionId. */
  readonly skip?: ReviewId
}

/** What `claim_review` answers. */
export interface ClaimReviewResult {
  /** The review that you hold now; null if none is left for you. */
  readonly claim: {
    /** The review with its places. */
    readonly review: Review
    /** The number of the place that you hold. */
    readonly slot: number
  } | null
}

/** What `release_review` takes. */
export interface ReleaseReviewInput {
  /** ID of the review. */
  readonly id: ReviewId
}

/** What `submit_review` takes. */
export interface SubmitReviewInput {
  /** ID of the review. */
  readonly id: ReviewId
  /** Your answers, by the alias of each question: one to every question. */
  readonly scores: { readonly [key: string]: ReviewScore }
  /** The number of your newest submission, if you correct it. */
  readonly supersedes?: ReviewSubmissionNumber
}

/** What `submit_review` answers. */
export interface SubmitReviewResult {
  /** The review with its places, after the submission. */
  readonly review: Review
  /** The submission as it was kept. */
  readonly submission: ReviewSubmission
}

/** Reviews. */
export interface Reviews {
  /**
   * Create a review session.
   *
   * Asks people about up to 5,000 traces or targets of an evaluation run. What it is about and what it asks are pinned when it is created. The same requestKey with the same input returns the same session.
   */
  readonly createSession: Method<CreateReviewSessionInput, ReviewSession, "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * List review sessions.
   *
   * Lists the review sessions of the project, newest first. Pass nextCursor back as cursor until it is null.
   */
  readonly listSessions: ListMethod<ListReviewSessionsInput, ListReviewSessionsResult, ReviewSession, never>
  /**
   * Read a review session.
   *
   * Reads a review session with its progress and the statistics per question. statistics is null while a blind session is open.
   */
  readonly getSession: Method<GetReviewSessionInput, GetReviewSessionResult, "NOT_FOUND">
  /**
   * Assign reviewers to a session.
   *
   * Sets who may claim reviews of the session from now on. People can still submit what they already hold.
   */
  readonly assign: Method<AssignReviewsInput, ReviewSession, "NOT_FOUND" | "CONFLICT">
  /**
   * Close a review session.
   *
   * Closes a review session: reviews can no longer be claimed, submitted or corrected, and everyone can read its statistics. Closing a closed session changes nothing.
   */
  readonly close: Method<CloseReviewSessionInput, ReviewSession, "NOT_FOUND">
  /**
   * List the reviews of a session.
   *
   * Lists the reviews of a session by ordinal, with who holds or submitted them, and the submissions that count. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListReviewsInput, ListReviewsResult, {
    readonly review: Review
    /** The submissions; null while they are withheld: in a blind session, from people who have not submitted, until it is closed. */
    readonly submissions: ReadonlyArray<ReviewSubmission> | null
  }, "NOT_FOUND">
  /**
   * Read the evidence of a review.
   *
   * Reads a review with what it is about, as get_trace or get_eval_target returns it, and all submissions with their corrections. In a blind session, people who have not submitted see neither scores nor submissions until it is closed.
   */
  readonly evidence: Method<GetReviewEvidenceInput, GetReviewEvidenceResult, "NOT_FOUND">
  /**
   * Claim a review.
   *
   * Holds a place of a review for you, for a limited time. Pass the review, or a session for the next review that you have not submitted, starting with one that you already hold. With `skip`, it gives a review back and continues after it. `claim` is null if no review is left for you. Only people may call it: an API key is HUMAN_REQUIRED.
   */
  readonly claim: Method<ClaimReviewInput, ClaimReviewResult, "NOT_FOUND" | "CONFLICT" | "HUMAN_REQUIRED">
  /**
   * Release a review.
   *
   * Gives back a place that you hold, for others to claim. Only people may call it: an API key is HUMAN_REQUIRED.
   */
  readonly release: Method<ReleaseReviewInput, Review, "NOT_FOUND" | "REVIEW_TAKEN" | "HUMAN_REQUIRED">
  /**
   * Submit a review.
   *
   * Submits your answer to each question of the session, for a review that you hold. A submission never changes: to correct it, submit again with its number as supersedes. Sending the same submission twice counts once. After your time is over, you can still submit if nobody else took the place. Only people may call it: an API key is HUMAN_REQUIRED.
   */
  readonly submit: Method<SubmitReviewInput, SubmitReviewResult, "NOT_FOUND" | "CONFLICT" | "REVIEW_TAKEN" | "HUMAN_REQUIRED">
}

/** Who did it: a person or an API key. */
export interface Actor {
  /** Whether a person (user) or an API key acted. */
  readonly type: "user" | "api_key"
  /** ID of the person or of the API key. */
  readonly id: string
  /** Name of the person or of the API key. */
  readonly name: string
}

/** An app at one revision. */
export interface App {
  /** ID of the app. */
  readonly id: string
  /** The kind: app. */
  readonly kind: "app"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: AppSource
  readonly settings: AppSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: AppReference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

/** A text, or the name of a secret that set_app_secret sets. */
export type AppHeader = string | {
  /** The name of a secret of the app, whose value is sent. */
  readonly secret: string
}

export interface AppReference {
  /** The kind of the definition that is used. */
  readonly kind: "prompt"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface AppReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: "prompt"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
}

/** A secret of an app, whose value is never returned. */
export interface AppSecret {
  /** The name by which headers refer to the secret. */
  readonly name: string
  /** The last 4 characters of its value, of fewer than 12 characters none; null if the secret was removed. */
  readonly preview: string | null
  /** When it was last set or removed. */
  readonly updatedAt: Timestamp
}

/** How the app is called: time limits, concurrency, retries and cost. */
export interface AppSettings {
  /** How long a call may take, in milliseconds. */
  readonly timeoutMs: number
  /** How many calls may run at once, over all processes of the server. */
  readonly maxConcurrency: number
  /** How many calls may start per minute; null for no limit. */
  readonly ratePerMinute: number | null
  /** How often a target is tried before it fails. */
  readonly maxAttempts: number
  /** Whether to retry or fail a target whose attempt was lost because its process died. */
  readonly onLost: "retry" | "fail"
  /** What a call costs, in micro-units of the organization's currency. */
  readonly microsPerInvocation: number
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** How the app is called: time limits, concurrency, retries and cost. */
export interface AppSettingsInput {
  /** How long a call may take, in milliseconds. */
  readonly timeoutMs?: number
  /** How many calls may run at once, over all processes of the server. */
  readonly maxConcurrency?: number
  /** How many calls may start per minute; null for no limit. */
  readonly ratePerMinute?: number | null
  /** How often a target is tried before it fails. */
  readonly maxAttempts?: number
  /** Whether to retry or fail a target whose attempt was lost because its process died. */
  readonly onLost?: "retry" | "fail"
  /** What a call costs, in micro-units of the organization's currency. */
  readonly microsPerInvocation?: number
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

/** An endpoint called over HTTP, a prompt that a model answers, or a sample that answers without network or cost. */
export type AppSource = {
  /** An endpoint that is called over HTTP. */
  readonly type: "http"
  /** The URL of the endpoint. It must be public and use HTTPS, unless the server's EGRESS_ALLOW lists its origin. */
  readonly url: string
  /** How the endpoint streams its answer: as server-sent events (`sse`), as lines of JSON (`ndjson`), or not at all. */
  readonly streaming: "none" | "sse" | "ndjson"
  /** Where in the answer the output is, as a JSON Pointer; empty for the whole answer. */
  readonly outputPointer: string
  /** Headers sent with every call, by lower-case name: at most 20. */
  readonly headers: { readonly [key: string]: AppHeader }
} | {
  /** A prompt that a model answers. */
  readonly type: "model"
  /** The alias of the prompt in references. Its variables are the members of an item's input. */
  readonly prompt: string
  /** ID of the model connection to call. */
  readonly connection: string
  /** The model to call, by the name that its provider uses. */
  readonly model: string
  /** The most tokens that an answer may have. */
  readonly maxOutputTokens: number
  /** Further members of the request to the provider, such as temperature. */
  readonly parameters: { readonly [key: string]: Json }
} | {
  /** A sample that answers without network or cost. */
  readonly type: "sample"
  /** How the sample answers. */
  readonly behaviour: "echo" | "capitals" | "some_capitals" | "slow" | "flaky" | "failing"
}

/** An endpoint called over HTTP, a prompt that a model answers, or a sample that answers without network or cost. */
export type AppSourceInput = {
  /** An endpoint that is called over HTTP. */
  readonly type: "http"
  /** The URL of the endpoint. It must be public and use HTTPS, unless the server's EGRESS_ALLOW lists its origin. */
  readonly url: string
  /** How the endpoint streams its answer: as server-sent events (`sse`), as lines of JSON (`ndjson`), or not at all. */
  readonly streaming?: "none" | "sse" | "ndjson"
  /** Where in the answer the output is, as a JSON Pointer; empty for the whole answer. */
  readonly outputPointer?: string
  /** Headers sent with every call, by lower-case name: at most 20. */
  readonly headers?: { readonly [key: string]: AppHeader }
} | {
  /** A prompt that a model answers. */
  readonly type: "model"
  /** The alias of the prompt in references. Its variables are the members of an item's input. */
  readonly prompt: string
  /** ID of the model connection to call. */
  readonly connection: string
  /** The model to call, by the name that its provider uses. */
  readonly model: string
  /** The most tokens that an answer may have. */
  readonly maxOutputTokens: number
  /** Further members of the request to the provider, such as temperature. */
  readonly parameters?: { readonly [key: string]: Json }
} | {
  /** A sample that answers without network or cost. */
  readonly type: "sample"
  /** How the sample answers. */
  readonly behaviour: "echo" | "capitals" | "some_capitals" | "slow" | "flaky" | "failing"
}

/** Why a cell has no value. */
export interface CellError {
  /** What went wrong, as a code. */
  readonly code: "TYPE_ERROR" | "ARITHMETIC" | "TOO_EXPENSIVE" | "TOO_LARGE" | "BAD_PATTERN"
  /** What went wrong, for people. */
  readonly message: string
}

/** A custom field at one revision. */
export interface CustomField {
  /** ID of the custom field. */
  readonly id: string
  /** The kind: custom_field. */
  readonly kind: "custom_field"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: CustomFieldSource
  readonly settings: CustomFieldSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: Reference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

/** An unsaved custom field. */
export interface CustomFieldDraftInput {
  readonly source: CustomFieldSource
  readonly settings: CustomFieldSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** The record that the field is computed from, and the type and unit of its value. */
export interface CustomFieldSettings {
  /** The record that the field is computed from. */
  readonly target: "trace" | "span" | "evaluation_run" | "evaluation_case"
  /** The type of the field's value. */
  readonly valueType: "string" | "number" | "boolean" | "timestamp" | "duration" | "json"
  /** The unit of the value, such as USD; null for none. */
  readonly unit: string | null
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** The record that the field is computed from, and the type and unit of its value. */
export interface CustomFieldSettingsInput {
  /** The record that the field is computed from. */
  readonly target: "trace" | "span" | "evaluation_run" | "evaluation_case"
  /** The type of the field's value. */
  readonly valueType: "string" | "number" | "boolean" | "timestamp" | "duration" | "json"
  /** The unit of the value, such as USD; null for none. */
  readonly unit?: string | null
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

/** A formula, or a JSON Pointer into the record. */
export type CustomFieldSource = {
  /** A formula. */
  readonly type: "formula"
  /** The language of the expression: Common Expression Language. */
  readonly language: "cel"
  /** Common Expression Language over `trace`, `span` or `run` and `custom.<alias>`; at most 8 KiB in UTF-8. */
  readonly expression: string
} | {
  /** A value that is read from the record as it is. */
  readonly type: "attribute"
  /** An RFC 6901 JSON Pointer into the record. */
  readonly pointer: string
}

/** A dataset at one revision. */
export interface Dataset {
  /** ID of the dataset. */
  readonly id: string
  /** The kind: dataset. */
  readonly kind: "dataset"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: DatasetSource
  readonly settings: DatasetSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: DatasetReference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

/** An item that differs between two versions. */
export interface DatasetDifference {
  /** ID of the item. */
  readonly id: string
  /** Whether the item was created, changed or deleted between the two versions. */
  readonly change: "created" | "changed" | "deleted"
  /** The item at version from; null if it did not exist. */
  readonly before: DatasetItem | null
  /** The item at version to; null if it no longer exists. */
  readonly after: DatasetItem | null
}

/** An item of a dataset, at one version. */
export interface DatasetItem {
  /** ID of the item. */
  readonly id: string
  /** ID of the dataset that the item belongs to. */
  readonly datasetId: string
  /** Your own name for the item, unique in the dataset; null if it has none. */
  readonly externalId: string | null
  /** What the app is given. */
  readonly input: Json
  /** The answer to expect; null if there is none. */
  readonly expected: Json
  /** An open object of your own. */
  readonly metadata: { readonly [key: string]: Json }
  /** The part of the dataset that it belongs to, such as train or test. */
  readonly split: string | null
  /** The trace, or the span, that the item was created from; null if it was not. */
  readonly source: DatasetItemSource | null
  /** The version that wrote this state of the item. */
  readonly fromVersion: number
  /** The first version in which the item is changed or deleted; null if this is its current state. */
  readonly toVersion: number | null
  /** Its position among the items, which never changes. */
  readonly position: number
  /** When the item was created. */
  readonly createdAt: Timestamp
  /** Who created the item. */
  readonly createdBy: Actor
  /** When this state of the item was written. */
  readonly updatedAt: Timestamp
  /** Who wrote this state of the item. */
  readonly updatedBy: Actor
  /** Whether its content was purged, for good and in every version. */
  readonly purged: boolean
}

/** An item to create, which requires an input, or to change. At most 1 MiB of JSON. */
export interface DatasetItemInput {
  /** ID of the item to change. If it does not exist, an item with this ID is created. */
  readonly id?: string
  /** Your own name for the item, which without `id` finds the item to change. If no item has it, one is created. */
  readonly externalId?: string | null
  /** What the app is given. Required for a new item. */
  readonly input?: Json
  /** The answer to expect; null for none. */
  readonly expected?: Json
  /** An open object of your own. It replaces the one before. */
  readonly metadata?: { readonly [key: string]: Json }
  /** The part of the dataset that it belongs to, such as train or test. */
  readonly split?: string | null
  /** The trace, or the span, that the item comes from; null for none. */
  readonly source?: {
    /** ID of the trace. */
    readonly traceId: string
    /** ID of the span; null for the whole trace. */
    readonly spanId: string | null
  } | null
}

/** The trace, or the span of it, that the item was created from. */
export interface DatasetItemSource {
  /** ID of the trace. */
  readonly traceId: string
  /** ID of the span; null for the whole trace. */
  readonly spanId: string | null
}

export interface DatasetReference {
  /** The kind of the definition that is used. */
  readonly kind: never
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface DatasetReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: never
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
}

/** The JSON Schemas of each item's parts. */
export interface DatasetSettings {
  /** The JSON Schema (2020-12) of each item's input, without references to other documents; null for any JSON. */
  readonly inputSchema: Json
  /** The JSON Schema (2020-12) of each item's expected, without references to other documents; null for any JSON. */
  readonly expectedSchema: Json
  /** The JSON Schema (2020-12) of each item's metadata, without references to other documents; null for any object. */
  readonly metadataSchema: Json
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** The JSON Schemas of each item's parts. */
export interface DatasetSettingsInput {
  /** The JSON Schema (2020-12) of each item's input, without references to other documents; null for any JSON. */
  readonly inputSchema?: Json
  /** The JSON Schema (2020-12) of each item's expected, without references to other documents; null for any JSON. */
  readonly expectedSchema?: Json
  /** The JSON Schema (2020-12) of each item's metadata, without references to other documents; null for any object. */
  readonly metadataSchema?: Json
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

/** The dataset's own items, which have versions of their own. */
export interface DatasetSource {
  /** The dataset's own items. */
  readonly type: "items"
}

/** A version of a dataset's items: 0 before the first change, then 1, 2, 3, … without a gap. */
export type DatasetVersion = number

/** A version of a dataset, and what it changed. */
export interface DatasetVersionEntry {
  /** The number of the version. */
  readonly version: DatasetVersion
  /** When the version was written. */
  readonly at: Timestamp
  /** Who wrote the version. */
  readonly by: Actor
  /** The number of items that it created. */
  readonly created: number
  /** The number of items that it changed. */
  readonly changed: number
  /** The number of items that it deleted. */
  readonly deleted: number
}

/** A definition that uses the one you asked for, or an evaluation run (eval_run) that uses it and has not ended. */
export interface Dependency {
  /** The name of its kind, such as page_view. */
  readonly kind: string
  /** ID of the definition, or of the evaluation run. */
  readonly id: string
  /** Name of the definition, or of the evaluation run. */
  readonly name: string
  /** The current revision of the definition, which holds the reference. */
  readonly revision: Revision
  /** The alias under which it refers to the one asked for. */
  readonly alias: string
  /** The revision that it pins; null if it follows the current one. */
  readonly pinnedRevision: Revision | null
}

/** One attempt at a target. It is lost if the process that made it died, and released if it was stopped. */
export interface EvalAttempt {
  /** The number of the attempt: 1, 2, 3, … */
  readonly number: number
  /** When the attempt started. */
  readonly startedAt: Timestamp
  /** When the attempt ended. */
  readonly endedAt: Timestamp
  /** How the attempt ended. */
  readonly outcome: "succeeded" | "failed" | "lost" | "released" | "cancelled"
  /** Why the attempt failed; null if it did not. */
  readonly errorCode: "APP_ERROR" | "APP_TIMEOUT" | "APP_UNREACHABLE" | "OUTPUT_TOO_LARGE" | "OUTPUT_INVALID" | "EGRESS_REFUSED" | "OUTCOME_UNKNOWN" | "PROMPT_INVALID" | null
  /** What went wrong, for people; null if nothing did. */
  readonly message: string | null
  /** The HTTP status of the app's answer; null if there was none. */
  readonly httpStatus: number | null
  /** How long the app asked to wait before the next attempt, in milliseconds; null if it did not. */
  readonly retryAfterMs: number | null
  /** What the attempt spent, in micro-units. */
  readonly spentMicros: number
  /** Whether the whole hold is charged, since it is unknown what the attempt used. */
  readonly assumed: boolean
}

/** A run whose results are carried over without calling or paying again. succeeded runs only what failed or is new; outputs only scores existing outputs. */
export interface EvalBasis {
  /** ID of the run whose results are carried over. */
  readonly runId: string
  /** What to carry over: succeeded targets with their scores, or only outputs, which are scored anew. */
  readonly carry: "succeeded" | "outputs"
}

export interface EvalComparedItem {
  /** ID of the item. */
  readonly itemId: string
  /** Your own name for the item; null if it has none. */
  readonly externalId: string | null
  /** How its scores changed, by the alias of each scorer. */
  readonly scores: { readonly [key: string]: EvalItemChange }
}

/** The comparison of a run with a base by one scorer, pair by pair. */
export interface EvalComparison {
  /** The number of items of the same revision that are scored in both runs, which the comparison is computed over. */
  readonly pairs: number
  /** Items that are only in the base run. */
  readonly onlyInBase: number
  /** Items that are only in the other run. */
  readonly onlyInOther: number
  /** The number of items that are in both runs at different revisions. */
  readonly changed: number
  /** The number of items without a score in one of the runs. */
  readonly unscored: number
  /** The mean of the other run's score minus the base's; null if there is no pair. */
  readonly difference: number | null
  /** The 95 % confidence interval of difference: its lower and upper end; null if it can't be computed. */
  readonly ci95: readonly [number, number] | null
  /** The p-value of a paired t test, raised by Holm's method if several scorers are compared; null if it can't be computed. */
  readonly p: number | null
  /** The p-value of McNemar's exact test, for yes-or-no scores with one repetition; null otherwise. */
  readonly mcnemar: number | null
  /** Whether there are fewer than 30 pairs, so that the interval is rough. */
  readonly small: boolean
  /** Whether the interval excludes 0, and on which side: better, worse or no_evidence. */
  readonly verdict: "better" | "worse" | "no_evidence"
  /** Pairs whose score is better in the other run. */
  readonly improved: number
  /** Pairs whose score is worse in the other run. */
  readonly regressed: number
  /** Pairs whose score is the same in both runs. */
  readonly unchanged: number
}

export interface EvalDefinition {
  /** The name of its kind, such as app or scorer. */
  readonly kind: string
  /** ID of the definition. */
  readonly id: string
  /** The name it had when the run was created. */
  readonly name: string
  /** The revision that is pinned. */
  readonly revision: Revision
}

/** The evidence of a target: at most 8 MiB. */
export interface EvalEvidence {
  /** ID of the target. */
  readonly id: string
  /** The position of the target in the run, from 0. */
  readonly ordinal: number
  /** Null for a call by invoke_app. */
  readonly itemId: string | null
  /** Your own name for the item; null if it has none. */
  readonly externalId: string | null
  /** The dataset's version that wrote this state of the item; null for a call by invoke_app. */
  readonly itemFromVersion: number | null
  /** The number of the repetition, from 1. */
  readonly repetition: number
  /** The state of the target. succeeded, failed and cancelled are final. */
  readonly status: "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"
  /** How long the attempt that counts took, in milliseconds; null if there is none. */
  readonly durationMs: number | null
  /** What the target spent, in micro-units. */
  readonly spentMicros: number
  /** Why the target failed; null if it did not. */
  readonly errorCode: "APP_ERROR" | "APP_TIMEOUT" | "APP_UNREACHABLE" | "OUTPUT_TOO_LARGE" | "OUTPUT_INVALID" | "EGRESS_REFUSED" | "OUTCOME_UNKNOWN" | "PROMPT_INVALID" | null
  /** ID of the trace of all its attempts, fixed when the run was created. */
  readonly traceId: string
  /** ID of the target whose results were carried over; null for none. */
  readonly carriedFrom: string | null
  /** ID of the run that the target belongs to. */
  readonly runId: string
  /** What the app was given. */
  readonly input: Json
  /** The answer to expect; null if there is none. */
  readonly expected: Json
  /** The metadata of the item. */
  readonly metadata: { readonly [key: string]: Json }
  /** What the app answered; null until there is an answer. */
  readonly output: Json
  /** What was sent and received in addition to the output. Secrets are replaced. */
  readonly exchange: { readonly [key: string]: Json }
  /** Every attempt, oldest first. */
  readonly attempts: ReadonlyArray<EvalAttempt>
  /** The scores with their details, by the alias of each scorer. */
  readonly scores: { readonly [key: string]: EvalScore }
  /** The definitions that the run uses, by name and revision. */
  readonly definitions: ReadonlyArray<EvalDefinition>
  /** Whether the item's content was purged for good; the hash stays. */
  readonly purged: boolean
  /** When the output, the exchange and the details of scores were removed, since the run is older than the server keeps them; null if they are kept. The rest and the hash stay. */
  readonly outputRemovedAt: Timestamp | null
  /** SHA-256 of the frozen evidence, in hexadecimal digits; null until the target has succeeded or failed. */
  readonly evidenceHash: string | null
}

/** How the mean over the item's scored repetitions changed from the base to the other run. */
export interface EvalItemChange {
  /** How the item changed from the base to the other run. */
  readonly change: "improved" | "regressed" | "unchanged" | "changed" | "onlyInBase" | "onlyInOther" | "unscored"
  /** The mean in the base run; null if it has no score there. */
  readonly base: number | null
  /** The mean in the other run; null if it has no score there. */
  readonly other: number | null
}

/** How often at least one of k repetitions passes. */
export interface EvalPassAtK {
  /** The number of repetitions. */
  readonly k: number
  /** The mean chance, over items, that at least one of k repetitions passes: 0 to 1. */
  readonly value: number
}

/** The definitions that the run uses, pinned when it was created: later changes do not affect it. */
export interface EvalPins {
  /** The app; null for a run that scores the outputs of another run. */
  readonly app: {
    /** ID of the app. */
    readonly id: string
    /** The name it had when the run was created. */
    readonly name: string
    /** The revision that is pinned. */
    readonly revision: Revision
  } | null
  /** Null for a call by invoke_app. */
  readonly dataset: {
    /** ID of the dataset. */
    readonly id: string
    /** The name it had when the run was created. */
    readonly name: string
    /** The revision that is pinned. */
    readonly revision: Revision
    /** The version of the dataset's items that is pinned. */
    readonly version: number
  } | null
  /** The scorers, by the alias that their scores have. */
  readonly scorers: { readonly [key: string]: PinnedScorer }
  /** The prompts that the app and the scorers use. */
  readonly prompts: ReadonlyArray<PinnedPrompt>
  /** The model connections that the app and the scorers call. */
  readonly connections: ReadonlyArray<PinnedConnection>
}

/** An evaluation run: what it uses, its progress and its statistics. */
export interface EvalRun {
  /** ID of the run. */
  readonly id: string
  /** The key that the caller chose for the run. */
  readonly requestKey: RequestKey
  /** Name of the run. */
  readonly name: string
  /** The series that the run belongs to; null for none. */
  readonly series: string | null
  /** The state of the run. cancelled, completed and failed are final. */
  readonly status: "queued" | "running" | "paused" | "cancelling" | "cancelled" | "completed" | "failed"
  /** Why it is paused (budget, app_unavailable) or failed (stop_after, pin_unreadable); null otherwise. resume_eval_run resumes a paused run. */
  readonly reason: "budget" | "app_unavailable" | "stop_after" | "pin_unreadable" | null
  readonly pins: EvalPins
  /** How often the app answers each item. */
  readonly repetitions: number
  readonly counts: EvalRunCounts
  readonly usage: EvalRunUsage
  readonly durationMs: EvalRunDurations
  /** The statistics of the scores, by the alias of each scorer. */
  readonly statistics: { readonly [key: string]: EvalStatistics }
  /** When the run was created. */
  readonly createdAt: Timestamp
  /** Who created the run. */
  readonly createdBy: Actor
  /** When the run started; null while it is queued. */
  readonly startedAt: Timestamp | null
  /** When the run ended; null until then. */
  readonly endedAt: Timestamp | null
  /** The run whose results were carried over; null for none. */
  readonly basis: EvalBasis | null
  /** ID of the run to compare it with; null for none. */
  readonly baseRunId: string | null
  /** The open object that the run was created with. */
  readonly metadata: { readonly [key: string]: Json }
}

/** Targets by state. Without carried, they always sum to total. */
export interface EvalRunCounts {
  /** All targets. */
  readonly total: number
  /** Targets that wait for a call. */
  readonly queued: number
  /** Targets whose app is being called. */
  readonly invoking: number
  /** Targets whose output is being scored. */
  readonly scoring: number
  /** Targets that have an output. */
  readonly succeeded: number
  /** Targets whose attempts all failed. */
  readonly failed: number
  /** Targets that were cancelled. */
  readonly cancelled: number
  /** Targets that were carried over from basis.runId, in whatever state. */
  readonly carried: number
}

/** How long the targets that succeeded took, by nearest rank. */
export interface EvalRunDurations {
  /** The median, in milliseconds; null if no target succeeded. */
  readonly p50: number | null
  /** The 95th percentile, in milliseconds; null if no target succeeded. */
  readonly p95: number | null
}

/** The reviews of a run's targets in one session. */
export interface EvalRunReviews {
  /** ID of the review session. */
  readonly sessionId: ReviewSessionId
  /** Name of the review session. */
  readonly name: string
  /** Whether the session is open or closed. */
  readonly status: "open" | "closed"
  /** The statistics, by the alias of each question; null for people while the session is blind and open. */
  readonly statistics: { readonly [key: string]: ReviewFigures } | null
}

/** What the run spent, in micro-units of the organization's currency. A part is assumed if attempts were lost whose provider may have billed them. */
export interface EvalRunUsage {
  /** Held for calls in flight, in micro-units. */
  readonly heldMicros: number
  /** Spent so far, in micro-units. */
  readonly spentMicros: number
  /** The part of spentMicros that is assumed, in micro-units. */
  readonly assumedMicros: number
}

export interface EvalScore {
  /** Whether there is a score (scored), none (unscored), or the scorer failed. */
  readonly status: "scored" | "unscored" | "failed"
  /** The score as a number; null if there is none. */
  readonly value: number | null
  /** The label that was chosen; null if there is none. */
  readonly label: string | null
  /** Whether the score passes; null if nothing decides that. */
  readonly passed: boolean | null
  /** What scoring spent, in micro-units. */
  readonly spentMicros: number
  /** Explanation, metadata, logs, and the request and answer of a judge. */
  readonly detail: { readonly [key: string]: Json }
}

/** The statistics of one scorer over one run. Repetitions are averaged per item, and never count as items. */
export interface EvalStatistics {
  /** The number of items with a scored repetition, which mean and ci95 are computed over. */
  readonly items: number
  /** The number of repetitions with a score. Those unscored or failed enter no statistic. */
  readonly scored: number
  /** Repetitions that the scorer returned no score for. */
  readonly unscored: number
  /** Repetitions whose scoring failed. */
  readonly failed: number
  /** The mean of the items' means over their scored repetitions; null if there is none. */
  readonly mean: number | null
  /** The standard deviation of the items' means; null if it can't be computed. */
  readonly stdDev: number | null
  /** The 95 % confidence interval of mean: its lower and upper end; null if it can't be computed. */
  readonly ci95: readonly [number, number] | null
  /** Whether there are fewer than 30 items, so that the interval is rough. */
  readonly small: boolean
  /** The share of scored repetitions that pass, 0 to 1; null if nothing decides that. */
  readonly passRate: number | null
  /** The share of items whose repetitions all passed, 0 to 1; null if nothing decides that. */
  readonly passAll: number | null
  /** How often at least one of k repetitions passes, for each k. */
  readonly passAtK: ReadonlyArray<EvalPassAtK>
}

/** How many targets, or which share of all targets, may fail before the run ends as failed. */
export type EvalStopAfter = {
  /** How many targets may fail. */
  readonly failed: number
} | {
  /** Which share of all targets may fail, 0 to 1. */
  readonly failedShare: number
}

/** One repetition of an item in a run, without its input and output. */
export interface EvalTarget {
  /** ID of the target. */
  readonly id: string
  /** The position of the target in the run, from 0. */
  readonly ordinal: number
  /** Null for a call by invoke_app. */
  readonly itemId: string | null
  /** Your own name for the item; null if it has none. */
  readonly externalId: string | null
  /** The dataset's version that wrote this state of the item; null for a call by invoke_app. */
  readonly itemFromVersion: number | null
  /** The number of the repetition, from 1. */
  readonly repetition: number
  /** The state of the target. succeeded, failed and cancelled are final. */
  readonly status: "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"
  /** How long the attempt that counts took, in milliseconds; null if there is none. */
  readonly durationMs: number | null
  /** What the target spent, in micro-units. */
  readonly spentMicros: number
  /** Why the target failed; null if it did not. */
  readonly errorCode: "APP_ERROR" | "APP_TIMEOUT" | "APP_UNREACHABLE" | "OUTPUT_TOO_LARGE" | "OUTPUT_INVALID" | "EGRESS_REFUSED" | "OUTCOME_UNKNOWN" | "PROMPT_INVALID" | null
  /** ID of the trace of all its attempts, fixed when the run was created. */
  readonly traceId: string
  /** ID of the target whose results were carried over; null for none. */
  readonly carriedFrom: string | null
  /** The scores of the target, by the alias of each scorer. */
  readonly scores: { readonly [key: string]: EvalTargetScore }
}

/** The score of a target by one scorer. A failed or missing score is not zero. */
export interface EvalTargetScore {
  /** Whether there is a score (scored), none (unscored), or the scorer failed. */
  readonly status: "scored" | "unscored" | "failed"
  /** The score as a number; null if there is none. */
  readonly value: number | null
  /** The label that was chosen; null if there is none. */
  readonly label: string | null
  /** Whether the score passes; null if nothing decides that. */
  readonly passed: boolean | null
}

/** The revision that you saw last. If it is no longer current, nothing changes. */
export type ExpectedRevision = number

/** An import of files, and what it did. */
export interface Import {
  /** ID of the import; null for a dryRun, which is not kept. */
  readonly id: ImportId | null
  readonly importKey: ImportKey
  /** staged: parts are missing. applied: everything is written. checked: a dryRun, which writes nothing. */
  readonly status: "staged" | "applied" | "checked"
  /** How many parts have arrived. */
  readonly parts: {
    /** The number of parts that have arrived. */
    readonly staged: number
    /** The number of parts in all. */
    readonly count: number
  }
  readonly report: ImportReport
  /** The version of the dataset afterwards, if there is exactly one. */
  readonly version?: number
  /** When the import was created; null for a dryRun. */
  readonly createdAt: Timestamp | null
}

/** One place of a file, and what is wrong there. */
export interface ImportError {
  /** The path of the file, as it was sent. */
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  /** The column, from 1, in UTF-16 code units. */
  readonly column?: number
  /** Where, as a JSON Pointer: in the file's value, or in JSONL and CSV in the value of the line or row. */
  readonly pointer: string
  /** What is wrong, as a code. */
  readonly code: "SYNTAX" | "UNSUPPORTED" | "NOT_EXACT" | "TOO_LARGE" | "TOO_EXPENSIVE" | "INVALID_HEADER" | "INVALID_ITEM" | "INVALID_DEFINITION" | "DUPLICATE"
  /** What is wrong, for people. */
  readonly message: string
}

/** A file as text. */
export interface ImportFile {
  /** The name of the file, which errors quote. In several parts, a file continues under the same name. */
  readonly path: string
  /** The format of the file. By default according to the end of its path: .jsonl or .ndjson, .json, .csv, .yaml or .yml. */
  readonly format?: "jsonl" | "json" | "csv" | "yaml"
  /** The content of the file, or of this part of it. */
  readonly content: string
}

export type ImportId = string

export interface ImportItemCounts {
  /** The number of items created. */
  readonly created: number
  /** The number of items changed. */
  readonly changed: number
  /** The number of items that were already as sent. */
  readonly unchanged: number
  /** The number of items deleted, in mode replace. */
  readonly deleted: number
}

/** Your own key for the import, 1 to 200 characters. The same files sent again under it are applied once, and parts with one key belong together. */
export type ImportKey = string

export interface ImportMappedValue {
  /** The member of the item to fill: `input`, `expected`, `metadata`, `split`, `externalId`, `id` or `source`, or a name in one of the first three, such as `metadata.topic`. */
  readonly to: string
  /** How a text, such as a cell of CSV, is read: as it is (string), as JSON, or as a number. */
  readonly as?: "string" | "json" | "number"
}

export interface ImportMapping { readonly [key: string]: string | ImportMappedValue }

export interface ImportPart {
  /** The number of this part, from 1. */
  readonly index: number
  /** The number of parts. */
  readonly count: number
}

/** What an import did, or what it would do. */
export interface ImportReport {
  /** The datasets that the files name. */
  readonly datasets: ReadonlyArray<ImportedDataset>
  /** What happened to the items of all datasets. */
  readonly items: ImportItemCounts
  /** The scorers that the files name. */
  readonly scorers: ReadonlyArray<ImportedScorer>
  /** What the import left out or changed, for people. */
  readonly warnings: ReadonlyArray<string>
  /** The first 100 places that would make the import fail; only of a dryRun. */
  readonly errors: ReadonlyArray<ImportError>
}

export interface ImportedDataset {
  /** Its ID; null if a dryRun would create it. */
  readonly id: string | null
  /** Name of the dataset. */
  readonly name: string
  /** What happened to the dataset. */
  readonly change: "created" | "changed" | "unchanged"
  /** Its current version afterwards. */
  readonly version: number
  /** What happened to its items. */
  readonly items: ImportItemCounts
}

export interface ImportedScorer {
  /** Its ID; null if a dryRun would create it. */
  readonly id: string | null
  /** Name of the scorer. */
  readonly name: string
  /** What happened to the scorer. */
  readonly change: "created" | "changed" | "unchanged"
  /** Its current revision afterwards. */
  readonly revision: number
}

/** A metrics chart at one revision. */
export interface MetricsChart {
  /** ID of the metrics chart. */
  readonly id: string
  /** The kind: metrics_chart. */
  readonly kind: "metrics_chart"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: MetricsChartSource
  readonly settings: MetricsChartSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: MetricsChartReference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

export interface MetricsChartReference {
  /** The kind of the definition that is used. */
  readonly kind: never
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface MetricsChartReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: never
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
}

/** How the chart is drawn, and the unit of its values. */
export interface MetricsChartSettings {
  /** How the chart is drawn. */
  readonly chartType: "line" | "bar" | "area" | "number" | "table"
  /** The unit of its values, such as USD; null for none. */
  readonly unit: string | null
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** How the chart is drawn, and the unit of its values. */
export interface MetricsChartSettingsInput {
  /** How the chart is drawn. */
  readonly chartType: "line" | "bar" | "area" | "number" | "table"
  /** The unit of its values, such as USD; null for none. */
  readonly unit?: string | null
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

/** A query, which is run over a time range. */
export interface MetricsChartSource {
  /** A query over metrics. */
  readonly type: "query"
  /** What the chart counts or measures, and how it is grouped. */
  readonly query: MetricsQuery
}

export interface MetricsFilter {
  /** The field to compare, such as trace.status. */
  readonly field: string
  /** How the field is compared with value. */
  readonly operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"
  /** What the field is compared with, as JSON of the field's type: at most 1 KiB; a list for in; a boolean or nothing for exists. */
  readonly value?: Json
}

export interface MetricsMeasure {
  /** What is measured. Durations are in milliseconds, costs in US dollars. */
  readonly measure: "count" | "durationMs" | "cost" | "inputTokens" | "outputTokens" | "totalTokens" | "timeToFirstTokenMs" | "spanCount" | "errorCount" | "value"
  /** How the values of a group become one number. */
  readonly aggregation: "count" | "sum" | "avg" | "min" | "max" | "p50" | "p90" | "p95" | "p99" | "errorRate" | "distinctUsers" | "distinctSessions"
}

export interface MetricsOrder {
  /** What to sort by: the index of a measure, from 0, or time. */
  readonly by: number | "time"
  /** Ascending or descending. */
  readonly direction: "asc" | "desc"
}

export interface MetricsQuery {
  /** What to count: traces, spans, or scores of traces and of their spans. */
  readonly over: "traces" | "spans" | "scores"
  /** The numbers to compute, 1 to 8. The measure count has the aggregations count, errorRate (the share of traces or spans whose status is error, 0 to 1), distinctUsers and distinctSessions. Every other measure has count (of the rows that have it), sum, avg, min, max, p50, p90, p95 and p99, which are exact. timeToFirstTokenMs exists for spans, spanCount and errorCount for traces, value for scores. */
  readonly measures: ReadonlyArray<MetricsMeasure>
  /** What to group by: at most 3 dimensions. */
  readonly dimensions?: ReadonlyArray<string>
  /** The length of a period, in UTC. Weeks begin on Monday. Without it, all time is one period. */
  readonly granularity?: "minute" | "hour" | "day" | "week" | "month"
  /** All must hold. They mean what those of page views mean. */
  readonly filters?: ReadonlyArray<MetricsFilter>
  /** The order of the rows. By default by time, oldest first; without a granularity by the first measure, greatest first. */
  readonly orderBy?: MetricsOrder
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** A group of what is counted. */
export interface MetricsRow {
  /** When the period of the row begins; only with a granularity. */
  readonly time?: Timestamp
  /** The value of each dimension, by its name; null if it has none. */
  readonly dimensions: { readonly [key: string]: Json }
  /** A number per measure, in their order; null if no row has the measure. */
  readonly values: ReadonlyArray<number | null>
}

/** A provider of models that apps and judges can call. */
export interface ModelConnection {
  /** ID of the model connection. */
  readonly id: string
  /** Name of the model connection. */
  readonly name: string
  /** The models that it has prices for. */
  readonly models: ReadonlyArray<string>
}

/** How this revision was created. */
export type Origin = {
  /** The first revision of a new definition. */
  readonly type: "created"
} | {
  /** A change to the revision before it. */
  readonly type: "updated"
} | {
  /** The content of an older revision, restored. */
  readonly type: "restored"
  /** The revision whose content was restored. */
  readonly revision: Revision
} | {
  /** The first revision of a copy. */
  readonly type: "copied"
  /** ID of the definition that was copied. */
  readonly id: string
  /** The revision that was copied. */
  readonly revision: Revision
} | {
  /** A deleted definition, recovered. */
  readonly type: "recovered"
  /** When it was deleted. */
  readonly deletedAt: Timestamp
  /** Who deleted it. */
  readonly deletedBy: Actor
}

/** A page view at one revision. */
export interface PageView {
  /** ID of the page view. */
  readonly id: string
  /** The kind: page_view. */
  readonly kind: "page_view"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: PageViewSource
  readonly settings: PageViewSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: Reference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

export interface PageViewColumn {
  /** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
  readonly field: string
  /** The heading of the column. By default its field. */
  readonly label?: string
  /** In CSS pixels. */
  readonly width?: number
  /** Whether the column is hidden until a person shows it. */
  readonly hidden?: boolean
}

/** An unsaved page view. */
export interface PageViewDraftInput {
  readonly source: PageViewSource
  readonly settings: PageViewSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

export interface PageViewFilter {
  /** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
  readonly field: string
  /** How the field is compared with value. */
  readonly operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"
  /** What the field is compared with, as JSON of the field's type; a list for in; a boolean or nothing for exists. */
  readonly value?: Json
}

/** How the page view shows its target. */
export interface PageViewSettings {
  /** What the rows are. */
  readonly target: "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
  /** The columns, in order. */
  readonly columns: ReadonlyArray<PageViewColumn>
  /** The filters; a row is shown only if all of them hold. */
  readonly filters: ReadonlyArray<PageViewFilter>
  /** The order of the rows: by the first field, then by the next. */
  readonly sort: ReadonlyArray<PageViewSort>
  /** The field that rows are grouped by; null for no groups. */
  readonly groupBy: string | null
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** How the page view shows its target. */
export interface PageViewSettingsInput {
  /** What the rows are. */
  readonly target: "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
  /** The columns, in order. */
  readonly columns?: ReadonlyArray<PageViewColumn>
  /** The filters; a row is shown only if all of them hold. */
  readonly filters?: ReadonlyArray<PageViewFilter>
  /** The order of the rows: by the first field, then by the next. */
  readonly sort?: ReadonlyArray<PageViewSort>
  /** The field that rows are grouped by; null for no groups. */
  readonly groupBy?: string | null
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

export interface PageViewSort {
  /** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
  readonly field: string
  /** Ascending or descending. */
  readonly direction: "asc" | "desc"
}

/** A table, or a TSX module. */
export type PageViewSource = {
  /** A table. */
  readonly type: "table"
} | {
  /** A React component. */
  readonly type: "react"
  /** A TSX module whose default export is a component; at most 256 KiB in UTF-8. */
  readonly code: string
}

export interface PinnedConnection {
  /** ID of the model connection. */
  readonly id: string
  /** The name it had when the run was created. */
  readonly name: string
  /** SHA-256 of its prices, in hexadecimal digits. */
  readonly pricesHash: string
}

export interface PinnedPrompt {
  /** ID of the prompt. */
  readonly id: string
  /** The name it had when the run was created. */
  readonly name: string
  /** The revision that is pinned. */
  readonly revision: Revision
  /** The label that it was read by; null for none. */
  readonly label: string | null
}

export interface PinnedScorer {
  /** ID of the scorer. */
  readonly id: string
  /** The name it had when the run was created. */
  readonly name: string
  /** The revision that is pinned. */
  readonly revision: Revision
}

/** A prompt at one revision. */
export interface Prompt {
  /** ID of the prompt. */
  readonly id: string
  /** The kind: prompt. */
  readonly kind: "prompt"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: PromptSource
  readonly settings: PromptSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: PromptReference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

/** An unsaved prompt. */
export interface PromptDraftInput {
  readonly source: PromptSource
  readonly settings?: PromptSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: PromptReferenceInput }
}

export interface PromptIssue {
  /** An error makes the definition invalid; a warning does not. */
  readonly severity: "error" | "warning"
  /** What is wrong, as a code. */
  readonly code: "UNKNOWN_ALIAS" | "UNUSED_REFERENCE" | "UNPINNED_REFERENCE" | "UNDECLARED_VARIABLE" | "UNUSED_VARIABLE" | "VARIABLE_TYPE" | "NOT_A_TEXT" | "NOT_A_TAG" | "REFERENCE_CYCLE" | "TOO_DEEP"
  /** What is wrong, for people. */
  readonly message: string
  /** Where in the definition, as an RFC 6901 JSON Pointer. */
  readonly path: string
  /** Where in the text at path. */
  readonly position?: {
    /** The line, from 1. */
    readonly line: number
    /** The column, from 1. */
    readonly column: number
  }
  /** The prompt that the issue is in, if it is not the one that is validated. */
  readonly definition?: {
    /** The kind of the definition. */
    readonly kind: "prompt"
    /** ID of the prompt. */
    readonly id: string
    /** The revision that was checked. */
    readonly revision: Revision
  }
}

/** A name that points at one revision of a prompt. */
export interface PromptLabel {
  /** ID of the prompt. */
  readonly promptId: string
  /** The name of the label, such as production. */
  readonly label: string
  /** The revision that it points at; null if the label was removed. */
  readonly revision: Revision | null
  readonly labelRevision: PromptLabelRevision
  /** When the label was last moved. */
  readonly movedAt: Timestamp
  /** Who last moved the label. */
  readonly movedBy: Actor
  /** Whether only owners and admins of the organization may move it, as people and not by an API key. */
  readonly protected: boolean
}

/** How often the label was moved: 1, 2, 3, … */
export type PromptLabelRevision = number

/** The span that was recorded, and the attributes for the spans that use the prompt. */
export interface PromptLink {
  /** ID of the trace that the span was recorded in. */
  readonly traceId: string
  /** ID of the span that was recorded. */
  readonly spanId: string
  /** Attributes to put on the spans that use the prompt. */
  readonly attributes: { readonly [key: string]: Json }
}

/** A message to a model. */
export interface PromptMessage {
  /** Who the message is from. */
  readonly role: "system" | "user" | "assistant" | "developer" | "tool"
  /** The text of the message. */
  readonly content: string
}

/** The model that the prompt is written for, and its parameters. */
export interface PromptModel {
  /** The model, by the name that its provider uses. */
  readonly name: string
  /** Parameters of the model, such as temperature. */
  readonly parameters: { readonly [key: string]: Json }
}

/** The model that the prompt is written for, and its parameters. */
export interface PromptModelInput {
  /** The model, by the name that its provider uses. */
  readonly name: string
  /** Parameters of the model, such as temperature. */
  readonly parameters?: { readonly [key: string]: Json }
}

/** A place for the messages of a variable. */
export interface PromptPlaceholder {
  /** The name of the variable whose messages go here. */
  readonly placeholder: string
}

export interface PromptReference {
  /** The kind of the definition that is used. */
  readonly kind: "prompt"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface PromptReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: "prompt"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
}

/** The variables of the prompt, and the model, tools and answer format that it is written for. */
export interface PromptSettings {
  /** The variables that the prompt uses, at most 100, each name once. */
  readonly variables: ReadonlyArray<PromptVariable>
  /** The model that the prompt is written for; null for none. */
  readonly model: PromptModel | null
  /** The tools that the model may call, as the model's provider declares them: at most 200. */
  readonly tools: ReadonlyArray<Json>
  /** The format of the answer, as the model's provider declares it; null for none. */
  readonly responseFormat: Json
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** The variables of the prompt, and the model, tools and answer format that it is written for. */
export interface PromptSettingsInput {
  /** The variables that the prompt uses, at most 100, each name once. */
  readonly variables?: ReadonlyArray<PromptVariableInput>
  /** The model that the prompt is written for; null for none. */
  readonly model?: PromptModelInput | null
  /** The tools that the model may call, as the model's provider declares them: at most 200. */
  readonly tools?: ReadonlyArray<Json>
  /** The format of the answer, as the model's provider declares it; null for none. */
  readonly responseFormat?: Json
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

/** A text, or the messages of a chat, with variables in them. */
export type PromptSource = {
  /** A single text. */
  readonly type: "text"
  /** {{name}} inserts a variable, {{> alias}} another prompt of the references, which must be a text. Everything else is kept as it is. At most 256 KiB in UTF-8, with 10,000 tags. */
  readonly template: string
} | {
  /** The messages of a chat. */
  readonly type: "chat"
  /** 1 to 1,000 messages and placeholders, of at most 256 KiB in UTF-8 together. */
  readonly messages: ReadonlyArray<PromptTemplateMessage | PromptPlaceholder>
}

/** A message, as a template. */
export interface PromptTemplateMessage {
  /** Who the message is from. */
  readonly role: "system" | "user" | "assistant" | "developer" | "tool"
  /** {{name}} inserts a variable, {{> alias}} another prompt of the references, which must be a text. Everything else is kept as it is. */
  readonly content: string
}

/** A text, a number or a boolean; for a placeholder of a chat, the messages to put there. */
export type PromptValue = string | number | boolean | ReadonlyArray<PromptMessage>

/** A text, a number or a boolean; for a placeholder of a chat, the messages to put there. */
export type PromptValue1Input = string | number | boolean | ReadonlyArray<PromptMessage>

/** A variable of the prompt. If it is required, has no default and gets no value, rendering fails with MISSING_VARIABLE. If it is not required, it is empty. */
export interface PromptVariable {
  /** The name of the variable, as the template has it between braces. */
  readonly name: string
  /** Whether rendering fails without a value. */
  readonly required: boolean
  /** The value if none is given. */
  readonly default?: PromptValue
}

/** A variable of the prompt. If it is required, has no default and gets no value, rendering fails with MISSING_VARIABLE. If it is not required, it is empty. */
export interface PromptVariableInput {
  /** The name of the variable, as the template has it between braces. */
  readonly name: string
  /** Whether rendering fails without a value. */
  readonly required?: boolean
  /** The value if none is given. */
  readonly default?: PromptValue
}

export interface QueriedPageViewDraftInput {
  readonly source: PageViewSource
  readonly settings: PageViewSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
  /** Unsaved custom fields, at most 8, by an alias that no reference has. */
  readonly customFields?: { readonly [key: string]: CustomFieldDraftInput }
}

export interface RecordedEvent {
  /** Name of the event. */
  readonly name: string
  /** When it happened. */
  readonly at?: string
  /** When it happened, exact: nanoseconds since 1970, in decimal. It replaces at. */
  readonly timeNano?: string
  /** Attributes of the event. */
  readonly attributes?: { readonly [key: string]: Json }
}

export interface RecordedIds {
  /** ID of the trace. */
  readonly id: string
  /** IDs of its spans, in the order of the input. */
  readonly spanIds: ReadonlyArray<string>
}

export interface RecordedSpan {
  /** Created if left out. A repeated request is then not recognized. */
  readonly id?: string
  /** ID of the span that it is in; null for a root span. The parent need not exist yet. */
  readonly parentId?: string | null
  /** What the span does, 1 to 500 characters. */
  readonly name: string
  /** What the span stands for, such as the call of a model (generation). By default span. */
  readonly type?: "span" | "generation" | "agent" | "tool" | "chain" | "retriever" | "embedding" | "evaluator" | "guardrail" | "prompt" | "event"
  /** The kind of span in OpenTelemetry. By default internal. */
  readonly kind?: "internal" | "server" | "client" | "producer" | "consumer"
  /** How the span ended. */
  readonly status?: "unset" | "ok" | "error"
  /** When the span started. */
  readonly startedAt: string
  /** When the span ended; null while it is running. */
  readonly endedAt?: string | null
  /** When the span started, exact: nanoseconds since 1970, in decimal. It replaces startedAt. */
  readonly startNano?: string
  /** When the span ended, exact: nanoseconds since 1970, in decimal. It replaces endedAt. */
  readonly endNano?: string | null
  /** The model that answered. */
  readonly model?: string
  /** The provider of the model. */
  readonly provider?: string
  /** The tokens that the model used. */
  readonly usage?: TokenUsage
  /** What the span cost, in US dollars. */
  readonly cost?: number
  /** What it was given, as JSON. */
  readonly input?: Json
  /** What it answered, as JSON. */
  readonly output?: Json
  /** An open object of your own. */
  readonly metadata?: { readonly [key: string]: Json }
  /** Labels to find it by: at most 50. */
  readonly tags?: ReadonlyArray<string>
  /** Why the span failed, as JSON. */
  readonly error?: Json
  /** OpenTelemetry attributes, by key. */
  readonly attributes?: { readonly [key: string]: Json }
  /** What happened during the span: at most 1,024 events. */
  readonly events?: ReadonlyArray<RecordedEvent>
  /** Of versions of one span that have ended, the greatest wins. */
  readonly version?: number
}

export interface RecordedTrace {
  /** Created if left out. A repeated request is then not recognized. */
  readonly id?: string
  /** Name of the trace, 1 to 500 characters. */
  readonly name?: string
  /** The user of the application. */
  readonly userId?: string
  /** The session or conversation that the trace belongs to. */
  readonly sessionId?: string
  /** Where the application ran, such as production. */
  readonly environment?: string
  /** The release of the application. */
  readonly release?: string
  /** What it was given, as JSON. */
  readonly input?: Json
  /** What it answered, as JSON. */
  readonly output?: Json
  /** An open object of your own. */
  readonly metadata?: { readonly [key: string]: Json }
  /** Labels to find it by: at most 50. */
  readonly tags?: ReadonlyArray<string>
  /** When a trace without spans started. */
  readonly startedAt?: string
  /** When a trace without spans ended. */
  readonly endedAt?: string
  /** The spans of the trace: 1 to 10,000. */
  readonly spans?: ReadonlyArray<RecordedSpan>
}

export interface Reference {
  /** The kind of the definition that is used. */
  readonly kind: "page_view" | "custom_field"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface ReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: "page_view" | "custom_field"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
}

/** A prompt with its variables filled in: a text, or messages. At most 1 MiB in UTF-8. */
export type RenderedPrompt = {
  /** A single text. */
  readonly type: "text"
  /** The text with its variables filled in. */
  readonly text: string
} | {
  /** The messages of a chat. */
  readonly type: "chat"
  /** The messages with their variables filled in. */
  readonly messages: ReadonlyArray<PromptMessage>
}

/** Your own key for the request, 1 to 200 characters, unique in the project for ever. The same key with the same input returns what it created. */
export type RequestKey = string

/** One trace or target that people are asked about, with a place per reviewer. */
export interface Review {
  /** ID of the review. */
  readonly id: ReviewId
  /** ID of the review session. */
  readonly sessionId: ReviewSessionId
  /** Its position in the session, from 1. */
  readonly ordinal: number
  /** What the review is about: a trace, or a target of an evaluation run. */
  readonly subject: {
    /** Whether it is a trace, or a target of an evaluation run. */
    readonly type: "trace" | "eval_target"
    /** ID of the trace or of the target. */
    readonly id: string
  }
  /** open, completed (it has all of its reviews) or withdrawn (what it is about was deleted). */
  readonly status: "open" | "completed" | "withdrawn"
  /** The places of the review, one per reviewer. */
  readonly slots: ReadonlyArray<ReviewSlot>
}

/** Statistics of the answers to one question, clustered by item. */
export interface ReviewFigures {
  /** The number of items with a numeric answer, which mean, stdDev and ci95 are computed over. */
  readonly items: number
  /** The number of answers that count. A corrected answer counts once. */
  readonly answers: number
  /** The mean of the items' means; null if no answer is a number. */
  readonly mean: number | null
  /** The standard deviation of the items' means; null if it can't be computed. */
  readonly stdDev: number | null
  /** The 95 % confidence interval of mean: its lower and upper end; null if it can't be computed. */
  readonly ci95: readonly [number, number] | null
  /** Whether there are fewer than 30 items, so that the interval is rough. */
  readonly small: boolean
  /** The share of answers that pass, 0 to 1; null if nothing decides that. */
  readonly passRate: number | null
  /** How far people agree, as Krippendorff's α: 1 for always, 0 for as often as by chance. Null if no item has two answers, or all answers are the same. */
  readonly alpha: number | null
  /** How often each label was chosen; null if answers are not labels. */
  readonly labels: { readonly [key: string]: number } | null
}

export type ReviewId = string

/** A question: a scorer of the type human at one revision. */
export interface ReviewQuestion {
  /** ID of the scorer. */
  readonly id: string
  /** The revision that is asked. */
  readonly revision: Revision
  /** Name of the scorer. */
  readonly name: string
  /** The question that people answer. */
  readonly question: string
  /** How to answer it; empty if there is no guidance. */
  readonly guidance: string
  readonly output: ScorerOutput
  /** The score that passes; null for none. */
  readonly passAt: number | null
  /** Whether a higher score is better. */
  readonly higherIsBetter: boolean
}

export interface ReviewRunTargets {
  /** ID of the evaluation run. */
  readonly runId: string
  /** Only targets with this status. By default both. */
  readonly status?: "succeeded" | "failed"
  /** Only targets that this scorer, by its alias, has scored. */
  readonly scorer?: string
  /** Only targets whose value of scorer is less than this. Requires scorer. */
  readonly below?: number
  /** How many targets to review at most, spread over the run and the same each time. By default all. */
  readonly sample?: number
}

/** The answer to a question, and why. */
export interface ReviewScore {
  /** A number, true or false, or a label, according to the output of the scorer. */
  readonly value: number | boolean | string
  /** Why, in at most 4,000 characters. */
  readonly comment?: string
}

/** A scorer of the type human. */
export interface ReviewScorerInput {
  /** ID of the scorer. */
  readonly id: string
  /** The revision to ask with; null for the current one. */
  readonly revision?: Revision | null
}

/** A list of traces or targets, and the questions that people answer about them. */
export interface ReviewSession {
  /** ID of the review session. */
  readonly id: ReviewSessionId
  /** The key that the caller chose for the session. */
  readonly requestKey: string
  /** Name of the session. */
  readonly name: string
  /** Whether reviews can be claimed and submitted (open) or no longer (closed). */
  readonly status: "open" | "closed"
  /** What the session is about. */
  readonly subject: ReviewSessionSubject
  /** The questions, by alias. */
  readonly rubric: { readonly [key: string]: ReviewQuestion }
  /** How many people review each item. */
  readonly reviewersPerItem: number
  /** IDs of the people who may review, at most 200; empty for every member. */
  readonly assignees: ReadonlyArray<string>
  /** How long a claim holds an item for a person, in minutes. */
  readonly reservationMinutes: number
  /** Whether people see automatic scores and the answers of others only after they have submitted, and statistics only after the session is closed. */
  readonly blind: boolean
  /** Whether reviews are only accepted from the pages of the server, and not from programs with a person's token. */
  readonly browserOnly: boolean
  /** What reviewers read before they begin; at most 20,000 characters. */
  readonly instructions: string
  /** How far the session is. */
  readonly counts: {
    /** The number of items. */
    readonly items: number
    /** The number of items that have all of their reviews. */
    readonly completed: number
    /** The number of items whose trace or target was deleted. */
    readonly withdrawn: number
    /** The number of submissions that count. */
    readonly reviews: number
  }
  /** When the session was created. */
  readonly createdAt: Timestamp
  /** Who created the session. */
  readonly createdBy: Actor
  /** When the session was closed; null while it is open. */
  readonly closedAt: Timestamp | null
  /** Who closed the session; null while it is open. */
  readonly closedBy: Actor | null
}

export type ReviewSessionId = string

export type ReviewSessionSubject = {
  /** Traces. */
  readonly type: "traces"
} | {
  /** Targets of an evaluation run. */
  readonly type: "eval_run"
  /** ID of the evaluation run. */
  readonly runId: string
}

/** A place for one person's review: free, held, or submitted. */
export interface ReviewSlot {
  /** The number of the place, from 1. */
  readonly slot: number
  /** Who holds the place or submitted a review in it; null while it is free. */
  readonly reviewer: Actor | null
  /** When the hold ends; null if nobody holds it, or once it is submitted. */
  readonly until: Timestamp | null
  /** When the review was submitted; null until then. */
  readonly submittedAt: Timestamp | null
}

/** Traces, or targets of an evaluation run: at most 5,000 of them. */
export type ReviewSubject = ReviewTraces | ReviewRunTargets

/** A person's answers about an item. */
export interface ReviewSubmission {
  /** The number of the place, from 1. */
  readonly slot: number
  /** The number of the submission: 1 for the first, then 2, 3, … for its corrections. */
  readonly number: ReviewSubmissionNumber
  /** The number of the submission that it corrects; null for the first. */
  readonly supersedes: ReviewSubmissionNumber | null
  /** Whether this submission counts: no later one corrects it. */
  readonly counts: boolean
  /** Who submitted it. */
  readonly reviewer: Actor
  /** How it was submitted: on a page of the server (`browser`), or by a program with the person's token (`rest`, `mcp`). */
  readonly via: "browser" | "rest" | "mcp"
  /** The answers, by the alias of each question. */
  readonly scores: { readonly [key: string]: ReviewScore }
  /** When it was submitted. */
  readonly submittedAt: Timestamp
}

/** The number of a submission: 1 for the first, then 2, 3, … for its corrections. */
export type ReviewSubmissionNumber = number

/** Traces. A trace that is listed twice is reviewed once. */
export interface ReviewTraces {
  /** IDs of 1 to 5,000 traces. */
  readonly traceIds: ReadonlyArray<string>
}

/** A revision: 1, 2, 3, … */
export type Revision = number

/** A column of a page view, as its settings have it. */
export interface RowColumn {
  /** The field of the column, by which rows have its values. */
  readonly field: string
  /** The heading of the column; null if the page view gives none. */
  readonly label: string | null
  /** The type of the values. A timestamp is RFC 3339 in UTC with milliseconds, a duration a number of milliseconds, strings a list. */
  readonly valueType: "string" | "number" | "boolean" | "timestamp" | "duration" | "json" | "strings"
  /** The unit of the values; null for none. */
  readonly unit: string | null
  /** Whether the column is hidden until a person shows it. */
  readonly hidden: boolean
}

/** A score of a trace, or of one of its spans. */
export interface Score {
  /** ID of the score. */
  readonly id: string
  /** ID of the trace. */
  readonly traceId: string
  /** ID of the span; null if the score is of the whole trace. */
  readonly spanId: string | null
  /** What is scored, such as helpfulness. */
  readonly name: string
  /** The type of the value. A TEXT is free, a CATEGORICAL is one of some labels. */
  readonly dataType: "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT"
  /** A number, true or false, or a text, according to dataType. */
  readonly value: number | boolean | string
  /** A label for the value; null if there is none. */
  readonly label: string | null
  /** Why, in words; null if there is no explanation. */
  readonly explanation: string | null
  /** Where the score comes from: a program (API), a person who annotates (ANNOTATION) or an evaluation (EVAL). */
  readonly source: "API" | "ANNOTATION" | "EVAL"
  /** Who judged: a model (LLM), code (CODE) or a person (HUMAN). */
  readonly annotatorKind: "LLM" | "CODE" | "HUMAN"
  /** Your own key, which tells scores of one name apart; empty by default. */
  readonly identifier: string
  /** JSON of your own. */
  readonly metadata: Json
  /** When the score was first written. */
  readonly createdAt: Timestamp
  /** Who wrote the score. */
  readonly createdBy: Actor
  /** When the score was last written. */
  readonly updatedAt: Timestamp
}

/** A scorer at one revision. */
export interface Scorer {
  /** ID of the scorer. */
  readonly id: string
  /** The kind: scorer. */
  readonly kind: "scorer"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: ScorerSource
  readonly settings: ScorerSettings
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: ScorerReference }
  /** The number of this revision: 1, 2, 3, … without a gap. */
  readonly revision: Revision
  /** How this revision was created. */
  readonly origin: Origin
  /** When revision 1 was created. */
  readonly createdAt: Timestamp
  /** Who created revision 1. */
  readonly createdBy: Actor
  /** When this revision was created. */
  readonly updatedAt: Timestamp
  /** Who created this revision. */
  readonly updatedBy: Actor
}

/** An unsaved scorer. */
export interface ScorerDraftInput {
  readonly source: ScorerSourceInput
  readonly settings?: ScorerSettingsInput
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: ScorerReferenceInput }
}

export interface ScorerIssue {
  /** An error makes the definition invalid; a warning does not. */
  readonly severity: "error" | "warning"
  /** What is wrong, as a code. */
  readonly code: "SYNTAX_ERROR" | "NO_DEFAULT_EXPORT" | "IMPORT_NOT_ALLOWED" | "NOT_ERASABLE" | "INVALID_PATTERN" | "INVALID_SCHEMA" | "UNKNOWN_ALIAS" | "UNUSED_REFERENCE" | "WRONG_KIND" | "OUTPUT_MISMATCH" | "PASS_OUT_OF_RANGE"
  /** What is wrong, for people. */
  readonly message: string
  /** Where in the definition, as an RFC 6901 JSON Pointer. */
  readonly path: string
  /** Where in the text at path. */
  readonly position?: {
    /** The line, from 1. */
    readonly line: number
    /** The column, from 1. */
    readonly column: number
  }
}

/** A label, and the number that it counts as; null for none. */
export interface ScorerLabel {
  /** The label, 1 to 100 characters. */
  readonly label: string
  /** The number that it counts as; null for none. */
  readonly value: number | null
}

/** What scores are: a number from min to max (null for no bound), true (1) or false (0), or one of some labels. */
export type ScorerOutput = {
  /** A number. */
  readonly type: "number"
  /** The least value; null for no bound. */
  readonly min: number | null
  /** The greatest value; null for no bound. */
  readonly max: number | null
} | {
  /** True or false, which count as 1 and 0. */
  readonly type: "boolean"
} | {
  /** One of some labels. */
  readonly type: "label"
  /** The labels to choose from: 1 to 64, each once. */
  readonly labels: ReadonlyArray<ScorerLabel>
}

/** What scores are: a number from min to max (null for no bound), true (1) or false (0), or one of some labels. */
export type ScorerOutputInput = {
  /** A number. */
  readonly type: "number"
  /** The least value; null for no bound. */
  readonly min?: number | null
  /** The greatest value; null for no bound. */
  readonly max?: number | null
} | {
  /** True or false, which count as 1 and 0. */
  readonly type: "boolean"
} | {
  /** One of some labels. */
  readonly type: "label"
  /** The labels to choose from: 1 to 64, each once. */
  readonly labels: ReadonlyArray<ScorerLabel>
}

export interface ScorerReference {
  /** The kind of the definition that is used. */
  readonly kind: "prompt" | "app" | "scorer"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface ScorerReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: "prompt" | "app" | "scorer"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
}

/** What scores are and which of them pass, what the scorer is given, and how long it may take. */
export interface ScorerSettings {
  /** What scores are. By default a number from 0 to 1. */
  readonly output: ScorerOutput
  /** What the scorer is given in addition to, or instead of, input, output, expected, metadata and trace: by name, a JSON Pointer into these, such as {"expected": "/expected/answer"}. At most 50. */
  readonly inputs: { readonly [key: string]: string }
  /** The score that passes, as a number; null for none. Without it, true passes where scores are true or false. */
  readonly passAt: number | null
  /** Whether a higher score is better. */
  readonly higherIsBetter: boolean
  /** How long the scorer may take, in milliseconds. */
  readonly timeoutMs: number
  /** JSON of your own, kept as it is. */
  readonly extra: Json
}

/** What scores are and which of them pass, what the scorer is given, and how long it may take. */
export interface ScorerSettingsInput {
  /** What scores are. By default a number from 0 to 1. */
  readonly output?: ScorerOutputInput
  /** What the scorer is given in addition to, or instead of, input, output, expected, metadata and trace: by name, a JSON Pointer into these, such as {"expected": "/expected/answer"}. At most 50. */
  readonly inputs?: { readonly [key: string]: string }
  /** The score that passes, as a number; null for none. Without it, true passes where scores are true or false. */
  readonly passAt?: number | null
  /** Whether a higher score is better. */
  readonly higherIsBetter?: boolean
  /** How long the scorer may take, in milliseconds. */
  readonly timeoutMs?: number
  /** JSON of your own, kept as it is. */
  readonly extra?: Json
}

/** How a score is produced: by a built-in measure, by code, by a model that judges, by an app of the project, or by people in reviews. */
export type ScorerSource = {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "exact"
  /** Whether output and expected are equal as JSON. Options ignore case and surrounding white space of texts. */
  readonly options: {
    /** Whether to ignore case. */
    readonly ignoreCase: boolean
    /** Whether to ignore white space around texts. */
    readonly trim: boolean
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "contains"
  /** Whether the output, as text, contains the expected text, or all or any of a list of texts. */
  readonly options: {
    /** Whether to ignore case. */
    readonly ignoreCase: boolean
    /** Whether all texts of a list must be contained, or any one. */
    readonly mode: "all" | "any"
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "regex"
  /** Whether the output, as text, matches a regular expression. */
  readonly options: {
    /** A regular expression as JavaScript has it; null for the one in expected. */
    readonly pattern: string | null
    /** Flags of the regular expression: i, m, s and u, each at most once. */
    readonly flags: string
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "numeric"
  /** Whether output and expected differ by at most the tolerance, which may be a share of expected. */
  readonly options: {
    /** How far output and expected may differ. */
    readonly tolerance: number
    /** Whether tolerance is a share of expected. */
    readonly relative: boolean
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "levenshtein"
  /** The similarity of two texts of at most 20,000 characters, 0 to 1: 1 − edits ÷ length of the longer text. */
  readonly options: {
    /** Whether to ignore case. */
    readonly ignoreCase: boolean
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "jsonEqual"
  /** Whether output and expected are equal JSON, whatever the order of members. An output that is a text is read as JSON. */
  readonly options: {
    /** Whether lists are compared in order. */
    readonly ordered: boolean
    /** JSON Pointers of values to leave out of the comparison: at most 50. */
    readonly ignore: ReadonlyArray<string>
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "jsonSchema"
  /** Whether the output is valid under a JSON Schema. An output that is a text is read as JSON. */
  readonly options: {
    /** The JSON Schema (2020-12), at most 64 KiB; null for the one in expected. */
    readonly schema: Json
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "listOverlap"
  /** The overlap of two lists, 0 to 1. A value counts as often as it occurs. */
  readonly options: {
    /** How the overlap is measured. */
    readonly measure: "f1" | "precision" | "recall" | "jaccard"
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "latency"
  /** How long the app took. */
  readonly options: {
    /** Milliseconds or seconds. */
    readonly unit: "ms" | "s"
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "usage"
  /** What the app used, in micro-units of money or in tokens. */
  readonly options: {
    /** What is counted: micro-units of money, or tokens. */
    readonly of: "micros" | "inputTokens" | "outputTokens" | "totalTokens"
  }
} | {
  /** Code that runs in a sandbox. */
  readonly type: "code"
  /** The language of the code. */
  readonly language: "javascript" | "typescript"
  /** A module without imports, at most 64 KiB in UTF-8. Its default export is called with one object: input, output, expected, metadata, trace and the inputs of the settings. It returns a value, or { value, label?, explanation?, metadata? }, or a promise of one; null for no score. TypeScript may only use types that can be erased. */
  readonly code: string
} | {
  /** A model that judges. */
  readonly type: "judge"
  /** The alias of the prompt in references. Its variables are the inputs. */
  readonly prompt: string
  /** ID of the model connection to call. */
  readonly connection: string
  /** The model to call, by the name that its provider uses. */
  readonly model: string
  /** The most tokens that an answer may have. */
  readonly maxOutputTokens: number
  /** The temperature of the model. By default the provider's. */
  readonly temperature?: number
  /** The labels that the model chooses from, at most 64. By default none: the model returns a number. */
  readonly choices: ReadonlyArray<ScorerLabel>
} | {
  /** An app that scores. */
  readonly type: "app"
  /** The alias of the app in references, which returns the score. */
  readonly app: string
} | {
  /** People, in reviews. */
  readonly type: "human"
  /** The question that people answer, 1 to 1,000 characters. */
  readonly question: string
  /** How to answer it; at most 20,000 characters. */
  readonly guidance: string
}

/** How a score is produced: by a built-in measure, by code, by a model that judges, by an app of the project, or by people in reviews. */
export type ScorerSourceInput = {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "exact"
  /** Whether output and expected are equal as JSON. Options ignore case and surrounding white space of texts. */
  readonly options?: {
    /** Whether to ignore case. */
    readonly ignoreCase?: boolean
    /** Whether to ignore white space around texts. */
    readonly trim?: boolean
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "contains"
  /** Whether the output, as text, contains the expected text, or all or any of a list of texts. */
  readonly options?: {
    /** Whether to ignore case. */
    readonly ignoreCase?: boolean
    /** Whether all texts of a list must be contained, or any one. */
    readonly mode?: "all" | "any"
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "regex"
  /** Whether the output, as text, matches a regular expression. */
  readonly options?: {
    /** A regular expression as JavaScript has it; null for the one in expected. */
    readonly pattern?: string | null
    /** Flags of the regular expression: i, m, s and u, each at most once. */
    readonly flags?: string
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "numeric"
  /** Whether output and expected differ by at most the tolerance, which may be a share of expected. */
  readonly options?: {
    /** How far output and expected may differ. */
    readonly tolerance?: number
    /** Whether tolerance is a share of expected. */
    readonly relative?: boolean
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "levenshtein"
  /** The similarity of two texts of at most 20,000 characters, 0 to 1: 1 − edits ÷ length of the longer text. */
  readonly options?: {
    /** Whether to ignore case. */
    readonly ignoreCase?: boolean
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "jsonEqual"
  /** Whether output and expected are equal JSON, whatever the order of members. An output that is a text is read as JSON. */
  readonly options?: {
    /** Whether lists are compared in order. */
    readonly ordered?: boolean
    /** JSON Pointers of values to leave out of the comparison: at most 50. */
    readonly ignore?: ReadonlyArray<string>
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "jsonSchema"
  /** Whether the output is valid under a JSON Schema. An output that is a text is read as JSON. */
  readonly options?: {
    /** The JSON Schema (2020-12), at most 64 KiB; null for the one in expected. */
    readonly schema?: Json
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "listOverlap"
  /** The overlap of two lists, 0 to 1. A value counts as often as it occurs. */
  readonly options?: {
    /** How the overlap is measured. */
    readonly measure?: "f1" | "precision" | "recall" | "jaccard"
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "latency"
  /** How long the app took. */
  readonly options?: {
    /** Milliseconds or seconds. */
    readonly unit?: "ms" | "s"
  }
} | {
  /** A built-in measure. */
  readonly type: "builtin"
  /** The name of the measure. */
  readonly name: "usage"
  /** What the app used, in micro-units of money or in tokens. */
  readonly options?: {
    /** What is counted: micro-units of money, or tokens. */
    readonly of?: "micros" | "inputTokens" | "outputTokens" | "totalTokens"
  }
} | {
  /** Code that runs in a sandbox. */
  readonly type: "code"
  /** The language of the code. */
  readonly language: "javascript" | "typescript"
  /** A module without imports, at most 64 KiB in UTF-8. Its default export is called with one object: input, output, expected, metadata, trace and the inputs of the settings. It returns a value, or { value, label?, explanation?, metadata? }, or a promise of one; null for no score. TypeScript may only use types that can be erased. */
  readonly code: string
} | {
  /** A model that judges. */
  readonly type: "judge"
  /** The alias of the prompt in references. Its variables are the inputs. */
  readonly prompt: string
  /** ID of the model connection to call. */
  readonly connection: string
  /** The model to call, by the name that its provider uses. */
  readonly model: string
  /** The most tokens that an answer may have. */
  readonly maxOutputTokens: number
  /** The temperature of the model. By default the provider's. */
  readonly temperature?: number
  /** The labels that the model chooses from, at most 64. By default none: the model returns a number. */
  readonly choices?: ReadonlyArray<ScorerLabel>
} | {
  /** An app that scores. */
  readonly type: "app"
  /** The alias of the app in references, which returns the score. */
  readonly app: string
} | {
  /** People, in reviews. */
  readonly type: "human"
  /** The question that people answer, 1 to 1,000 characters. */
  readonly question: string
  /** How to answer it; at most 20,000 characters. */
  readonly guidance?: string
}

/** A span with everything that was sent. */
export interface Span {
  /** ID of the span: 16 hexadecimal digits. */
  readonly id: string
  /** ID of the trace that it is in. */
  readonly traceId: string
  /** ID of the span that it is in; null for a root span. The parent need not exist. */
  readonly parentId: string | null
  /** What the span does. */
  readonly name: string
  /** The kind of span in OpenTelemetry. */
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer"
  /** What the span stands for, such as the call of a model (generation). */
  readonly type: "span" | "generation" | "agent" | "tool" | "chain" | "retriever" | "embedding" | "evaluator" | "guardrail" | "prompt" | "event"
  /** How the span ended, or that it is still running. */
  readonly status: "running" | "unset" | "ok" | "error"
  /** When the span started. */
  readonly startedAt: Timestamp
  /** When the span started, exact: nanoseconds since 1970, in decimal. */
  readonly startNano: string
  /** When the span ended; null while it is running. */
  readonly endedAt: Timestamp | null
  /** When the span ended, exact: nanoseconds since 1970, in decimal; null while it is running. */
  readonly endNano: string | null
  /** How long it took, in milliseconds; null while it is running. */
  readonly durationMs: number | null
  /** When the first token came; null if it is not known. */
  readonly firstTokenAt: Timestamp | null
  /** The model that answered; null if it is not known. */
  readonly model: string | null
  /** The provider of the model; null if it is not known. */
  readonly provider: string | null
  /** Tokens that the model read, including those read from or written to a cache; null if it is not known. */
  readonly inputTokens: number | null
  /** Tokens that the model wrote; null if it is not known. */
  readonly outputTokens: number | null
  /** Tokens that the model read and wrote; null if it is not known. */
  readonly totalTokens: number | null
  /** Input tokens that were read from a cache; null if it is not known. */
  readonly cacheReadTokens: number | null
  /** Input tokens that were written to a cache; null if it is not known. */
  readonly cacheWriteTokens: number | null
  /** Output tokens that the model reasoned with; null if it is not known. */
  readonly reasoningTokens: number | null
  /** What the span cost, in US dollars; null if it is not known. */
  readonly cost: number | null
  /** Whether the cost was reported with the span or estimated from prices; null if there is none. */
  readonly costSource: "reported" | "estimated" | null
  /** The newest score per name, as a number. A boolean score is 1 or 0. */
  readonly scores: { readonly [key: string]: number }
  /** Of versions of one span that have ended, the greatest wins. */
  readonly version: number
  /** What it was given; null if it was not sent. */
  readonly input: Json
  /** What it answered; null if it was not sent. */
  readonly output: Json
  /** Why it failed; null if it did not. */
  readonly error: Json
  /** Labels to find it by. */
  readonly tags: ReadonlyArray<string>
  /** An open object of the application. */
  readonly metadata: { readonly [key: string]: Json }
  /** OpenTelemetry attributes, by key. */
  readonly attributes: { readonly [key: string]: Json }
  /** Attributes of the resource that sent the span, such as service.name. */
  readonly resource: { readonly [key: string]: Json }
  /** The instrumentation scope that made the span. */
  readonly scope: { readonly [key: string]: Json }
  /** What happened during the span. */
  readonly events: ReadonlyArray<SpanEvent>
  /** Other spans that the span is linked to. */
  readonly links: ReadonlyArray<SpanLink>
  /** The number of attributes that the sender left out. */
  readonly droppedAttributesCount: number
}

export interface SpanEvent {
  /** Name of the event. */
  readonly name: string
  /** When it happened. */
  readonly at: Timestamp
  /** When it happened, exact: nanoseconds since 1970, in decimal. */
  readonly timeNano: string
  /** Attributes of the event. */
  readonly attributes: { readonly [key: string]: Json }
}

/** A span without input, output, error, tags, metadata, attributes, events and links. */
export interface SpanFacts {
  /** ID of the span: 16 hexadecimal digits. */
  readonly id: string
  /** ID of the trace that it is in. */
  readonly traceId: string
  /** ID of the span that it is in; null for a root span. The parent need not exist. */
  readonly parentId: string | null
  /** What the span does. */
  readonly name: string
  /** The kind of span in OpenTelemetry. */
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer"
  /** What the span stands for, such as the call of a model (generation). */
  readonly type: "span" | "generation" | "agent" | "tool" | "chain" | "retriever" | "embedding" | "evaluator" | "guardrail" | "prompt" | "event"
  /** How the span ended, or that it is still running. */
  readonly status: "running" | "unset" | "ok" | "error"
  /** When the span started. */
  readonly startedAt: Timestamp
  /** When the span started, exact: nanoseconds since 1970, in decimal. */
  readonly startNano: string
  /** When the span ended; null while it is running. */
  readonly endedAt: Timestamp | null
  /** When the span ended, exact: nanoseconds since 1970, in decimal; null while it is running. */
  readonly endNano: string | null
  /** How long it took, in milliseconds; null while it is running. */
  readonly durationMs: number | null
  /** When the first token came; null if it is not known. */
  readonly firstTokenAt: Timestamp | null
  /** The model that answered; null if it is not known. */
  readonly model: string | null
  /** The provider of the model; null if it is not known. */
  readonly provider: string | null
  /** Tokens that the model read, including those read from or written to a cache; null if it is not known. */
  readonly inputTokens: number | null
  /** Tokens that the model wrote; null if it is not known. */
  readonly outputTokens: number | null
  /** Tokens that the model read and wrote; null if it is not known. */
  readonly totalTokens: number | null
  /** Input tokens that were read from a cache; null if it is not known. */
  readonly cacheReadTokens: number | null
  /** Input tokens that were written to a cache; null if it is not known. */
  readonly cacheWriteTokens: number | null
  /** Output tokens that the model reasoned with; null if it is not known. */
  readonly reasoningTokens: number | null
  /** What the span cost, in US dollars; null if it is not known. */
  readonly cost: number | null
  /** Whether the cost was reported with the span or estimated from prices; null if there is none. */
  readonly costSource: "reported" | "estimated" | null
  /** The newest score per name, as a number. A boolean score is 1 or 0. */
  readonly scores: { readonly [key: string]: number }
  /** Of versions of one span that have ended, the greatest wins. */
  readonly version: number
}

export interface SpanLink {
  /** ID of the trace that is linked to. */
  readonly traceId: string
  /** ID of the span that is linked to. */
  readonly spanId: string
  /** Attributes of the link. */
  readonly attributes: { readonly [key: string]: Json }
}

/** RFC 3339 in UTC with milliseconds. */
export type Timestamp = string

export interface TokenUsage {
  /** Tokens that the model read, including cached ones. */
  readonly inputTokens?: number
  /** Tokens that the model wrote. */
  readonly outputTokens?: number
  /** Tokens that the model read and wrote. */
  readonly totalTokens?: number
  /** Input tokens that were read from a cache. */
  readonly cacheReadTokens?: number
  /** Input tokens that were written to a cache. */
  readonly cacheWriteTokens?: number
  /** Output tokens that the model reasoned with. */
  readonly reasoningTokens?: number
}

/** A trace, computed from its spans. */
export interface Trace {
  /** ID of the trace: 32 hexadecimal digits. */
  readonly id: string
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Name of the trace; null if it has none. */
  readonly name: string | null
  /** success or error once the root span has ended. Before that running, or incomplete if no span came for a while. */
  readonly status: "running" | "success" | "error" | "incomplete"
  /** The user of the application; null if it is not known. */
  readonly userId: string | null
  /** The session or conversation that it belongs to; null if it is not known. */
  readonly sessionId: string | null
  /** Where the application ran, such as production; null if it is not known. */
  readonly environment: string | null
  /** The release of the application; null if it is not known. */
  readonly release: string | null
  /** When the trace started. */
  readonly startedAt: Timestamp
  /** When the trace started, exact: nanoseconds since 1970, in decimal. */
  readonly startNano: string
  /** When the trace ended; null while it is running. */
  readonly endedAt: Timestamp | null
  /** When the trace ended, exact: nanoseconds since 1970, in decimal; null while it is running. */
  readonly endNano: string | null
  /** How long it took, in milliseconds; null while it is running. */
  readonly durationMs: number | null
  /** The number of spans. */
  readonly spanCount: number
  /** The number of spans that failed. */
  readonly errorCount: number
  /** Tokens that the models read; null if it is not known. */
  readonly inputTokens: number | null
  /** Tokens that the models wrote; null if it is not known. */
  readonly outputTokens: number | null
  /** Tokens that the models read and wrote; null if it is not known. */
  readonly totalTokens: number | null
  /** What the models cost, in US dollars; null if it is not known. */
  readonly cost: number | null
  /** What the application was given; null if it was not sent. */
  readonly input: Json
  /** What the application answered; null if it was not sent. */
  readonly output: Json
  /** Why it failed; null if it did not. */
  readonly error: Json
  /** The members that a list cuts to their first 2,000 characters, as a string, since they are longer than 8 KiB. */
  readonly truncated: ReadonlyArray<"input" | "output">
  /** Labels to find it by. */
  readonly tags: ReadonlyArray<string>
  /** OpenTelemetry attributes, by key. */
  readonly attributes: { readonly [key: string]: Json }
  /** An open object of the application. */
  readonly metadata: { readonly [key: string]: Json }
  /** The newest score per name, as a number. A boolean score is 1 or 0. */
  readonly scores: { readonly [key: string]: number }
  /** When the trace last changed. */
  readonly updatedAt: Timestamp
}

export interface TraceFilter {
  /** The field to compare, such as trace.status. */
  readonly field: string
  /** How the field is compared with value. */
  readonly operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"
  /** What the field is compared with, as JSON of the field's type: at most 1 KiB; a list for in; a boolean or nothing for exists. */
  readonly value?: Json
}

/** A budget, and what was spent of it, in micro-units. */
export interface UsageAccount {
  /** Whose budget it is. */
  readonly account: "organization" | "project"
  /** What may be spent in the current period, in micro-units; null for no limit. */
  readonly limitMicros: number | null
  /** Spent in the current period, in micro-units. */
  readonly spentMicros: number
  /** Held for calls in flight, in micro-units. */
  readonly heldMicros: number
  /** When the next month begins; null if the limit has no period. */
  readonly resetsAt: string | null
}

export interface UsageEntry {
  /** The ID of a run, an app or a scorer, or a day in UTC. */
  readonly key: string
  /** What was spent, in micro-units. */
  readonly spentMicros: number
}

export interface ValidationIssue {
  /** An error makes the definition invalid; a warning does not. */
  readonly severity: "error" | "warning"
  /** What is wrong, as a code. */
  readonly code: "SYNTAX_ERROR" | "NO_DEFAULT_EXPORT" | "IMPORT_NOT_ALLOWED" | "UNKNOWN_FIELD" | "UNKNOWN_ALIAS" | "UNUSED_REFERENCE" | "TYPE_ERROR" | "REFERENCE_CYCLE" | "TARGET_MISMATCH"
  /** What is wrong, for people. */
  readonly message: string
  /** Where in the definition, as an RFC 6901 JSON Pointer. */
  readonly path: string
  /** Where in the text at path. */
  readonly position?: {
    /** The line, from 1. */
    readonly line: number
    /** The column, from 1. */
    readonly column: number
  }
  /** The definition that the issue is in, if it is not the one that is validated. */
  readonly definition?: {
    /** The kind of the definition. */
    readonly kind: "page_view" | "custom_field"
    /** ID of the definition. */
    readonly id: string
    /** The revision that was checked. */
    readonly revision: Revision
  }
}

/** A row of a page view. */
export interface ViewRow {
  /** ID of the trace, span, dataset, evaluation or target; of a review, with its place: rv_…/2. */
  readonly id: string
  /** ID of the trace, for a row that is a span. */
  readonly traceId?: string
  /** The value of groupBy; only if the page view groups rows. */
  readonly group?: Json
  /** The value per column, by its field. A value that is absent is null. */
  readonly values: { readonly [key: string]: Json }
  /** Why values could not be computed, by field. Such values are null. */
  readonly errors?: { readonly [key: string]: CellError }
}
