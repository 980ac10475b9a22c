// Generated from the contract. Do not edit.
import type { Json, ListMethod, Method, UpdateWith } from "@agent-operations/client"

/** The families of operations, by name. */
export interface Families {
  readonly pageViews: PageViews
  readonly customFields: CustomFields
  readonly alertRules: AlertRules
  readonly alerts: Alerts
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
  readonly list_alert_rules: { readonly input: ListAlertRulesInput; readonly result: ListAlertRulesResult; readonly codes: never }
  readonly get_alert_rule: { readonly input: GetAlertRuleInput; readonly result: AlertRule; readonly codes: "NOT_FOUND" }
  readonly create_alert_rule: { readonly input: CreateAlertRuleInput; readonly result: AlertRule; readonly codes: "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly update_alert_rule: { readonly input: UpdateAlertRuleInput; readonly result: AlertRule; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE" }
  readonly copy_alert_rule: { readonly input: CopyAlertRuleInput; readonly result: AlertRule; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly delete_alert_rule: { readonly input: DeleteAlertRuleInput; readonly result: DeleteAlertRuleResult; readonly codes: "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED" }
  readonly get_alert_rule_history: { readonly input: GetAlertRuleHistoryInput; readonly result: GetAlertRuleHistoryResult; readonly codes: "NOT_FOUND" }
  readonly restore_alert_rule: { readonly input: RestoreAlertRuleInput; readonly result: AlertRule; readonly codes: "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly get_alert_rule_dependencies: { readonly input: GetAlertRuleDependenciesInput; readonly result: GetAlertRuleDependenciesResult; readonly codes: "NOT_FOUND" }
  readonly list_deleted_alert_rules: { readonly input: ListDeletedAlertRulesInput; readonly result: ListDeletedAlertRulesResult; readonly codes: never }
  readonly recover_alert_rule: { readonly input: RecoverAlertRuleInput; readonly result: AlertRule; readonly codes: "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" }
  readonly test_alert: { readonly input: TestAlertInput; readonly result: TestAlertResult; readonly codes: never }
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

/** What `list_alert_rules` takes. */
export interface ListAlertRulesInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  readonly sourceType?: "metric" | "field"
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

/** What `list_alert_rules` answers. */
export interface ListAlertRulesResult {
  readonly items: ReadonlyArray<AlertRule>
  readonly nextCursor: string | null
  readonly total?: number
}

/** What `get_alert_rule` takes. */
export interface GetAlertRuleInput {
  readonly id: string
  readonly revision?: Revision
}

/** What `create_alert_rule` takes. */
export interface CreateAlertRuleInput {
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly source: {
    readonly type: "metric"
    readonly metric: "errors" | "latency"
  } | {
    readonly type: "field"
    readonly alias: string
  }
  readonly settings: {
    /** The value from which on it alerts. */
    readonly above: number
    readonly minutes: number
    readonly notify?: ReadonlyArray<string>
  }
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: AlertRuleReferenceInput }
}

/** What `update_alert_rule` takes. */
export interface UpdateAlertRuleInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description?: string | null
  readonly source?: {
    readonly type: "metric"
    readonly metric: "errors" | "latency"
  } | {
    readonly type: "field"
    readonly alias: string
  }
  readonly settings?: {
    /** The value from which on it alerts. */
    readonly above: number
    readonly minutes: number
    readonly notify?: ReadonlyArray<string>
  }
  /** The definitions that it uses, each by an alias. */
  readonly references?: { readonly [key: string]: AlertRuleReferenceInput }
}

/** What `copy_alert_rule` takes. */
export interface CopyAlertRuleInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  readonly revision?: Revision
}

