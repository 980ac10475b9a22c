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

/** What `list_alert_rules` takes. */
export interface ListAlertRulesInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
  /** The order of the list. */
  readonly sort?: "created_desc" | "created_asc" | "updated_desc" | "updated_asc" | "name_asc" | "name_desc"
  /** Part of the name, ignoring case. */
  readonly search?: string
  /** Only definitions whose source has this type. */
  readonly sourceType?: "metric" | "field"
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

/** What `list_alert_rules` answers. */
export interface ListAlertRulesResult {
  /** The definitions of this page. */
  readonly items: ReadonlyArray<AlertRule>
  /** Pass it back as cursor for the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of definitions that match; only with includeTotal. */
  readonly total?: number
}

/** What `get_alert_rule` takes. */
export interface GetAlertRuleInput {
  /** ID of the alert rule. */
  readonly id: string
  /** The revision to read. By default the current one. */
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
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: AlertRuleReferenceInput }
}

/** What `update_alert_rule` takes. */
export interface UpdateAlertRuleInput {
  /** ID of the alert rule. */
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
  /** The definitions that it uses, by alias. */
  readonly references?: { readonly [key: string]: AlertRuleReferenceInput }
}

/** What `copy_alert_rule` takes. */
export interface CopyAlertRuleInput {
  /** ID of the alert rule to copy. */
  readonly id: string
  /** The name of the copy: 1 to 120 characters after trimming; unique per project and kind, ignoring case. */
  readonly name: string
  /** The revision to copy. By default the current one. */
  readonly revision?: Revision
}

/** What `delete_alert_rule` takes. */
export interface DeleteAlertRuleInput {
  /** ID of the alert rule to delete. */
  readonly id: string
  /** The revision that you saw last. If it is no longer the current one, nothing is deleted: CONFLICT. */
  readonly expectedRevision: ExpectedRevision
}

/** What `delete_alert_rule` answers. */
export interface DeleteAlertRuleResult {
  /** ID of the alert rule. */
  readonly id: string
  /** Always true. */
  readonly deleted: true
  /** The revision that was current when it was deleted. */
  readonly revision: Revision
}

/** What `get_alert_rule_history` takes. */
export interface GetAlertRuleHistoryInput {
  /** ID of the alert rule. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** Only revisions below this one: nextBefore of the previous page. */
  readonly before?: number
}

/** What `get_alert_rule_history` answers. */
export interface GetAlertRuleHistoryResult {
  /** Revisions with their content, newest first. */
  readonly items: ReadonlyArray<AlertRule>
  /** Pass it back as before for the next page; null on the last one. */
  readonly nextBefore: Revision | null
}

/** What `restore_alert_rule` takes. */
export interface RestoreAlertRuleInput {
  /** ID of the alert rule. */
  readonly id: string
  /** The older revision whose content to restore. */
  readonly revision: Revision
  /** The revision that you saw last. If it is no longer the current one, nothing changes: CONFLICT. Without it, whichever revision is current is replaced. */
  readonly expectedRevision?: ExpectedRevision
}

/** What `get_alert_rule_dependencies` takes. */
export interface GetAlertRuleDependenciesInput {
  /** ID of the alert rule. */
  readonly id: string
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
}

/** What `get_alert_rule_dependencies` answers. */
export interface GetAlertRuleDependenciesResult {
  /** The definitions and evaluation runs that use it, one item per alias. */
  readonly items: ReadonlyArray<Dependency>
  /** Whether there are more than limit. */
  readonly hasMore: boolean
}

/** What `list_deleted_alert_rules` takes. */
export interface ListDeletedAlertRulesInput {
  /** The most items per page. A page may hold fewer. */
  readonly limit?: number
  /** nextCursor of the previous page. */
  readonly cursor?: string
}

