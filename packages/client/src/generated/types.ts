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
  readonly record_traces: { readonly input: RecordTracesInput; readonly result: RecordTracesResult; readonly codes: "TRACE_DELETED" }
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
  readonly update_prompt: { readonly input: UpdatePromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_prompt: { readonly input: CopyPromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_prompt: { readonly input: DeletePromptInput; readonly result: DeletePromptResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" | "LABEL_PROTECTED" }
  readonly get_prompt_history: { readonly input: GetPromptHistoryInput; readonly result: GetPromptHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_prompt: { readonly input: RestorePromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_prompt_dependencies: { readonly input: GetPromptDependenciesInput; readonly result: GetPromptDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_prompts: { readonly input: ListDeletedPromptsInput; readonly result: ListDeletedPromptsResult; readonly codes: never }
  readonly recover_prompt: { readonly input: RecoverPromptInput; readonly result: Prompt; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
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
  readonly create_eval_run: { readonly input: CreateEvalRunInput; readonly result: EvalRun; readonly codes: "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED" }
  readonly estimate_eval_run: { readonly input: EstimateEvalRunInput; readonly result: EstimateEvalRunResult; readonly codes: "NOT_FOUND" | "REFERENCE_NOT_FOUND" }
  readonly list_eval_runs: { readonly input: ListEvalRunsInput; readonly result: ListEvalRunsResult; readonly codes: never }
  readonly get_eval_run: { readonly input: GetEvalRunInput; readonly result: GetEvalRunResult; readonly codes: "NOT_FOUND" }
  readonly get_eval_target: { readonly input: GetEvalTargetInput; readonly result: EvalEvidence; readonly codes: "NOT_FOUND" }
  readonly cancel_eval_run: { readonly input: CancelEvalRunInput; readonly result: EvalRun; readonly codes: "NOT_FOUND" | "RUN_ENDED" }
  readonly resume_eval_run: { readonly input: ResumeEvalRunInput; readonly result: EvalRun; readonly codes: "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "RUN_ENDED" }
  readonly compare_eval_runs: { readonly input: CompareEvalRunsInput; readonly result: CompareEvalRunsResult; readonly codes: "NOT_FOUND" }
  readonly delete_eval_run: { readonly input: DeleteEvalRunInput; readonly result: DeleteEvalRunResult; readonly codes: "NOT_FOUND" | "CONFLICT" }
  readonly invoke_app: { readonly input: InvokeAppInput; readonly result: InvokeAppResult; readonly codes: "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED" }
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
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly target?: "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
  readonly sourceType?: "table" | "react"
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_page_views` answers. */
export interface ListPageViewsResult {
  readonly items: ReadonlyArray<PageView>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_page_view` takes. */
export interface GetPageViewInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `update_page_view` takes. */
export interface UpdatePageViewInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: PageViewSource
  readonly settings?: PageViewSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `copy_page_view` takes. */
export interface CopyPageViewInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_page_view` takes. */
export interface DeletePageViewInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_page_view` answers. */
export interface DeletePageViewResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_page_view_history` takes. */
export interface GetPageViewHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_page_view_history` answers. */
export interface GetPageViewHistoryResult {
  readonly items: ReadonlyArray<PageView>
  readonly nextBefore: Revision | null
}

/** What `restore_page_view` takes. */
export interface RestorePageViewInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_page_view_dependencies` takes. */
export interface GetPageViewDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_page_view_dependencies` answers. */
export interface GetPageViewDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_page_views` takes. */
export interface ListDeletedPageViewsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_page_views` answers. */
export interface ListDeletedPageViewsResult {
  readonly items: ReadonlyArray<{
    readonly definition: PageView
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_page_view` takes. */
export interface RecoverPageViewInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** What `validate_page_view` takes. */
export interface ValidatePageViewInput {
  readonly id?: string
  readonly revision?: Revision
  readonly draft?: PageViewDraftInput
}

/** What `validate_page_view` answers. */
export interface ValidatePageViewResult {
  /** True if no issue is an error. */
  readonly valid: boolean
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly checked: {
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
   * Reads a page view with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetPageViewInput, PageView, "NOT_FOUND">
  /**
   * Create a page view.
   *
   * Creates a shared page view at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreatePageViewInput, PageView, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a page view at the revision you last saw.
   *
   * Creates the next revision of a page view, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdatePageViewInput, PageView, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a page view under a new name.
   *
   * Creates a page view at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyPageViewInput, PageView, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a page view at the revision you last saw.
   *
   * Deletes a page view, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_page_view brings it back within 30 days.
   */
  readonly delete: Method<DeletePageViewInput, DeletePageViewResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of a page view.
   *
   * Reads the immutable revisions of a page view, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetPageViewHistoryInput, GetPageViewHistoryResult, PageView, "NOT_FOUND">
  /**
   * Restore a revision of a page view as a new one.
   *
   * Creates a revision of a page view with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestorePageViewInput, PageView, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to a page view.
   *
   * Lists the definitions whose current revision refers to the page view, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetPageViewDependenciesInput, GetPageViewDependenciesResult, "NOT_FOUND">
  /**
   * List the page views that were deleted and can be recovered.
   *
   * Lists the page views that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedPageViewsInput, ListDeletedPageViewsResult, {
    readonly definition: PageView
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted page view.
   *
   * Brings a page view back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverPageViewInput, PageView, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Validate a page view and the definitions it uses.
   *
   * Parses the page view's code, and parses and type-checks the formulas of every definition that it references, directly or not. No code is run and React is not rendered. Takes a saved page view by id, or a draft.
   */
  readonly validate: Method<ValidatePageViewInput, ValidatePageViewResult, "NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdatePageViewInput, PageView, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `list_custom_fields` takes. */
export interface ListCustomFieldsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly target?: "trace" | "span" | "evaluation_run" | "evaluation_case"
  readonly sourceType?: "formula" | "attribute"
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_custom_fields` answers. */
export interface ListCustomFieldsResult {
  readonly items: ReadonlyArray<CustomField>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_custom_field` takes. */
export interface GetCustomFieldInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `update_custom_field` takes. */
export interface UpdateCustomFieldInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: CustomFieldSource
  readonly settings?: CustomFieldSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** What `copy_custom_field` takes. */
export interface CopyCustomFieldInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_custom_field` takes. */
export interface DeleteCustomFieldInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_custom_field` answers. */
export interface DeleteCustomFieldResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_custom_field_history` takes. */
export interface GetCustomFieldHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_custom_field_history` answers. */
export interface GetCustomFieldHistoryResult {
  readonly items: ReadonlyArray<CustomField>
  readonly nextBefore: Revision | null
}

/** What `restore_custom_field` takes. */
export interface RestoreCustomFieldInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_custom_field_dependencies` takes. */
export interface GetCustomFieldDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_custom_field_dependencies` answers. */
export interface GetCustomFieldDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_custom_fields` takes. */
export interface ListDeletedCustomFieldsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_custom_fields` answers. */
export interface ListDeletedCustomFieldsResult {
  readonly items: ReadonlyArray<{
    readonly definition: CustomField
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_custom_field` takes. */
export interface RecoverCustomFieldInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
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
   * Reads a custom field with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetCustomFieldInput, CustomField, "NOT_FOUND">
  /**
   * Create a custom field.
   *
   * Creates a shared custom field at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreateCustomFieldInput, CustomField, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a custom field at the revision you last saw.
   *
   * Creates the next revision of a custom field, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateCustomFieldInput, CustomField, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a custom field under a new name.
   *
   * Creates a custom field at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyCustomFieldInput, CustomField, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a custom field at the revision you last saw.
   *
   * Deletes a custom field, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_custom_field brings it back within 30 days.
   */
  readonly delete: Method<DeleteCustomFieldInput, DeleteCustomFieldResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of a custom field.
   *
   * Reads the immutable revisions of a custom field, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetCustomFieldHistoryInput, GetCustomFieldHistoryResult, CustomField, "NOT_FOUND">
  /**
   * Restore a revision of a custom field as a new one.
   *
   * Creates a revision of a custom field with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestoreCustomFieldInput, CustomField, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to a custom field.
   *
   * Lists the definitions whose current revision refers to the custom field, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetCustomFieldDependenciesInput, GetCustomFieldDependenciesResult, "NOT_FOUND">
  /**
   * List the custom fields that were deleted and can be recovered.
   *
   * Lists the custom fields that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedCustomFieldsInput, ListDeletedCustomFieldsResult, {
    readonly definition: CustomField
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted custom field.
   *
   * Brings a custom field back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverCustomFieldInput, CustomField, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateCustomFieldInput, CustomField, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `record_traces` takes. */
export interface RecordTracesInput {
  readonly traces: ReadonlyArray<RecordedTrace>
}

/** What `record_traces` answers. */
export interface RecordTracesResult {
  readonly traces: ReadonlyArray<RecordedIds>
  readonly spans: number
}

/** What `list_traces` takes. */
export interface ListTracesInput {
  /** A page may hold fewer. */
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
  readonly items: ReadonlyArray<Trace>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_trace` takes. */
export interface GetTraceInput {
  readonly id: string
}

/** What `get_trace` answers. */
export interface GetTraceResult {
  readonly trace: Trace
  readonly spans: ReadonlyArray<Span>
  readonly scores: ReadonlyArray<Score>
}

/** What `list_trace_spans` takes. */
export interface ListTraceSpansInput {
  readonly traceId: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** Only these spans; those that are not there are left out. */
  readonly ids?: ReadonlyArray<string>
  /** Only children of this span; null for those without a parent. */
  readonly parentId?: string | null
  /** facts leaves out what spans hold, such as input, output, attributes and events. */
  readonly fields?: "facts" | "all"
}

/** What `list_trace_spans` answers. */
export interface ListTraceSpansResult {
  readonly items: ReadonlyArray<Span | SpanFacts>
  readonly nextCursor: string | null
}

/** What `list_trace_scores` takes. */
export interface ListTraceScoresInput {
  readonly traceId: string
  /** Only scores of this span. */
  readonly spanId?: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_trace_scores` answers. */
export interface ListTraceScoresResult {
  readonly items: ReadonlyArray<Score>
  readonly nextCursor: string | null
}

/** What `create_score` takes. */
export interface CreateScoreInput {
  /** It need not have arrived yet. */
  readonly traceId: string
  readonly spanId?: string | null
  readonly name: string
  /** By the value unless given. */
  readonly dataType?: "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT"
  readonly value: number | boolean | string
  readonly label?: string | null
  readonly explanation?: string | null
  readonly source?: "API" | "ANNOTATION" | "EVAL"
  /** HUMAN only by a user. */
  readonly annotatorKind?: "LLM" | "CODE" | "HUMAN"
  /** With trace, span and name it is the key: the same key again replaces the score, and keeps its ID. */
  readonly identifier?: string
  readonly metadata?: Json
}

/** What `delete_score` takes. */
export interface DeleteScoreInput {
  readonly id: string
}

/** What `delete_score` answers. */
export interface DeleteScoreResult {
  readonly id: string
  readonly deleted: true
}

/** What `delete_trace` takes. */
export interface DeleteTraceInput {
  readonly id: string
}

/** What `delete_trace` answers. */
export interface DeleteTraceResult {
  readonly id: string
  readonly deleted: true
  readonly spans: number
}

/** Traces. */
export interface Traces {
  /**
   * Record traces.
   *
   * Records traces with their spans: all of them, or nothing if anything is wrong. What is said of a trace is laid on its root span, and a trace without spans is one span. The same IDs again change nothing, unless the span has ended since, or has a greater version.
   */
  readonly record: Method<RecordTracesInput, RecordTracesResult, "TRACE_DELETED">
  /**
   * List traces.
   *
   * Lists the project's traces, by their start, newest first. Pass nextCursor back as cursor until it is null: a page may hold fewer than limit without being the last.
   */
  readonly list: ListMethod<ListTracesInput, ListTracesResult, Trace, never>
  /**
   * Read a trace.
   *
   * Reads a trace with all of its spans and scores, at one moment. A trace of more than 8 MiB is read in pages.
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
   * Writes a score of a trace, or of one of its spans. One with the same trace, span, name and identifier is replaced, and keeps its ID. A trace, like a span, has at most 1,000.
   */
  readonly createScore: Method<CreateScoreInput, Score, "HUMAN_REQUIRED" | "TRACE_DELETED">
  /**
   * Delete a score.
   *
   * Deletes a score.
   */
  readonly deleteScore: Method<DeleteScoreInput, DeleteScoreResult, "NOT_FOUND">
  /**
   * Delete a trace.
   *
   * Deletes a trace with its spans and scores, at once. For 30 days spans and scores of its ID are refused: TRACE_DELETED.
   */
  readonly delete: Method<DeleteTraceInput, DeleteTraceResult, "NOT_FOUND">
}

/** What `query_page_view` takes. */
export interface QueryPageViewInput {
  readonly id?: string
  readonly revision?: Revision
  readonly draft?: QueriedPageViewDraftInput
  /** The trace, for a page view whose target is trace, and only for one. */
  readonly traceId?: string
  /** The run, for a page view whose target is evaluation_run, and only for one. */
  readonly runId?: string
  readonly sessionId?: ReviewSessionId
  /** Only what started then or later. */
  readonly from?: string
  /** Only what started before. */
  readonly to?: string
  /** Part of the name, input or output, of a trace also of its user or session, ignoring case; or the beginning of an ID. */
  readonly search?: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `query_page_view` answers. */
export interface QueryPageViewResult {
  /** The page view and its revision that was used; null for a draft. */
  readonly view: {
    readonly id: string
    readonly revision: Revision
  } | null
  readonly columns: ReadonlyArray<RowColumn>
  readonly items: ReadonlyArray<ViewRow>
  readonly nextCursor: string | null
  /** How many rows this page looked at. */
  readonly scanned: number
}

/** Rows of page views. */
export interface ViewRows {
  /**
   * Query the rows of a page view.
   *
   * Applies a page view, saved or a draft, to its target: its columns with the values of custom fields, its filters, sort and grouping. Of traces, without from, it looks at the last 7 days, unless the page view filters on trace.startedAt. Rows of datasets, evaluations and reviews take the scopes that reading those takes; reviews are those of sessionId. A page looks at up to 10,000 rows or for 2 seconds, so that it may be short, or empty, without being the last: pass nextCursor back as cursor until it is null. All pages of a walk use the revisions of the first.
   */
  readonly query: ListMethod<QueryPageViewInput, QueryPageViewResult, ViewRow, "NOT_FOUND" | "INVALID_VIEW" | "UNSUPPORTED_TARGET" | "TOO_MANY_ROWS">
}

/** What `query_metrics` takes. */
export interface QueryMetricsInput {
  /** What is counted: traces, spans, or scores of traces and of their spans. */
  readonly over: "traces" | "spans" | "scores"
  /** count goes with count, errorRate (of traces and spans whose status is error, 0 to 1), distinctUsers and distinctSessions. Every other measure goes with count (of those that have it), sum, avg, min, max, p50, p90, p95 and p99, which are exact. timeToFirstTokenMs is of spans, spanCount and errorCount of traces, value of scores. */
  readonly measures: ReadonlyArray<MetricsMeasure>
  readonly dimensions?: ReadonlyArray<string>
  /** Cuts time in UTC. Weeks begin on Monday. */
  readonly granularity?: "minute" | "hour" | "day" | "week" | "month"
  /** All must hold. They mean what those of page views mean. */
  readonly filters?: ReadonlyArray<MetricsFilter>
  readonly orderBy?: MetricsOrder
  /** A page may hold fewer. */
  readonly limit?: number
  /** From when on: what started then or later is counted. */
  readonly from: string
  /** Until when: what started before is counted. At most 400 days after from. */
  readonly to: string
}

/** What `query_metrics` answers. */
export interface QueryMetricsResult {
  readonly rows: ReadonlyArray<MetricsRow>
  /** Whether there are more rows than limit. */
  readonly hasMore: boolean
}

/** Metrics. */
export interface Metrics {
  /**
   * Query metrics.
   *
   * Counts, sums and averages traces, spans or scores, and tells exact percentiles of them, by time and by dimensions. Traces and spans count by their own start, scores by that of their trace. Costs are in US dollars, and over spans those of an agent may repeat those of its children: filter on span.type. Time in which nothing happened has no row.
   */
  readonly query: Method<QueryMetricsInput, QueryMetricsResult, "TOO_MANY_ROWS">
}

/** What `list_metrics_charts` takes. */
export interface ListMetricsChartsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_metrics_charts` answers. */
export interface ListMetricsChartsResult {
  readonly items: ReadonlyArray<MetricsChart>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_metrics_chart` takes. */
export interface GetMetricsChartInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: MetricsChartReferenceInput }
}

/** What `update_metrics_chart` takes. */
export interface UpdateMetricsChartInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: MetricsChartSource
  readonly settings?: MetricsChartSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: MetricsChartReferenceInput }
}

/** What `copy_metrics_chart` takes. */
export interface CopyMetricsChartInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_metrics_chart` takes. */
export interface DeleteMetricsChartInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_metrics_chart` answers. */
export interface DeleteMetricsChartResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_metrics_chart_history` takes. */
export interface GetMetricsChartHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_metrics_chart_history` answers. */
export interface GetMetricsChartHistoryResult {
  readonly items: ReadonlyArray<MetricsChart>
  readonly nextBefore: Revision | null
}

/** What `restore_metrics_chart` takes. */
export interface RestoreMetricsChartInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_metrics_chart_dependencies` takes. */
export interface GetMetricsChartDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_metrics_chart_dependencies` answers. */
export interface GetMetricsChartDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_metrics_charts` takes. */
export interface ListDeletedMetricsChartsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_metrics_charts` answers. */
export interface ListDeletedMetricsChartsResult {
  readonly items: ReadonlyArray<{
    readonly definition: MetricsChart
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_metrics_chart` takes. */
export interface RecoverMetricsChartInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** What `query_metrics_chart` takes. */
export interface QueryMetricsChartInput {
  readonly id: string
  readonly revision?: Revision
  /** From when on: what started then or later is counted. */
  readonly from: string
  /** Until when: what started before is counted. At most 400 days after from. */
  readonly to: string
}

/** What `query_metrics_chart` answers. */
export interface QueryMetricsChartResult {
  readonly chart: {
    readonly id: string
    readonly revision: Revision
    readonly name: string
  }
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
   * Reads a metrics chart with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetMetricsChartInput, MetricsChart, "NOT_FOUND">
  /**
   * Create a metrics chart.
   *
   * Creates a shared metrics chart at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreateMetricsChartInput, MetricsChart, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a metrics chart at the revision you last saw.
   *
   * Creates the next revision of a metrics chart, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateMetricsChartInput, MetricsChart, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a metrics chart under a new name.
   *
   * Creates a metrics chart at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyMetricsChartInput, MetricsChart, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a metrics chart at the revision you last saw.
   *
   * Deletes a metrics chart, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_metrics_chart brings it back within 30 days.
   */
  readonly delete: Method<DeleteMetricsChartInput, DeleteMetricsChartResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of a metrics chart.
   *
   * Reads the immutable revisions of a metrics chart, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetMetricsChartHistoryInput, GetMetricsChartHistoryResult, MetricsChart, "NOT_FOUND">
  /**
   * Restore a revision of a metrics chart as a new one.
   *
   * Creates a revision of a metrics chart with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestoreMetricsChartInput, MetricsChart, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to a metrics chart.
   *
   * Lists the definitions whose current revision refers to the metrics chart, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetMetricsChartDependenciesInput, GetMetricsChartDependenciesResult, "NOT_FOUND">
  /**
   * List the metrics charts that were deleted and can be recovered.
   *
   * Lists the metrics charts that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedMetricsChartsInput, ListDeletedMetricsChartsResult, {
    readonly definition: MetricsChart
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted metrics chart.
   *
   * Brings a metrics chart back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverMetricsChartInput, MetricsChart, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Query the metrics of a chart.
   *
   * Answers the query of a metrics chart, at its current or a given revision, for a range of time.
   */
  readonly query: Method<QueryMetricsChartInput, QueryMetricsChartResult, "NOT_FOUND" | "TOO_MANY_ROWS">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateMetricsChartInput, MetricsChart, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `list_prompts` takes. */
export interface ListPromptsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly sourceType?: "text" | "chat"
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_prompts` answers. */
export interface ListPromptsResult {
  readonly items: ReadonlyArray<Prompt>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_prompt` takes. */
export interface GetPromptInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: PromptReferenceInput }
}

/** What `update_prompt` takes. */
export interface UpdatePromptInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: PromptSource
  readonly settings?: PromptSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: PromptReferenceInput }
}

/** What `copy_prompt` takes. */
export interface CopyPromptInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_prompt` takes. */
export interface DeletePromptInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_prompt` answers. */
export interface DeletePromptResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_prompt_history` takes. */
export interface GetPromptHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_prompt_history` answers. */
export interface GetPromptHistoryResult {
  readonly items: ReadonlyArray<Prompt>
  readonly nextBefore: Revision | null
}

/** What `restore_prompt` takes. */
export interface RestorePromptInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_prompt_dependencies` takes. */
export interface GetPromptDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_prompt_dependencies` answers. */
export interface GetPromptDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_prompts` takes. */
export interface ListDeletedPromptsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_prompts` answers. */
export interface ListDeletedPromptsResult {
  readonly items: ReadonlyArray<{
    readonly definition: Prompt
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_prompt` takes. */
export interface RecoverPromptInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** What `validate_prompt` takes. */
export interface ValidatePromptInput {
  readonly id?: string
  readonly revision?: Revision
  readonly draft?: PromptDraftInput
  /** Values by the names of variables. They are put in as they are: neither escaped nor looked at for variables of their own. Names that the prompt doesn't use are passed over. */
  readonly variables?: { readonly [key: string]: PromptValue1Input }
}

/** What `validate_prompt` answers. */
export interface ValidatePromptResult {
  /** True if no issue is an error. */
  readonly valid: boolean
  /** At most the first 200. */
  readonly issues: ReadonlyArray<PromptIssue>
  readonly checked: {
    readonly dependencies: number
  }
  readonly rendered: RenderedPrompt | null
}

/** What `list_prompt_labels` takes. */
export interface ListPromptLabelsInput {
  readonly id: string
}

/** What `list_prompt_labels` answers. */
export interface ListPromptLabelsResult {
  readonly items: ReadonlyArray<PromptLabel>
  readonly nextCursor: null
}

/** What `set_prompt_label` takes. */
export interface SetPromptLabelInput {
  readonly id: string
  readonly label: string
  /** What to point at; null takes the label away. */
  readonly revision: Revision | null
  /** What it points at now; null if at nothing. */
  readonly expectedRevision: Revision | null
}

/** What `protect_prompt_label` takes. */
export interface ProtectPromptLabelInput {
  readonly id: string
  readonly label: string
  readonly protected: boolean
}

/** What `get_published_prompt` takes. */
export interface GetPublishedPromptInput {
  readonly id?: string
  /** Its name, in any case, in place of id. */
  readonly name?: string
  /** By default production. latest is the current revision. */
  readonly label?: string
  readonly revision?: Revision
}

/** What `get_published_prompt` answers. */
export interface GetPublishedPromptResult {
  readonly prompt: Prompt
  /** The label that it was read by; null by revision. */
  readonly label: string | null
  /** Null by revision, and of latest. */
  readonly labelRevision: PromptLabelRevision | null
}

/** What `get_managed_prompt` takes. */
export interface GetManagedPromptInput {
  readonly id?: string
  /** Its name, in any case, in place of id. */
  readonly name?: string
  /** By default production. latest is the current revision. */
  readonly label?: string
  readonly revision?: Revision
  /** Values by the names of variables. They are put in as they are: neither escaped nor looked at for variables of their own. Names that the prompt doesn't use are passed over. */
  readonly variables?: { readonly [key: string]: PromptValue }
  readonly traceId?: string
  readonly parentSpanId?: string
}

/** What `get_managed_prompt` answers. */
export interface GetManagedPromptResult {
  readonly prompt: Prompt
  /** The label that it was read by; null by revision. */
  readonly label: string | null
  /** Null by revision, and of latest. */
  readonly labelRevision: PromptLabelRevision | null
  readonly rendered: RenderedPrompt
  readonly link: PromptLink
  /** The summary of the newest completed run that pinned it, or null. */
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
   * Reads a prompt with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetPromptInput, Prompt, "NOT_FOUND">
  /**
   * Create a prompt.
   *
   * Creates a shared prompt at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreatePromptInput, Prompt, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a prompt at the revision you last saw.
   *
   * Creates the next revision of a prompt, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdatePromptInput, Prompt, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a prompt under a new name.
   *
   * Creates a prompt at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyPromptInput, Prompt, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a prompt at the revision you last saw.
   *
   * Deletes a prompt, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_prompt brings it back within 30 days.
   */
  readonly delete: Method<DeletePromptInput, DeletePromptResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" | "LABEL_PROTECTED">
  /**
   * Read the revisions of a prompt.
   *
   * Reads the immutable revisions of a prompt, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetPromptHistoryInput, GetPromptHistoryResult, Prompt, "NOT_FOUND">
  /**
   * Restore a revision of a prompt as a new one.
   *
   * Creates a revision of a prompt with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestorePromptInput, Prompt, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to a prompt.
   *
   * Lists the definitions whose current revision refers to the prompt, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetPromptDependenciesInput, GetPromptDependenciesResult, "NOT_FOUND">
  /**
   * List the prompts that were deleted and can be recovered.
   *
   * Lists the prompts that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedPromptsInput, ListDeletedPromptsResult, {
    readonly definition: Prompt
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted prompt.
   *
   * Brings a prompt back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverPromptInput, Prompt, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Validate a prompt and those it includes.
   *
   * Checks a saved prompt or a draft, and every prompt that it includes, directly or not: that its variables are declared, its aliases lead to texts, and none includes itself or more than 8 deep. With variables it is rendered too, if no issue is an error. Nothing is run, recorded or saved.
   */
  readonly validate: Method<ValidatePromptInput, ValidatePromptResult, "NOT_FOUND" | "MISSING_VARIABLE" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * List the labels of a prompt.
   *
   * Lists the labels of a prompt by name, at most 50, so that nextCursor is always null. A protected label is listed after it was taken away too.
   */
  readonly labels: Method<ListPromptLabelsInput, ListPromptLabelsResult, "NOT_FOUND">
  /**
   * Move a label of a prompt to a revision.
   *
   * Points a label at a revision, if expectedRevision is what it points at now: that deploys the revision to whoever reads the label, and moving it back rolls back. revision null takes the label away, and expectedRevision null expects that it points at nothing. A prompt has at most 50 labels. A protected label is moved by owners and admins alone.
   */
  readonly setLabel: Method<SetPromptLabelInput, PromptLabel, "NOT_FOUND" | "CONFLICT" | "LABEL_PROTECTED">
  /**
   * Protect a label of a prompt, or no longer.
   *
   * Has a label be moved by owners and admins of the organization alone, or by everybody again. Only they may call it, as people: an API key is HUMAN_REQUIRED. While a label is protected, only they delete the prompt.
   */
  readonly protectLabel: Method<ProtectPromptLabelInput, PromptLabel, "NOT_FOUND" | "HUMAN_REQUIRED" | "LABEL_PROTECTED">
  /**
   * Get the revision of a prompt that a label points at.
   *
   * Reads a prompt by its ID or its name, at the revision that a label points at: production, unless another is named. A move of the label is seen by every read that follows its answer.
   */
  readonly getPublished: Method<GetPublishedPromptInput, GetPublishedPromptResult, "NOT_FOUND">
  /**
   * Render a published prompt, connected to a trace.
   *
   * Reads a published prompt, renders it with variables, and records that as a span of type prompt: in the trace and under the span that are named, or in a new trace. Put link.attributes on the spans that use it, such as the call of the model, so that they belong to the prompt's revision. evaluation is the newest completed evaluation run that used the revision.
   */
  readonly getManaged: Method<GetManagedPromptInput, GetManagedPromptResult, "NOT_FOUND" | "TRACE_DELETED" | "MISSING_VARIABLE" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdatePromptInput, Prompt, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `list_datasets` takes. */
export interface ListDatasetsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_datasets` answers. */
export interface ListDatasetsResult {
  readonly items: ReadonlyArray<Dataset>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_dataset` takes. */
export interface GetDatasetInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: DatasetReferenceInput }
}

/** What `update_dataset` takes. */
export interface UpdateDatasetInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: DatasetSource
  readonly settings?: DatasetSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: DatasetReferenceInput }
}

/** What `copy_dataset` takes. */
export interface CopyDatasetInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_dataset` takes. */
export interface DeleteDatasetInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_dataset` answers. */
export interface DeleteDatasetResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_dataset_history` takes. */
export interface GetDatasetHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_dataset_history` answers. */
export interface GetDatasetHistoryResult {
  readonly items: ReadonlyArray<Dataset>
  readonly nextBefore: Revision | null
}

/** What `restore_dataset` takes. */
export interface RestoreDatasetInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_dataset_dependencies` takes. */
export interface GetDatasetDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_dataset_dependencies` answers. */
export interface GetDatasetDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_datasets` takes. */
export interface ListDeletedDatasetsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_datasets` answers. */
export interface ListDeletedDatasetsResult {
  readonly items: ReadonlyArray<{
    readonly definition: Dataset
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_dataset` takes. */
export interface RecoverDatasetInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** What `list_dataset_items` takes. */
export interface ListDatasetItemsInput {
  readonly datasetId: string
  /** The current one unless given. */
  readonly version?: number
  readonly split?: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly includeTotal?: boolean
}

/** What `list_dataset_items` answers. */
export interface ListDatasetItemsResult {
  readonly version: DatasetVersion
  readonly items: ReadonlyArray<DatasetItem>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_dataset_item` takes. */
export interface GetDatasetItemInput {
  readonly id: string
  /** The current one unless given. */
  readonly version?: number
}

/** What `put_dataset_items` takes. */
export interface PutDatasetItemsInput {
  readonly datasetId: string
  readonly items: ReadonlyArray<DatasetItemInput>
  /** The version that you saw last. If it is no longer the current one, nothing changes. */
  readonly expectedVersion?: number
}

/** What `put_dataset_items` answers. */
export interface PutDatasetItemsResult {
  readonly version: DatasetVersion
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  /** In the order of those that were sent. */
  readonly items: ReadonlyArray<{
    readonly id: string
    readonly externalId: string | null
  }>
}

/** What `delete_dataset_items` takes. */
export interface DeleteDatasetItemsInput {
  readonly datasetId: string
  readonly ids: ReadonlyArray<string>
  /** The version that you saw last. If it is no longer the current one, nothing changes. */
  readonly expectedVersion?: number
}

/** What `delete_dataset_items` answers. */
export interface DeleteDatasetItemsResult {
  readonly version: DatasetVersion
  readonly deleted: number
}

/** What `list_dataset_versions` takes. */
export interface ListDatasetVersionsInput {
  readonly datasetId: string
  /** A page may hold fewer. */
  readonly limit?: number
  readonly before?: DatasetVersion
}

/** What `list_dataset_versions` answers. */
export interface ListDatasetVersionsResult {
  readonly items: ReadonlyArray<DatasetVersionEntry>
  readonly nextBefore: DatasetVersion | null
}

/** What `compare_dataset_versions` takes. */
export interface CompareDatasetVersionsInput {
  readonly datasetId: string
  readonly from: DatasetVersion
  readonly to: DatasetVersion
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `compare_dataset_versions` answers. */
export interface CompareDatasetVersionsResult {
  readonly items: ReadonlyArray<DatasetDifference>
  readonly nextCursor: string | null
}

/** What `restore_dataset_version` takes. */
export interface RestoreDatasetVersionInput {
  readonly datasetId: string
  readonly version: DatasetVersion
  /** The version that you saw last. If it is no longer the current one, nothing changes. */
  readonly expectedVersion?: number
}

/** What `restore_dataset_version` answers. */
export interface RestoreDatasetVersionResult {
  readonly version: DatasetVersion
}

/** What `purge_dataset_item` takes. */
export interface PurgeDatasetItemInput {
  readonly id: string
  /** Why, in 1 to 500 characters, for the audit log. */
  readonly reason: string
}

/** What `purge_dataset_item` answers. */
export interface PurgeDatasetItemResult {
  readonly id: string
  readonly purged: true
  /** Of how many targets of runs about the item there is evidence: what they were asked is gone from it. */
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
   * Reads a dataset with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetDatasetInput, Dataset, "NOT_FOUND">
  /**
   * Create a dataset.
   *
   * Creates a shared dataset at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreateDatasetInput, Dataset, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a dataset at the revision you last saw.
   *
   * Creates the next revision of a dataset, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateDatasetInput, Dataset, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a dataset under a new name.
   *
   * Creates a dataset at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyDatasetInput, Dataset, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a dataset at the revision you last saw.
   *
   * Deletes a dataset, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_dataset brings it back within 30 days.
   */
  readonly delete: Method<DeleteDatasetInput, DeleteDatasetResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of a dataset.
   *
   * Reads the immutable revisions of a dataset, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetDatasetHistoryInput, GetDatasetHistoryResult, Dataset, "NOT_FOUND">
  /**
   * Restore a revision of a dataset as a new one.
   *
   * Creates a revision of a dataset with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestoreDatasetInput, Dataset, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to a dataset.
   *
   * Lists the definitions whose current revision refers to the dataset, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetDatasetDependenciesInput, GetDatasetDependenciesResult, "NOT_FOUND">
  /**
   * List the datasets that were deleted and can be recovered.
   *
   * Lists the datasets that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedDatasetsInput, ListDeletedDatasetsResult, {
    readonly definition: Dataset
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted dataset.
   *
   * Brings a dataset back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverDatasetInput, Dataset, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the items of a dataset.
   *
   * Lists the items of a dataset at one version, by their position. The pages of a walk are of the version of its first, whatever is written meanwhile. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly items: ListMethod<ListDatasetItemsInput, ListDatasetItemsResult, DatasetItem, "NOT_FOUND">
  /**
   * Read an item of a dataset.
   *
   * Reads an item of a dataset as it is at a version: the current one unless another is given.
   */
  readonly item: Method<GetDatasetItemInput, DatasetItem, "NOT_FOUND">
  /**
   * Create and change items of a dataset.
   *
   * Creates and changes up to 500 items in one new version of the dataset: an item with the id, or else the externalId, of a living one changes that one, and any other is created. Members that are not sent stay as they are. Where nothing changes there is no new version; where one item breaks the dataset's schemas, nothing is written.
   */
  readonly put: Method<PutDatasetItemsInput, PutDatasetItemsResult, "NOT_FOUND" | "CONFLICT" | "ITEM_INVALID">
  /**
   * Delete items of a dataset.
   *
   * Deletes up to 500 items in one new version of the dataset. Earlier versions keep them; restore_dataset_version brings them back.
   */
  readonly deleteItems: Method<DeleteDatasetItemsInput, DeleteDatasetItemsResult, "NOT_FOUND" | "CONFLICT">
  /**
   * List the versions of a dataset.
   *
   * Lists the versions of a dataset's items, newest first. Pass nextBefore back as before, until it is null.
   */
  readonly versions: ListMethod<ListDatasetVersionsInput, ListDatasetVersionsResult, DatasetVersionEntry, "NOT_FOUND">
  /**
   * Compare two versions of a dataset.
   *
   * Lists the items that differ between two versions of a dataset, by their position, as they are in each. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly compare: ListMethod<CompareDatasetVersionsInput, CompareDatasetVersionsResult, DatasetDifference, "NOT_FOUND">
  /**
   * Restore a version of a dataset.
   *
   * Makes a new version with the items of an earlier one. Where they are the current ones already, there is no new version.
   */
  readonly restoreVersion: Method<RestoreDatasetVersionInput, RestoreDatasetVersionResult, "NOT_FOUND" | "CONFLICT">
  /**
   * Purge an item of a dataset.
   *
   * Takes the input, expected, metadata, externalId and source of an item away for good: in every version of the dataset, in what runs show of it, and where it was deleted too. It can't be undone. The item keeps its id and place, and is marked as purged; no version is made. Outputs and scores of runs stay, evidence says of how many targets: delete_eval_run takes them away. Owners and admins of the organization may call it, as people: an API key is HUMAN_REQUIRED. The reason is kept in the organization's audit log, so it must not repeat what is purged.
   */
  readonly purge: Method<PurgeDatasetItemInput, PurgeDatasetItemResult, "NOT_FOUND" | "HUMAN_REQUIRED" | "ADMIN_REQUIRED">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateDatasetInput, Dataset, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `add_traces_to_dataset` takes. */
export interface AddTracesToDatasetInput {
  readonly datasetId: string
  readonly traceIds: ReadonlyArray<string>
  readonly inputPointer?: string
  readonly expectedPointer?: string
  readonly split?: string | null
  /** The version that you saw last. If it is no longer the current one, nothing changes. */
  readonly expectedVersion?: number
}

/** What `add_traces_to_dataset` answers. */
export interface AddTracesToDatasetResult {
  readonly version: DatasetVersion
  readonly created: number
  /** Traces that were added before. */
  readonly unchanged: number
  /** In the order of traceIds. */
  readonly items: ReadonlyArray<{
    readonly id: string
    readonly externalId: string | null
  }>
}

/** Datasets from traces. */
export interface DatasetTraces {
  /**
   * Add traces to a dataset.
   *
   * Makes an item of each of up to 100 traces, in one new version of the dataset: what the trace was given is the item's input, what it answered is expected, and its ID is the externalId. A trace that was added before stays as its item is now, so that no correction is lost. Where a trace is not there, or an item breaks the dataset's schemas, nothing is written.
   */
  readonly add: Method<AddTracesToDatasetInput, AddTracesToDatasetResult, "NOT_FOUND" | "CONFLICT" | "ITEM_INVALID">
}

/** What `import_resources` takes. */
export interface ImportResourcesInput {
  readonly importKey: ImportKey
  readonly files: ReadonlyArray<ImportFile>
  /** The dataset that lists of items go to: one that is there, or by name, where it is created if there is none. */
  readonly into?: {
    readonly datasetId: string
  } | {
    /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
    readonly datasetName: string
  }
  readonly mapping?: ImportMapping
  /** add keeps the items that the files do not have, replace deletes them. */
  readonly mode: "add" | "replace"
  readonly part?: ImportPart
  readonly dryRun?: boolean
}

/** What `get_import` takes. */
export interface GetImportInput {
  readonly id: ImportId
}

/** Imports. */
export interface Imports {
  /**
   * Import items, datasets and scorers from files.
   *
   * Reads files of JSONL, JSON, CSV or YAML and writes all that is in them, or, where anything is wrong, nothing. A file is a list of items, which go to the dataset in `into`, or (JSON and YAML) a bundle: {"datasets": [{"name", "description"?, "settings"?, "items"}], "scorers": [...]}. An item has an input, and may have expected, metadata, split, externalId and id; one whose externalId or id is in the dataset changes that item. A YAML file has at most 1 MiB; a body has at most 8, so send more in parts of one importKey: the last one applies them all. With dryRun nothing is written, and the report says what would be.
   */
  readonly importResources: Method<ImportResourcesInput, Import, "NOT_FOUND" | "REQUEST_KEY_REUSED" | "IMPORT_REFUSED">
  /**
   * Get an import and its report.
   *
   * What an import wrote, for 30 days; while parts are missing, how many are there. These go after an hour.
   */
  readonly get: Method<GetImportInput, Import, "NOT_FOUND">
}

/** What `list_apps` takes. */
export interface ListAppsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly sourceType?: "http" | "model" | "sample"
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_apps` answers. */
export interface ListAppsResult {
  readonly items: ReadonlyArray<App>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_app` takes. */
export interface GetAppInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: AppReferenceInput }
}

/** What `update_app` takes. */
export interface UpdateAppInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: AppSourceInput
  readonly settings?: AppSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: AppReferenceInput }
}

/** What `copy_app` takes. */
export interface CopyAppInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_app` takes. */
export interface DeleteAppInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_app` answers. */
export interface DeleteAppResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_app_history` takes. */
export interface GetAppHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_app_history` answers. */
export interface GetAppHistoryResult {
  readonly items: ReadonlyArray<App>
  readonly nextBefore: Revision | null
}

/** What `restore_app` takes. */
export interface RestoreAppInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_app_dependencies` takes. */
export interface GetAppDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_app_dependencies` answers. */
export interface GetAppDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_apps` takes. */
export interface ListDeletedAppsInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_apps` answers. */
export interface ListDeletedAppsResult {
  readonly items: ReadonlyArray<{
    readonly definition: App
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_app` takes. */
export interface RecoverAppInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** What `list_app_secrets` takes. */
export interface ListAppSecretsInput {
  readonly id: string
}

/** What `list_app_secrets` answers. */
export interface ListAppSecretsResult {
  readonly items: ReadonlyArray<AppSecret>
  readonly nextCursor: null
}

/** What `set_app_secret` takes. */
export interface SetAppSecretInput {
  readonly id: string
  readonly name: string
  /** 8 to 4,096 visible characters of ASCII; null takes the secret away. */
  readonly value: string | null
}

/** What `list_model_connections` takes. */
export interface ListModelConnectionsInput {
  /** Only connections that have a price of this model. */
  readonly model?: string
}

/** What `list_model_connections` answers. */
export interface ListModelConnectionsResult {
  readonly items: ReadonlyArray<ModelConnection>
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
   * Reads an app with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetAppInput, App, "NOT_FOUND">
  /**
   * Register an app.
   *
   * Registers a shared app at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<RegisterAppInput, App, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED">
  /**
   * Update an app at the revision you last saw.
   *
   * Creates the next revision of an app, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateAppInput, App, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED">
  /**
   * Copy an app under a new name.
   *
   * Creates an app at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyAppInput, App, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete an app at the revision you last saw.
   *
   * Deletes an app, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_app brings it back within 30 days.
   */
  readonly delete: Method<DeleteAppInput, DeleteAppResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of an app.
   *
   * Reads the immutable revisions of an app, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetAppHistoryInput, GetAppHistoryResult, App, "NOT_FOUND">
  /**
   * Restore a revision of an app as a new one.
   *
   * Creates a revision of an app with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestoreAppInput, App, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to an app.
   *
   * Lists the definitions whose current revision refers to the app, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetAppDependenciesInput, GetAppDependenciesResult, "NOT_FOUND">
  /**
   * List the apps that were deleted and can be recovered.
   *
   * Lists the apps that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedAppsInput, ListDeletedAppsResult, {
    readonly definition: App
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted app.
   *
   * Brings an app back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverAppInput, App, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the secrets of an app.
   *
   * Lists the secrets of an app by name, at most 20, so that nextCursor is always null. Values are not told: of each there are the last 4 characters.
   */
  readonly secrets: Method<ListAppSecretsInput, ListAppSecretsResult, "NOT_FOUND">
  /**
   * Set a secret of an app.
   *
   * Sets what a header of the app's calls is given by { "secret": name }, or takes it away where value is null. It is encrypted, is sent to the app alone, and is never told again. An app has at most 20. The secret signing signs the calls by Standard Webhooks: whsec_ and the base64 of 24 to 64 random bytes. A copy of the app has none of them.
   */
  readonly setSecret: Method<SetAppSecretInput, AppSecret, "NOT_FOUND">
  /**
   * List the model connections of the project.
   *
   * Lists by name what apps and judges can call models through, at most 100, so that nextCursor is always null. Owners and admins of the organization make them; neither addresses nor keys are told.
   */
  readonly connections: Method<ListModelConnectionsInput, ListModelConnectionsResult, never>
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateAppInput, App, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" | "EGRESS_REFUSED">
}

/** What `list_scorers` takes. */
export interface ListScorersInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly sourceType?: "builtin" | "code" | "judge" | "app" | "human"
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_scorers` answers. */
export interface ListScorersResult {
  readonly items: ReadonlyArray<Scorer>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_scorer` takes. */
export interface GetScorerInput {
  readonly id: string
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
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ScorerReferenceInput }
}

/** What `update_scorer` takes. */
export interface UpdateScorerInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: ScorerSourceInput
  readonly settings?: ScorerSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ScorerReferenceInput }
}

/** What `copy_scorer` takes. */
export interface CopyScorerInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_scorer` takes. */
export interface DeleteScorerInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_scorer` answers. */
export interface DeleteScorerResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_scorer_history` takes. */
export interface GetScorerHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_scorer_history` answers. */
export interface GetScorerHistoryResult {
  readonly items: ReadonlyArray<Scorer>
  readonly nextBefore: Revision | null
}

/** What `restore_scorer` takes. */
export interface RestoreScorerInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_scorer_dependencies` takes. */
export interface GetScorerDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_scorer_dependencies` answers. */
export interface GetScorerDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_scorers` takes. */
export interface ListDeletedScorersInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_scorers` answers. */
export interface ListDeletedScorersResult {
  readonly items: ReadonlyArray<{
    readonly definition: Scorer
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_scorer` takes. */
export interface RecoverScorerInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** What `validate_scorer` takes. */
export interface ValidateScorerInput {
  readonly id?: string
  readonly revision?: Revision
  readonly draft?: ScorerDraftInput
}

/** What `validate_scorer` answers. */
export interface ValidateScorerResult {
  /** True if no issue is an error. */
  readonly valid: boolean
  /** At most the first 200. */
  readonly issues: ReadonlyArray<ScorerIssue>
  readonly checked: {
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
   * Reads a scorer with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetScorerInput, Scorer, "NOT_FOUND">
  /**
   * Create a scorer.
   *
   * Creates a shared scorer at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreateScorerInput, Scorer, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update a scorer at the revision you last saw.
   *
   * Creates the next revision of a scorer, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateScorerInput, Scorer, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy a scorer under a new name.
   *
   * Creates a scorer at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyScorerInput, Scorer, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete a scorer at the revision you last saw.
   *
   * Deletes a scorer, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_scorer brings it back within 30 days.
   */
  readonly delete: Method<DeleteScorerInput, DeleteScorerResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of a scorer.
   *
   * Reads the immutable revisions of a scorer, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetScorerHistoryInput, GetScorerHistoryResult, Scorer, "NOT_FOUND">
  /**
   * Restore a revision of a scorer as a new one.
   *
   * Creates a revision of a scorer with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestoreScorerInput, Scorer, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to a scorer.
   *
   * Lists the definitions whose current revision refers to the scorer, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetScorerDependenciesInput, GetScorerDependenciesResult, "NOT_FOUND">
  /**
   * List the scorers that were deleted and can be recovered.
   *
   * Lists the scorers that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedScorersInput, ListDeletedScorersResult, {
    readonly definition: Scorer
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted scorer.
   *
   * Brings a scorer back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverScorerInput, Scorer, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Validate a scorer.
   *
   * Checks a saved scorer or a draft: that its code can be read, imports nothing and has a default export, that patterns and schemas are ones, that its aliases lead to what it needs, and that its output can hold its scores. Nothing is run, and nothing is saved.
   */
  readonly validate: Method<ValidateScorerInput, ValidateScorerResult, "NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateScorerInput, Scorer, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `create_eval_run` takes. */
export interface CreateEvalRunInput {
  readonly requestKey: RequestKey
  readonly name: string
  readonly series?: string | null
  /** Null only with basis.carry "outputs". */
  readonly app: {
    readonly id: string
    readonly revision?: Revision
  } | null
  readonly dataset: {
    readonly id: string
    readonly version?: number
    readonly split?: string
    readonly itemIds?: ReadonlyArray<string>
  }
  readonly scorers?: { readonly [key: string]: {
    readonly id: string
    readonly revision?: Revision
  } }
  readonly repetitions?: number
  readonly basis?: EvalBasis | null
  readonly baseRunId?: string | null
  readonly metadata?: { readonly [key: string]: Json }
  readonly stopAfter?: EvalStopAfter | null
  /** Answer 402 unless the upper bound of its cost is available now. */
  readonly requireBudget?: boolean
}

/** What `estimate_eval_run` takes. */
export interface EstimateEvalRunInput {
  readonly name: string
  readonly series?: string | null
  /** Null only with basis.carry "outputs". */
  readonly app: {
    readonly id: string
    readonly revision?: Revision
  } | null
  readonly dataset: {
    readonly id: string
    readonly version?: number
    readonly split?: string
    readonly itemIds?: ReadonlyArray<string>
  }
  readonly scorers?: { readonly [key: string]: {
    readonly id: string
    readonly revision?: Revision
  } }
  readonly repetitions?: number
  readonly basis?: EvalBasis | null
  readonly baseRunId?: string | null
  readonly metadata?: { readonly [key: string]: Json }
  readonly stopAfter?: EvalStopAfter | null
  /** Answer 402 unless the upper bound of its cost is available now. */
  readonly requireBudget?: boolean
}

/** What `estimate_eval_run` answers. */
export interface EstimateEvalRunResult {
  readonly targets: number
  /** Of apps and models, if each succeeds at once. */
  readonly calls: number
  readonly upperBoundMicros: number
  /** Models without a price, which the bound leaves out. */
  readonly unpriced: ReadonlyArray<string>
}

/** What `list_eval_runs` takes. */
export interface ListEvalRunsInput {
  readonly series?: string
  readonly status?: "queued" | "running" | "paused" | "cancelling" | "cancelled" | "completed" | "failed"
  readonly appId?: string
  readonly datasetId?: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly includeTotal?: boolean
}

/** What `list_eval_runs` answers. */
export interface ListEvalRunsResult {
  readonly items: ReadonlyArray<EvalRun>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_eval_run` takes. */
export interface GetEvalRunInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly status?: "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"
  readonly itemId?: string
  readonly scorer?: string
  readonly below?: number
}

/** What `get_eval_run` answers. */
export interface GetEvalRunResult {
  readonly run: EvalRun
  readonly items: ReadonlyArray<EvalTarget>
  /** On the first page, for callers with reviews:read: what people say in the newest 20 review sessions about the run, newest first. */
  readonly reviews?: ReadonlyArray<EvalRunReviews>
  readonly nextCursor: string | null
}

/** What `get_eval_target` takes. */
export interface GetEvalTargetInput {
  readonly id: string
}

/** What `cancel_eval_run` takes. */
export interface CancelEvalRunInput {
  readonly id: string
}

/** What `resume_eval_run` takes. */
export interface ResumeEvalRunInput {
  readonly id: string
}

/** What `compare_eval_runs` takes. */
export interface CompareEvalRunsInput {
  readonly baseId: string
  readonly id: string
  readonly scorer?: string
  readonly change?: "improved" | "regressed" | "unchanged" | "changed" | "onlyInBase" | "onlyInOther" | "unscored"
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `compare_eval_runs` answers. */
export interface CompareEvalRunsResult {
  readonly scorers: { readonly [key: string]: EvalComparison }
  readonly items: ReadonlyArray<EvalComparedItem>
  readonly nextCursor: string | null
}

/** What `delete_eval_run` takes. */
export interface DeleteEvalRunInput {
  readonly id: string
}

/** What `delete_eval_run` answers. */
export interface DeleteEvalRunResult {
  readonly id: string
  readonly deleted: true
}

/** What `invoke_app` takes. */
export interface InvokeAppInput {
  readonly requestKey: RequestKey
  readonly id: string
  readonly revision?: Revision
  readonly input: Json
  readonly expected?: Json
  readonly scorers?: { readonly [key: string]: {
    readonly id: string
    readonly revision?: Revision
  } }
  readonly waitMs?: number
}

/** What `invoke_app` answers. */
export interface InvokeAppResult {
  readonly run: EvalRun
  readonly target: EvalEvidence
}

/** What `get_usage` takes. */
export interface GetUsageInput {
  readonly from: string
  readonly to: string
  readonly groupBy: "run" | "app" | "scorer" | "day"
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `get_usage` answers. */
export interface GetUsageResult {
  readonly accounts: ReadonlyArray<UsageAccount>
  readonly items: ReadonlyArray<UsageEntry>
  readonly nextCursor: string | null
}

/** Evaluations. */
export interface Evaluations {
  /**
   * Start an evaluation run.
   *
   * Has an app answer each item of a dataset, as often as repetitions says, and scorers judge what it answers. Definitions, dataset and prices are pinned when the run is created: later changes alter nothing of it. The same requestKey with the same inputs answers the run that it made; poll get_eval_run until its status is completed, failed or cancelled. A run has at most 50,000 targets.
   */
  readonly create: Method<CreateEvalRunInput, EvalRun, "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED">
  /**
   * Estimate an evaluation run.
   *
   * Tells how many targets and calls a run would have, and the most that it can cost, in micro-units, without retries. Nothing is created.
   */
  readonly estimate: Method<EstimateEvalRunInput, EstimateEvalRunResult, "NOT_FOUND" | "REFERENCE_NOT_FOUND">
  /**
   * List evaluation runs.
   *
   * Lists the evaluation runs of the project, newest first, each with its counts and figures. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListEvalRunsInput, ListEvalRunsResult, EvalRun, never>
  /**
   * Read an evaluation run.
   *
   * Reads a run, what people say of it, and a page of its targets in the order of the dataset's items. status, itemId, and scorer with below, narrow the targets; below takes those whose value of that scorer is less. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly get: ListMethod<GetEvalRunInput, GetEvalRunResult, EvalTarget, "NOT_FOUND">
  /**
   * Read the evidence of a target.
   *
   * Reads all that is known of a target: what it was given and answered, each attempt, each score with its explanation. Once the target has succeeded or failed, it never changes, and hashes to evidenceHash.
   */
  readonly target: Method<GetEvalTargetInput, EvalEvidence, "NOT_FOUND">
  /**
   * Cancel an evaluation run.
   *
   * Ends a run: nothing new is called from now on, and what is in flight ends within two seconds. What has ended stays as it is.
   */
  readonly cancel: Method<CancelEvalRunInput, EvalRun, "NOT_FOUND" | "RUN_ENDED">
  /**
   * Resume an evaluation run.
   *
   * Goes on with a run that is paused, as its app failed 20 times in a row or its budget was used up.
   */
  readonly resume: Method<ResumeEvalRunInput, EvalRun, "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "RUN_ENDED">
  /**
   * Compare two evaluation runs.
   *
   * Tells of each scorer that both runs have whether the run is better or worse than the base, with the 95 % interval of the difference over the items of the same revision that both scored, and lists the items. scorer and change narrow the items. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly compare: ListMethod<CompareEvalRunsInput, CompareEvalRunsResult, EvalComparedItem, "NOT_FOUND">
  /**
   * Delete an evaluation run.
   *
   * Deletes a run that has ended, with its targets and their evidence, for good. What it spent stays counted, and its requestKey stays taken.
   */
  readonly delete: Method<DeleteEvalRunInput, DeleteEvalRunResult, "NOT_FOUND" | "CONFLICT">
  /**
   * Call an app.
   *
   * Calls an app with an input, and scores what it answers: a run of one target. It waits up to waitMs for the end; where it takes longer, the target is told as it is: read it with get_eval_target. The same requestKey with the same inputs calls nothing again.
   */
  readonly invoke: Method<InvokeAppInput, InvokeAppResult, "USAGE_LIMIT_REACHED" | "NOT_FOUND" | "REQUEST_KEY_REUSED" | "REFERENCE_NOT_FOUND" | "UNPRICED">
  /**
   * Read what evaluations cost.
   *
   * Reads the budgets that the project draws on, and what its runs spent in a range of time, by run, app, scorer or day: attempts count when they ended, and scores when their target did. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly usage: ListMethod<GetUsageInput, GetUsageResult, UsageEntry, never>
}

/** What `create_review_session` takes. */
export interface CreateReviewSessionInput {
  /** A name of yours for this session, for ever its own in the project. */
  readonly requestKey: string
  readonly name: string
  readonly subject: ReviewSubject
  /** What is asked, by alias: 1 to 20 scorers whose source is of the type human. Each stays at the revision that it has then. */
  readonly rubric: { readonly [key: string]: ReviewScorerInput }
  /** How many people review each item. */
  readonly reviewersPerItem?: number
  /** IDs of people, in any order; empty for every member. */
  readonly assignees?: ReadonlyArray<string>
  /** For how long a claim holds an item for a person. */
  readonly reservationMinutes?: number
  /** Whether people see neither automatic scores nor what others said until they submitted, nor figures before the end. */
  readonly blind?: boolean
  /** Whether reviews are taken from the pages of the server alone, and not from programs with a person's token. */
  readonly browserOnly?: boolean
  readonly instructions?: string
}

/** What `list_review_sessions` takes. */
export interface ListReviewSessionsInput {
  readonly status?: "open" | "closed"
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_review_sessions` answers. */
export interface ListReviewSessionsResult {
  readonly items: ReadonlyArray<ReviewSession>
  readonly nextCursor: string | null
}

/** What `get_review_session` takes. */
export interface GetReviewSessionInput {
  readonly id: ReviewSessionId
}

/** What `get_review_session` answers. */
export interface GetReviewSessionResult {
  readonly session: ReviewSession
  readonly statistics: { readonly [key: string]: ReviewFigures } | null
}

/** What `assign_reviews` takes. */
export interface AssignReviewsInput {
  readonly sessionId: ReviewSessionId
  /** IDs of people, in any order; empty for every member. */
  readonly assignees: ReadonlyArray<string>
}

/** What `close_review_session` takes. */
export interface CloseReviewSessionInput {
  readonly id: ReviewSessionId
}

/** What `list_reviews` takes. */
export interface ListReviewsInput {
  readonly sessionId: ReviewSessionId
  /** completed: it has all of its reviews. withdrawn: what it is about is gone. */
  readonly status?: "open" | "completed" | "withdrawn"
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_reviews` answers. */
export interface ListReviewsResult {
  readonly items: ReadonlyArray<{
    readonly review: Review
    /** What people said; null where it is withheld: in a blind session from whoever has not submitted, until it is closed. */
    readonly submissions: ReadonlyArray<ReviewSubmission> | null
  }>
  readonly nextCursor: string | null
}

/** What `get_review_evidence` takes. */
export interface GetReviewEvidenceInput {
  readonly id: ReviewId
}

/** What `get_review_evidence` answers. */
export interface GetReviewEvidenceResult {
  readonly review: Review
  readonly evidence: Json
  /** Whether scores and submissions are withheld. */
  readonly blind: boolean
  /** What people said; null where it is withheld: in a blind session from whoever has not submitted, until it is closed. */
  readonly submissions: ReadonlyArray<ReviewSubmission> | null
  /** Whether the oldest submissions did not fit the answer. */
  readonly hasMore: boolean
}

/** What `claim_review` takes. */
export interface ClaimReviewInput {
  readonly sessionId?: ReviewSessionId
  readonly id?: ReviewId
  readonly skip?: ReviewId
}

/** What `claim_review` answers. */
export interface ClaimReviewResult {
  readonly claim: {
    readonly review: Review
    readonly slot: number
  } | null
}

/** What `release_review` takes. */
export interface ReleaseReviewInput {
  readonly id: ReviewId
}

/** What `submit_review` takes. */
export interface SubmitReviewInput {
  readonly id: ReviewId
  readonly scores: { readonly [key: string]: ReviewScore }
  readonly supersedes?: ReviewSubmissionNumber
}

/** What `submit_review` answers. */
export interface SubmitReviewResult {
  readonly review: Review
  readonly submission: ReviewSubmission
}

/** Reviews. */
export interface Reviews {
  /**
   * Create a review session.
   *
   * Asks people about up to 5,000 traces, or targets of an evaluation run. What it is about and what is asked stay as they are then. The same requestKey with the same input is the same session, however often it is sent.
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
   * Reads a review session, how far it is, and what people said so far, summed up by question: statistics is null while a blind session is open.
   */
  readonly getSession: Method<GetReviewSessionInput, GetReviewSessionResult, "NOT_FOUND">
  /**
   * Assign a review session to people.
   *
   * Says who claims reviews of the session from now on. What somebody holds by then is theirs to submit.
   */
  readonly assign: Method<AssignReviewsInput, ReviewSession, "NOT_FOUND" | "CONFLICT">
  /**
   * Close a review session.
   *
   * Ends a review session: nothing is claimed, submitted or corrected any more, and its figures are there for everybody. One that is closed stays as it is.
   */
  readonly close: Method<CloseReviewSessionInput, ReviewSession, "NOT_FOUND">
  /**
   * List the reviews of a session.
   *
   * Lists the reviews of a session by ordinal, with who holds or submitted them, and the submissions that count. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListReviewsInput, ListReviewsResult, {
    readonly review: Review
    /** What people said; null where it is withheld: in a blind session from whoever has not submitted, until it is closed. */
    readonly submissions: ReadonlyArray<ReviewSubmission> | null
  }, "NOT_FOUND">
  /**
   * Read what a review is about.
   *
   * Reads a review with what it is about, as get_trace or get_eval_target answers it, and all submissions with what they correct. In a blind session a person who has not submitted sees neither scores nor submissions, until it is closed.
   */
  readonly evidence: Method<GetReviewEvidenceInput, GetReviewEvidenceResult, "NOT_FOUND">
  /**
   * Claim a review.
   *
   * Holds a place of a review for you until its time is over: of this one, or of the next one in a session that you have not submitted, first the one that you hold. skip gives one back, and goes on after it. claim is null where none is left for you. For people: an API key is HUMAN_REQUIRED.
   */
  readonly claim: Method<ClaimReviewInput, ClaimReviewResult, "NOT_FOUND" | "CONFLICT" | "HUMAN_REQUIRED">
  /**
   * Give a review back.
   *
   * Gives back a place that you hold, for others to claim. For people: an API key is HUMAN_REQUIRED.
   */
  readonly release: Method<ReleaseReviewInput, Review, "NOT_FOUND" | "REVIEW_TAKEN" | "HUMAN_REQUIRED">
  /**
   * Submit a review.
   *
   * Submits what you say of an item whose place you hold: an answer to each question of the session. A submission stays as it is; to correct it, submit again with its number as supersedes. The same one sent again is not another. After its time a place that nobody else took is still yours. For people: an API key is HUMAN_REQUIRED.
   */
  readonly submit: Method<SubmitReviewInput, SubmitReviewResult, "NOT_FOUND" | "CONFLICT" | "REVIEW_TAKEN" | "HUMAN_REQUIRED">
}

/** Who did it: a person or an API key. */
export interface Actor {
  readonly type: "user" | "api_key"
  readonly id: string
  readonly name: string
}

/** An app at one revision. */
export interface App {
  readonly id: string
  readonly kind: "app"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: AppSource
  readonly settings: AppSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: AppReference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** A text, or the name of a secret that set_app_secret sets. */
export type AppHeader = string | {
  readonly secret: string
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface AppReference {
  readonly kind: "prompt"
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface AppReferenceInput {
  readonly kind: "prompt"
  readonly id: string
  readonly revision?: Revision | null
}

/** A secret of an app, whose value is never told. */
export interface AppSecret {
  readonly name: string
  /** Its last 4 characters; null once it was taken away. */
  readonly preview: string | null
  readonly updatedAt: Timestamp
}

/** How long a call may take, how many there are at once over all processes and in a minute, how often it is tried for one target, whether it is tried again where an attempt was lost, and what it costs in micro-units. */
export interface AppSettings {
  readonly timeoutMs: number
  readonly maxConcurrency: number
  readonly ratePerMinute: number | null
  readonly maxAttempts: number
  readonly onLost: "retry" | "fail"
  readonly microsPerInvocation: number
  readonly extra: Json
}

/** How long a call may take, how many there are at once over all processes and in a minute, how often it is tried for one target, whether it is tried again where an attempt was lost, and what it costs in micro-units. */
export interface AppSettingsInput {
  readonly timeoutMs?: number
  readonly maxConcurrency?: number
  readonly ratePerMinute?: number | null
  readonly maxAttempts?: number
  readonly onLost?: "retry" | "fail"
  readonly microsPerInvocation?: number
  readonly extra?: Json
}

/** An endpoint that is called over HTTP, a prompt that a model answers, or a sample that answers without network or cost. */
export type AppSource = {
  readonly type: "http"
  readonly url: string
  readonly streaming: "none" | "sse" | "ndjson"
  /** Where in the answer the output is: a JSON Pointer; empty for all of it. */
  readonly outputPointer: string
  readonly headers: { readonly [key: string]: AppHeader }
} | {
  readonly type: "model"
  /** The alias of a prompt, whose variables are the members of an item's input. */
  readonly prompt: string
  readonly connection: string
  readonly model: string
  readonly maxOutputTokens: number
  readonly parameters: { readonly [key: string]: Json }
} | {
  readonly type: "sample"
  readonly behaviour: "echo" | "capitals" | "some_capitals" | "slow" | "flaky" | "failing"
}

/** An endpoint that is called over HTTP, a prompt that a model answers, or a sample that answers without network or cost. */
export type AppSourceInput = {
  readonly type: "http"
  readonly url: string
  readonly streaming?: "none" | "sse" | "ndjson"
  /** Where in the answer the output is: a JSON Pointer; empty for all of it. */
  readonly outputPointer?: string
  readonly headers?: { readonly [key: string]: AppHeader }
} | {
  readonly type: "model"
  /** The alias of a prompt, whose variables are the members of an item's input. */
  readonly prompt: string
  readonly connection: string
  readonly model: string
  readonly maxOutputTokens: number
  readonly parameters?: { readonly [key: string]: Json }
} | {
  readonly type: "sample"
  readonly behaviour: "echo" | "capitals" | "some_capitals" | "slow" | "flaky" | "failing"
}

/** Why a cell has no value. */
export interface CellError {
  readonly code: "TYPE_ERROR" | "ARITHMETIC" | "TOO_EXPENSIVE" | "TOO_LARGE" | "BAD_PATTERN"
  readonly message: string
}

/** A custom field at one revision. */
export interface CustomField {
  readonly id: string
  readonly kind: "custom_field"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: CustomFieldSource
  readonly settings: CustomFieldSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: Reference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** A custom field that is not saved. */
export interface CustomFieldDraftInput {
  readonly source: CustomFieldSource
  readonly settings: CustomFieldSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

/** The record that the field is computed from, and the type and unit of its value. */
export interface CustomFieldSettings {
  readonly target: "trace" | "span" | "evaluation_run" | "evaluation_case"
  readonly valueType: "string" | "number" | "boolean" | "timestamp" | "duration" | "json"
  readonly unit: string | null
  readonly extra: Json
}

/** The record that the field is computed from, and the type and unit of its value. */
export interface CustomFieldSettingsInput {
  readonly target: "trace" | "span" | "evaluation_run" | "evaluation_case"
  readonly valueType: "string" | "number" | "boolean" | "timestamp" | "duration" | "json"
  readonly unit?: string | null
  readonly extra?: Json
}

/** A formula, or a JSON Pointer into the record. */
export type CustomFieldSource = {
  readonly type: "formula"
  readonly language: "cel"
  /** Common Expression Language over `trace`, `span` or `run` and `custom.<alias>`; at most 8 KiB in UTF-8. */
  readonly expression: string
} | {
  readonly type: "attribute"
  /** An RFC 6901 JSON Pointer into the record. */
  readonly pointer: string
}

/** A dataset at one revision. */
export interface Dataset {
  readonly id: string
  readonly kind: "dataset"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: DatasetSource
  readonly settings: DatasetSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: DatasetReference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** An item that differs between two versions. */
export interface DatasetDifference {
  readonly id: string
  readonly change: "created" | "changed" | "deleted"
  readonly before: DatasetItem | null
  readonly after: DatasetItem | null
}

/** An item of a dataset, as it is at a version. */
export interface DatasetItem {
  readonly id: string
  readonly datasetId: string
  readonly externalId: string | null
  readonly input: Json
  readonly expected: Json
  readonly metadata: { readonly [key: string]: Json }
  readonly split: string | null
  readonly source: DatasetItemSource | null
  /** The version that it has been so since. */
  readonly fromVersion: number
  /** The first version that it is no longer so in; null where it still is. */
  readonly toVersion: number | null
  /** Its place among the items, which never changes. */
  readonly position: number
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
  /** Whether its content was purged, for good and in every version. */
  readonly purged: boolean
}

/** An item to create, which needs an input, or to change. At most 1 MiB of JSON. */
export interface DatasetItemInput {
  /** Of the item to change; one that is not there is created. */
  readonly id?: string
  /** Without id, of the item to change; one that is not there is created. */
  readonly externalId?: string | null
  readonly input?: Json
  readonly expected?: Json
  readonly metadata?: { readonly [key: string]: Json }
  readonly split?: string | null
  readonly source?: {
    readonly traceId: string
    readonly spanId: string | null
  } | null
}

/** The trace, and the span of it, that the item was made of. */
export interface DatasetItemSource {
  readonly traceId: string
  readonly spanId: string | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface DatasetReference {
  readonly kind: never
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface DatasetReferenceInput {
  readonly kind: never
  readonly id: string
  readonly revision?: Revision | null
}

/** What the parts of each item keep to. */
export interface DatasetSettings {
  readonly inputSchema: Json
  readonly expectedSchema: Json
  readonly metadataSchema: Json
  readonly extra: Json
}

/** What the parts of each item keep to. */
export interface DatasetSettingsInput {
  readonly inputSchema?: Json
  readonly expectedSchema?: Json
  readonly metadataSchema?: Json
  readonly extra?: Json
}

/** The dataset's own items, which have versions of their own. */
export interface DatasetSource {
  readonly type: "items"
}

/** A version of a dataset's items: 0 before the first change, then 1, 2, 3, … without a gap. */
export type DatasetVersion = number

/** A version of a dataset, and what it changed. */
export interface DatasetVersionEntry {
  readonly version: DatasetVersion
  readonly at: Timestamp
  readonly by: Actor
  readonly created: number
  readonly changed: number
  readonly deleted: number
}

/** A definition whose current revision refers to the one asked for, and under which alias; or, as eval_run, an evaluation run that works with it and has not ended. */
export interface Dependency {
  /** The name of its kind, such as page_view. */
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: Revision
  readonly alias: string
  readonly pinnedRevision: Revision | null
}

/** One try to work on a target. One is lost where the process that made it died, and released where it was stopped. */
export interface EvalAttempt {
  readonly number: number
  readonly startedAt: Timestamp
  readonly endedAt: Timestamp
  readonly outcome: "succeeded" | "failed" | "lost" | "released" | "cancelled"
  readonly errorCode: "APP_ERROR" | "APP_TIMEOUT" | "APP_UNREACHABLE" | "OUTPUT_TOO_LARGE" | "OUTPUT_INVALID" | "EGRESS_REFUSED" | "OUTCOME_UNKNOWN" | "PROMPT_INVALID" | null
  readonly message: string | null
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  readonly spentMicros: number
  /** Whether all that was held is charged, as nobody knows what it used. */
  readonly assumed: boolean
}

/** A run whose results are carried over, and neither called nor paid for again: succeeded runs again what failed or is new, outputs scores the outputs that are there. */
export interface EvalBasis {
  readonly runId: string
  readonly carry: "succeeded" | "outputs"
}

export interface EvalComparedItem {
  readonly itemId: string
  readonly externalId: string | null
  readonly scores: { readonly [key: string]: EvalItemChange }
}

/** What one scorer says of a run against a base, pair by pair. */
export interface EvalComparison {
  /** Items of the same revision that are scored in both runs: what the figures are over. */
  readonly pairs: number
  readonly onlyInBase: number
  readonly onlyInOther: number
  /** Items that are in both runs at different revisions. */
  readonly changed: number
  /** Items without a score in one of the runs. */
  readonly unscored: number
  /** The mean of the other's less the base's. */
  readonly difference: number | null
  /** A 95 % confidence interval, from its lower to its upper end; null where nothing can be said. */
  readonly ci95: readonly [number, number] | null
  /** Of a paired t test; raised by Holm's method where several scorers are compared. */
  readonly p: number | null
  /** The p of McNemar's exact test, of yes and no with one repetition. */
  readonly mcnemar: number | null
  /** Fewer than 30 pairs: the interval is a rough one. */
  readonly small: boolean
  /** Whether the interval leaves out 0, and on which side. */
  readonly verdict: "better" | "worse" | "no_evidence"
  readonly improved: number
  readonly regressed: number
  readonly unchanged: number
}

export interface EvalDefinition {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: Revision
}

/** The evidence of a target: at most 8 MiB. */
export interface EvalEvidence {
  readonly id: string
  readonly ordinal: number
  /** Null of a call by invoke_app. */
  readonly itemId: string | null
  readonly externalId: string | null
  /** The dataset's version that the item's revision came with. */
  readonly itemFromVersion: number | null
  /** 1 for the first. */
  readonly repetition: number
  readonly status: "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"
  /** Of the attempt that counts. */
  readonly durationMs: number | null
  readonly spentMicros: number
  readonly errorCode: "APP_ERROR" | "APP_TIMEOUT" | "APP_UNREACHABLE" | "OUTPUT_TOO_LARGE" | "OUTPUT_INVALID" | "EGRESS_REFUSED" | "OUTCOME_UNKNOWN" | "PROMPT_INVALID" | null
  /** The trace of all its attempts, fixed when the run was created. */
  readonly traceId: string
  /** The target whose results it shows. Law: F3. */
  readonly carriedFrom: string | null
  readonly runId: string
  readonly input: Json
  readonly expected: Json
  readonly metadata: { readonly [key: string]: Json }
  /** Null until there is one. */
  readonly output: Json
  /** What was sent and answered beside the output; secrets are replaced. */
  readonly exchange: { readonly [key: string]: Json }
  readonly attempts: ReadonlyArray<EvalAttempt>
  readonly scores: { readonly [key: string]: EvalScore }
  /** What the run works with, by name and revision. */
  readonly definitions: ReadonlyArray<EvalDefinition>
  /** Whether the item's content was taken away for good; the hash stays. */
  readonly purged: boolean
  /** When the output, what was exchanged, and the details of scores went, since the run is older than the server keeps them; the rest and the hash stay. */
  readonly outputRemovedAt: Timestamp | null
  /** SHA-256 of what is frozen, in hexadecimal digits; null until the target has succeeded or failed. */
  readonly evidenceHash: string | null
}

/** The means over the item's scored repetitions, and what became of them from the base to the other. */
export interface EvalItemChange {
  readonly change: "improved" | "regressed" | "unchanged" | "changed" | "onlyInBase" | "onlyInOther" | "unscored"
  readonly base: number | null
  readonly other: number | null
}

/** How often at least one of k repetitions passes. */
export interface EvalPassAtK {
  readonly k: number
  readonly value: number
}

/** What the run works with, resolved when it was created: later changes of definitions alter nothing of it. */
export interface EvalPins {
  /** Null of a run that scores the outputs of another. */
  readonly app: {
    readonly id: string
    readonly name: string
    readonly revision: Revision
  } | null
  /** Null of a call by invoke_app. */
  readonly dataset: {
    readonly id: string
    readonly name: string
    readonly revision: Revision
    readonly version: number
  } | null
  readonly scorers: { readonly [key: string]: PinnedScorer }
  /** Those that the app and the scorers use. */
  readonly prompts: ReadonlyArray<PinnedPrompt>
  readonly connections: ReadonlyArray<PinnedConnection>
}

/** An evaluation run: what it works with, how far it is, and its figures. */
export interface EvalRun {
  readonly id: string
  readonly requestKey: RequestKey
  readonly name: string
  readonly series: string | null
  readonly status: "queued" | "running" | "paused" | "cancelling" | "cancelled" | "completed" | "failed"
  /** Why it is paused (budget, app_unavailable) or failed (stop_after, pin_unreadable): resume_eval_run goes on with one that is paused. */
  readonly reason: "budget" | "app_unavailable" | "stop_after" | "pin_unreadable" | null
  readonly pins: EvalPins
  readonly repetitions: number
  readonly counts: EvalRunCounts
  readonly usage: EvalRunUsage
  readonly durationMs: EvalRunDurations
  /** By the alias of each scorer. */
  readonly statistics: { readonly [key: string]: EvalStatistics }
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly startedAt: Timestamp | null
  readonly endedAt: Timestamp | null
  readonly basis: EvalBasis | null
  /** The run to compare it with. */
  readonly baseRunId: string | null
  readonly metadata: { readonly [key: string]: Json }
}

/** Targets by state; but for carried, they sum to total in every answer. */
export interface EvalRunCounts {
  readonly total: number
  readonly queued: number
  readonly invoking: number
  readonly scoring: number
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  /** Those of them that were carried over from basis.runId. */
  readonly carried: number
}

/** Of the targets that succeeded, by nearest rank. */
export interface EvalRunDurations {
  readonly p50: number | null
  readonly p95: number | null
}

/** What people say of the targets of a run, in one session. */
export interface EvalRunReviews {
  readonly sessionId: ReviewSessionId
  readonly name: string
  readonly status: "open" | "closed"
  /** By the alias of each question; null for people while the session is blind and open. */
  readonly statistics: { readonly [key: string]: ReviewFigures } | null
}

/** In micro-units of the organization's currency: what is held for what is in flight, what was spent, and how much of that is assumed, as attempts were lost whose provider may have billed them. */
export interface EvalRunUsage {
  readonly heldMicros: number
  readonly spentMicros: number
  readonly assumedMicros: number
}

export interface EvalScore {
  readonly status: "scored" | "unscored" | "failed"
  readonly value: number | null
  readonly label: string | null
  readonly passed: boolean | null
  readonly spentMicros: number
  /** Explanation, metadata, logs, and the request and answer of a judge. */
  readonly detail: { readonly [key: string]: Json }
}

/** The figures of one scorer over one run. Repetitions are averaged per item, and never count as items. */
export interface EvalStatistics {
  /** Items with a scored repetition: what mean and ci95 are over. */
  readonly items: number
  /** Repetitions, as are unscored and failed, which are in no figure. */
  readonly scored: number
  readonly unscored: number
  readonly failed: number
  /** Of the items' means over their scored repetitions. */
  readonly mean: number | null
  readonly stdDev: number | null
  /** A 95 % confidence interval, from its lower to its upper end; null where nothing can be said. */
  readonly ci95: readonly [number, number] | null
  /** Fewer than 30 items: the interval is a rough one. */
  readonly small: boolean
  /** Of the scored repetitions. */
  readonly passRate: number | null
  /** The share of items whose repetitions all passed. */
  readonly passAll: number | null
  readonly passAtK: ReadonlyArray<EvalPassAtK>
}

/** How many targets, or which share of all, may fail before the run ends as failed. */
export type EvalStopAfter = {
  readonly failed: number
} | {
  readonly failedShare: number
}

/** An item of a run, once per repetition, without what it was given and answered. */
export interface EvalTarget {
  readonly id: string
  readonly ordinal: number
  /** Null of a call by invoke_app. */
  readonly itemId: string | null
  readonly externalId: string | null
  /** The dataset's version that the item's revision came with. */
  readonly itemFromVersion: number | null
  /** 1 for the first. */
  readonly repetition: number
  readonly status: "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"
  /** Of the attempt that counts. */
  readonly durationMs: number | null
  readonly spentMicros: number
  readonly errorCode: "APP_ERROR" | "APP_TIMEOUT" | "APP_UNREACHABLE" | "OUTPUT_TOO_LARGE" | "OUTPUT_INVALID" | "EGRESS_REFUSED" | "OUTCOME_UNKNOWN" | "PROMPT_INVALID" | null
  /** The trace of all its attempts, fixed when the run was created. */
  readonly traceId: string
  /** The target whose results it shows. Law: F3. */
  readonly carriedFrom: string | null
  readonly scores: { readonly [key: string]: EvalTargetScore }
}

/** What a scorer made of a target; a failed or missing score is no zero. */
export interface EvalTargetScore {
  readonly status: "scored" | "unscored" | "failed"
  readonly value: number | null
  readonly label: string | null
  readonly passed: boolean | null
}

/** The revision that you saw last. If it is no longer the current one, nothing changes. */
export type ExpectedRevision = number

/** An import of files, and what it did. */
export interface Import {
  /** Null of a check, which is not kept. */
  readonly id: ImportId | null
  readonly importKey: ImportKey
  /** staged: parts are missing. applied: all is written. checked: a dryRun, and nothing is. */
  readonly status: "staged" | "applied" | "checked"
  readonly parts: {
    readonly staged: number
    readonly count: number
  }
  readonly report: ImportReport
  /** The dataset's version afterwards, where it is one. */
  readonly version?: number
  /** Null of a check. */
  readonly createdAt: Timestamp | null
}

/** One place of a file, and what is wrong there. */
export interface ImportError {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1, in UTF-16 code units. */
  readonly column?: number
  /** A JSON Pointer from the file's value, or, in JSONL and CSV, from that of the line or row. */
  readonly pointer: string
  readonly code: "SYNTAX" | "UNSUPPORTED" | "NOT_EXACT" | "TOO_LARGE" | "TOO_EXPENSIVE" | "INVALID_HEADER" | "INVALID_ITEM" | "INVALID_DEFINITION" | "DUPLICATE"
  readonly message: string
}

/** A file as text. */
export interface ImportFile {
  /** Its name, which errors tell. In several parts, a file goes on under its name. */
  readonly path: string
  /** By default what the name ends with: .jsonl or .ndjson, .json, .csv, .yaml or .yml. */
  readonly format?: "jsonl" | "json" | "csv" | "yaml"
  readonly content: string
}

export type ImportId = string

export interface ImportItemCounts {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly deleted: number
}

/** Of all datasets. */
export interface ImportItemCounts1 {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly deleted: number
}

/** A key of yours, 1 to 200 characters: what is sent again under it is applied once, and its parts belong together. */
export type ImportKey = string

export interface ImportMappedValue {
  readonly to: string
  /** What a text stands for, such as a cell of CSV: itself (string), JSON, or a number. */
  readonly as?: "string" | "json" | "number"
}

export interface ImportMapping { readonly [key: string]: string | ImportMappedValue }

export interface ImportPart {
  readonly index: number
  readonly count: number
}

/** What an import did, or what applying it would do. */
export interface ImportReport {
  readonly datasets: ReadonlyArray<ImportedDataset>
  readonly items: ImportItemCounts1
  readonly scorers: ReadonlyArray<ImportedScorer>
  readonly warnings: ReadonlyArray<string>
  /** What applying would be refused for, of a check: the first 100 places. */
  readonly errors: ReadonlyArray<ImportError>
}

export interface ImportedDataset {
  /** Null where a check would create it. */
  readonly id: string | null
  readonly name: string
  readonly change: "created" | "changed" | "unchanged"
  /** Its version afterwards. */
  readonly version: number
  readonly items: ImportItemCounts
}

export interface ImportedScorer {
  /** Null where a check would create it. */
  readonly id: string | null
  readonly name: string
  readonly change: "created" | "changed" | "unchanged"
  readonly revision: number
}

/** A metrics chart at one revision. */
export interface MetricsChart {
  readonly id: string
  readonly kind: "metrics_chart"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: MetricsChartSource
  readonly settings: MetricsChartSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: MetricsChartReference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface MetricsChartReference {
  readonly kind: never
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface MetricsChartReferenceInput {
  readonly kind: never
  readonly id: string
  readonly revision?: Revision | null
}

/** How the chart is drawn, and the unit of its values. */
export interface MetricsChartSettings {
  readonly chartType: "line" | "bar" | "area" | "number" | "table"
  readonly unit: string | null
  readonly extra: Json
}

/** How the chart is drawn, and the unit of its values. */
export interface MetricsChartSettingsInput {
  readonly chartType: "line" | "bar" | "area" | "number" | "table"
  readonly unit?: string | null
  readonly extra?: Json
}

/** A query that is asked for a range of time. */
export interface MetricsChartSource {
  readonly type: "query"
  readonly query: MetricsQuery
}

export interface MetricsFilter {
  readonly field: string
  readonly operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"
  readonly value?: Json
}

export interface MetricsMeasure {
  readonly measure: "count" | "durationMs" | "cost" | "inputTokens" | "outputTokens" | "totalTokens" | "timeToFirstTokenMs" | "spanCount" | "errorCount" | "value"
  readonly aggregation: "count" | "sum" | "avg" | "min" | "max" | "p50" | "p90" | "p95" | "p99" | "errorRate" | "distinctUsers" | "distinctSessions"
}

/** By default by time, oldest first; without a granularity by the first measure, greatest first. */
export interface MetricsOrder {
  /** The index of a measure, from 0, or time. */
  readonly by: number | "time"
  readonly direction: "asc" | "desc"
}

export interface MetricsQuery {
  /** What is counted: traces, spans, or scores of traces and of their spans. */
  readonly over: "traces" | "spans" | "scores"
  /** count goes with count, errorRate (of traces and spans whose status is error, 0 to 1), distinctUsers and distinctSessions. Every other measure goes with count (of those that have it), sum, avg, min, max, p50, p90, p95 and p99, which are exact. timeToFirstTokenMs is of spans, spanCount and errorCount of traces, value of scores. */
  readonly measures: ReadonlyArray<MetricsMeasure>
  readonly dimensions?: ReadonlyArray<string>
  /** Cuts time in UTC. Weeks begin on Monday. */
  readonly granularity?: "minute" | "hour" | "day" | "week" | "month"
  /** All must hold. They mean what those of page views mean. */
  readonly filters?: ReadonlyArray<MetricsFilter>
  readonly orderBy?: MetricsOrder
  /** A page may hold fewer. */
  readonly limit?: number
}

/** A group: time, with a granularity, is when its minute, hour, day, week or month begins. */
export interface MetricsRow {
  readonly time?: Timestamp
  /** The value of each dimension, or null. */
  readonly dimensions: { readonly [key: string]: Json }
  /** A number for each measure; null where nothing has it. */
  readonly values: ReadonlyArray<number | null>
}

/** A provider of models that apps and judges may call. */
export interface ModelConnection {
  readonly id: string
  readonly name: string
  /** The models that it has prices of. */
  readonly models: ReadonlyArray<string>
}

/** How this revision was created. */
export type Origin = {
  readonly type: "created"
} | {
  readonly type: "updated"
} | {
  readonly type: "restored"
  readonly revision: Revision
} | {
  readonly type: "copied"
  readonly id: string
  readonly revision: Revision
} | {
  readonly type: "recovered"
  readonly deletedAt: Timestamp
  readonly deletedBy: Actor
}

/** A page view at one revision. */
export interface PageView {
  readonly id: string
  readonly kind: "page_view"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: PageViewSource
  readonly settings: PageViewSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: Reference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

export interface PageViewColumn {
  /** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
  readonly field: string
  readonly label?: string
  /** In CSS pixels. */
  readonly width?: number
  readonly hidden?: boolean
}

/** A page view that is not saved. */
export interface PageViewDraftInput {
  readonly source: PageViewSource
  readonly settings: PageViewSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
}

export interface PageViewFilter {
  /** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
  readonly field: string
  readonly operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"
  readonly value?: Json
}

/** How the page view shows its target. */
export interface PageViewSettings {
  readonly target: "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
  readonly columns: ReadonlyArray<PageViewColumn>
  readonly filters: ReadonlyArray<PageViewFilter>
  readonly sort: ReadonlyArray<PageViewSort>
  readonly groupBy: string | null
  readonly extra: Json
}

/** How the page view shows its target. */
export interface PageViewSettingsInput {
  readonly target: "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
  readonly columns?: ReadonlyArray<PageViewColumn>
  readonly filters?: ReadonlyArray<PageViewFilter>
  readonly sort?: ReadonlyArray<PageViewSort>
  readonly groupBy?: string | null
  readonly extra?: Json
}

export interface PageViewSort {
  /** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
  readonly field: string
  readonly direction: "asc" | "desc"
}

/** A table, or a TSX module. */
export type PageViewSource = {
  readonly type: "table"
} | {
  readonly type: "react"
  /** A TSX module whose default export is a component; at most 256 KiB in UTF-8. */
  readonly code: string
}

export interface PinnedConnection {
  readonly id: string
  readonly name: string
  /** SHA-256 of its prices, in hexadecimal digits. */
  readonly pricesHash: string
}

export interface PinnedPrompt {
  readonly id: string
  readonly name: string
  readonly revision: Revision
  /** The label that it came by. */
  readonly label: string | null
}

export interface PinnedScorer {
  readonly id: string
  readonly name: string
  readonly revision: Revision
}

/** A prompt at one revision. */
export interface Prompt {
  readonly id: string
  readonly kind: "prompt"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: PromptSource
  readonly settings: PromptSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: PromptReference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** A prompt that is not saved. */
export interface PromptDraftInput {
  readonly source: PromptSource
  readonly settings?: PromptSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: PromptReferenceInput }
}

export interface PromptIssue {
  readonly severity: "error" | "warning"
  readonly code: "UNKNOWN_ALIAS" | "UNUSED_REFERENCE" | "UNPINNED_REFERENCE" | "UNDECLARED_VARIABLE" | "UNUSED_VARIABLE" | "VARIABLE_TYPE" | "NOT_A_TEXT" | "NOT_A_TAG" | "REFERENCE_CYCLE" | "TOO_DEEP"
  readonly message: string
  /** An RFC 6901 JSON Pointer into the definition. */
  readonly path: string
  /** In the text at path, counted from 1. */
  readonly position?: {
    readonly line: number
    readonly column: number
  }
  /** The prompt that the issue is in, if it is not the one that is checked itself. */
  readonly definition?: {
    readonly kind: "prompt"
    readonly id: string
    readonly revision: Revision
  }
}

/** A name that points at one revision of a prompt. */
export interface PromptLabel {
  readonly promptId: string
  readonly label: string
  /** The revision that it points at; null where it was taken away. */
  readonly revision: Revision | null
  readonly labelRevision: PromptLabelRevision
  readonly movedAt: Timestamp
  readonly movedBy: Actor
  /** Whether it is moved by owners and admins of the organization alone, and by no API key. */
  readonly protected: boolean
}

/** How often the label was moved: 1, 2, 3, … */
export type PromptLabelRevision = number

/** The span that was recorded, and the attributes for the spans that use the prompt. */
export interface PromptLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: { readonly [key: string]: Json }
}

/** A message to a model. */
export interface PromptMessage {
  readonly role: "system" | "user" | "assistant" | "developer" | "tool"
  readonly content: string
}

/** The model that the prompt is written for, and its parameters. */
export interface PromptModel {
  readonly name: string
  readonly parameters: { readonly [key: string]: Json }
}

/** The model that the prompt is written for, and its parameters. */
export interface PromptModelInput {
  readonly name: string
  readonly parameters?: { readonly [key: string]: Json }
}

/** Stands for the messages that a variable of this name is given. */
export interface PromptPlaceholder {
  readonly placeholder: string
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface PromptReference {
  readonly kind: "prompt"
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface PromptReferenceInput {
  readonly kind: "prompt"
  readonly id: string
  readonly revision?: Revision | null
}

/** The variables of the prompt, and the model, tools and format of the answer that it is written for. */
export interface PromptSettings {
  readonly variables: ReadonlyArray<PromptVariable>
  readonly model: PromptModel | null
  readonly tools: ReadonlyArray<Json>
  readonly responseFormat: Json
  readonly extra: Json
}

/** The variables of the prompt, and the model, tools and format of the answer that it is written for. */
export interface PromptSettingsInput {
  readonly variables?: ReadonlyArray<PromptVariableInput>
  readonly model?: PromptModelInput | null
  readonly tools?: ReadonlyArray<Json>
  readonly responseFormat?: Json
  readonly extra?: Json
}

/** A text, or the messages of a chat, with variables in them. */
export type PromptSource = {
  readonly type: "text"
  /** {{name}} stands for a variable, {{> alias}} for another prompt of its references, which is text. All else is kept as it is. At most 256 KiB in UTF-8. */
  readonly template: string
} | {
  readonly type: "chat"
  readonly messages: ReadonlyArray<PromptTemplateMessage | PromptPlaceholder>
}

/** A message, as a template. */
export interface PromptTemplateMessage {
  readonly role: "system" | "user" | "assistant" | "developer" | "tool"
  /** {{name}} stands for a variable, {{> alias}} for another prompt of its references, which is text. All else is kept as it is. */
  readonly content: string
}

/** Text, a number or a boolean; for a placeholder of a chat, the messages to put there. */
export type PromptValue = string | number | boolean | ReadonlyArray<PromptMessage>

/** Text, a number or a boolean; for a placeholder of a chat, the messages to put there. */
export type PromptValue1Input = string | number | boolean | ReadonlyArray<PromptMessage>

/** A variable that the prompt takes. One that is required, has no default and is not given is MISSING_VARIABLE; one that is not required is empty text, or no messages. */
export interface PromptVariable {
  readonly name: string
  readonly required: boolean
  readonly default?: PromptValue
}

/** A variable that the prompt takes. One that is required, has no default and is not given is MISSING_VARIABLE; one that is not required is empty text, or no messages. */
export interface PromptVariableInput {
  readonly name: string
  readonly required?: boolean
  readonly default?: PromptValue
}

export interface QueriedPageViewDraftInput {
  readonly source: PageViewSource
  readonly settings: PageViewSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ReferenceInput }
  /** Custom fields that are not saved, each by an alias that no reference has. */
  readonly customFields?: { readonly [key: string]: CustomFieldDraftInput }
}

export interface RecordedEvent {
  readonly name: string
  readonly at?: string
  readonly timeNano?: string
  readonly attributes?: { readonly [key: string]: Json }
}

export interface RecordedIds {
  readonly id: string
  readonly spanIds: ReadonlyArray<string>
}

export interface RecordedSpan {
  /** Made if left out: a repeat is then not recognized. */
  readonly id?: string
  readonly parentId?: string | null
  readonly name: string
  readonly type?: "span" | "generation" | "agent" | "tool" | "chain" | "retriever" | "embedding" | "evaluator" | "guardrail" | "prompt" | "event"
  readonly kind?: "internal" | "server" | "client" | "producer" | "consumer"
  readonly status?: "unset" | "ok" | "error"
  readonly startedAt: string
  readonly endedAt?: string | null
  /** Exact, in place of startedAt. */
  readonly startNano?: string
  readonly endNano?: string | null
  readonly model?: string
  readonly provider?: string
  readonly usage?: TokenUsage
  /** US dollars. */
  readonly cost?: number
  readonly input?: Json
  readonly output?: Json
  readonly metadata?: { readonly [key: string]: Json }
  readonly tags?: ReadonlyArray<string>
  readonly error?: Json
  readonly attributes?: { readonly [key: string]: Json }
  readonly events?: ReadonlyArray<RecordedEvent>
  /** Of versions of one span that have ended, the greatest wins. */
  readonly version?: number
}

export interface RecordedTrace {
  /** Made if left out: a repeat is then not recognized. */
  readonly id?: string
  readonly name?: string
  readonly userId?: string
  readonly sessionId?: string
  readonly environment?: string
  readonly release?: string
  readonly input?: Json
  readonly output?: Json
  readonly metadata?: { readonly [key: string]: Json }
  readonly tags?: ReadonlyArray<string>
  readonly startedAt?: string
  readonly endedAt?: string
  readonly spans?: ReadonlyArray<RecordedSpan>
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface Reference {
  readonly kind: "page_view" | "custom_field"
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface ReferenceInput {
  readonly kind: "page_view" | "custom_field"
  readonly id: string
  readonly revision?: Revision | null
}

/** A prompt with its variables filled in: a text, or messages. At most 1 MiB in UTF-8. */
export type RenderedPrompt = {
  readonly type: "text"
  readonly text: string
} | {
  readonly type: "chat"
  readonly messages: ReadonlyArray<PromptMessage>
}

/** A stable name of yours for what is asked, 1 to 200 characters, unique in the project for ever: the same key with the same inputs finds what it made. */
export type RequestKey = string

/** One thing that people are asked about, with a place for each of them. */
export interface Review {
  readonly id: ReviewId
  readonly sessionId: ReviewSessionId
  /** Its place in the session: 1, 2, 3, … */
  readonly ordinal: number
  /** A trace, or a target of an evaluation run. */
  readonly subject: {
    readonly type: "trace" | "eval_target"
    readonly id: string
  }
  /** completed: it has all of its reviews. withdrawn: what it is about is gone. */
  readonly status: "open" | "completed" | "withdrawn"
  readonly slots: ReadonlyArray<ReviewSlot>
}

/** The answers to a question, summed up. Items are the clusters. */
export interface ReviewFigures {
  /** Items with an answer that is a number: what mean, deviation and interval are over. */
  readonly items: number
  /** Answers that count. What was corrected counts once. */
  readonly answers: number
  readonly mean: number | null
  readonly stdDev: number | null
  readonly ci95: readonly [number, number] | null
  /** Fewer than 30 items: the interval is a rough one. */
  readonly small: boolean
  readonly passRate: number | null
  /** Krippendorff's α of how people agree: 1 for always, 0 as chance would have it; null where nobody answered beside another, or all answered the same. */
  readonly alpha: number | null
  /** How often each label was chosen; null where answers are none. */
  readonly labels: { readonly [key: string]: number } | null
}

export type ReviewId = string

/** A scorer of the type human at the revision that is asked. */
export interface ReviewQuestion {
  readonly id: string
  readonly revision: Revision
  readonly name: string
  readonly question: string
  readonly guidance: string
  readonly output: ScorerOutput
  readonly passAt: number | null
  readonly higherIsBetter: boolean
}

export interface ReviewRunTargets {
  readonly runId: string
  readonly status?: "succeeded" | "failed"
  readonly scorer?: string
  readonly below?: number
  /** How many of them at most: the same ones each time. Without it, all. */
  readonly sample?: number
}

/** The answer to a question, and why. */
export interface ReviewScore {
  /** What the output of the scorer asks for: a number, true or false, or a label. */
  readonly value: number | boolean | string
  readonly comment?: string
}

/** A scorer; revision null takes the current one. */
export interface ReviewScorerInput {
  readonly id: string
  readonly revision?: Revision | null
}

/** Things that people are asked about, and what they are asked. */
export interface ReviewSession {
  readonly id: ReviewSessionId
  readonly requestKey: string
  readonly name: string
  readonly status: "open" | "closed"
  readonly subject: ReviewSessionSubject
  readonly rubric: { readonly [key: string]: ReviewQuestion }
  /** How many people review each item. */
  readonly reviewersPerItem: number
  /** IDs of people, in any order; empty for every member. */
  readonly assignees: ReadonlyArray<string>
  /** For how long a claim holds an item for a person. */
  readonly reservationMinutes: number
  /** Whether people see neither automatic scores nor what others said until they submitted, nor figures before the end. */
  readonly blind: boolean
  /** Whether reviews are taken from the pages of the server alone, and not from programs with a person's token. */
  readonly browserOnly: boolean
  readonly instructions: string
  readonly counts: {
    /** All items. */
    readonly items: number
    /** Items that have all of their reviews. */
    readonly completed: number
    /** Items whose subject is gone. */
    readonly withdrawn: number
    /** Reviews that count, of all items and people. */
    readonly reviews: number
  }
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly closedAt: Timestamp | null
  readonly closedBy: Actor | null
}

export type ReviewSessionId = string

export type ReviewSessionSubject = {
  readonly type: "traces"
} | {
  readonly type: "eval_run"
  readonly runId: string
}

/** A place for the review of one person: free, held, or submitted. */
export interface ReviewSlot {
  readonly slot: number
  readonly reviewer: Actor | null
  /** Until when it is held for them; null once it is submitted. */
  readonly until: Timestamp | null
  readonly submittedAt: Timestamp | null
}

/** Traces, or targets of an evaluation run: at most 5,000 of them. */
export type ReviewSubject = ReviewTraces | ReviewRunTargets

/** What a person said of an item. */
export interface ReviewSubmission {
  readonly slot: number
  readonly number: ReviewSubmissionNumber
  readonly supersedes: ReviewSubmissionNumber | null
  /** Whether nothing corrected it since. */
  readonly counts: boolean
  readonly reviewer: Actor
  /** Whether it came from a page, or from a program with the person's token. */
  readonly via: "browser" | "rest" | "mcp"
  readonly scores: { readonly [key: string]: ReviewScore }
  readonly submittedAt: Timestamp
}

/** 1, and 2, 3, … of what corrects it. */
export type ReviewSubmissionNumber = number

/** Traces, each reviewed once however often it is named. */
export interface ReviewTraces {
  readonly traceIds: ReadonlyArray<string>
}

/** The number of a revision: 1, 2, 3, … without a gap. */
export type Revision = number

/** A column of a page view, as its settings have it. */
export interface RowColumn {
  readonly field: string
  readonly label: string | null
  /** What values are: a timestamp is RFC 3339 in UTC with milliseconds, a duration a number of milliseconds, strings a list. */
  readonly valueType: "string" | "number" | "boolean" | "timestamp" | "duration" | "json" | "strings"
  readonly unit: string | null
  readonly hidden: boolean
}

/** A score of a trace, or of one of its spans. */
export interface Score {
  readonly id: string
  readonly traceId: string
  readonly spanId: string | null
  readonly name: string
  readonly dataType: "NUMERIC" | "BOOLEAN" | "CATEGORICAL" | "TEXT"
  readonly value: number | boolean | string
  readonly label: string | null
  readonly explanation: string | null
  readonly source: "API" | "ANNOTATION" | "EVAL"
  readonly annotatorKind: "LLM" | "CODE" | "HUMAN"
  readonly identifier: string
  readonly metadata: Json
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
}

/** A scorer at one revision. */
export interface Scorer {
  readonly id: string
  readonly kind: "scorer"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: ScorerSource
  readonly settings: ScorerSettings
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: ScorerReference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** A scorer that is not saved. */
export interface ScorerDraftInput {
  readonly source: ScorerSourceInput
  readonly settings?: ScorerSettingsInput
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: ScorerReferenceInput }
}

export interface ScorerIssue {
  readonly severity: "error" | "warning"
  readonly code: "SYNTAX_ERROR" | "NO_DEFAULT_EXPORT" | "IMPORT_NOT_ALLOWED" | "NOT_ERASABLE" | "INVALID_PATTERN" | "INVALID_SCHEMA" | "UNKNOWN_ALIAS" | "UNUSED_REFERENCE" | "WRONG_KIND" | "OUTPUT_MISMATCH" | "PASS_OUT_OF_RANGE"
  readonly message: string
  /** An RFC 6901 JSON Pointer into the definition. */
  readonly path: string
  /** In the text at path, counted from 1. */
  readonly position?: {
    readonly line: number
    readonly column: number
  }
}

/** A label, and the number that it counts as; null for none. */
export interface ScorerLabel {
  readonly label: string
  readonly value: number | null
}

/** What scores are: a number from min to max (null for no bound), true (1) or false (0), or one of some labels. */
export type ScorerOutput = {
  readonly type: "number"
  readonly min: number | null
  readonly max: number | null
} | {
  readonly type: "boolean"
} | {
  readonly type: "label"
  readonly labels: ReadonlyArray<ScorerLabel>
}

/** What scores are: a number from min to max (null for no bound), true (1) or false (0), or one of some labels. */
export type ScorerOutputInput = {
  readonly type: "number"
  readonly min?: number | null
  readonly max?: number | null
} | {
  readonly type: "boolean"
} | {
  readonly type: "label"
  readonly labels: ReadonlyArray<ScorerLabel>
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface ScorerReference {
  readonly kind: "prompt" | "app" | "scorer"
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface ScorerReferenceInput {
  readonly kind: "prompt" | "app" | "scorer"
  readonly id: string
  readonly revision?: Revision | null
}

/** What scores are and which of them pass, what the scorer is given, and how long it may take. */
export interface ScorerSettings {
  readonly output: ScorerOutput
  /** What the scorer is given beside, or instead of, input, output, expected, metadata and trace: by name, a JSON Pointer into these, such as {"expected": "/expected/answer"}. */
  readonly inputs: { readonly [key: string]: string }
  /** The score that passes, as a number; null for none, where true passes of those that are true or false. */
  readonly passAt: number | null
  readonly higherIsBetter: boolean
  readonly timeoutMs: number
  readonly extra: Json
}

/** What scores are and which of them pass, what the scorer is given, and how long it may take. */
export interface ScorerSettingsInput {
  readonly output?: ScorerOutputInput
  /** What the scorer is given beside, or instead of, input, output, expected, metadata and trace: by name, a JSON Pointer into these, such as {"expected": "/expected/answer"}. */
  readonly inputs?: { readonly [key: string]: string }
  /** The score that passes, as a number; null for none, where true passes of those that are true or false. */
  readonly passAt?: number | null
  readonly higherIsBetter?: boolean
  readonly timeoutMs?: number
  readonly extra?: Json
}

/** What makes a score: a built-in measure, code that sees its input alone, a model that judges, an app of the project, or people, in reviews. */
export type ScorerSource = {
  readonly type: "builtin"
  readonly name: "exact"
  /** Whether output and expected are equal, as JSON; texts also but for case or white space around them. */
  readonly options: {
    readonly ignoreCase: boolean
    readonly trim: boolean
  }
} | {
  readonly type: "builtin"
  readonly name: "contains"
  /** Whether the output, as text, has the expected text in it, or all or any of a list of them. */
  readonly options: {
    readonly ignoreCase: boolean
    readonly mode: "all" | "any"
  }
} | {
  readonly type: "builtin"
  readonly name: "regex"
  /** Whether the output, as text, has a match of the pattern; null for that in expected. */
  readonly options: {
    readonly pattern: string | null
    readonly flags: string
  }
} | {
  readonly type: "builtin"
  readonly name: "numeric"
  /** Whether output and expected differ by at most the tolerance, or, if relative, that part of expected. */
  readonly options: {
    readonly tolerance: number
    readonly relative: boolean
  }
} | {
  readonly type: "builtin"
  readonly name: "levenshtein"
  /** How alike two texts of at most 20,000 characters are: 1 − edits ÷ length of the longer one, 0 to 1. */
  readonly options: {
    readonly ignoreCase: boolean
  }
} | {
  readonly type: "builtin"
  readonly name: "jsonEqual"
  /** Whether output and expected are equal JSON, in whatever order their members are; an output that is a text is read as JSON. Lists are compared in order unless told otherwise; what the pointers in ignore lead to is left out. */
  readonly options: {
    readonly ordered: boolean
    readonly ignore: ReadonlyArray<string>
  }
} | {
  readonly type: "builtin"
  readonly name: "jsonSchema"
  /** Whether the output keeps to a JSON Schema 2020-12; null for that in expected. An output that is a text is read as JSON. */
  readonly options: {
    readonly schema: Json
  }
} | {
  readonly type: "builtin"
  readonly name: "listOverlap"
  /** How far two lists have the same values in them, each as often as it is there, 0 to 1. */
  readonly options: {
    readonly measure: "f1" | "precision" | "recall" | "jaccard"
  }
} | {
  readonly type: "builtin"
  readonly name: "latency"
  /** How long the app took. */
  readonly options: {
    readonly unit: "ms" | "s"
  }
} | {
  readonly type: "builtin"
  readonly name: "usage"
  /** What the app used: micro-units of money, or tokens. */
  readonly options: {
    readonly of: "micros" | "inputTokens" | "outputTokens" | "totalTokens"
  }
} | {
  readonly type: "code"
  readonly language: "javascript" | "typescript"
  /** A module without imports, of at most 64 KiB in UTF-8. Its default export is called with an object of the inputs (input, output, expected, metadata, trace, and those of the settings), and returns a value, or { value, label?, explanation?, metadata? }, or a promise of one; null for no score. TypeScript has types alone that can be left out. */
  readonly code: string
} | {
  readonly type: "judge"
  /** The alias of a prompt, whose variables are the inputs. */
  readonly prompt: string
  readonly connection: string
  readonly model: string
  readonly maxOutputTokens: number
  readonly temperature?: number
  readonly choices: ReadonlyArray<ScorerLabel>
} | {
  readonly type: "app"
  /** The alias of an app that answers with the score, in any language. */
  readonly app: string
} | {
  readonly type: "human"
  readonly question: string
  readonly guidance: string
}

/** What makes a score: a built-in measure, code that sees its input alone, a model that judges, an app of the project, or people, in reviews. */
export type ScorerSourceInput = {
  readonly type: "builtin"
  readonly name: "exact"
  /** Whether output and expected are equal, as JSON; texts also but for case or white space around them. */
  readonly options?: {
    readonly ignoreCase?: boolean
    readonly trim?: boolean
  }
} | {
  readonly type: "builtin"
  readonly name: "contains"
  /** Whether the output, as text, has the expected text in it, or all or any of a list of them. */
  readonly options?: {
    readonly ignoreCase?: boolean
    readonly mode?: "all" | "any"
  }
} | {
  readonly type: "builtin"
  readonly name: "regex"
  /** Whether the output, as text, has a match of the pattern; null for that in expected. */
  readonly options?: {
    readonly pattern?: string | null
    readonly flags?: string
  }
} | {
  readonly type: "builtin"
  readonly name: "numeric"
  /** Whether output and expected differ by at most the tolerance, or, if relative, that part of expected. */
  readonly options?: {
    readonly tolerance?: number
    readonly relative?: boolean
  }
} | {
  readonly type: "builtin"
  readonly name: "levenshtein"
  /** How alike two texts of at most 20,000 characters are: 1 − edits ÷ length of the longer one, 0 to 1. */
  readonly options?: {
    readonly ignoreCase?: boolean
  }
} | {
  readonly type: "builtin"
  readonly name: "jsonEqual"
  /** Whether output and expected are equal JSON, in whatever order their members are; an output that is a text is read as JSON. Lists are compared in order unless told otherwise; what the pointers in ignore lead to is left out. */
  readonly options?: {
    readonly ordered?: boolean
    readonly ignore?: ReadonlyArray<string>
  }
} | {
  readonly type: "builtin"
  readonly name: "jsonSchema"
  /** Whether the output keeps to a JSON Schema 2020-12; null for that in expected. An output that is a text is read as JSON. */
  readonly options?: {
    readonly schema?: Json
  }
} | {
  readonly type: "builtin"
  readonly name: "listOverlap"
  /** How far two lists have the same values in them, each as often as it is there, 0 to 1. */
  readonly options?: {
    readonly measure?: "f1" | "precision" | "recall" | "jaccard"
  }
} | {
  readonly type: "builtin"
  readonly name: "latency"
  /** How long the app took. */
  readonly options?: {
    readonly unit?: "ms" | "s"
  }
} | {
  readonly type: "builtin"
  readonly name: "usage"
  /** What the app used: micro-units of money, or tokens. */
  readonly options?: {
    readonly of?: "micros" | "inputTokens" | "outputTokens" | "totalTokens"
  }
} | {
  readonly type: "code"
  readonly language: "javascript" | "typescript"
  /** A module without imports, of at most 64 KiB in UTF-8. Its default export is called with an object of the inputs (input, output, expected, metadata, trace, and those of the settings), and returns a value, or { value, label?, explanation?, metadata? }, or a promise of one; null for no score. TypeScript has types alone that can be left out. */
  readonly code: string
} | {
  readonly type: "judge"
  /** The alias of a prompt, whose variables are the inputs. */
  readonly prompt: string
  readonly connection: string
  readonly model: string
  readonly maxOutputTokens: number
  readonly temperature?: number
  readonly choices?: ReadonlyArray<ScorerLabel>
} | {
  readonly type: "app"
  /** The alias of an app that answers with the score, in any language. */
  readonly app: string
} | {
  readonly type: "human"
  readonly question: string
  readonly guidance?: string
}

/** A span, with all that was sent. */
export interface Span {
  readonly id: string
  readonly traceId: string
  /** It need not exist. */
  readonly parentId: string | null
  readonly name: string
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer"
  readonly type: "span" | "generation" | "agent" | "tool" | "chain" | "retriever" | "embedding" | "evaluator" | "guardrail" | "prompt" | "event"
  readonly status: "running" | "unset" | "ok" | "error"
  readonly startedAt: Timestamp
  readonly startNano: string
  readonly endedAt: Timestamp | null
  readonly endNano: string | null
  readonly durationMs: number | null
  readonly firstTokenAt: Timestamp | null
  readonly model: string | null
  readonly provider: string | null
  /** With those that were read from a cache or written to one. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly cacheReadTokens: number | null
  readonly cacheWriteTokens: number | null
  readonly reasoningTokens: number | null
  /** US dollars; null if it is not known. */
  readonly cost: number | null
  readonly costSource: "reported" | "estimated" | null
  /** The newest numeric or boolean (1 or 0) score under each name. */
  readonly scores: { readonly [key: string]: number }
  readonly version: number
  readonly input: Json
  readonly output: Json
  readonly error: Json
  readonly tags: ReadonlyArray<string>
  readonly metadata: { readonly [key: string]: Json }
  readonly attributes: { readonly [key: string]: Json }
  readonly resource: { readonly [key: string]: Json }
  readonly scope: { readonly [key: string]: Json }
  readonly events: ReadonlyArray<SpanEvent>
  readonly links: ReadonlyArray<SpanLink>
  readonly droppedAttributesCount: number
}

export interface SpanEvent {
  readonly name: string
  readonly at: Timestamp
  readonly timeNano: string
  readonly attributes: { readonly [key: string]: Json }
}

/** A span without what it holds: input, output, error, tags, metadata, attributes, events and links. */
export interface SpanFacts {
  readonly id: string
  readonly traceId: string
  /** It need not exist. */
  readonly parentId: string | null
  readonly name: string
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer"
  readonly type: "span" | "generation" | "agent" | "tool" | "chain" | "retriever" | "embedding" | "evaluator" | "guardrail" | "prompt" | "event"
  readonly status: "running" | "unset" | "ok" | "error"
  readonly startedAt: Timestamp
  readonly startNano: string
  readonly endedAt: Timestamp | null
  readonly endNano: string | null
  readonly durationMs: number | null
  readonly firstTokenAt: Timestamp | null
  readonly model: string | null
  readonly provider: string | null
  /** With those that were read from a cache or written to one. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly cacheReadTokens: number | null
  readonly cacheWriteTokens: number | null
  readonly reasoningTokens: number | null
  /** US dollars; null if it is not known. */
  readonly cost: number | null
  readonly costSource: "reported" | "estimated" | null
  /** The newest numeric or boolean (1 or 0) score under each name. */
  readonly scores: { readonly [key: string]: number }
  readonly version: number
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: { readonly [key: string]: Json }
}

/** RFC 3339 in UTC with milliseconds. */
export type Timestamp = string

export interface TokenUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly totalTokens?: number
  readonly cacheReadTokens?: number
  readonly cacheWriteTokens?: number
  readonly reasoningTokens?: number
}

/** A trace, as its spans say. */
export interface Trace {
  readonly id: string
  readonly projectId: string
  readonly name: string | null
  /** By the root span once it has ended: error or success. Before that running, and incomplete if no span came for a while. */
  readonly status: "running" | "success" | "error" | "incomplete"
  readonly userId: string | null
  readonly sessionId: string | null
  readonly environment: string | null
  readonly release: string | null
  readonly startedAt: Timestamp
  readonly startNano: string
  readonly endedAt: Timestamp | null
  readonly endNano: string | null
  readonly durationMs: number | null
  readonly spanCount: number
  readonly errorCount: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /** US dollars; null if it is not known. */
  readonly cost: number | null
  readonly input: Json
  readonly output: Json
  readonly error: Json
  /** What a list shows the first 2,000 characters of, as a string: it is longer than 8 KiB. */
  readonly truncated: ReadonlyArray<"input" | "output">
  readonly tags: ReadonlyArray<string>
  readonly attributes: { readonly [key: string]: Json }
  readonly metadata: { readonly [key: string]: Json }
  /** The newest numeric or boolean (1 or 0) score under each name. */
  readonly scores: { readonly [key: string]: number }
  readonly updatedAt: Timestamp
}

export interface TraceFilter {
  readonly field: string
  readonly operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"
  readonly value?: Json
}

/** What may be spent, and what was, in micro-units. */
export interface UsageAccount {
  readonly account: "organization" | "project"
  /** Null where nothing limits it. */
  readonly limitMicros: number | null
  readonly spentMicros: number
  /** For what is in flight. */
  readonly heldMicros: number
  /** When a new month begins; null of a limit for good. */
  readonly resetsAt: string | null
}

export interface UsageEntry {
  /** An ID of a run, an app or a scorer, or a day in UTC. */
  readonly key: string
  readonly spentMicros: number
}

export interface ValidationIssue {
  readonly severity: "error" | "warning"
  readonly code: "SYNTAX_ERROR" | "NO_DEFAULT_EXPORT" | "IMPORT_NOT_ALLOWED" | "UNKNOWN_FIELD" | "UNKNOWN_ALIAS" | "UNUSED_REFERENCE" | "TYPE_ERROR" | "REFERENCE_CYCLE" | "TARGET_MISMATCH"
  readonly message: string
  /** An RFC 6901 JSON Pointer into the definition. */
  readonly path: string
  /** In the text at path, counted from 1. */
  readonly position?: {
    readonly line: number
    readonly column: number
  }
  /** The definition that the issue is in, if it is not the page view itself. */
  readonly definition?: {
    readonly kind: "page_view" | "custom_field"
    readonly id: string
    readonly revision: Revision
  }
}

/** A row of a page view. */
export interface ViewRow {
  /** Of the trace, span, dataset, evaluation or target; of a review, with its place: rv_…/2. */
  readonly id: string
  /** Of a span: the trace that it is in. */
  readonly traceId?: string
  /** The value of groupBy, if the page view has one. */
  readonly group?: Json
  /** The value of each column, by its field. What is absent is null. */
  readonly values: { readonly [key: string]: Json }
  /** Why values are null that could not be computed. */
  readonly errors?: { readonly [key: string]: CellError }
}