/** What `delete_alert_rule` takes. */
export interface DeleteAlertRuleInput {
  readonly id: string
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_alert_rule` answers. */
export interface DeleteAlertRuleResult {
  readonly id: string
  readonly deleted: true
  readonly revision: Revision
}

/** What `get_alert_rule_history` takes. */
export interface GetAlertRuleHistoryInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one. */
  readonly before?: number
}

/** What `get_alert_rule_history` answers. */
export interface GetAlertRuleHistoryResult {
  readonly items: ReadonlyArray<AlertRule>
  readonly nextBefore: Revision | null
}

/** What `restore_alert_rule` takes. */
export interface RestoreAlertRuleInput {
  readonly id: string
  readonly revision: Revision
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_alert_rule_dependencies` takes. */
export interface GetAlertRuleDependenciesInput {
  readonly id: string
  /** A page may hold fewer. */
  readonly limit?: number
}

/** What `get_alert_rule_dependencies` answers. */
export interface GetAlertRuleDependenciesResult {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

/** What `list_deleted_alert_rules` takes. */
export interface ListDeletedAlertRulesInput {
  /** A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_alert_rules` answers. */
export interface ListDeletedAlertRulesResult {
  readonly items: ReadonlyArray<{
    readonly definition: AlertRule
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }>
  readonly nextCursor: string | null
}

/** What `recover_alert_rule` takes. */
export interface RecoverAlertRuleInput {
  readonly id: string
  /** 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name?: string
}

/** Alert rules. */
export interface AlertRules {
  /**
   * List alert rules.
   *
   * Lists the project's alert rules, by default newest first. Pass nextCursor back as cursor, and the rest unchanged, until it is null.
   */
  readonly list: ListMethod<ListAlertRulesInput, ListAlertRulesResult, AlertRule, never>
  /**
   * Read an alert rule.
   *
   * Reads an alert rule with its source and settings: the current revision, or the one given.
   */
  readonly get: Method<GetAlertRuleInput, AlertRule, "NOT_FOUND">
  /**
   * Create an alert rule.
   *
   * Creates a shared alert rule at revision 1. The references must exist; the source need not validate, so that a draft can be saved.
   */
  readonly create: Method<CreateAlertRuleInput, AlertRule, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update an alert rule at the revision you last saw.
   *
   * Creates the next revision of an alert rule, if expectedRevision is still the current one. What is left out is kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateAlertRuleInput, AlertRule, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy an alert rule under a new name.
   *
   * Creates an alert rule at revision 1 with the content of another's current or given revision.
   */
  readonly copy: Method<CopyAlertRuleInput, AlertRule, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete an alert rule at the revision you last saw.
   *
   * Deletes an alert rule, if expectedRevision is still the current one and no current revision of another definition refers to it. Its name is free afterwards. recover_alert_rule brings it back within 30 days.
   */
  readonly delete: Method<DeleteAlertRuleInput, DeleteAlertRuleResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * Read the revisions of an alert rule.
   *
   * Reads the immutable revisions of an alert rule, newest first, with their content. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetAlertRuleHistoryInput, GetAlertRuleHistoryResult, AlertRule, "NOT_FOUND">
  /**
   * Restore a revision of an alert rule as a new one.
   *
   * Creates a revision of an alert rule with the name, description, source, settings and references of an older one. No other definition is modified.
   */
  readonly restore: Method<RestoreAlertRuleInput, AlertRule, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List the definitions that refer to an alert rule.
   *
   * Lists the definitions whose current revision refers to the alert rule, one item per alias, and unfinished evaluation runs of it. hasMore tells whether there are more.
   */
  readonly dependencies: Method<GetAlertRuleDependenciesInput, GetAlertRuleDependenciesResult, "NOT_FOUND">
  /**
   * List the alert rules that were deleted and can be recovered.
   *
   * Lists the alert rules that were deleted in the last 30 days, the last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedAlertRulesInput, ListDeletedAlertRulesResult, {
    readonly definition: AlertRule
    readonly deletedAt: Timestamp
    readonly deletedBy: Actor
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted alert rule.
   *
   * Brings an alert rule back that was deleted in the last 30 days, with its ID and its history, as its next revision. A name is needed only where another has taken its own.
   */
  readonly recover: Method<RecoverAlertRuleInput, AlertRule, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /** Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`). */
  readonly updateWith: UpdateWith<UpdateAlertRuleInput, AlertRule, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
}

/** What `test_alert` takes. */
export interface TestAlertInput {
  readonly channel: string
}

/** What `test_alert` answers. */
export interface TestAlertResult {
  readonly reached: number
}

/** Alerts. */
export interface Alerts {
  /**
   * Send a test alert.
   *
   * Sends a test alert to one of the channels, and tells how many people it reached.
   */
  readonly testAlert: Method<TestAlertInput, TestAlertResult, never>
}

/** Who did it: a person or an API key. */
export interface Actor {
  readonly type: "user" | "api_key"
  readonly id: string
  readonly name: string
}

/** An alert rule at one revision. */
export interface AlertRule {
  readonly id: string
  readonly kind: "alert_rule"
  readonly projectId: string
  readonly name: string
  /** What it is for: at most 2,000 characters, or null. */
  readonly description: string | null
  readonly source: {
    readonly type: "metric"
    readonly metric: "errors" | "latency"
  } | {
    readonly type: "field"
    readonly alias: string
  }
  readonly settings: {
    /** The value from which on it alerts. */
    readonly above: number
    readonly minutes: number
    readonly notify: ReadonlyArray<string>
  }
  /** The definitions that it uses, each by an alias. */
  readonly references: { readonly [key: string]: AlertRuleReference }
  readonly revision: Revision
  readonly origin: Origin
  readonly createdAt: Timestamp
  readonly createdBy: Actor
  readonly updatedAt: Timestamp
  readonly updatedBy: Actor
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface AlertRuleReference {
  readonly kind: "custom_field"
  readonly id: string
  readonly revision: Revision | null
}

/** A reference to another definition: a number pins that revision, null follows the current one. */
export interface AlertRuleReferenceInput {
  readonly kind: "custom_field"
  readonly id: string
  readonly revision?: Revision | null
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

/** The revision that you saw last. If it is no longer the current one, nothing changes. */
export type ExpectedRevision = number

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

/** The number of a revision: 1, 2, 3, … without a gap. */
export type Revision = number

/** RFC 3339 in UTC with milliseconds. */
export type Timestamp = string

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