/** What `list_deleted_alert_rules` answers. */
export interface ListDeletedAlertRulesResult {
  /** Deleted definitions, last deleted first. */
  readonly items: ReadonlyArray<{
    readonly definition: AlertRule
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

/** What `recover_alert_rule` takes. */
export interface RecoverAlertRuleInput {
  /** ID of the deleted alert rule. */
  readonly id: string
  /** A new name, required only if another definition has taken the old one. */
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
   * Reads an alert rule at its current or a given revision.
   */
  readonly get: Method<GetAlertRuleInput, AlertRule, "NOT_FOUND">
  /**
   * Create an alert rule.
   *
   * Creates a shared alert rule at revision 1. Its references must exist.
   */
  readonly create: Method<CreateAlertRuleInput, AlertRule, "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Update an alert rule at the revision you last saw.
   *
   * Creates the next revision of an alert rule if expectedRevision is still current. Members that you leave out are kept; source, settings and references are each replaced as a whole.
   */
  readonly update: Method<UpdateAlertRuleInput, AlertRule, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND" | "INVALID_REFERENCE">
  /**
   * Copy an alert rule under a new name.
   *
   * Creates an alert rule at revision 1 with the content of another one, at its current or a given revision.
   */
  readonly copy: Method<CopyAlertRuleInput, AlertRule, "NOT_FOUND" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * Delete an alert rule at the revision you last saw.
   *
   * Deletes an alert rule if expectedRevision is still current and no other definition refers to it. Its name is free afterwards. recover_alert_rule brings it back within 30 days.
   */
  readonly delete: Method<DeleteAlertRuleInput, DeleteAlertRuleResult, "NOT_FOUND" | "CONFLICT" | "STILL_REFERENCED">
  /**
   * List the revisions of an alert rule.
   *
   * Lists the revisions of an alert rule with their content, newest first. Pass nextBefore back as before until it is null.
   */
  readonly history: ListMethod<GetAlertRuleHistoryInput, GetAlertRuleHistoryResult, AlertRule, "NOT_FOUND">
  /**
   * Restore an old revision of an alert rule.
   *
   * Creates a new revision of an alert rule with the content of an older one. No other definition changes.
   */
  readonly restore: Method<RestoreAlertRuleInput, AlertRule, "NOT_FOUND" | "CONFLICT" | "NAME_TAKEN" | "REFERENCE_NOT_FOUND">
  /**
   * List what uses an alert rule.
   *
   * Lists the definitions whose current revision refers to the alert rule, one item per alias, and the unfinished evaluation runs that use it.
   */
  readonly dependencies: Method<GetAlertRuleDependenciesInput, GetAlertRuleDependenciesResult, "NOT_FOUND">
  /**
   * List deleted alert rules.
   *
   * Lists the alert rules deleted in the last 30 days, last deleted first, with who deleted each and until when it can be recovered. Pass nextCursor back as cursor until it is null.
   */
  readonly deleted: ListMethod<ListDeletedAlertRulesInput, ListDeletedAlertRulesResult, {
    readonly definition: AlertRule
    /** When it was deleted. */
    readonly deletedAt: Timestamp
    /** Who deleted it. */
    readonly deletedBy: Actor
    /** Until when it can be recovered: 30 days after deletedAt. */
    readonly recoverableUntil: Timestamp
  }, never>
  /**
   * Recover a deleted alert rule.
   *
   * Brings back an alert rule deleted in the last 30 days, with its ID and history, as its next revision. Pass a name only if another definition has taken the old one.
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
  /** Whether a person (user) or an API key acted. */
  readonly type: "user" | "api_key"
  /** ID of the person or of the API key. */
  readonly id: string
  /** Name of the person or of the API key. */
  readonly name: string
}

/** An alert rule at one revision. */
export interface AlertRule {
  /** ID of the alert rule. */
  readonly id: string
  /** The kind: alert_rule. */
  readonly kind: "alert_rule"
  /** ID of the project that it belongs to. */
  readonly projectId: string
  /** Unique per project and kind, ignoring case. */
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
  /** The definitions that it uses, by alias. */
  readonly references: { readonly [key: string]: AlertRuleReference }
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

export interface AlertRuleReference {
  /** The kind of the definition that is used. */
  readonly kind: "custom_field"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision: Revision | null
}

export interface AlertRuleReferenceInput {
  /** The kind of the definition that is used. */
  readonly kind: "custom_field"
  /** ID of the definition that is used. */
  readonly id: string
  /** The revision to use; null follows the current one. */
  readonly revision?: Revision | null
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

/** The revision that you saw last. If it is no longer current, nothing changes. */
export type ExpectedRevision = number

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

/** A revision: 1, 2, 3, … */
export type Revision = number

/** RFC 3339 in UTC with milliseconds. */
export type Timestamp = string

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
